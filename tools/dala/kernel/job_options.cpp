// The options that `dala kernel run` and `watch` share.
#include "kernel/job.hpp"
#include "options/within.hpp"

namespace dala::cli {

void add_kernel_job_options(CLI::App& command, KernelJobOptions& options) {
  add_call_options(command, options.inputs, options.params);
  command.add_option("--out", options.outputs, "An output; once for each, in order")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->required();
  command
      .add_option("--out-shape", options.shapes,
                  "An output's shape, as 2,3, or scalar; the first input's when not given")
      ->type_name("SHAPE")
      ->allow_extra_args(false);
  add_execute_options(command, options.execute);
  command
      .add_option("--time-limit", options.time_limit,
                  "Stop the kernel after this long; 60 when not given")
      ->check(within(1e-3, 1e6))
      ->type_name("SECONDS");
  command
      .add_option("--cache", options.cache,
                  "Where compiled kernels are kept; DALA_CACHE when not given")
      ->type_name("FOLDER");
}

}  // namespace dala::cli
