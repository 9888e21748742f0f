// How often loops of a kernel go round.
#include <algorithm>
#include <limits>

#include "kernel/analysis/value_range.hpp"
#include "kernel/ir/walk.hpp"

namespace dala::kernel {

namespace {

using ir::BinaryOp;
using ir::ExprKind;
using ir::MathOp;
using ir::Scalar;
using ir::StmtKind;

constexpr std::int64_t s32_max = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t s32_min = std::numeric_limits<std::int32_t>::min();
constexpr int deepest_distance = 8;

bool writes(const ir::Module& module, const std::vector<ir::StmtId>& body, std::uint32_t local) {
  return ir::any_stmt(module, body,
                      [&](const ir::Stmt& s) { return ir::written_local(s) == local; });
}

// A `continue` of this loop, which may leave out what comes after it.
bool continues(const ir::Module& module, const std::vector<ir::StmtId>& body) {
  return std::ranges::any_of(body, [&](ir::StmtId id) {
    const ir::Stmt& s = module.stmts[id];
    if (s.kind == StmtKind::continue_) return true;
    if (ir::is_loop(s)) return false;
    return continues(module, s.body) || continues(module, s.other);
  });
}

}  // namespace

// `loop` is the innermost around the statements, where they stand in it without a branch between.
void ValueRanges::collect(const std::vector<ir::StmtId>& body, const ir::Stmt* loop,
                          bool repeated) {
  for (const ir::StmtId id : body) {
    const ir::Stmt& s = module_.stmts[id];
    const bool loops = s.kind == StmtKind::while_loop || s.kind == StmtKind::for_range;
    if (s.kind == StmtKind::store) {
      definitions_[s.target].repeated = repeated;
      Definition& d = definitions_[s.target];
      std::optional<Counted> counted;
      if (loop != nullptr && step_of(s)) counted = counting(*loop, loop->value);
      if (counted && counted->local == s.target)
        d.counts.push_back(*counted);
      else
        d.values.push_back(s.value);
    } else if (s.kind == StmtKind::for_range) {
      Definition& d = definitions_[s.target];
      d.unknown = d.unknown || d.range != nullptr;
      d.range = &s;
    } else if (s.result != ir::none) {
      definitions_[s.result].unknown = true;
    }
    collect(s.body, s.kind == StmtKind::while_loop ? &s : nullptr, repeated || loops);
    collect(s.other, nullptr, repeated);
  }
}

// How much is added to a local by a statement that adds a constant to it.
std::optional<std::int64_t> ValueRanges::step_of(const ir::Stmt& store) const {
  const ir::Expr& e = module_.exprs[store.value];
  if (e.kind != ExprKind::binary || e.type.scalar != Scalar::s32 || !e.type.is_scalar())
    return std::nullopt;
  const auto is_local = [&](ir::ExprId id) {
    return module_.exprs[id].kind == ExprKind::local && module_.exprs[id].index == store.target;
  };
  const auto number = [&](ir::ExprId id) -> std::optional<std::int64_t> {
    const ir::Expr& c = module_.exprs[id];
    if (c.kind != ExprKind::constant) return std::nullopt;
    return ir::as_s64(c.bits);
  };
  std::optional<std::int64_t> step;
  if (e.binary == BinaryOp::add && is_local(e.args[0])) step = number(e.args[1]);
  if (e.binary == BinaryOp::add && is_local(e.args[1])) step = number(e.args[0]);
  if (e.binary == BinaryOp::sub && is_local(e.args[0]))
    if (const auto back = number(e.args[1])) step = -*back;
  return step && *step != 0 ? step : std::nullopt;
}

std::optional<Counted> ValueRanges::counting(const ir::Stmt& loop, ir::ExprId condition) const {
  const ir::Expr& e = module_.exprs[condition];
  if (e.kind != ExprKind::binary) return std::nullopt;
  if (e.binary == BinaryOp::logical_and) {
    auto left = counting(loop, e.args[0]);
    return left ? left : counting(loop, e.args[1]);
  }
  const bool less = e.binary == BinaryOp::less || e.binary == BinaryOp::less_equal;
  const bool greater = e.binary == BinaryOp::greater || e.binary == BinaryOp::greater_equal;
  if (!less && !greater) return std::nullopt;
  for (std::size_t side = 0; side < 2; ++side) {
    const ir::Expr& local = module_.exprs[e.args[side]];
    if (local.kind != ExprKind::local || local.type.scalar != Scalar::s32) continue;
    Counted counted{
        .local = local.index,
        .upwards = less == (side == 0),
        .bound = e.args[1 - side],
        .reaches_bound = e.binary == BinaryOp::less_equal || e.binary == BinaryOp::greater_equal};
    counted.step = step_in(loop.body, counted);
    if (counted.step > 0 && !continues(module_, loop.body)) return counted;
  }
  return std::nullopt;
}

// How far a round moves the local; 0 where anything but a plain step may write it.
std::int64_t ValueRanges::step_in(const std::vector<ir::StmtId>& body,
                                  const Counted& counted) const {
  std::int64_t sum = 0;
  for (const ir::StmtId id : body) {
    const ir::Stmt& s = module_.stmts[id];
    if (writes(module_, s.body, counted.local) || writes(module_, s.other, counted.local)) return 0;
    if (ir::written_local(s) != counted.local) continue;
    const auto step = s.kind == StmtKind::store ? step_of(s) : std::nullopt;
    if (!step || (*step > 0) != counted.upwards) return 0;
    sum += *step > 0 ? *step : -*step;
  }
  return sum;
}

std::optional<std::int64_t> ValueRanges::rounds(const ir::Stmt& loop) {
  if (loop.kind == StmtKind::for_range) {
    const std::int64_t most = distance(loop.end, loop.value);
    if (most >= far) return std::nullopt;
    return std::max<std::int64_t>(most, 0);
  }
  const auto counted = counting(loop, loop.value);
  return counted ? counted_rounds(*counted) : std::nullopt;
}

std::optional<std::int64_t> ValueRanges::counted_rounds(const Counted& counted) {
  const Definition& d = definitions_[counted.local];
  // Other loops may change it too, but only in the same direction and without wrapping.
  if (d.unknown || d.argument || d.range != nullptr || d.values.empty()) return std::nullopt;
  for (const Counted& other : d.counts) {
    const Interval bound = of(other.bound);
    if (other.upwards != counted.upwards) return std::nullopt;
    if (other.upwards ? bound.high > s32_max - other.step : bound.low < s32_min + other.step)
      return std::nullopt;
  }
  std::int64_t most = 0;
  for (const ir::ExprId value : d.values)
    most = std::max(
        most, counted.upwards ? distance(counted.bound, value) : distance(value, counted.bound));
  if (most >= far) return std::nullopt;
  return most / counted.step + 1 + (counted.reaches_bound ? 1 : 0);
}

ir::ExprId ValueRanges::only_value(ir::ExprId id) const {
  const ir::Expr& e = module_.exprs[id];
  if (e.kind != ExprKind::local) return ir::none;
  const Definition& d = definitions_[e.index];
  return d.writes() == 1 && d.values.size() == 1 ? d.values[0] : ir::none;
}

// Leaf expressions that are constant while the function runs.
bool ValueRanges::same(ir::ExprId a, ir::ExprId b) const {
  const ir::Expr& x = module_.exprs[a];
  const ir::Expr& y = module_.exprs[b];
  if (x.kind != y.kind || x.type != y.type) return false;
  switch (x.kind) {
    case ExprKind::constant:
      return x.bits == y.bits;
    case ExprKind::param:
      return x.index == y.index;
    case ExprKind::position:
      return x.position == y.position;
    case ExprKind::local:
      return x.index == y.index && definitions_[x.index].writes() == 1 &&
             definitions_[x.index].range == nullptr && !definitions_[x.index].repeated;
    default:
      return false;
  }
}

std::int64_t ValueRanges::distance(ir::ExprId end, ir::ExprId begin, int depth) {
  if (same(end, begin)) return 0;
  const Interval last = of(end);
  const Interval first = of(begin);
  std::int64_t most = last.high >= far || first.low <= -far ? far : last.high - first.low;
  if (depth == deepest_distance) return most;
  const ir::Expr& e = module_.exprs[end];
  const ir::Expr& b = module_.exprs[begin];
  if (e.kind == ExprKind::math && e.math == MathOp::min)
    most = std::min(
        {most, distance(e.args[0], begin, depth + 1), distance(e.args[1], begin, depth + 1)});
  const bool adds = e.kind == ExprKind::binary && e.binary == BinaryOp::add;
  for (std::size_t side = 0; adds && side < 2; ++side)
    if (const Interval more = of(e.args[1 - side]); more.low >= 0 && same(e.args[side], begin))
      most = std::min(most, more.high);
  if (b.kind == ExprKind::binary && b.binary == BinaryOp::add)
    for (std::size_t side = 0; side < 2; ++side) {
      const Interval part = of(b.args[side]);
      const Interval rest = of(b.args[1 - side]);
      const Interval all = all_of(b.type.scalar);
      if (part.high + rest.high > all.high || part.low + rest.low < all.low) continue;
      most = std::min(most, distance(end, b.args[side], depth + 1) - rest.low);
    }
  if (const ir::ExprId value = only_value(end); value != ir::none)
    most = std::min(most, distance(value, begin, depth + 1));
  if (const ir::ExprId value = only_value(begin); value != ir::none)
    most = std::min(most, distance(end, value, depth + 1));
  return most;
}

}  // namespace dala::kernel
