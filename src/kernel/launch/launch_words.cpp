#include "kernel/launch/launch_words.hpp"

#include <algorithm>

namespace dala::kernel {

namespace {

std::uint32_t word(std::int64_t value) { return static_cast<std::uint32_t>(value); }

// Writes numbers of the launch at their places.
class Numbers {
 public:
  Numbers(ir::Scalar index, std::span<std::uint32_t> words)
      : each_(launch::words_each(index)), words_(words) {}

  void put(std::size_t number, std::int64_t value) {
    words_[number * each_] = word(value);
    if (each_ == 2) words_[number * each_ + 1] = word(value >> 32);
  }

 private:
  std::size_t each_;
  std::span<std::uint32_t> words_;
};

void put_tensor(Numbers& numbers, std::size_t first, const Shape& shape) {
  numbers.put(first + launch::len, shape.elements());
  numbers.put(first + launch::rank, static_cast<std::int64_t>(shape.rank()));
  std::int64_t stride = 1;
  for (std::size_t i = shape.rank(); i-- > 0;) {
    numbers.put(first + launch::shape + i, shape[i]);
    numbers.put(first + launch::stride + i, stride);
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
  const std::int64_t row = std::min<std::int64_t>(count, groups_per_row(module.index));
  return {word(row), word((count + row - 1) / row)};
}

bool fits_rows(const ir::Module& module, const Grid& grid) {
  // Narrower ones would leave most of a group idle.
  constexpr std::int64_t narrow = loose_units / 2;
  return !module.has_cube && grid.extent[2] == 1 && grid.extent[0] >= narrow &&
         grid.extent[0] <= std::int64_t{groups_per_row(module.index)} * loose_units &&
         grid.extent[1] > 1 && grid.extent[1] <= most_group_rows;
}

void pack_launch(const ir::Module& module, std::span<const Shape> tensor_shapes,
                 std::span<const std::uint64_t> param_bits, const Grid& grid,
                 std::span<std::uint32_t> words) {
  std::ranges::fill(words, 0);
  Numbers numbers(module.index, words);
  for (std::size_t i = 0; i < 3; ++i) {
    numbers.put(launch::extent + i, grid.extent[i]);
    numbers.put(launch::cube_count + i, grid.count[i]);
  }
  numbers.put(launch::elements, grid.extent[0] * grid.extent[1] * grid.extent[2]);
  numbers.put(launch::cubes, grid.cubes());
  for (std::size_t i = 0; i < tensor_shapes.size(); ++i)
    put_tensor(numbers, launch::of_tensor(i), tensor_shapes[i]);
  for (std::size_t i = 0; i < param_bits.size(); ++i) {
    words[launch::of_param(module, i)] = static_cast<std::uint32_t>(param_bits[i]);
    words[launch::of_param(module, i) + 1] = static_cast<std::uint32_t>(param_bits[i] >> 32U);
  }
}

}  // namespace dala::kernel
