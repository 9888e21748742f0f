// The commands under `dala scene`.
#pragma once

#include "terminal/command.hpp"

namespace dala::cli {

void add_scene_render(CLI::App& scene, Session& session);
void add_scene_check(CLI::App& scene, Session& session);
void add_scene_types(CLI::App& scene, Session& session);
void add_scene_watch(CLI::App& scene, Session& session);

}  // namespace dala::cli
