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
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <dala/core/shape.hpp>

#include "kernel/ir/ir.hpp"
#include "kernel/launch/grid.hpp"

namespace dala::kernel {

namespace launch {

inline constexpr std::size_t extent = 0;
inline constexpr std::size_t cube_count = 3;
inline constexpr std::size_t elements = 6;
inline constexpr std::size_t cubes = 7;
inline constexpr std::size_t grid_words = 8;

inline constexpr std::size_t len = 0;  // within the words of a tensor
inline constexpr std::size_t rank = 1;
inline constexpr std::size_t shape = 2;
inline constexpr std::size_t stride = shape + Shape::max_rank;
inline constexpr std::size_t tensor_words = stride + Shape::max_rank;

[[nodiscard]] constexpr std::size_t of_tensor(std::size_t tensor) {
  return grid_words + tensor * tensor_words;
}
[[nodiscard]] constexpr std::size_t of_param(const ir::Module& module, std::size_t param) {
  return of_tensor(module.tensors.size()) + 2 * param;
}

}  // namespace launch

// GLES promises no more groups than this along an axis, so they are counted in rows of it.
inline constexpr std::uint32_t groups_per_row = 65535;
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
inline constexpr std::size_t max_launch_words =
    launch::of_tensor(ir::max_tensors) + 2 * ir::max_params;

// Fills `launch_words(module)` words. `tensor_shapes` in the order of Module::tensors; `param_bits`
// as in ir/scalar_ops.hpp. All of it has been checked as for the interpreter.
void pack_launch(const ir::Module& module, std::span<const Shape> tensor_shapes,
                 std::span<const std::uint64_t> param_bits, const Grid& grid,
                 std::span<std::uint32_t> words);

}  // namespace dala::kernel
