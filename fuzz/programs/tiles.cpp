// Tiles, in cubes of whole subgroups. All units come to each operation together, so these stand
// where units exchange values.
#include <algorithm>
#include <array>
#include <utility>

#include "core/format.hpp"
#include "programs/generator.hpp"

namespace dala::fuzz {

using ir::Scalar;

void Generator::declare_tiles() {
  if (units() % ir::subgroup_units != 0 || !random_.chance(70)) return;
  const auto any = [&](Scalar scalar, Use use) {
    return std::ranges::any_of(tensors_,
                               [&](const Tensor& t) { return t.scalar == scalar && t.use == use; });
  };
  for (std::size_t i = 1 + random_.below(2); i > 0; --i) {
    ir::TileProduct p = random_.pick(ir::tile_products);
    // Most of them where factors can be loaded and sums stored.
    for (int tries = 0; tries < 12; ++tries)
      if (!any(p.factor, Use::anyone_reads) || !any(p.sum, Use::tiles) || allowed(p.sum) != p.sum)
        p = random_.pick(ir::tile_products);
    if (allowed(p.sum) != p.sum) continue;
    const std::size_t sum = declare_tile(p.sum, p.rows, p.columns);
    const std::size_t left = declare_tile(p.factor, p.rows, p.depth);
    const bool square = p.rows == p.depth && p.depth == p.columns;
    const std::size_t right =
        square && random_.chance(20) ? left : declare_tile(p.factor, p.depth, p.columns);
    products_.push_back({sum, left, right});
  }
}

std::size_t Generator::declare_tile(Scalar scalar, std::uint32_t rows, std::uint32_t columns) {
  const ir::Tile tile{format("matrix{}", tiles_.size()), scalar, rows, columns};
  const std::string size = length_text(rows);
  line(format("tile {}: [{}; {}, {}];", tile.name, to_string(ir::Type{scalar}), size,
              length_text(columns)));
  tiles_.push_back(tile);
  return tiles_.size() - 1;
}

void Generator::use_tiles() {
  if (tiles_.empty() || !random_.chance(80)) return;
  for (std::size_t i = 1 + random_.below(5); i > 0; --i) {
    const ir::Tile& tile = random_.pick(tiles_);
    const std::size_t roll = random_.below(12);
    if (roll < 3)
      load_tile(tile);
    else if (roll < 4)
      line(format("tile_fill({}, {});", tile.name, tile_value(tile.scalar)));
    else if (roll < 5)
      line(format("tile_scale({}, {});", tile.name, tile_value(tile.scalar)));
    else if (roll < 10)
      multiply_tiles();
    else
      share_tile(tile);
  }
}

// An s32 that the units of a subgroup agree about.
std::string Generator::agreed() {
  const std::size_t roll = random_.below(10);
  if (roll < 3) return format("{}", random_.between(-3, 20));
  if (roll < 5) return format("CUBE_POS * {}", random_.between(1, 16));
  if (roll < 7) {
    const std::int64_t factor = random_.between(1, 256);
    return format("SUBGROUP_POS * {} + {}", factor, at_least(uniform(0), Level::product));
  }
  if (roll >= 8) return uniform(1).text;
  const std::string value = whole(ir::s32_type, Hint::yes, 2);
  return format("subgroup_broadcast({}, {})", value, random_.below(32));
}

std::string Generator::tile_value(Scalar scalar) {
  const std::size_t roll = random_.below(10);
  if (roll < 4) return literal(scalar, Hint::yes).text;
  if (roll < 7 || ir::bits_of(scalar) < 32)
    return format("({}) as {}", agreed(), to_string(ir::Type{scalar}));
  const std::string value = whole({scalar}, Hint::no, 2);
  return format("subgroup_broadcast({}, {})", value, agreed());
}

std::string Generator::tile_stride() {
  if (random_.chance(70)) return format("{}", random_.between(-3, random_.chance(50) ? 3 : 20));
  if (random_.chance(50)) return format("({}) as u32", uniform(1).text);
  return uniform(1).text;
}

void Generator::load_tile(const ir::Tile& tile) {
  const std::string_view op = random_.chance(30) ? "tile_load_transposed" : "tile_load";
  std::vector<const Tensor*> fitting;
  for (const Tensor& t : tensors_)
    if (t.scalar == tile.scalar && t.use == Use::anyone_reads) fitting.push_back(&t);
  if (fitting.empty() || random_.chance(20)) {
    for (const Shared& s : shared_) {
      if (s.type.element() != ir::Type{tile.scalar} || s.whole_numbers || s.holds_indices) continue;
      sync();
      const std::string at = agreed();
      line(format("{}({}, {}[{}], {});", op, tile.name, s.name, at, tile_stride()));
      return sync();
    }
  }
  if (fitting.empty()) return;
  const Tensor& tensor = *random_.pick(fitting);
  const std::size_t rank = tensor.shape.rank();
  std::string place = agreed();
  if (rank >= 2 && rank <= 4 && random_.chance(60)) {
    for (std::size_t i = 1; i < rank; ++i) place += ", " + agreed();
    return line(format("{}({}, {}[{}]);", op, tile.name, tensor.name, place));
  }
  if (random_.chance(20)) place = format("({}) as u32", place);
  line(format("{}({}, {}[{}], {});", op, tile.name, tensor.name, place, tile_stride()));
}

void Generator::multiply_tiles() {
  if (products_.empty()) return;
  const std::array<std::size_t, 3> product = random_.pick(products_);
  const ir::Tile& sum = tiles_[product[0]];
  const std::int64_t steps = std::int64_t{sum.elements()} * tiles_[product[1]].columns *
                             (invocations() / ir::subgroup_units) * weight_;
  if (steps > tile_steps_) return;
  tile_steps_ -= steps;
  for (const std::size_t factor : {product[1], product[2]})
    if (random_.chance(70)) load_tile(tiles_[factor]);
  line(format("tile_multiply_add({}, {}, {});", sum.name, tiles_[product[1]].name,
              tiles_[product[2]].name));
}

// Where subgroup `number` may store a tile in flat memory without meeting another one, and the
// stride there.
std::string Generator::own_part(const ir::Tile& tile, std::string_view number, bool transposed) {
  const std::uint32_t lines = transposed ? tile.columns : tile.rows;
  const std::uint32_t width = transposed ? tile.rows : tile.columns;
  const std::int64_t stride = width + random_.between(0, 2);
  const std::int64_t size = lines * stride;
  if (random_.chance(70)) return format("[({}) * {}], {}", number, size, stride);
  return format("[({}) * {} + {}], -{}", number, size, (lines - 1) * stride, stride);
}

// Into a shared array, whose elements units look at later.
void Generator::share_tile(const ir::Tile& tile) {
  for (const Shared& s : shared_) {
    if (s.type.element() != ir::Type{tile.scalar} || s.whole_numbers || s.holds_indices) continue;
    sync();
    const bool transposed = random_.chance(30);
    line(format("tile_store{}({}, {}{});", transposed ? "_transposed" : "", tile.name, s.name,
                own_part(tile, "SUBGROUP_POS", transposed)));
    return sync();
  }
}

// What tiles hold in the end.
void Generator::store_tiles() {
  const std::string number = format("CUBE_POS * {} + SUBGROUP_POS", units() / ir::subgroup_units);
  for (const Tensor& t : tensors_) {
    const auto tile = std::ranges::find(tiles_, t.scalar, &ir::Tile::scalar);
    if (t.use != Use::tiles || tile == tiles_.end()) continue;
    const bool transposed = random_.chance(30);
    const std::string_view op = transposed ? "tile_store_transposed" : "tile_store";
    const std::size_t rank = t.shape.rank();
    if (rank < 2 || rank > 4 || random_.chance(20)) {
      line(format("{}({}, {}{});", op, tile->name, t.name, own_part(*tile, number, transposed)));
      continue;
    }
    std::string place;
    for (std::size_t i = 2; i < rank; ++i) place += format("{}, ", random_.below(2));
    place += format("({}) * {}, {}", number, transposed ? tile->columns : tile->rows,
                    random_.between(-2, 4));
    line(format("{}({}, {}[{}]);", op, tile->name, t.name, place));
  }
}

}  // namespace dala::fuzz
