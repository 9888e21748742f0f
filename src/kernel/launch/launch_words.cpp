#include "kernel/launch/launch_words.hpp"

#include <algorithm>

namespace dala::kernel {

namespace {

std::uint32_t word(std::int64_t value) { return static_cast<std::uint32_t>(value); }

void pack_tensor(std::span<std::uint32_t> words, const Shape& shape) {
  words[launch::len] = word(shape.elements());
  words[launch::rank] = word(static_cast<std::int64_t>(shape.rank()));
  std::int64_t stride = 1;
  for (std::size_t i = shape.rank(); i-- > 0;) {
    words[launch::shape + i] = word(shape[i]);
    words[launch::stride + i] = word(stride);
    stride *= shape[i];
  }
}

}  // namespace

std::uint32_t units_per_group(const ir::Module& module) {
  return module.has_cube ? module.cube[0] * module.cube[1] * module.cube[2] : loose_units;
}

std::array<std::uint32_t, 2> group_counts(const ir::Module& module, const Grid& grid,
                                          const ir::Groups& groups) {
  if (groups.in_rows)
    return {word((grid.extent[0] + loose_units - 1) / loose_units), word(grid.extent[1])};
  const std::int64_t in_group = module.has_cube ? 1 : std::int64_t{loose_units} * groups.elements;
  const std::int64_t count = (grid.cubes() + in_group - 1) / in_group;
  if (count == 0) return {0, 0};
  const std::int64_t row = std::min<std::int64_t>(count, groups_per_row);
  return {word(row), word((count + row - 1) / row)};
}

bool fits_rows(const ir::Module& module, const Grid& grid) {
  // Narrower ones would leave most of a group idle.
  constexpr std::int64_t narrow = loose_units / 2;
  return !module.has_cube && grid.extent[2] == 1 && grid.extent[0] >= narrow &&
         grid.extent[0] <= std::int64_t{groups_per_row} * loose_units && grid.extent[1] > 1 &&
         grid.extent[1] <= groups_per_row;
}

void pack_launch(const ir::Module& module, std::span<const Shape> tensor_shapes,
                 std::span<const std::uint64_t> param_bits, const Grid& grid,
                 std::span<std::uint32_t> words) {
  std::ranges::fill(words, 0);
  for (std::size_t i = 0; i < 3; ++i) {
    words[launch::extent + i] = word(grid.extent[i]);
    words[launch::cube_count + i] = word(grid.count[i]);
  }
  words[launch::elements] = word(grid.extent[0] * grid.extent[1] * grid.extent[2]);
  words[launch::cubes] = word(grid.cubes());
  for (std::size_t i = 0; i < tensor_shapes.size(); ++i)
    pack_tensor(words.subspan(launch::of_tensor(i), launch::tensor_words), tensor_shapes[i]);
  for (std::size_t i = 0; i < param_bits.size(); ++i) {
    words[launch::of_param(module, i)] = static_cast<std::uint32_t>(param_bits[i]);
    words[launch::of_param(module, i) + 1] = static_cast<std::uint32_t>(param_bits[i] >> 32U);
  }
}

}  // namespace dala::kernel
