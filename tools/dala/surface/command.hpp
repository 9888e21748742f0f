// The commands under `dala surface`, each in a file of its own.
#pragma once

#include "terminal/command.hpp"

namespace dala::cli {

void add_surface_replay(CLI::App& surface, Session& session);
void add_surface_dump(CLI::App& surface, Session& session);
void add_surface_protocol(CLI::App& surface, Session& session);
void add_surface_fuzz_seed(CLI::App& surface, Session& session);

}  // namespace dala::cli
