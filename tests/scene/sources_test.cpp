// Names of colour tables and fonts that lead to another file after they were checked.
#include <dala/text.hpp>

#include "scene/scene_helper.hpp"

namespace dala::scene::test {
namespace {

namespace fs = std::filesystem;

class SceneSources : public testing::Test {
 protected:
  SceneSources() {
    fs::create_directory(folder_ / "in");
    fs::create_directory(folder_ / "out");
  }

  [[nodiscard]] fs::path in(const std::string& name) const { return folder_ / "in" / name; }
  [[nodiscard]] fs::path out(const std::string& name) const { return folder_ / "out" / name; }
  // The name in the folder that may be read leads out of it from now on.
  void swap(const std::string& name) const {
    fs::remove(in(name));
    fs::create_symlink(out(name), in(name));
  }
  [[nodiscard]] Scene scene() const {
    return scene_on("cpu", 96, 64, {.sources = SourcePolicy::in(folder_ / "in")});
  }

  media::test::Folder folder_;
};

// Everything becomes one colour.
std::string table_of(const std::string& color) {
  std::string text = "LUT_3D_SIZE 2\n";
  for (int i = 0; i < 8; ++i) text += color + "\n";
  return text;
}

constexpr const char* rejection = "only files in ";

TEST_F(SceneSources, TablesAreReadFromTheFileThatWasChecked) {
  media::test::write_text(in("a.cube"), table_of("1 0 0"));
  media::test::write_text(out("a.cube"), table_of("0 1 0"));
  const Scene scene = this->scene();
  must(scene.add_image({.picture = shared(solid(96, 64, colors::white))}));
  must(scene.add_effect({.filters = {{"lut", {{"file", in("a.cube").string()}}}}},
                        {.size = {{96, 64}}}));
  swap("a.cube");
  expect_error(scene.render(0s), ErrorCode::io, rejection);
}

TEST_F(SceneSources, TablesOfOthersAreNotKeptForEverybody) {
  media::test::write_text(out("b.cube"), table_of("0 1 0"));
  fs::create_symlink(out("b.cube"), in("b.cube"));
  const Effect effect{.filters = {{"lut", {{"file", in("b.cube").string()}}}}};
  const Scene free = scene_on("cpu");
  must(free.add_effect(effect, {.size = {{96, 64}}}));
  must(free.render(0s));
  expect_error(scene().add_effect(effect, {.size = {{96, 64}}}), ErrorCode::io, rejection);
}

// Two fonts of the machine whose letters differ, or a reason to skip.
constexpr const char* narrow = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
constexpr const char* wide = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono-Bold.ttf";

TEST_F(SceneSources, FontsAreReadFromTheFileThatWasChecked) {
  if (!fs::exists(narrow) || !fs::exists(wide)) GTEST_SKIP() << "skipped: no DejaVu fonts";
  if (const auto version = text_version(); !version)
    GTEST_SKIP() << "skipped: " << version.error().message;
  fs::copy_file(narrow, in("a.ttf"));
  fs::copy_file(wide, out("a.ttf"));
  const Scene scene = this->scene();
  const NodeId text = must(scene.add_text({.text = "iii", .family = in("a.ttf").string()}));
  must(scene.add_animation(
      {.target = text, .property = "text.size", .keyframes = {{0s, 40}, {1s, 20}}}));
  must(scene.render(0s));
  swap("a.ttf");
  expect_error(scene.render(500ms), ErrorCode::io, rejection);
}

// What was made of a file is not shown for another of the same name.
TEST_F(SceneSources, FontsAreThoseOfTheFileAsItIs) {
  if (!fs::exists(narrow) || !fs::exists(wide)) GTEST_SKIP() << "skipped: no DejaVu fonts";
  if (const auto version = text_version(); !version)
    GTEST_SKIP() << "skipped: " << version.error().message;
  fs::copy_file(narrow, in("b.ttf"));
  const TextStyle style{.text = "iii", .family = in("b.ttf").string(), .size = 40};
  const auto before = must(layout_text(style));
  fs::remove(in("b.ttf"));
  fs::copy_file(wide, in("b.ttf"));
  const auto after = must(layout_text(style));
  EXPECT_EQ(before.fonts, std::vector<std::string>{"DejaVu Sans Book"});
  EXPECT_EQ(after.fonts, std::vector<std::string>{"DejaVu Sans Mono Bold"});
  EXPECT_GT(after.width, before.width);
}

}  // namespace
}  // namespace dala::scene::test
