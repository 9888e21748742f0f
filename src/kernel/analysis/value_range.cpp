#include "kernel/analysis/value_range.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "kernel/interpret/math.hpp"
#include "kernel/ir/scalar_ops.hpp"

namespace dala::kernel {

namespace {

using ir::BinaryOp;
using ir::ExprKind;
using ir::MathOp;
using ir::Scalar;

constexpr std::int64_t far = ValueRanges::far;
constexpr std::int64_t s32_max = std::numeric_limits<std::int32_t>::max();

// A range that does not fit the type wraps, and may then be any value.
Interval fitted(Scalar scalar, Interval range) {
  const Interval all = ValueRanges::all_of(scalar);
  return range.low >= all.low && range.high <= all.high ? range : all;
}

Interval hull(Interval a, Interval b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

bool is_small(Interval a) { return a.low >= -(far >> 30) && a.high <= (far >> 30); }

Interval corners(Interval a, Interval b, auto&& op) {
  const std::array values = {op(a.low, b.low), op(a.low, b.high), op(a.high, b.low),
                             op(a.high, b.high)};
  return {std::ranges::min(values), std::ranges::max(values)};
}

bool is_integer(const ir::Expr& e) { return e.type.is_scalar() && ir::is_integer(e.type.scalar); }

}  // namespace

ValueRanges::ValueRanges(const ir::Module& module, const ir::Function& function,
                         const KnownCall& known, std::span<const Interval> arguments)
    : module_(module),
      function_(function),
      known_(known),
      arguments_(arguments.begin(), arguments.end()),
      definitions_(function.locals.size()),
      open_(function.locals.size()),
      found_(module.exprs.size()),
      exact_(module.exprs.size()) {
  if (!known.shapes.empty()) grid_ = make_grid(module, known.shapes[module.domain]);
  for (std::uint32_t i = 0; i < function.arguments; ++i) definitions_[i].argument = true;
  collect(function.body, nullptr, false);
}

Interval ValueRanges::of(ir::ExprId id) {
  if (found_[id]) return *found_[id];
  const ir::Expr& e = module_.exprs[id];
  if (!is_integer(e)) return {-far, far};
  const auto bits = exact(id);
  const Interval range =
      bits ? Interval{ir::as_s64(*bits), ir::as_s64(*bits)} : fitted(e.type.scalar, find(e));
  found_[id] = range;
  return range;
}

Interval ValueRanges::find(const ir::Expr& e) {
  const Interval all = all_of(e.type.scalar);
  switch (e.kind) {
    case ExprKind::local:
      return of_local(e.index);
    case ExprKind::position:
      return of_position(e.position);
    case ExprKind::query:
      return of_query(e);
    case ExprKind::binary:
      return of_binary(e);
    case ExprKind::math:
      return of_math(e);
    case ExprKind::choose:
      return hull(of(e.args[1]), of(e.args[2]));
    case ExprKind::cast: {
      const ir::Expr& from = module_.exprs[e.args[0]];
      if (from.type.scalar == Scalar::boolean) return {0, 1};
      return is_integer(from) ? of(e.args[0]) : all;
    }
    case ExprKind::unary: {
      if (e.unary != ir::UnaryOp::negate) return all;
      const Interval a = of(e.args[0]);
      return {-a.high, -a.low};
    }
    default:
      return all;
  }
}

Interval ValueRanges::of_local(std::uint32_t local) {
  const Definition& d = definitions_[local];
  const Interval all = all_of(function_.locals[local].type.scalar);
  if (d.unknown || open_[local]) return all;
  if (d.argument && d.writes() == 1) return local < arguments_.size() ? arguments_[local] : all;
  if (d.argument) return all;
  open_[local] = true;
  Interval range{far, -far};
  if (d.range != nullptr) {
    // Inside the loop the counter is below the end; after a loop without rounds it keeps its first
    // value.
    range = hull(range, {of(d.range->value).low,
                         std::max(of(d.range->end).high - 1, of(d.range->value).low)});
    if (d.writes() > 1) range = all;
  }
  for (const ir::ExprId value : d.values) range = hull(range, of(value));
  for (const Counted& counted : d.counts) {
    const Interval bound = of(counted.bound);
    range = counted.upwards ? hull(range, {range.low, bound.high + counted.step})
                            : hull(range, {bound.low - counted.step, range.high});
  }
  open_[local] = false;
  return range.low > range.high ? all : fitted(function_.locals[local].type.scalar, range);
}

Interval ValueRanges::of_binary(const ir::Expr& e) {
  const Interval a = of(e.args[0]);
  const Interval b = of(e.args[1]);
  const Interval all = all_of(e.type.scalar);
  switch (e.binary) {
    case BinaryOp::add:
      return {a.low + b.low, a.high + b.high};
    case BinaryOp::sub:
      return {a.low - b.high, a.high - b.low};
    case BinaryOp::mul:
      if (!is_small(a) || !is_small(b)) return all;
      if (std::max(std::abs(a.low), std::abs(a.high)) > s32_max ||
          std::max(std::abs(b.low), std::abs(b.high)) > s32_max)
        return all;
      return corners(a, b, [](std::int64_t x, std::int64_t y) { return x * y; });
    case BinaryOp::div:
      if (b.low <= 0) return all;
      return corners(a, b, [](std::int64_t x, std::int64_t y) { return x / y; });
    case BinaryOp::rem: {
      if (b.low <= 0) return all;
      const std::int64_t most = b.high - 1;
      return {a.low >= 0 ? 0 : std::max(a.low, -most), a.high <= 0 ? 0 : std::min(a.high, most)};
    }
    case BinaryOp::bit_and:
      if (a.low >= 0 && b.low >= 0) return {0, std::min(a.high, b.high)};
      if (b.low >= 0) return {0, b.high};
      return a.low >= 0 ? Interval{0, a.high} : all;
    case BinaryOp::shr:
      if (a.low < 0 || b.low != b.high || b.low < 0 || b.low > 31) return all;
      return {a.low >> b.low, a.high >> b.low};
    case BinaryOp::shl:
      if (a.low < 0 || a.high > s32_max || b.low != b.high || b.low < 0 || b.low > 29) return all;
      return {a.low << b.low, a.high << b.low};
    default:
      return all;
  }
}

Interval ValueRanges::of_math(const ir::Expr& e) {
  const auto least = [](Interval a, Interval b) {
    return Interval{std::min(a.low, b.low), std::min(a.high, b.high)};
  };
  const auto most = [](Interval a, Interval b) {
    return Interval{std::max(a.low, b.low), std::max(a.high, b.high)};
  };
  switch (e.math) {
    case MathOp::min:
      return least(of(e.args[0]), of(e.args[1]));
    case MathOp::max:
      return most(of(e.args[0]), of(e.args[1]));
    case MathOp::clamp:
      return hull(least(most(of(e.args[0]), of(e.args[1])), of(e.args[2])),
                  most(least(of(e.args[0]), of(e.args[2])), of(e.args[1])));
    case MathOp::select:
      return hull(of(e.args[1]), of(e.args[2]));
    case MathOp::abs: {
      const Interval a = of(e.args[0]);
      const std::int64_t high = std::max(std::abs(a.low), std::abs(a.high));
      return {a.low > 0 ? a.low : 0, high};
    }
    case MathOp::popcount:
    case MathOp::leading_zeros:
    case MathOp::trailing_zeros:
      return {0, 64};
    default:
      return all_of(e.type.scalar);
  }
}

Interval ValueRanges::of_position(ir::Position position) const {
  // Each kind of position is the whole one and then those along X, Y and Z.
  const auto index = static_cast<std::size_t>(position);
  const std::size_t axis = index % 4;
  const bool whole = axis == 0;
  const auto along = [&](const Triple& t) { return whole ? t[0] * t[1] * t[2] : t[axis - 1]; };
  const Triple cube = {module_.cube[0], module_.cube[1], module_.cube[2]};
  switch (index / 4) {
    case 0:
      // Units of a cube may lie outside.
      if (!grid_ || module_.has_cube) return {0, all_of(module_.index).high};
      return {0, std::max<std::int64_t>(along(grid_->extent) - 1, 0)};
    case 1:
      if (!grid_) return {0, all_of(module_.index).high};
      return {0, std::max<std::int64_t>(along(grid_->count) - 1, 0)};
    case 2:
      return {along(cube), along(cube)};
    case 3:
      if (!grid_) return {0, all_of(module_.index).high};
      return {along(grid_->count), along(grid_->count)};
    case 4:
      return {0, along(cube) - 1};
    default:
      return all_of(Scalar::u32);
  }
}

Interval ValueRanges::of_query(const ir::Expr& e) {
  if (known_.shapes.empty()) return {0, all_of(e.type.scalar).high};
  const Shape& shape = known_.shapes[e.index];
  std::int64_t most = 0;
  switch (e.query) {
    case ir::Query::len:
      return {shape.elements(), shape.elements()};
    case ir::Query::rank:
      return {static_cast<std::int64_t>(shape.rank()), static_cast<std::int64_t>(shape.rank())};
    case ir::Query::shape: {
      const Interval axis = of(e.args[0]);
      for (std::size_t i = 0; i < shape.rank(); ++i) {
        const auto at = static_cast<std::int64_t>(i);
        if (axis.low == axis.high && axis.low == at) return {shape[i], shape[i]};
        most = std::max(most, shape[i]);
      }
      return {0, most};
    }
    case ir::Query::stride:
      return {0, std::max<std::int64_t>(shape.elements(), 1)};
  }
  std::unreachable();
}

std::optional<std::uint64_t> ValueRanges::exact(ir::ExprId id) {
  if (!exact_[id]) {
    exact_[id].emplace(std::nullopt);  // a value that depends on itself is unknown
    exact_[id].emplace(find_exact(module_.exprs[id]));
  }
  return *exact_[id];
}

std::optional<std::uint64_t> ValueRanges::find_exact(const ir::Expr& e) {
  if (!e.type.is_scalar()) return std::nullopt;
  std::array<ScalarBits, 3> args{};
  const auto know_all = [&] {
    if (e.args.size() > args.size()) return false;
    for (std::size_t i = 0; i < e.args.size(); ++i) {
      const auto bits = exact(e.args[i]);
      if (!bits || !module_.exprs[e.args[i]].type.is_scalar()) return false;
      args[i] = *bits;
    }
    return true;
  };
  switch (e.kind) {
    case ExprKind::constant:
      return e.bits;
    case ExprKind::param:
      if (e.index < known_.params.size()) return known_.params[e.index];
      return std::nullopt;
    case ExprKind::local: {
      const Definition& d = definitions_[e.index];
      if (d.writes() != 1 || d.values.size() != 1) return std::nullopt;
      return exact(d.values[0]);
    }
    case ExprKind::unary:
      if (!know_all()) return std::nullopt;
      return ir::apply(e.unary, e.type.scalar, args[0]);
    case ExprKind::binary: {
      if (!know_all()) return std::nullopt;
      const Scalar scalar = module_.exprs[e.args[0]].type.scalar;
      if (e.binary == BinaryOp::logical_and) return args[0] & args[1];
      if (e.binary == BinaryOp::logical_or) return args[0] | args[1];
      return ir::apply(e.binary, scalar, args[0], args[1]);
    }
    case ExprKind::cast:
      if (!know_all()) return std::nullopt;
      return ir::cast(module_.exprs[e.args[0]].type.scalar, e.type.scalar, args[0]);
    case ExprKind::choose: {
      const auto condition = exact(e.args[0]);
      if (!condition) return std::nullopt;
      return exact(e.args[*condition != 0 ? 1 : 2]);
    }
    case ExprKind::math:
      if (e.math == MathOp::dot || e.math == MathOp::length || e.math == MathOp::normalize ||
          e.math == MathOp::select || !know_all())
        return std::nullopt;
      return kernel::apply(e.math, e.type.scalar, std::span(args).first(e.args.size()));
    default:
      return std::nullopt;
  }
}

}  // namespace dala::kernel
