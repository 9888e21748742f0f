// The commands under `dala models`.
#pragma once

#include "terminal/command.hpp"

namespace dala::cli {

void add_models_add(CLI::App& models, Session& session);
void add_models_pull(CLI::App& models, Session& session);
void add_models_bench(CLI::App& models, Session& session);
void add_models_quantize(CLI::App& models, Session& session);

}  // namespace dala::cli
