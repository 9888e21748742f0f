// dala scene check: whether a scene file is good, with all that it names.
#include <fmt/format.h>

#include <map>
#include <memory>

#include <dala/scene/file.hpp>

#include "options/source_options.hpp"
#include "scene/command.hpp"
#include "terminal/say.hpp"
#include "terminal/text.hpp"

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

Outcome check(const std::string& device, const std::string& name, const SourceOptions& sources) {
  const auto file = read_scene(name);
  if (!file) return std::unexpected(file.error());
  scene::Options wanted = scene_options(*file, sources);
  wanted.device = device;
  const auto scene = scene::make_scene(*file, wanted);
  if (!scene) return failure(scene.error());
  // Fonts, kernels and the first frames of videos are wanted with the first frame.
  if (const auto rendered = scene->render(scene::Time{}); !rendered)
    return failure(rendered.error());
  for (const scene::Event& event : scene->take_events())
    if (event.error) return failure(*event.error);
  say("{}: good; {} x {} at {} frames a second, {}\n", name, file->width, file->height, file->fps,
      counted(*file));
  return {};
}

}  // namespace

void add_scene_check(CLI::App& scene, Session& session) {
  CLI::App* command =
      add_command(scene, session, "check", "Says whether a scene file and what it names is good",
                  "dala scene check show.json");
  struct Options {
    std::string file;
    SourceOptions sources;
  };
  const auto options = std::make_shared<Options>();
  command->add_option("FILE", options->file, "The scene")->required();
  add_source_options(*command, options->sources);
  command->callback([&session, options] {
    session.action = [&session, options] {
      return check(session.device, options->file, options->sources);
    };
  });
}

}  // namespace dala::cli
