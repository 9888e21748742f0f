#include "run/execute.hpp"

#include <fmt/format.h>

#include "io/tensor_file.hpp"
#include "terminal/say.hpp"

namespace dala::cli {

void add_execute_options(CLI::App& command, ExecuteOptions& options) {
  command.add_option("--threads", options.threads, "CPU threads; one per core when not given")
      ->check(CLI::Range(1U, 1024U))
      ->type_name("N");
  command.add_flag("--explain", options.explain, "Print what ran, why, and what it took");
  command.add_option("--trace", options.trace, "Write a trace for chrome://tracing or Perfetto")
      ->type_name("FILE");
}

void add_call_options(CLI::App& command, std::vector<std::string>& inputs,
                      std::vector<std::string>& params) {
  command.add_option("--in", inputs, "An input; once for each, in order")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command.add_option("--param", params, "A parameter; once for each")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
}

OutcomeOf<Explanation> execute(const Compute& compute, const ExecuteOptions& options,
                               const Command& command) {
  if (!options.trace.empty()) compute.start_trace();
  const auto id = compute.submit(command);
  if (!id) return failure(id.error());
  if (auto done = compute.wait(*id); !done) return failure(done.error());
  auto explanation = compute.explain(*id);
  if (!explanation) return failure(explanation.error());
  if (options.explain) say("{}", lines(to_string(*explanation)));
  if (!options.trace.empty())
    if (auto written = compute.stop_trace(options.trace); !written)
      return file_failure(options.trace, written.error());
  return std::move(*explanation);
}

}  // namespace dala::cli
