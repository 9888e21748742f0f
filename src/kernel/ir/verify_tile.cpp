#include "kernel/ir/verify_tile.hpp"

#include <algorithm>
#include <array>

#include "kernel/ir/walk.hpp"

namespace dala::kernel::ir {

namespace {

using Fault = std::optional<std::string_view>;

// The tiles that the operation has.
std::size_t tiles_of(TileOp op) {
  if (op == TileOp::multiply_packed) return 0;
  return op == TileOp::multiply_add ? 3 : 1;
}

Fault fault_of_value(const Module& module, const Stmt& s) {
  const Type type{module.tiles[s.tiles[0]].scalar};
  const bool good = s.value != none && module.exprs[s.value].type == type;
  return good && s.indices.empty() && s.end == none ? Fault() : "a tile's value";
}

Fault fault_of_memory(const Module& module, const Stmt& s) {
  if (s.target >= (s.on_shared ? module.shared.size() : module.tensors.size()) || s.indices.empty())
    return "a tile's memory";
  const Type element =
      s.on_shared ? module.shared[s.target].type.element() : Type{module.tensors[s.target].scalar};
  if (element != Type{module.tiles[s.tiles[0]].scalar}) return "a tile's elements";
  if (stores(s.tile) && !s.on_shared && !module.tensors[s.target].is_output)
    return "a tile stored to an input";
  // A flat index and the stride are added to each other.
  const bool is_flat = s.indices.size() == 1;
  if (is_flat != (s.end != none)) return "a tile's stride";
  if (is_flat && module.exprs[s.end].type != module.exprs[s.indices[0]].type)
    return "a tile's stride";
  return s.value == none ? Fault() : "a tile's value";
}

Fault fault_of_product(const Module& module, const Stmt& s) {
  const auto& [sum, a, b] = s.tiles;
  if (sum == a || sum == b ||
      product_of(module.tiles[sum], module.tiles[a], module.tiles[b]) == nullptr)
    return "a product of tiles";
  return s.indices.empty() && s.value == none && s.end == none ? Fault() : "a product's operands";
}

Fault fault_of_packed(const Module& module, const Stmt& s) {
  if (s.target >= tile_products.size() || !can_be_packed(tile_products[s.target]))
    return "a product that cannot be packed";
  const TileProduct& p = tile_products[s.target];
  const std::array parts = {packed_left(p), packed_right(p), packed_sums(p)};
  if (s.result >= module.kernel.locals.size() || module.kernel.locals[s.result].type != parts[2])
    return "a product's result";
  const bool good =
      std::ranges::equal(s.indices, parts, {}, [&](ExprId id) { return module.exprs[id].type; });
  return good && s.value == none && s.end == none ? Fault() : "a product's operands";
}

}  // namespace

Fault fault_of_tile(const Module& module, const Stmt& s) {
  for (std::size_t i = 0; i < s.tiles.size(); ++i)
    if (i < tiles_of(s.tile) ? s.tiles[i] >= module.tiles.size() : s.tiles[i] != none)
      return "a tile out of range";
  if (s.tile != TileOp::multiply_packed && s.result != none) return "a tile's result";
  switch (s.tile) {
    case TileOp::fill:
    case TileOp::scale:
      return fault_of_value(module, s);
    case TileOp::load:
    case TileOp::load_transposed:
    case TileOp::store:
    case TileOp::store_transposed:
      return fault_of_memory(module, s);
    case TileOp::multiply_add:
      return fault_of_product(module, s);
    case TileOp::multiply_packed:
      return fault_of_packed(module, s);
  }
  return "a tile's operation";
}

}  // namespace dala::kernel::ir
