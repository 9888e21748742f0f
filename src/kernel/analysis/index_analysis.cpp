#include "kernel/analysis/index_analysis.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "kernel/analysis/value_range.hpp"
#include "kernel/ir/scalar_ops.hpp"
#include "kernel/launch/grid.hpp"

namespace dala::kernel {

namespace {

// Far from where s32 wraps, so that sums and products of a few of them can be compared safely.
constexpr std::int64_t farthest = std::int64_t{1} << 30;

std::optional<Interval> near(Interval i) {
  if (i.low < -farthest || i.high > farthest) return std::nullopt;
  return i;
}

// Whether the type has all these values.
bool holds(ir::Scalar scalar, Interval values) {
  const Interval all = ValueRanges::all_of(scalar);
  return all.low <= values.low && values.high <= all.high;
}

Interval times(Interval a, std::int64_t factor) {
  const std::int64_t x = a.low * factor;
  const std::int64_t y = a.high * factor;
  return {std::min(x, y), std::max(x, y)};
}

Base base_of(ir::Position position) {
  switch (position) {
    case ir::Position::ABSOLUTE_POS:
      return Base::flat;
    case ir::Position::ABSOLUTE_POS_X:
      return Base::x;
    case ir::Position::ABSOLUTE_POS_Y:
      return Base::y;
    case ir::Position::ABSOLUTE_POS_Z:
      return Base::z;
    default:
      return Base::none;
  }
}

void scale(Affine& a, std::int64_t factor) {
  a.multiplier *= factor;
  a.constant *= factor;
  for (Affine::Term& term : a.terms) term.factor *= factor;
  a.rest = times(a.rest, factor);
}

}  // namespace

IndexAnalysis::IndexAnalysis(const ir::Module& module, const ir::Function& function)
    : module_(module),
      definitions_(function.locals.size()),
      affines_(module.exprs.size()),
      intervals_(module.exprs.size()),
      most_multiplier_(std::numeric_limits<std::int64_t>::max() / most_elements(module.index)) {
  collect(function.body);
}

void IndexAnalysis::collect(const std::vector<ir::StmtId>& body) {
  for (const ir::StmtId id : body) {
    const ir::Stmt& s = module_.stmts[id];
    if (s.kind == ir::StmtKind::store) {
      Definition& d = definitions_[s.target];
      ++d.writes;
      d.value = s.value;
    } else if (s.kind == ir::StmtKind::for_range) {
      Definition& d = definitions_[s.target];
      ++d.writes;
      const auto first = constant(s.value);
      const auto end = constant(s.end);
      if (first && end && *first < *end) d.range = near({*first, *end - 1});
    } else if (s.result != ir::none) {
      ++definitions_[s.result].writes;
    }
    collect(s.body);
    collect(s.other);
  }
}

std::optional<std::int64_t> IndexAnalysis::constant(ir::ExprId id) const {
  const ir::Expr& e = module_.exprs[id];
  if (e.kind != ir::ExprKind::constant || !ir::is_integer(e.type.scalar)) return std::nullopt;
  return ir::as_s64(e.bits);
}

std::optional<Interval> IndexAnalysis::interval(ir::ExprId id) const {
  if (!intervals_[id]) intervals_[id] = find_interval(id);
  return *intervals_[id];
}

std::optional<Affine> IndexAnalysis::affine(ir::ExprId id) const {
  if (!affines_[id]) affines_[id] = find_affine(id);
  return *affines_[id];
}

std::optional<Interval> IndexAnalysis::find_interval(ir::ExprId id) const {
  const ir::Expr& e = module_.exprs[id];
  if (!e.type.is_scalar() || !ir::is_integer(e.type.scalar)) return std::nullopt;
  if (const auto value = constant(id)) return near({*value, *value});
  if (e.kind == ir::ExprKind::local) {
    const Definition& d = definitions_[e.index];
    if (d.writes != 1) return std::nullopt;
    if (d.range) return d.range;
    if (d.value != ir::none) return interval(d.value);
  }
  if (e.kind == ir::ExprKind::binary) {
    if (const auto found = interval_of_binary(e)) return found;
  }
  if (e.kind == ir::ExprKind::cast) {
    const auto inner = interval(e.args[0]);
    if (inner && holds(e.type.scalar, *inner)) return inner;
  }
  if (ir::is_narrow(e.type.scalar)) return ValueRanges::all_of(e.type.scalar);
  return std::nullopt;
}

std::optional<Interval> IndexAnalysis::interval_of_binary(const ir::Expr& e) const {
  const auto a = interval(e.args[0]);
  const auto b = interval(e.args[1]);
  std::optional<Interval> result;
  switch (e.binary) {
    case ir::BinaryOp::add:
      if (a && b) result = near({a->low + b->low, a->high + b->high});
      break;
    case ir::BinaryOp::sub:
      if (a && b) result = near({a->low - b->high, a->high - b->low});
      break;
    case ir::BinaryOp::mul:
      if (a && b && b->low == b->high) result = near(times(*a, b->low));
      if (a && b && a->low == a->high) result = near(times(*b, a->low));
      break;
    case ir::BinaryOp::rem:
      if (a && a->low >= 0 && b && b->low > 0) result = Interval{0, std::min(a->high, b->high - 1)};
      break;
    case ir::BinaryOp::bit_and:
      if (b && b->low >= 0) result = Interval{0, b->high};
      break;
    default:
      break;
  }
  return result && holds(e.type.scalar, *result) ? result : std::nullopt;
}

std::optional<Affine> IndexAnalysis::find_affine(ir::ExprId id) const {
  const ir::Expr& e = module_.exprs[id];
  if (e.type != ir::s32_type && e.type != ir::Type{module_.index}) return std::nullopt;
  if (const auto range = interval(id)) {
    if (range->low == range->high) return Affine{.constant = range->low, .rest = *range};
    return Affine{.terms = {{id, 1}}, .rest = *range};
  }
  if (e.kind == ir::ExprKind::position) {
    const Base base = base_of(e.position);
    if (base == Base::none) return std::nullopt;
    return Affine{.base = base, .multiplier = 1};
  }
  if (e.kind == ir::ExprKind::binary) return affine_of_binary(e);
  if (e.kind == ir::ExprKind::local) {
    const Definition& d = definitions_[e.index];
    if (d.writes == 1 && d.value != ir::none) return affine(d.value);
  }
  return std::nullopt;
}

std::optional<Affine> IndexAnalysis::affine_of_binary(const ir::Expr& e) const {
  if (e.binary == ir::BinaryOp::mul) {
    for (int side = 0; side < 2; ++side) {
      const auto factor = constant(e.args[side == 0 ? 1 : 0]);
      if (!factor || *factor <= 0 || *factor > 65536) continue;
      auto a = affine(e.args[side == 0 ? 0 : 1]);
      if (!a || a->multiplier > 65536 || a->terms.size() > 8) return std::nullopt;
      scale(*a, *factor);
      return near(a->rest) && a->multiplier <= most_multiplier_ ? a : std::nullopt;
    }
    return std::nullopt;
  }
  if (e.binary != ir::BinaryOp::add && e.binary != ir::BinaryOp::sub) return std::nullopt;
  auto a = affine(e.args[0]);
  auto b = affine(e.args[1]);
  if (!a || !b || a->terms.size() + b->terms.size() > 8) return std::nullopt;
  if (e.binary == ir::BinaryOp::sub) {
    if (b->base != Base::none) return std::nullopt;
    scale(*b, -1);
  }
  if (a->base != Base::none && b->base != Base::none) return std::nullopt;
  if (b->base != Base::none) std::swap(*a, *b);
  a->constant += b->constant;
  a->terms.insert(a->terms.end(), b->terms.begin(), b->terms.end());
  a->rest = {a->rest.low + b->rest.low, a->rest.high + b->rest.high};
  return near(a->rest) ? a : std::nullopt;
}

}  // namespace dala::kernel
