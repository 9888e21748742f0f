// Text in four scripts, from a scene file.
#include <dala/scene/file.hpp>

#include "demo.hpp"

namespace demo {

dala::Result<Section> four_scripts(Demo& demo) {
  const auto file = dala::scene::read_file(demo.examples / "scenes/four_scripts.json");
  if (!file) return std::unexpected(file.error());
  const auto scene = dala::scene::make_scene(*file, {.compute = demo.compute});
  if (!scene) return std::unexpected(scene.error());
  if (const auto done = scene->render({}); !done) return std::unexpected(done.error());
  if (auto done = scene->save_picture(demo.folder / "four_scripts.png"); !done)
    return std::unexpected(done.error());
  return Section{
      .title = "Four scripts",
      .about =
          "Marks above marks, letters that join from right to left, conjuncts, and Han "
          "characters, each line broken where its language breaks it.",
      .figures = {{.file = "four_scripts.png",
                   .caption = "A greeting, and the first article of the Universal Declaration of "
                              "Human Rights."}},
      .files = {"four_scripts.png"}};
}

}  // namespace demo
