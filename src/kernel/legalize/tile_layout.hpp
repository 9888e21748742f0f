// Which elements of a tile each unit of a subgroup holds.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/ir/ir.hpp"

namespace dala::kernel {

// Some bits of a unit's number, times a power of two.
struct UnitBits {
  std::uint32_t shift = 0;
  std::uint32_t count = 1;  // of the values they have: a power of two
  std::uint32_t factor = 1;

  [[nodiscard]] std::uint32_t largest() const { return (count - 1) * factor; }
};

// Where an element stands, or how far from another.
struct TilePlace {
  std::uint32_t row = 0;
  std::uint32_t column = 0;
};

// A unit's element i is at [row + places[i].row, column + places[i].column].
struct TileLayout {
  UnitBits row;
  UnitBits column;
  std::vector<TilePlace> places;
};

// Units side by side in rows of at most eight, so that neighbours load neighbours, and what a unit
// multiplies lies in few rows and columns.
[[nodiscard]] TileLayout plain_layout(const ir::Tile& tile);

// As TileOp::multiply_packed has them, with so many elements in a word: the factors of a product of
// 16 x 16 and what it is added to, of which the right half follows the left one.
[[nodiscard]] TileLayout left_packed_layout(std::uint32_t in_word);
[[nodiscard]] TileLayout right_packed_layout(std::uint32_t in_word);
[[nodiscard]] TileLayout packed_sums_layout();

}  // namespace dala::kernel
