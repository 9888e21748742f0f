// What a command costs besides its work: one that does nothing, and many tiny ones by themselves
// and as stages of a pipeline.
#include <dala/compute.hpp>

#include <array>
#include <thread>

#include "area.hpp"
#include "measure.hpp"

namespace dala::bench {
namespace {

constexpr int stage_count = 20;
constexpr int command_count = 500;

Result<Pipeline> tiny_stages(const Compute& compute) {
  Pipeline pipeline = compute.pipeline();
  auto buffer = compute.buffer_zeros({16}, DType::f32);
  if (!buffer) return std::unexpected(buffer.error());
  for (int i = 0; i < stage_count; ++i)
    if (auto added = pipeline.add({.kernel = "relu", .inputs = {*buffer}, .outputs = *buffer});
        !added)
      return std::unexpected(added.error());
  if (auto planned = pipeline.plan(); !planned) return std::unexpected(planned.error());
  return pipeline;
}

Result<Command> tiny_command(const Compute& compute) {
  auto buffer = compute.buffer_zeros({16}, DType::f32);
  if (!buffer) return std::unexpected(buffer.error());
  return Command{.kernel = "relu", .inputs = {*buffer}, .outputs = *buffer};
}

}  // namespace

Result<void> bench_submit(const BenchOptions& options, Reporter& reporter) {
  const auto compute = Compute::create({.device = options.device, .threads = options.threads});
  if (!compute) return std::unexpected(compute.error());
  const auto pipeline = tiny_stages(*compute);
  if (!pipeline) return std::unexpected(pipeline.error());

  const auto tiny = tiny_command(*compute);
  if (!tiny) return std::unexpected(tiny.error());

  const Command empty{.op = Op::barrier};
  std::array<Result<void>, 4> so_far;
  const auto run_and_wait = [&] {
    const auto id = compute->submit(empty);
    if (!id) so_far[0] = std::unexpected(id.error());
    if (so_far[0]) so_far[0] = compute->wait(*id);
  };
  // Never helped by the caller: a worker must notice and run it.
  const auto run_and_poll = [&] {
    const auto id = compute->submit(empty);
    if (!id) so_far[1] = std::unexpected(id.error());
    while (so_far[1] && compute->poll(*id).state == CommandState::pending)
      std::this_thread::yield();
  };
  const auto run_pipeline = [&] {
    if (so_far[2]) so_far[2] = pipeline->run();
    if (so_far[2]) so_far[2] = wait_for_device(*compute);
  };
  // One behind the other, as many at once as a stream takes with room to spare.
  const auto run_many = [&] {
    CommandId last = 0;
    for (int i = 0; i < command_count && so_far[3]; ++i) {
      const auto id = compute->submit(*tiny);
      if (id)
        last = *id;
      else
        so_far[3] = std::unexpected(id.error());
    }
    if (so_far[3]) so_far[3] = compute->wait(last);
  };
  const std::vector<std::function<void()>> functions = {run_and_wait, run_and_poll, run_pipeline,
                                                        run_many};
  const std::vector<Timing> timings = measure(functions, options.quick ? 0.05 : 2.0);

  const DeviceInfo& device = compute->device_info();
  const auto report = [&](const char* name, std::size_t i, double parts) {
    if (!so_far[i]) return reporter.note("submit", name, device.id, so_far[i]);
    reporter.add({.area = "submit",
                  .name = name,
                  .device = device.id,
                  .threads = device.limits.threads,
                  .ms = timings[i].median_ms / parts,
                  .ms_min = timings[i].min_ms / parts});
  };
  report("empty command, waited for", 0, 1);
  report("empty command, polled", 1, 1);
  report("pipeline, each of 20 stages", 2, stage_count);
  report("tiny kernel, each of 500 submitted", 3, command_count);
  return {};
}

}  // namespace dala::bench
