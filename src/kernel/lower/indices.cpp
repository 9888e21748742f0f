// The form of a kernel for tensors of more elements than s32 counts, from the same source:
// positions and sizes are s64 there, and the type `index` is.
//
// Values of s32 meet them everywhere, and are widened where they do. What an index is computed from
// is computed in 64 bits, or it would wrap before: parameters, elements and results of functions
// are widened before they are added and multiplied. So are variables whose type nobody has written:
// they become indices. That is known only when a statement uses them, so lowering then begins
// again. What cannot become one is reported (K072): it was declared as s32.
#include <algorithm>
#include <bit>
#include <limits>

#include <dala/core/shape.hpp>

#include "core/format.hpp"
#include "kernel/ir/scalar_ops.hpp"
#include "kernel/lower/lowerer.hpp"

namespace dala::kernel {

namespace {

constexpr std::int64_t lowest = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t most_units = 1024;  // of a cube

}  // namespace

std::optional<Lowerer::Range> Lowerer::unwrapped(Range range) {
  if (range.low < lowest || range.high > highest) return std::nullopt;
  return range;
}

// Between which numbers a value of s32 lies; nothing where computing it may wrap, or where it is a
// variable that may be made to.
std::optional<Lowerer::Range> Lowerer::range_of(ir::ExprId id) const {
  const ir::Expr& e = module_.exprs[id];
  const Range any{lowest, highest};
  switch (e.kind) {
    case ir::ExprKind::constant:
      return Range{ir::as_s64(e.bits), ir::as_s64(e.bits)};
    case ir::ExprKind::local:
    case ir::ExprKind::element: {
      const auto known = variables_.find(e.index);
      return known == variables_.end() ? any : known->second.range;
    }
    case ir::ExprKind::position:
      return Range{0, most_units};
    case ir::ExprKind::query:
      return Range{0, Shape::max_rank};
    case ir::ExprKind::unary: {
      const auto a = range_of(e.args[0]);
      if (!a) return std::nullopt;
      if (e.unary == ir::UnaryOp::invert) return Range{~a->high, ~a->low};
      return unwrapped({-a->high, -a->low});
    }
    case ir::ExprKind::binary:
      return range_of_binary(e);
    case ir::ExprKind::cast: {
      const ir::Scalar from = type_of(e.args[0]).scalar;
      if (from == ir::Scalar::boolean) return Range{0, 1};
      if (!ir::is_narrow(from)) return any;
      const std::int64_t count = std::int64_t{1} << ir::bits_of(from);
      return ir::is_unsigned(from) ? Range{0, count - 1} : Range{-count / 2, count / 2 - 1};
    }
    case ir::ExprKind::choose:
      return hull(std::span(e.args).subspan(1));
    case ir::ExprKind::math:
      if (e.math == ir::MathOp::min || e.math == ir::MathOp::max || e.math == ir::MathOp::clamp)
        return hull(e.args);
      if (e.math == ir::MathOp::select) return hull(std::span(e.args).subspan(1));
      if (e.math == ir::MathOp::abs) {
        const auto a = range_of(e.args[0]);
        return a ? unwrapped({0, std::max(a->high, -a->low)}) : std::nullopt;
      }
      return any;  // of the others none can wrap, and some depend on how many bits there are
    case ir::ExprKind::load_tensor:
    case ir::ExprKind::load_shared:
    case ir::ExprKind::param:
    case ir::ExprKind::call:
    case ir::ExprKind::construct:
    case ir::ExprKind::swizzle:
    case ir::ExprKind::launch:  // which only passes make
      return any;
  }
  return any;
}

std::optional<Lowerer::Range> Lowerer::hull(std::span<const ir::ExprId> values) const {
  Range all{highest, lowest};
  for (const ir::ExprId value : values) {
    const auto one = range_of(value);
    if (!one) return std::nullopt;
    all = {std::min(all.low, one->low), std::max(all.high, one->high)};
  }
  return all;
}

std::optional<Lowerer::Range> Lowerer::range_of_binary(const ir::Expr& e) const {
  const auto a = range_of(e.args[0]);
  const auto b = range_of(e.args[1]);
  if (!a || !b) return std::nullopt;
  switch (e.binary) {
    case ir::BinaryOp::add:
      return unwrapped({a->low + b->low, a->high + b->high});
    case ir::BinaryOp::sub:
      return unwrapped({a->low - b->high, a->high - b->low});
    case ir::BinaryOp::mul: {
      const auto [low, high] =
          std::minmax({a->low * b->low, a->low * b->high, a->high * b->low, a->high * b->high});
      return unwrapped({low, high});
    }
    case ir::BinaryOp::shl:
      if (a->low < 0 || b->low < 0 || b->high > 31) return std::nullopt;
      return unwrapped({0, a->high << b->high});
    case ir::BinaryOp::bit_and:
    case ir::BinaryOp::bit_or:
    case ir::BinaryOp::bit_xor: {
      if (a->low < 0 || b->low < 0) return Range{lowest, highest};
      const auto most = static_cast<std::uint64_t>(std::max(a->high, b->high));
      return Range{0, static_cast<std::int64_t>(std::bit_ceil(most + 1)) - 1};
    }
    default: {  // division, its rest and `>>` lead no farther from 0 than the left side is
      const std::int64_t farthest = std::max(a->high, -a->low);
      return Range{std::max(lowest, -farthest), std::min(highest, farthest)};
    }
  }
}

// A value of s32 as an index of 64 bits. Not `strict`: the place takes integers of any type.
ir::ExprId Lowerer::widened(ir::ExprId value, Span span, bool strict) {
  if (!is_wide() || type_of(value) != ir::s32_type) return value;
  if (range_of(value)) return cast(value, ir::s64_type);
  const ir::Expr made = module_.exprs[value];
  if (made.kind == ir::ExprKind::local || made.kind == ir::ExprKind::element)
    return widened_variable(value, span, strict);
  // Only this tree uses it: what trees share is none of these (ir.hpp).
  std::vector<ir::ExprId> args = made.args;
  for (ir::ExprId& arg : args) arg = widened(arg, span, strict);
  module_.exprs[value].args = std::move(args);
  module_.exprs[value].type = ir::s64_type;
  return value;
}

ir::ExprId Lowerer::widened_variable(ir::ExprId value, Span span, bool strict) {
  const ir::Expr e = module_.exprs[value];
  const Variable& variable = variables_.at(e.index);
  if (variable.let == nullptr) {
    for (const ir::StmtId id : variable.stores) {
      const ir::ExprId stored = widened(module_.stmts[id].value, span, strict);
      module_.stmts[id].value = stored;
    }
    function_->locals[e.index].type = ir::s64_type;
    variables_.erase(e.index);
    return local(e.index);
  }
  if (!variable.let->type)
    index_variables_.insert(variable.let);
  else if (strict && !options_.cuts_indices)
    report(Code::index_too_wide, span,
           format("`{}` is s32 and changes; an index that it meets here has 64 bits",
                  variable.let->name),
           format("declare it as `let mut {}: index`", variable.let->name));
  return cast(value, ir::s64_type);
}

// Two operands of one operation, of which one may be an index.
void Lowerer::meet(ir::ExprId& a, ir::ExprId& b, Span span) {
  if (type_of(a) == ir::s64_type) b = widened(b, span);
  if (type_of(b) == ir::s64_type) a = widened(a, span);
}

// What a `let` or the variable of a loop may hold. `range` is that of its value.
void Lowerer::note_variable(std::uint32_t local, const SynStmt& let, std::optional<Range> range) {
  if (!is_wide() || function_->locals[local].type.element() != ir::s32_type) return;
  if (let.is_mutable) range = std::nullopt;
  if (!range && !let.is_mutable && let.type) range = Range{lowest, highest};
  variables_[local] = {.let = &let, .range = range};
}

// That a value of this type is assigned.
void Lowerer::note_assigned(const Place& place, ir::Type type) {
  if (place.kind != Place::Kind::local && place.kind != Place::Kind::element) return;
  const auto found = variables_.find(place.index);
  if (found == variables_.end() || !is_too_wide(type, place.type)) return;
  const SynStmt* let = found->second.let;
  if (let != nullptr && !let->type) index_variables_.insert(let);
}

// A local without a name, which holds what these statements store.
void Lowerer::note_temporary(std::uint32_t local, std::vector<ir::StmtId> stores) {
  if (!is_wide() || function_->locals[local].type != ir::s32_type) return;
  std::vector<ir::ExprId> values;
  for (const ir::StmtId id : stores) values.push_back(module_.stmts[id].value);
  variables_[local] = {.range = hull(values), .stores = std::move(stores)};
}

// Whether the variable that it declares has turned out to hold an index.
bool Lowerer::holds_index(const SynStmt& let) const { return index_variables_.contains(&let); }

bool Lowerer::cut(ir::ExprId& value, ir::Type want) {
  if (!options_.cuts_indices || !is_too_wide(type_of(value), want)) return false;
  value = cast(value, want.lane());
  return true;
}

bool Lowerer::is_too_wide(ir::Type found, ir::Type want) const {
  return is_wide() && found == ir::s64_type && want.scalar == ir::Scalar::s32;
}

void Lowerer::report_too_wide(Span span, ir::Type want, std::string_view what) {
  const std::string_view text = quotable(span);
  const bool plain = !text.empty() && text.find_first_of(" +-*/%<>=&|^!") == std::string_view::npos;
  report(Code::index_too_wide, span,
         format("expected {}{}{}, found an index, which has 64 bits here", what,
                what.empty() ? "" : " of type ", to_string(want)),
         format("declare what takes it as `index`, or write `{} as s32` where 32 bits are enough",
                text.empty() ? "..." : (plain ? std::string(text) : format("({})", text))));
}

}  // namespace dala::kernel
