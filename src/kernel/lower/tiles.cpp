// Tiles: how they are declared, and what is done with them.
#include <algorithm>
#include <utility>

#include "core/format.hpp"
#include "kernel/lower/lowerer.hpp"

namespace dala::kernel {

namespace {

std::string described(const ir::Tile& tile) {
  return format("[{}; {}, {}]", to_string(ir::Type{tile.scalar}), tile.rows, tile.columns);
}

// As they are written, "[f32; 16, 16] or [f32; 8, 8]".
std::string tiles_of(ir::Scalar scalar) {
  std::vector<std::string> names;
  const auto add = [&](ir::Scalar of, std::uint32_t rows, std::uint32_t columns) {
    const std::string name = described({{}, of, rows, columns});
    if (of == scalar && std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  for (const ir::TileProduct& p : ir::tile_products) {
    add(p.sum, p.rows, p.columns);
    add(p.factor, p.rows, p.depth);
    add(p.factor, p.depth, p.columns);
  }
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : " or ") + name;
  return out;
}

}  // namespace

std::optional<ir::Tile> Lowerer::tile_type(const syntax::TypeName& type) {
  if (type.kind == syntax::TypeName::Kind::error) return std::nullopt;
  if (type.columns == syntax::none) {
    report(Code::tile_type, type.span, "a tile has rows and columns",
           "write its type as `[f32; 16, 16]`");
    return std::nullopt;
  }
  const ir::Type element = named_type(type.name, type.name_span);
  const auto rows = array_length(type.length);
  const auto columns = array_length(type.columns);
  if (element == ir::error_type || !rows || !columns) return std::nullopt;
  ir::Tile tile{.scalar = element.scalar, .rows = *rows, .columns = *columns};
  // `index` is s64 in the kernel's version for large tensors, and there are no tiles of s64.
  const bool is_index = type.name == index_name;
  const bool is_known = element.is_scalar() && !is_index;
  if (is_known && ir::is_part_of_a_product(tile)) return tile;
  const std::string others = is_known ? tiles_of(element.scalar) : "";
  report(Code::tile_type, type.span,
         format("there are no tiles of {} with {} rows and {} columns",
                is_index ? std::string(index_name) : to_string(element), *rows, *columns),
         others.empty() ? "tiles hold f32, f64, s32, u32 or u8" : format("write {}", others));
  return std::nullopt;
}

void Lowerer::lower_tile_declaration(const SynStmt& stmt) {
  std::optional<ir::Tile> tile = tile_type(*stmt.type);
  const bool good = check_subgroups("tile", stmt.span) && tile;
  const auto index = static_cast<std::uint32_t>(module_.tiles.size());
  declare(stmt.name, stmt.name_span,
          {good ? Symbol::Kind::tile : Symbol::Kind::error, index, true});
  if (!good) return;
  array_words_ += tile->elements() / ir::subgroup_units;
  check_array_words(stmt.span);
  tile->name = stmt.name;
  module_.tiles.push_back(*tile);
  // A tile begins as zeros. Nothing is in the way at the kernel's start.
  const auto zeros = nested([&] {
    Builder::add(ir::Stmt{.kind = ir::StmtKind::tile,
                          .span = stmt.span,
                          .tiles = {index, ir::none, ir::none},
                          .value = constant(tile->scalar, 0)});
  });
  block_->insert(block_->begin() + index, zeros.front());
}

std::optional<std::uint32_t> Lowerer::tile_operand(syntax::ExprId id) {
  const SynExpr& expr = syn(id);
  const Symbol* symbol = expr.kind == syntax::ExprKind::name ? find(expr.text) : nullptr;
  if (symbol != nullptr && symbol->kind == Symbol::Kind::tile) return symbol->index;
  if (symbol == nullptr || symbol->kind != Symbol::Kind::error)
    report(Code::tile_operand, expr.span, "this is not a tile",
           "declare one in the kernel's body: `tile t: [f32; 16, 16];`");
  return std::nullopt;
}

ir::ExprId Lowerer::lower_tile(const SynExpr& expr, ir::TileOp op) {
  if (!check_in_cube(expr.text, expr.span)) return error();
  const bool moves = ir::loads(op) || ir::stores(op);
  // With a flat index there is a stride.
  const bool has_stride = moves && expr.args.size() == 3;
  const std::size_t wanted = op == ir::TileOp::multiply_add || has_stride ? 3 : 2;
  if (!check_count(expr, expr.args.size(), wanted)) return error();
  const auto tile = tile_operand(expr.args[0]);
  if (!tile) return error();
  ir::Stmt stmt{.kind = ir::StmtKind::tile,
                .span = expr.span,
                .tile = op,
                .tiles = {*tile, ir::none, ir::none}};
  const bool good = moves                            ? tile_memory(expr, stmt)
                    : op == ir::TileOp::multiply_add ? tile_factors(expr, stmt)
                                                     : tile_value(expr, stmt);
  if (!good) return error();
  emit(std::move(stmt));
  return add(ir::Expr{.type = ir::void_type});
}

bool Lowerer::tile_value(const SynExpr& expr, ir::Stmt& stmt) {
  const ir::Type type{module_.tiles[stmt.tiles[0]].scalar};
  stmt.value = lower_expr(expr.args[1], type);
  return expect(stmt.value, type, syn(expr.args[1]).span);
}

bool Lowerer::tile_memory(const SynExpr& expr, ir::Stmt& stmt) {
  const SynExpr& written = syn(expr.args[1]);
  const ir::Tile& tile = module_.tiles[stmt.tiles[0]];
  if (written.kind != syntax::ExprKind::index) {
    report(Code::tile_operand, written.span,
           "here stands the first element in a tensor or shared array",
           format("write `{}({}, t[y, x])`", expr.text, tile.name));
    return false;
  }
  Place place = index_place(written, ir::stores(stmt.tile));
  if (place.kind == Place::Kind::error) return false;
  const bool in_memory = place.kind == Place::Kind::tensor || place.kind == Place::Kind::shared;
  if (!in_memory || place.type != ir::Type{tile.scalar}) {
    report(Code::tile_operand, written.span,
           in_memory ? format("`{}` is a tile of {}, these elements are {}", tile.name,
                              to_string(ir::Type{tile.scalar}), to_string(place.type))
                     : "tiles are loaded from tensors and shared arrays, and stored to them");
    return false;
  }
  const bool has_stride = expr.args.size() == 3;
  if (has_stride != (place.indices.size() == 1)) {
    report(Code::wrong_argument_count, expr.span,
           has_stride ? "with several indices there is no stride"
                      : "with a flat index a stride is needed: from a row to the next",
           has_stride ? "" : format("write `{}({}, t[at], stride)`", expr.text, tile.name));
    return false;
  }
  if (has_stride && !tile_stride(expr, place)) return false;
  if (has_stride) {
    stmt.end = place.indices.back();
    place.indices.pop_back();
  }
  stmt.on_shared = place.kind == Place::Kind::shared;
  stmt.target = place.index;
  stmt.indices = std::move(place.indices);
  return true;
}

// Adds the stride behind the flat index; both have the same type then. That of a tensor is widened
// as its indices are, or from a row to the next it would wrap.
bool Lowerer::tile_stride(const SynExpr& expr, Place& place) {
  in_order(place.indices, [&] { return lower_expr(expr.args[2], ir::s32_type); });
  const ir::Type type = type_of(place.indices.back());
  if (type == ir::error_type) return false;
  const Span span = syn(expr.args[2]).span;
  if (!type.is_scalar() || !ir::is_integer(type.scalar)) {
    report(Code::bad_index, span, format("a stride must be an integer, found {}", to_string(type)),
           type.is_scalar() ? cast_hint(span, type, ir::s32_type) : "");
    return false;
  }
  place.indices.back() = as_index(place.indices.back());
  if (place.kind == Place::Kind::tensor)
    place.indices.back() = widened(place.indices.back(), span, false);
  const bool wide = std::ranges::any_of(
      place.indices, [&](ir::ExprId index) { return type_of(index) == ir::s64_type; });
  for (ir::ExprId& index : place.indices)
    if (wide) index = cast(index, ir::s64_type);
  return true;
}

bool Lowerer::tile_factors(const SynExpr& expr, ir::Stmt& stmt) {
  for (std::size_t i = 1; i < 3; ++i) {
    const auto factor = tile_operand(expr.args[i]);
    if (!factor) return false;
    stmt.tiles[i] = *factor;
  }
  const ir::Tile& sum = module_.tiles[stmt.tiles[0]];
  if (stmt.tiles[0] == stmt.tiles[1] || stmt.tiles[0] == stmt.tiles[2]) {
    report(Code::tile_operand, expr.span,
           format("the product is added to `{}`, which is multiplied itself", sum.name),
           "add it to another tile");
    return false;
  }
  const ir::Tile& a = module_.tiles[stmt.tiles[1]];
  const ir::Tile& b = module_.tiles[stmt.tiles[2]];
  const ir::TileProduct* product = ir::product_of(sum, a, b);
  if (product == nullptr) {
    report(Code::tile_operand, expr.span,
           format("tiles {} and {} have no product that is added to {}", described(a), described(b),
                  described(sum)),
           "multiply [T; m, k] by [T; k, n] and add to [T; m, n], for u8 to one of s32 or u32");
    return false;
  }
  std::uint32_t& most = multiplied_[product->sum];
  if (most < product->rows + product->columns) {
    most = product->rows + product->columns;
    check_shared_bytes(expr.span);
  }
  return true;
}

}  // namespace dala::kernel
