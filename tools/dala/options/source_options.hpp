// What scene files may open, and how much memory videos may take.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <dala/scene/file.hpp>

#include "terminal/outcome.hpp"

namespace dala::cli {

struct SourceOptions {
  std::vector<std::string> allow = {};
  bool network = false;
  std::optional<std::uint64_t> video_memory = {};
};

// --allow, --allow-network and --video-memory.
void add_source_options(CLI::App& command, SourceOptions& options);
// --video-memory alone, for commands whose sources are typed.
void add_video_memory(CLI::App& command, std::optional<std::uint64_t>& bytes);

// The scene file itself, which was typed, whatever it is.
[[nodiscard]] OutcomeOf<scene::File> read_scene(const std::string& file);
// How a scene file is made a scene: what it names may lead to its folder and what was allowed.
[[nodiscard]] scene::Options scene_options(const scene::File& file, const SourceOptions& options);

}  // namespace dala::cli
