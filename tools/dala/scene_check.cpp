// dala scene check: whether a scene file is good, with all that it names.
#include <fmt/format.h>

#include <map>
#include <memory>

#include <dala/scene_file.hpp>

#include "scene_command.hpp"
#include "text.hpp"

namespace dala::cli {
namespace {

// "2 images, 1 text": in the order of the alphabet.
std::string counted(const scene::File& file) {
  std::map<std::string, std::size_t> counts;
  for (const scene::FileNode& node : file.nodes)
    counts[std::string(scene::kind_of(node.node))] += 1;
  std::vector<std::string> parts;
  for (const auto& [kind, count] : counts)
    parts.push_back(fmt::format("{} {}{}", count, kind, count == 1 ? "" : "s"));
  return parts.empty() ? "no nodes" : join(parts, ", ");
}

Outcome check(const std::string& device, const std::string& name) {
  const auto file = scene::read_file(name);
  if (!file) return failure(file.error());
  const auto scene = scene::make_scene(*file, {.device = device});
  if (!scene) return failure(scene.error());
  // Fonts, kernels and the first frames of videos are wanted with the first frame.
  if (const auto rendered = scene->render(scene::Time{}); !rendered)
    return failure(rendered.error());
  for (const scene::Event& event : scene->take_events())
    if (event.error) return failure(*event.error);
  fmt::print("{}: good; {} x {} at {} frames a second, {}\n", name, file->width, file->height,
             file->fps, counted(*file));
  return {};
}

}  // namespace

void add_scene_check(CLI::App& scene, Session& session) {
  CLI::App* command =
      add_command(scene, session, "check", "Says whether a scene file and what it names is good",
                  "dala scene check show.json");
  const auto file = std::make_shared<std::string>();
  command->add_option("FILE", *file, "The scene")->required();
  command->callback([&session, file] {
    session.action = [&session, file] { return check(session.device, *file); };
  });
}

}  // namespace dala::cli
