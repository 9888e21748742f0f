// Tiles: small matrices that the units of a subgroup hold together, an equal number of elements
// each. Which unit has which is for a target to decide.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "kernel/ir/type.hpp"

namespace dala::kernel::ir {

// What a `tile` statement does with tiles[0], here t:
//   fill, scale              t = value, t = t * value
//   load, load_transposed    t[i, j] = m[..., y + i, x + j], or m[..., y + j, x + i], where m is
//   the
//                            tensor `target`, or shared array; see `on_shared`. The indices are y
//                            and x and what stands before them. Where there is one only it is flat:
//                            m[at + i * end + j], or m[at + j * end + i]
//   store, store_transposed  the other way
//   multiply_add             t = t + tiles[1] * tiles[2]. Element [i, j] is added to K times, for k
//                            from 0 on: the product of [i, k] and [k, j], as numbers of t's type
//   multiply_bytes           result = c + a * b, of which a is 16 x 16 u8, b 16 x 8 u8 and c 16 x 8
//                            s32. Each unit has parts of them, which are the indices: uvec2, u32
//                            and ivec4, as is the result. With g = unit / 4 and h = unit % 4 * 4 in
//                            the subgroup these are a[g, h..h + 4] and a[g + 8, h..h + 4]; b[h..h +
//                            4, g], the first in the lowest byte; c[g, h / 2], c[g, h / 2 + 1], and
//                            c[g + 8] at the same two
enum class TileOp : std::uint8_t {
#define TILE(name) name,
#define TILE_OF_TARGET(name) name,
#include "kernel/ir/ops.inc"
};

[[nodiscard]] std::string_view to_string(TileOp op);

// From a tensor or shared array, and into one.
[[nodiscard]] constexpr bool loads(TileOp op) {
  return op == TileOp::load || op == TileOp::load_transposed;
}
[[nodiscard]] constexpr bool stores(TileOp op) {
  return op == TileOp::store || op == TileOp::store_transposed;
}

// Tiles that can be multiplied: rows x depth times depth x columns, added to rows x columns.
struct TileProduct {
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
  std::uint32_t depth = 0;
  Scalar factor = Scalar::none;
  Scalar sum = Scalar::none;
};
inline constexpr std::array tile_products = {
#define PRODUCT(rows, columns, depth, factor, sum) \
  TileProduct{rows, columns, depth, Scalar::factor, Scalar::sum},
#include "kernel/ir/tile_products.inc"
};

struct Tile {
  std::string name = {};
  Scalar scalar = Scalar::f32;
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;

  [[nodiscard]] std::uint32_t elements() const { return rows * columns; }
  [[nodiscard]] bool is(Scalar of, std::uint32_t rows_, std::uint32_t columns_) const {
    return scalar == of && rows == rows_ && columns == columns_;
  }
};

// The product that adds a * b to sum, or null.
[[nodiscard]] const TileProduct* product_of(const Tile& sum, const Tile& a, const Tile& b);
// Of any: there are no tiles of other types and sizes.
[[nodiscard]] bool is_part_of_a_product(const Tile& tile);

}  // namespace dala::kernel::ir
