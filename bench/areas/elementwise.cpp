// Element-wise kernels beside the best plain loop, on one thread and on two.
#include <dala/compute.hpp>

#include <fmt/format.h>

#include <array>

#include "area.hpp"
#include "floats.hpp"
#include "measure.hpp"
#include "peers/plain_loops.hpp"

namespace dala::bench {
namespace {

Result<void> run_count(const Compute& compute, std::int64_t count, double seconds,
                       Reporter& reporter) {
  const auto size = static_cast<std::size_t>(count);
  const Floats memory[] = {Floats(size), Floats(size), Floats(size)};
  for (const Floats& values : memory)
    for (std::size_t i = 0; i < size; ++i) values[i] = static_cast<float>(i % 1000) - 500.0F;
  std::vector<Buffer> buffers;
  for (const Floats& values : memory) {
    const auto buffer = compute.buffer(std::span<const float>(values.get(), size), {count});
    if (!buffer) return std::unexpected(buffer.error());
    buffers.push_back(*buffer);
  }
  const unsigned threads = compute.device_info().limits.threads;
  Result<void> so_far;
  const std::array loops = {&plain_loops, &plain_loops_wide};
  const auto compare = [&](const char* name, const std::function<void()>& ours,
                           const std::function<void(const PlainLoops&)>& theirs) {
    std::vector<std::function<void()>> functions = {ours};
    for (const PlainLoops* loop : loops) functions.emplace_back([&, loop] { theirs(*loop); });
    const std::string full_name = fmt::format("{} {}M f32", name, count >> 20);
    so_far = {};
    const std::vector<Timing> timings = measure(functions, seconds);
    if (!so_far) return reporter.note("elementwise", full_name, compute.device_info().id, so_far);
    const bool wide = timings[2].median_ms < timings[1].median_ms;
    reporter.add({.area = "elementwise",
                  .name = full_name,
                  .device = compute.device_info().id,
                  .threads = threads,
                  .ms = timings[0].median_ms,
                  .ms_min = timings[0].min_ms,
                  .peer = Peer{loops[wide ? 1 : 0]->name, timings[wide ? 2 : 1].median_ms}});
  };
  compare(
      "elementwise_add",
      [&] {
        so_far = compute.add(buffers[0], buffers[1], buffers[2]);
        if (so_far) so_far = wait_for_device(compute);
      },
      [&](const PlainLoops& loop) {
        loop.add(memory[0].get(), memory[1].get(), memory[2].get(), size, threads);
      });
  compare(
      "relu",
      [&] {
        so_far = compute.relu(buffers[0], buffers[2]);
        if (so_far) so_far = wait_for_device(compute);
      },
      [&](const PlainLoops& loop) { loop.relu(memory[0].get(), memory[2].get(), size, threads); });
  return {};
}

}  // namespace

Result<void> bench_elementwise(const BenchOptions& options, Reporter& reporter) {
  std::vector<std::int64_t> counts = {std::int64_t{1} << 20, std::int64_t{64} << 20};
  if (options.quick) counts.pop_back();
  for (const unsigned threads : thread_counts(options)) {
    const auto compute = Compute::create({.device = options.device, .threads = threads});
    if (!compute) return std::unexpected(compute.error());
    for (const std::int64_t count : counts)
      reporter.note("elementwise", fmt::format("{}M f32", count >> 20), compute->device_info().id,
                    run_count(*compute, count, options.quick ? 0.05 : 4.0, reporter));
  }
  return {};
}

}  // namespace dala::bench
