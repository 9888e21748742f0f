// --precision, for commands that run models.
#pragma once

#include <CLI/CLI.hpp>

#include <dala/ml.hpp>

namespace dala::cli {

void add_precision(CLI::App& command, ml::Precision& precision);

}  // namespace dala::cli
