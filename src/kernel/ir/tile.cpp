#include "kernel/ir/tile.hpp"

#include <algorithm>

namespace dala::kernel::ir {

const TileProduct* product_of(const Tile& sum, const Tile& a, const Tile& b) {
  const auto found = std::ranges::find_if(tile_products, [&](const TileProduct& p) {
    return sum.is(p.sum, p.rows, p.columns) && a.is(p.factor, p.rows, p.depth) &&
           b.is(p.factor, p.depth, p.columns);
  });
  return found == tile_products.end() ? nullptr : &*found;
}

bool is_part_of_a_product(const Tile& tile) {
  return std::ranges::any_of(tile_products, [&](const TileProduct& p) {
    return tile.is(p.sum, p.rows, p.columns) || tile.is(p.factor, p.rows, p.depth) ||
           tile.is(p.factor, p.depth, p.columns);
  });
}

}  // namespace dala::kernel::ir
