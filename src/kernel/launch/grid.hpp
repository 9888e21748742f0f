// Which invocations a launch has, and where each one is.
#pragma once

#include <array>
#include <cstdint>

#include <dala/core/shape.hpp>

#include "kernel/ir/ir.hpp"

namespace dala::kernel {

using Triple = std::array<std::int64_t, 3>;      // x, y, z
using Positions = std::array<std::int64_t, 24>;  // by ir::Position

// What ABSOLUTE_POS is for units of an edge cube that lie outside the domain: outside every tensor
// too, so what they load is zero and what they store is dropped.
inline constexpr std::int64_t outside_position = 2147483647;

struct Grid {
  Triple extent;  // of the domain: for {h, w, c} x is w, y is h and z is c
  Triple dim;     // units of a cube
  Triple count;   // cubes

  [[nodiscard]] std::int64_t cubes() const { return count[0] * count[1] * count[2]; }
  [[nodiscard]] std::int64_t units() const { return dim[0] * dim[1] * dim[2]; }
  // All but those of groups.
  [[nodiscard]] Positions positions(std::int64_t cube, std::int64_t unit) const;
};

// For domains whose positions fit s32 (check.hpp).
[[nodiscard]] Grid make_grid(const ir::Module& module, const Shape& domain);

}  // namespace dala::kernel
