// Running one command: what `dala run` and `dala kernel run` have in common.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include <dala/compute.hpp>

#include "terminal/outcome.hpp"

namespace dala::cli {

struct ExecuteOptions {
  unsigned threads = 0;
  bool explain = false;
  std::string trace;
};

// --threads, --explain and --trace
void add_execute_options(CLI::App& command, ExecuteOptions& options);

// --in and --param, each once for each
void add_call_options(CLI::App& command, std::vector<std::string>& inputs,
                      std::vector<std::string>& params);

// Runs it to its end, and prints and writes what the options ask for.
[[nodiscard]] OutcomeOf<Explanation> execute(const Compute& compute, const ExecuteOptions& options,
                                             const Command& command);

}  // namespace dala::cli
