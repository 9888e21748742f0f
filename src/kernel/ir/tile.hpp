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
//   multiply_packed          result = c + a * b, of which a is 16 x 16, b 16 x 8 and c 16 x 8, of
//   the
//                            types of tile_products[target]; integers are added up as s32. Each
//                            unit has parts of them, which are the indices: words of u32 with n
//                            elements each, the first one lowest, for a and for b, and four
//                            elements of c, as the result has. With g = unit / 4 and
//                            h = unit % 4 in the subgroup word i of a is
//                            a[g + i % 2 * 8, (h + i / 2 * 4) * n ...], word i of b is
//                            b[(h + i * 4) * n ..., g], and the others are c[g, h * 2],
//                            c[g, h * 2 + 1], and c[g + 8] at the same two
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

  bool operator==(const TileProduct&) const = default;
};
inline constexpr std::array tile_products = {
#define PRODUCT(rows, columns, depth, factor, sum) \
  TileProduct{rows, columns, depth, Scalar::factor, Scalar::sum},
#include "kernel/ir/tile_products.inc"
};

// Whether `multiply_packed` has it. A target that does can do all of them, or some.
[[nodiscard]] constexpr bool can_be_packed(const TileProduct& p) {
  return p.rows == 16 && p.columns == 16 && p.depth == 16 && bits_of(p.factor) < 32;
}
// What it is given, and its result.
[[nodiscard]] constexpr std::uint32_t elements_in_word(Scalar factor) {
  return 32 / bits_of(factor);
}
[[nodiscard]] constexpr Type packed_left(const TileProduct& p) {
  return {Scalar::u32, static_cast<std::uint8_t>(8 / elements_in_word(p.factor))};
}
[[nodiscard]] constexpr Type packed_right(const TileProduct& p) {
  return {Scalar::u32, static_cast<std::uint8_t>(4 / elements_in_word(p.factor))};
}
[[nodiscard]] constexpr Type packed_sums(const TileProduct& p) {
  return {is_integer(p.sum) ? Scalar::s32 : p.sum, 4};
}

struct Tile {
  std::string name = {};
  Scalar scalar = Scalar::f32;
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;

  [[nodiscard]] std::uint32_t elements() const { return rows * columns; }
  [[nodiscard]] bool is(Scalar of, std::uint32_t by_rows, std::uint32_t by_columns) const {
    return scalar == of && rows == by_rows && columns == by_columns;
  }
};

// The product that adds a * b to sum, or null.
[[nodiscard]] const TileProduct* product_of(const Tile& sum, const Tile& a, const Tile& b);
// Of any: there are no tiles of other types and sizes.
[[nodiscard]] bool is_part_of_a_product(const Tile& tile);

}  // namespace dala::kernel::ir
