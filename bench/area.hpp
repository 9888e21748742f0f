// One function for each area that is measured; all are listed in bench.cpp.
#pragma once

#include <vector>

#include <dala/compute.hpp>
#include <dala/core/error.hpp>

#include "bench.hpp"
#include "reporter.hpp"

namespace dala::bench {

// What an area that scales shows: one thread and two, or the number asked for.
[[nodiscard]] inline std::vector<unsigned> thread_counts(const BenchOptions& options) {
  if (options.threads != 0) return {options.threads};
  return {1, 2};
}

// What is timed ends when the device is done, not when it was given the work.
[[nodiscard]] inline Result<void> wait_for_device(const Compute& compute) {
  return compute.device_info().gpu ? compute.wait_all() : Result<void>();
}

Result<void> bench_elementwise(const BenchOptions& options, Reporter& reporter);
Result<void> bench_builtins(const BenchOptions& options, Reporter& reporter);
Result<void> bench_matmul(const BenchOptions& options, Reporter& reporter);
Result<void> bench_submit(const BenchOptions& options, Reporter& reporter);
Result<void> bench_kernels(const BenchOptions& options, Reporter& reporter);
// A part of it, in a file of its own.
Result<void> bench_divergent_kernels(const BenchOptions& options, Reporter& reporter);
Result<void> bench_gpu(const BenchOptions& options, Reporter& reporter);
Result<void> bench_surface(const BenchOptions& options, Reporter& reporter);
Result<void> bench_media(const BenchOptions& options, Reporter& reporter);
Result<void> bench_models(const BenchOptions& options, Reporter& reporter);
Result<void> bench_scene(const BenchOptions& options, Reporter& reporter);

}  // namespace dala::bench
