// What can stand on the left of an assignment, and indexing in general.
#include <algorithm>
#include <utility>

#include "core/format.hpp"
#include "kernel/lower/lowerer.hpp"

namespace dala::kernel {

using syntax::ExprKind;

namespace {

constexpr std::size_t max_indices = 4;

}  // namespace

bool Lowerer::check_written(const Symbol& symbol, std::string_view name, Span span) {
  switch (symbol.kind) {
    case Symbol::Kind::local:
      if (symbol.is_mutable) return true;
      report(Code::immutable, span, format("`{}` cannot be assigned: it is not mutable", name),
             symbol.from_let ? format("declare it with `let mut {}`", name)
                             : format("copy it first: `let mut {} = {};`", name, name));
      return false;
    case Symbol::Kind::tensor: {
      if (module_.tensors[symbol.index].is_output) return true;
      report(Code::input_written, span, format("`{}` is an input and cannot be written", name),
             "outputs are declared as `&mut Tensor<...>`, or named `output` in the header form "
             "without a name");
      return false;
    }
    case Symbol::Kind::shared:
      return true;
    case Symbol::Kind::constant:
      report(Code::constant_assigned, span,
             format("`{}` is a constant and cannot be assigned", name),
             format("keep what changes in a variable: `let mut x = {};`", name));
      return false;
    case Symbol::Kind::param:
      report(Code::immutable, span, format("the parameter `{}` cannot be assigned", name),
             format("copy it first: `let mut {} = {};`", name, name));
      return false;
    default:
      if (symbol.kind != Symbol::Kind::error)
        report(Code::not_assignable, span, format("`{}` cannot be assigned", name));
      return false;
  }
}

void Lowerer::use_rank(std::uint32_t tensor, std::size_t indices, Span span) {
  // One index is flat and fits any rank.
  if (indices < 2 || is_left_out_) return;
  ir::Tensor& t = module_.tensors[tensor];
  if (t.rank != 0 && t.rank != indices) {
    report(Code::index_count, span,
           format("`{}` is indexed with {} indices here and with {} elsewhere", t.name, indices,
                  t.rank),
           "a kernel uses one number of indices for a tensor, or a single flat index");
    return;
  }
  t.rank = static_cast<std::uint8_t>(indices);
}

std::vector<ir::ExprId> Lowerer::lower_indices(const SynExpr& expr, std::size_t first) {
  const std::size_t count = expr.args.size() - first;
  if (count < 1 || count > max_indices) {
    report(Code::index_count, expr.span,
           format("expected 1 to {} indices, found {}", max_indices, count));
    return {};
  }
  std::vector<ir::ExprId> indices;
  bool good = true;
  for (std::size_t i = first; i < expr.args.size(); ++i) {
    in_order(indices, [&] { return lower_expr(expr.args[i], ir::s32_type); });
    const ir::Type type = type_of(indices.back());
    good = good && type != ir::error_type;
    if (type == ir::error_type || (ir::is_integer(type.scalar) && type.is_scalar())) continue;
    const Span span = syn(expr.args[i]).span;
    report(Code::bad_index, span, format("an index must be an integer, found {}", to_string(type)),
           type.is_scalar() ? cast_hint(span, type, ir::s32_type) : "");
    good = false;
  }
  if (!good) return {};
  for (ir::ExprId& index : indices) index = as_index(index);
  return indices;
}

// Of a tensor, which may have more elements than s32 counts; other arrays never have.
void Lowerer::widen_indices(std::vector<ir::ExprId>& indices, const SynExpr& expr) {
  const std::size_t first = expr.args.size() - indices.size();
  for (std::size_t i = 0; i < indices.size(); ++i)
    indices[i] = widened(indices[i], syn(expr.args[first + i]).span, false);
}

Place Lowerer::index_place(const SynExpr& expr, bool to_write) {
  const SynExpr& base = syn(expr.args[0]);
  if (base.kind != ExprKind::name) {
    const ir::ExprId value = lower_expr(expr.args[0]);
    if (!is_error(value))
      report(Code::not_indexable, base.span,
             format("a value of type {} cannot be indexed", to_string(type_of(value))),
             "only tensors, shared arrays and local arrays can");
    return {};
  }
  const Symbol* symbol = find(base.text);
  if (symbol == nullptr) {
    lower_name(base);
    return {};
  }
  if (to_write && !check_written(*symbol, base.text, base.span)) return {};
  Place place{.kind = Place::Kind::error, .index = symbol->index};
  switch (symbol->kind) {
    case Symbol::Kind::tensor:
      place.kind = Place::Kind::tensor;
      place.type = {module_.tensors[symbol->index].scalar};
      break;
    case Symbol::Kind::shared:
      place.kind = Place::Kind::shared;
      place.type = module_.shared[symbol->index].type.element();
      break;
    case Symbol::Kind::local:
      if (!function_->locals[symbol->index].type.is_array()) break;
      place.kind = Place::Kind::element;
      place.type = function_->locals[symbol->index].type.element();
      break;
    case Symbol::Kind::error:
      return {};
    default:
      break;
  }
  if (place.kind == Place::Kind::error) {
    report(
        Code::not_indexable, base.span, format("`{}` cannot be indexed", base.text),
        "only tensors, shared arrays and local arrays can; lanes of a vector are `.x`, `.y`, ...");
    return {};
  }
  place.indices = lower_indices(expr, 1);
  if (place.indices.empty()) return {};
  if (place.kind == Place::Kind::tensor) {
    widen_indices(place.indices, expr);
    use_rank(place.index, place.indices.size(), expr.span);
  } else if (place.indices.size() != 1) {
    report(Code::index_count, expr.span, "arrays take one index",
           "compute the flat index, as in `a[y * 16 + x]`");
    return {};
  }
  return place;
}

Place Lowerer::name_place(const SynExpr& expr) {
  const Symbol* symbol = find(expr.text);
  if (symbol == nullptr) {
    lower_name(expr);
    return {};
  }
  const bool array =
      symbol->kind == Symbol::Kind::local && function_->locals[symbol->index].type.is_array();
  if (array || symbol->kind == Symbol::Kind::tensor || symbol->kind == Symbol::Kind::shared) {
    report(Code::not_assignable, expr.span, format("`{}` as a whole cannot be assigned", expr.text),
           format("assign its elements: `{}[i] = ...`", expr.text));
    return {};
  }
  if (!check_written(*symbol, expr.text, expr.span)) return {};
  return {.kind = Place::Kind::local,
          .index = symbol->index,
          .type = function_->locals[symbol->index].type};
}

Place Lowerer::lower_place(syntax::ExprId id) {
  const SynExpr& expr = syn(id);
  if (expr.kind == ExprKind::name) return name_place(expr);
  if (expr.kind == ExprKind::index) return index_place(expr, true);
  if (expr.kind == ExprKind::field) {
    const ExprKind inner = syn(expr.args[0]).kind;
    if (inner == ExprKind::name || inner == ExprKind::index) {
      Place place = lower_place(expr.args[0]);
      if (place.kind == Place::Kind::error) return {};
      std::size_t lane = std::string_view("xyzw").find(expr.text);
      if (lane == std::string_view::npos) lane = std::string_view("rgba").find(expr.text);
      if (expr.text.size() == 1 && place.type.is_vector() && lane < place.type.lanes) {
        place.lane = static_cast<std::uint8_t>(lane);
        return place;
      }
      report(Code::bad_swizzle, expr.text_span,
             format("`{}` is not one lane of a {}", expr.text, to_string(place.type)),
             "lanes are assigned one at a time");
      return {};
    }
  }
  if (expr.kind != ExprKind::error)
    report(Code::not_assignable, expr.span, "this cannot stand on the left of an assignment",
           "assign a variable, an element or one lane of a vector");
  return {};
}

ir::ExprId Lowerer::load(const Place& place) {
  ir::Expr expr{.type = place.type, .index = place.index, .args = place.indices};
  switch (place.kind) {
    case Place::Kind::error:
      return error();
    case Place::Kind::local:
      return place.lane ? lane(local(place.index), *place.lane) : local(place.index);
    case Place::Kind::element:
      expr.kind = ir::ExprKind::element;
      break;
    case Place::Kind::tensor:
      expr.kind = ir::ExprKind::load_tensor;
      break;
    case Place::Kind::shared:
      expr.kind = ir::ExprKind::load_shared;
      break;
  }
  const ir::ExprId whole = add(std::move(expr));
  return place.lane ? lane(whole, *place.lane) : whole;
}

void Lowerer::store(const Place& place, ir::ExprId value, Span span) {
  if (place.lane) {
    // The whole vector is stored again with one lane replaced.
    Place whole = place;
    whole.lane.reset();
    ir::Expr construct{.kind = ir::ExprKind::construct, .type = place.type};
    for (std::uint8_t i = 0; i < place.type.lanes; ++i)
      construct.args.push_back(i == *place.lane ? value : lane(load(whole), i));
    return store(whole, add(std::move(construct)), span);
  }
  ir::Stmt stmt{.span = span, .target = place.index, .indices = place.indices, .value = value};
  switch (place.kind) {
    case Place::Kind::error:
      return;
    case Place::Kind::local:
      stmt.kind = ir::StmtKind::store;
      break;
    case Place::Kind::element:
      stmt.kind = ir::StmtKind::store_element;
      break;
    case Place::Kind::tensor:
      stmt.kind = ir::StmtKind::store_tensor;
      break;
    case Place::Kind::shared:
      stmt.kind = ir::StmtKind::store_shared;
      break;
  }
  emit(std::move(stmt));
}

}  // namespace dala::kernel
