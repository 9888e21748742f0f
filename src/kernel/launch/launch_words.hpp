// What a launch tells generated code: one buffer of 32-bit words, the same for every language.
//
//   word                 what
//   0 1 2                extent of the domain along x, y, z
//   3 4 5                cubes along x, y, z
//   6                    units inside the domain: the product of its extent
//   7                    cubes: the product of words 3 to 5
//   8 + 18 t             elements of tensor t
//   9 + 18 t             its rank
//   10 + 18 t + d        its size along axis d; 0 for axes it does not have
//   18 + 18 t + d        its stride along axis d in elements; 0 for axes it does not have
//   8 + 18 n + 2 p       low word of parameter p, with n tensors
//   9 + 18 n + 2 p       high word of parameter p
//
// Where the kernel's indices have 64 bits each number before the parameters takes two words, the
// low one first: what is said to be word i are words 2 i and 2 i + 1, and parameter p begins at
// word 2 (8 + 18 n) + 2 p.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <dala/core/shape.hpp>

#include "kernel/ir/ir.hpp"
#include "kernel/launch/grid.hpp"

namespace dala::kernel {

// Each number in the order of the table.
namespace launch {

inline constexpr std::size_t extent = 0;
inline constexpr std::size_t cube_count = 3;
inline constexpr std::size_t elements = 6;
inline constexpr std::size_t cubes = 7;
inline constexpr std::size_t grid_numbers = 8;

inline constexpr std::size_t len = 0;  // within those of a tensor
inline constexpr std::size_t rank = 1;
inline constexpr std::size_t shape = 2;
inline constexpr std::size_t stride = shape + Shape::max_rank;
inline constexpr std::size_t tensor_numbers = stride + Shape::max_rank;

[[nodiscard]] constexpr std::size_t of_tensor(std::size_t tensor) {
  return grid_numbers + tensor * tensor_numbers;
}

// How many words each takes, and the first word of a parameter.
[[nodiscard]] constexpr std::size_t words_each(ir::Scalar index) { return ir::bits_of(index) / 32; }
[[nodiscard]] constexpr std::size_t of_param(const ir::Module& module, std::size_t param) {
  return words_each(module.index) * of_tensor(module.tensors.size()) + 2 * param;
}

}  // namespace launch

// GLES promises no more groups than this along an axis, and CUDA along y, so they are counted in
// rows. Languages that have indices of 64 bits promise more along x, and need it for so many
// groups.
inline constexpr std::uint32_t most_group_rows = 65535;
[[nodiscard]] constexpr std::uint32_t groups_per_row(ir::Scalar index) {
  return index == ir::Scalar::s64 ? 1U << 30U : most_group_rows;
}
// Invocations of a group where the kernel has no cubes: as many as every ES device takes.
inline constexpr std::uint32_t loose_units = 128;

// The units of a cube, counted as UNIT_POS, or `loose_units`.
[[nodiscard]] std::uint32_t units_per_group(const ir::Module& module);
// Along x and y; zeros when there is nothing to run.
[[nodiscard]] std::array<std::uint32_t, 2> group_counts(const ir::Module& module, const Grid& grid,
                                                        const ir::Groups& groups = {});

// Whether groups in rows pay and are possible.
[[nodiscard]] bool fits_rows(const ir::Module& module, const Grid& grid);

[[nodiscard]] constexpr std::size_t launch_words(const ir::Module& module) {
  return launch::of_param(module, module.params.size());
}
[[nodiscard]] constexpr std::size_t max_launch_words(ir::Scalar index) {
  return launch::words_each(index) * launch::of_tensor(ir::max_tensors) + 2 * ir::max_params;
}

// Fills `launch_words(module)` words. `tensor_shapes` in the order of Module::tensors; `param_bits`
// as in ir/scalar_ops.hpp. All of it has been checked as for the interpreter.
void pack_launch(const ir::Module& module, std::span<const Shape> tensor_shapes,
                 std::span<const std::uint64_t> param_bits, const Grid& grid,
                 std::span<std::uint32_t> words);

}  // namespace dala::kernel
