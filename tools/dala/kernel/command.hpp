// The commands under `dala kernel`, each in a file of its own.
#pragma once

#include "terminal/command.hpp"

namespace dala::cli {

void add_kernel_check(CLI::App& kernel, Session& session);
void add_kernel_run(CLI::App& kernel, Session& session);
void add_kernel_watch(CLI::App& kernel, Session& session);
void add_kernel_emit(CLI::App& kernel, Session& session);

}  // namespace dala::cli
