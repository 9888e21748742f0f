// Which units run together, and what they begin with.
#include <algorithm>
#include <utility>

#include "kernel/interpret/executor.hpp"
#include "kernel/launch/launch_words.hpp"

namespace dala::kernel {

namespace {

constexpr std::int64_t loose_group = 64;  // invocations that run together where there are no cubes

}  // namespace

Executor::Executor(const ir::Module& module, std::vector<TensorView> tensors,
                   std::vector<std::uint64_t> params, std::vector<std::uint32_t> words,
                   const Grid& grid, const HostLaunch& launch)
    : module_(module),
      tensors_(std::move(tensors)),
      params_(std::move(params)),
      words_(std::move(words)),
      grid_(grid),
      launch_(launch),
      deadline_(deadline_of(launch)),
      steps_left_(launch.step_limit),
      next_look_(steps_left_),
      kernel_layout_(lay_out(module.kernel)) {
  for (const ir::Function& f : module.functions) function_layouts_.push_back(lay_out(f));
}

Executor::Layout Executor::lay_out(const ir::Function& function) {
  Layout layout;
  for (const ir::Local& local : function.locals) {
    layout.offsets.push_back(layout.words);
    layout.words += static_cast<std::uint32_t>(local.type.words());
  }
  return layout;
}

Result<void> Executor::run() {
  module_.groups ? run_groups() : run_cubes();
  if (error_) return std::unexpected(*std::move(error_));
  return {};
}

void Executor::begin(Unit& unit) const {
  unit.offsets = &kernel_layout_.offsets;
  unit.words.assign(kernel_layout_.words, 0);
}

// Legal IR, as a device runs it.
void Executor::run_groups() {
  const auto counts = group_counts(module_, grid_, *module_.groups);
  std::vector<Unit> group(units_per_group(module_));
  constexpr auto first = static_cast<std::size_t>(ir::Position::GROUP_X);
  for (std::uint32_t y = 0; y < counts[1]; ++y)
    for (std::uint32_t x = 0; x < counts[0] && !error_; ++x) {
      for (std::uint32_t unit = 0; unit < group.size(); ++unit) {
        const std::array<std::int64_t, 4> place = {x, y, unit,
                                                   static_cast<std::int64_t>(group.size())};
        std::ranges::copy(place, group[unit].positions.begin() + first);
        begin(group[unit]);
      }
      run_group(group, group.size());
    }
}

void Executor::run_cubes() {
  // A group is a cube, or in kernels without cubes some invocations one after the other.
  const std::int64_t units = grid_.units();
  const std::int64_t cubes_at_once = module_.has_cube ? 1 : loose_group;
  std::vector<Unit> group(static_cast<std::size_t>(module_.has_cube ? units : loose_group));
  for (std::int64_t first = 0; first < grid_.cubes() && !error_; first += cubes_at_once) {
    const std::int64_t cubes = std::min(cubes_at_once, grid_.cubes() - first);
    const auto count = static_cast<std::size_t>(cubes * units);
    for (std::size_t i = 0; i < count; ++i) {
      const auto number = static_cast<std::int64_t>(i);
      group[i].positions = grid_.positions(first + number / units, number % units);
      begin(group[i]);
    }
    run_group(group, count);
  }
}

void Executor::run_group(std::vector<Unit>& units, std::size_t count) {
  shared_.clear();
  // In source kernels shared memory begins as zeros. On a device it holds anything, so legal IR is
  // run with ones, which shows where it reads what was never written.
  for (const ir::Shared& s : module_.shared)
    shared_.emplace_back(s.type.words(), module_.groups ? 1 : 0);
  clear_tiles(count);
  Active active;
  for (std::size_t i = 0; i < count; ++i) active.push_back(&units[i]);
  group_size_ = count;
  run_block(module_.kernel.body, active, nullptr);
}

}  // namespace dala::kernel
