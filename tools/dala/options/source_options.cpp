#include "options/source_options.hpp"

#include <filesystem>

namespace dala::cli {

void add_source_options(CLI::App& command, SourceOptions& options) {
  command
      .add_option("--allow", options.allow,
                  "A file or folder besides the scene's own that it may open, or a source such as "
                  "v4l2:/dev/video0, as the scene has it; once for each")
      ->allow_extra_args(false)
      ->type_name("WHAT");
  command.add_flag("--allow-network", options.network,
                   "The scene may open addresses (https://...)");
  add_video_memory(command, options.video_memory);
}

void add_video_memory(CLI::App& command, std::optional<std::uint64_t>& bytes) {
  command
      .add_option("--video-memory", bytes,
                  "The most that frames of videos may take, as 4GB; else 3 GB, in scenes 2 GB")
      ->transform(CLI::AsSizeValue(false))
      ->type_name("SIZE");
}

OutcomeOf<scene::File> read_scene(const std::string& file) {
  auto read = scene::read_file(file, SourcePolicy::only(file));
  if (read) return std::move(*read);
  auto failed = failure(read.error());
  failed.error().lines = read.error().code == ErrorCode::bad_file;
  return failed;
}

scene::Options scene_options(const scene::File& file, const SourceOptions& options) {
  scene::Options out;
  SourcePolicy sources = file.sources;
  sources.network = options.network;
  for (const std::string& one : options.allow) {
    std::error_code ignored;
    if (std::filesystem::exists(one, ignored))
      sources.paths.emplace_back(one);
    else
      sources.named.push_back(one);
  }
  out.sources = std::move(sources);
  if (options.video_memory) out.video_memory = *options.video_memory;
  return out;
}

}  // namespace dala::cli
