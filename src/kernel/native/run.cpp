#include "kernel/native/run.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>

#include "core/error.hpp"
#include "kernel/launch/binding.hpp"

namespace dala::kernel {

namespace {

// Invocations in one piece of the work: enough that handing it out costs nothing beside it, few
// enough that threads end together. The same whatever the number of threads.
constexpr std::int64_t invocations_in_a_piece = 16384;
constexpr std::int64_t light_invocations_in_a_piece = 65536;
// So many rows are enough for all threads, two at a time.
constexpr std::int64_t many_rows = 64;

struct Watch {
  Clock::time_point deadline;
  const StopFlag* stop = nullptr;
  std::atomic<std::int32_t> outcome{0};  // as Code::run() returns it

  static std::int32_t is_over(void* state) {
    auto& watch = *static_cast<Watch*>(state);
    // Noted here as well: a helper function that was stopped returns to a kernel that may end.
    if (watch.outcome.load(std::memory_order_relaxed) == 0 &&
        (is_set(watch.stop) || Clock::now() >= watch.deadline))
      watch.outcome.store(1, std::memory_order_relaxed);
    return watch.outcome.load(std::memory_order_relaxed);
  }
};

template <typename Index>
jit::TensorArgument<Index> describe(const HostTensor& tensor) {
  jit::TensorArgument<Index> argument{};
  argument.data = tensor.bytes.data();
  argument.len = static_cast<Index>(tensor.shape.elements());
  argument.rank = static_cast<std::int32_t>(tensor.shape.rank());
  // No element of an empty tensor is ever reached, so strides beyond s32 there may be cut.
  std::int64_t stride = 1;
  for (std::size_t i = tensor.shape.rank(); i-- > 0;) {
    argument.shape[i] = static_cast<Index>(tensor.shape[i]);
    argument.stride[i] = static_cast<Index>(stride);
    stride *= tensor.shape[i];
  }
  return argument;
}

template <typename Index>
jit::Arguments<Index> arguments_of(const Binding<HostLaunch>& binding, Watch& watch) {
  const Grid& grid = binding.grid();
  jit::Arguments<Index> arguments;
  for (std::size_t i = 0; i < 3; ++i) {
    arguments.extent[i] = static_cast<Index>(grid.extent[i]);
    arguments.count[i] = static_cast<Index>(grid.count[i]);
  }
  arguments.checkpoint = &Watch::is_over;
  arguments.checkpoint_state = &watch;
  std::ranges::copy(binding.params(), arguments.params.begin());
  for (std::size_t i = 0; i < binding.tensors().size(); ++i)
    arguments.tensors[i] = describe<Index>(*binding.tensors()[i]);
  return arguments;
}

struct Pieces {
  std::int64_t items;
  std::int64_t grain;
};

Pieces pieces_of(const ir::Module& module, const Grid& grid, bool light) {
  const std::int64_t row = grid.extent[0] * grid.extent[2];
  const std::int64_t invocations = light ? light_invocations_in_a_piece : invocations_in_a_piece;
  switch (jit::granularity_of(module)) {
    case jit::Granularity::elements:
      return {row * grid.extent[1], invocations};
    case jit::Granularity::rows: {
      const std::int64_t rows = invocations / std::max<std::int64_t>(1, row);
      const std::int64_t height = row == 0 ? 0 : grid.extent[1];
      // Some kernels take pairs of rows, which is no reason to leave threads without work.
      if (height >= many_rows) return {height, std::max<std::int64_t>(2, rows / 2 * 2)};
      return {height, std::max<std::int64_t>(1, rows)};
    }
    case jit::Granularity::cubes:
      return {grid.cubes(), std::max<std::int64_t>(1, invocations_in_a_piece / grid.units() / 4)};
  }
  return {};
}

}  // namespace

jit::ChannelSpecialisation channel_specialisation_for(const ir::Module& module,
                                                      std::span<const Shape* const> shapes) {
  const auto known = [](std::int64_t channels) {
    return static_cast<std::uint8_t>(channels >= 1 && channels <= 4 ? channels : 0);
  };
  jit::ChannelSpecialisation specialisation;
  for (std::size_t i = 0; i < module.tensors.size(); ++i)
    if (module.tensors[i].rank == 3) specialisation.tensor_channels[i] = known((*shapes[i])[2]);
  const Shape& domain = *shapes[module.domain];
  if (jit::granularity_of(module) == jit::Granularity::rows)
    specialisation.channels =
        domain.rank() < 3 || module.pixels ? std::uint8_t{1} : known(domain[domain.rank() - 1]);
  return specialisation;
}

Result<void> run_native(const ir::Module& module, const jit::Code& code, const HostLaunch& launch,
                        WorkerPool& pool) {
  const Binding binding(module, launch);
  const Grid& grid = binding.grid();
  const Pieces pieces = pieces_of(module, grid, code.is_light());
  if (pieces.items <= 0) return {};
  Watch watch{.deadline = deadline_of(launch), .stop = launch.stop};
  jit::visit_index(module.index, [&]<typename Index>(Type<Index>) {
    const jit::Arguments<Index> arguments = arguments_of<Index>(binding, watch);
    pool.parallel_for(
        static_cast<std::size_t>(pieces.items), static_cast<std::size_t>(pieces.grain),
        [&](std::size_t begin, std::size_t end) {
          // Code that does little in a piece does not look at the clock itself.
          if (begin != 0 && Watch::is_over(&watch) != 0) return;
          const std::int32_t outcome =
              code.run(arguments, static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end));
          if (outcome != 0) watch.outcome.store(outcome, std::memory_order_relaxed);
        });
  });
  if (watch.outcome == 1 && is_set(launch.stop))
    return fail(ErrorCode::cancelled, "kernel `{}` was cancelled", module.name);
  if (watch.outcome == 1) return past_time_limit(module.name, launch.time_limit);
  if (watch.outcome == 2)
    return fail(ErrorCode::out_of_memory, "kernel `{}`: no memory for its cubes", module.name);
  return {};
}

}  // namespace dala::kernel
