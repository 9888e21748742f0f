// Tiles. They are matrices here, one for each subgroup, as the language has them.
#include <algorithm>

#include "core/error.hpp"
#include "kernel/interpret/executor.hpp"
#include "kernel/ir/scalar_ops.hpp"

namespace dala::kernel {

using ir::BinaryOp;
using ir::Scalar;
using ir::TileOp;

void Executor::clear_tiles(std::size_t units) {
  tiles_.clear();
  for (const ir::Tile& tile : module_.tiles)
    tiles_.emplace_back(units / ir::subgroup_units, TileElements(tile.elements(), 0));
}

void Executor::run_tile(const ir::Stmt& s, const Active& active) {
  for (std::size_t subgroup = 0; subgroup < active.size() / ir::subgroup_units; ++subgroup) {
    const auto units = std::span(active).subspan(subgroup * ir::subgroup_units, ir::subgroup_units);
    switch (s.tile) {
      case TileOp::fill:
        std::ranges::fill(tiles_[s.tiles[0]][subgroup], common_value(s.value, units));
        break;
      case TileOp::scale: {
        const std::uint64_t factor = common_value(s.value, units);
        for (std::uint64_t& element : tiles_[s.tiles[0]][subgroup])
          element = calculate(BinaryOp::mul, module_.tiles[s.tiles[0]].scalar, element, factor);
        break;
      }
      case TileOp::load:
      case TileOp::load_transposed:
      case TileOp::store:
      case TileOp::store_transposed:
        move_tile(s, subgroup, units);
        break;
      case TileOp::multiply_add:
        multiply_tiles(s, subgroup);
        break;
      case TileOp::multiply_packed:
        multiply_packed(s, units);
        break;
    }
    if (error_) return;
  }
}

std::uint64_t Executor::calculate(BinaryOp op, Scalar scalar, std::uint64_t a, std::uint64_t b) {
  return noted({scalar}, {ir::apply(op, scalar, a, b)})[0];
}

// Lowering has proven that it is the same for all.
std::uint64_t Executor::common_value(ir::ExprId id, std::span<Unit* const> units) {
  const std::uint64_t value = evaluate(id, *units[0])[0];
  const bool same =
      std::ranges::all_of(units, [&](Unit* unit) { return evaluate(id, *unit)[0] == value; });
  if (!same && !error_)
    error_ = fail(ErrorCode::internal, "kernel `{}`: the units of a subgroup disagree about a tile",
                  module_.name)
                 .error();
  return value;
}

void Executor::move_tile(const ir::Stmt& s, std::size_t subgroup, std::span<Unit* const> units) {
  const bool transposed = s.tile == TileOp::load_transposed || s.tile == TileOp::store_transposed;
  const std::size_t count = s.indices.size();
  const Scalar scalar = module_.exprs[s.indices[0]].type.scalar;
  std::array<std::uint64_t, 4> first{};
  for (std::size_t i = 0; i < count; ++i) first[i] = common_value(s.indices[i], units);
  const std::uint64_t stride = s.end == ir::none ? 0 : common_value(s.end, units);
  const auto index = [](Scalar type, std::uint64_t bits) {
    return ir::as_s64(ir::wrap(type, bits));
  };
  const auto type_of = [&](std::size_t i) { return module_.exprs[s.indices[i]].type.scalar; };
  const ir::Tile& tile = module_.tiles[s.tiles[0]];
  for (std::uint32_t i = 0; i < tile.rows; ++i)
    for (std::uint32_t j = 0; j < tile.columns; ++j) {
      const std::uint64_t down = transposed ? j : i;
      const std::uint64_t right = transposed ? i : j;
      std::array<std::int64_t, 4> at{};
      for (std::size_t k = 0; k + 2 < count; ++k) at[k] = ir::as_s64(first[k]);
      if (count == 1) {
        at[0] = index(scalar, first[0] + down * stride + right);
      } else {
        at[count - 2] = index(type_of(count - 2), first[count - 2] + down);
        at[count - 1] = index(type_of(count - 1), first[count - 1] + right);
      }
      move_element(s, std::span(at).first(count),
                   tiles_[s.tiles[0]][subgroup][i * tile.columns + j]);
    }
}

void Executor::move_element(const ir::Stmt& s, std::span<const std::int64_t> at,
                            std::uint64_t& element) {
  if (s.on_shared) {
    std::vector<std::uint64_t>& words = shared_[s.target];
    const bool inside = at[0] >= 0 && at[0] < static_cast<std::int64_t>(words.size());
    if (ir::loads(s.tile))
      element = inside ? words[static_cast<std::size_t>(at[0])] : 0;
    else if (inside)
      words[static_cast<std::size_t>(at[0])] = element;
    return;
  }
  const auto found = tensors_[s.target].locate(at, ir::Edge::zero);
  const ir::Type type{module_.tiles[s.tiles[0]].scalar};
  if (ir::loads(s.tile))
    element = with_denormals_noted(type, {found ? tensors_[s.target].load(*found) : 0})[0];
  else if (found)
    tensors_[s.target].store(*found, element);
}

void Executor::multiply_tiles(const ir::Stmt& s, std::size_t subgroup) {
  const ir::Tile& sum = module_.tiles[s.tiles[0]];
  const ir::Tile& left = module_.tiles[s.tiles[1]];
  const std::uint32_t depth = left.columns;
  if (!count_steps(std::size_t{sum.elements()} * depth)) return;
  const auto factor = [&](std::uint32_t tile, std::uint32_t at) {
    return ir::cast(left.scalar, sum.scalar, tiles_[tile][subgroup][at]);
  };
  for (std::uint32_t i = 0; i < sum.rows; ++i)
    for (std::uint32_t j = 0; j < sum.columns; ++j) {
      std::uint64_t& element = tiles_[s.tiles[0]][subgroup][i * sum.columns + j];
      for (std::uint32_t k = 0; k < depth; ++k) {
        const std::uint64_t product =
            calculate(BinaryOp::mul, sum.scalar, factor(s.tiles[1], i * depth + k),
                      factor(s.tiles[2], k * sum.columns + j));
        element = calculate(BinaryOp::add, sum.scalar, element, product);
      }
    }
}

void Executor::multiply_packed(const ir::Stmt& s, std::span<Unit* const> units) {
  const ir::TileProduct& p = ir::tile_products[s.target];
  const Scalar scalar = ir::packed_sums(p).scalar;
  const std::size_t in_word = ir::elements_in_word(p.factor);
  std::array<std::array<std::uint64_t, 16>, 16> a{};
  std::array<std::array<std::uint64_t, 8>, 16> b{};
  const auto element = [&](std::uint64_t word, std::size_t i) {
    const unsigned bits = ir::bits_of(p.factor);
    const std::uint64_t own = word >> (bits * i) & ((1U << bits) - 1);
    return ir::cast(p.factor, scalar, ir::wrap(p.factor, own));
  };
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    const std::size_t g = unit / 4;
    const std::size_t h = unit % 4;
    const Value of_a = evaluate(s.indices[0], *units[unit]);
    const Value of_b = evaluate(s.indices[1], *units[unit]);
    for (std::size_t word = 0; word < ir::packed_left(p).lanes; ++word)
      for (std::size_t i = 0; i < in_word; ++i)
        a[g + word % 2 * 8][(h + word / 2 * 4) * in_word + i] = element(of_a[word], i);
    for (std::size_t word = 0; word < ir::packed_right(p).lanes; ++word)
      for (std::size_t i = 0; i < in_word; ++i)
        b[(h + word * 4) * in_word + i][g] = element(of_b[word], i);
  }
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    Value sums = evaluate(s.indices[2], *units[unit]);
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const std::size_t row = unit / 4 + i / 2 * 8;
      const std::size_t column = unit % 4 * 2 + i % 2;
      for (std::size_t k = 0; k < b.size(); ++k)
        sums[i] = calculate(BinaryOp::add, scalar, sums[i],
                            calculate(BinaryOp::mul, scalar, a[row][k], b[k][column]));
      units[unit]->words[(*units[unit]->offsets)[s.result] + i] = sums[i];
    }
  }
}

}  // namespace dala::kernel
