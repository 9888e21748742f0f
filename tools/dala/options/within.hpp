// What a number given on the command line may be.
#pragma once

#include <CLI/CLI.hpp>

namespace dala::cli {

// As CLI::Range and CLI::PositiveNumber, which take NaN for a number they allow.
[[nodiscard]] CLI::Validator within(double low, double high);

}  // namespace dala::cli
