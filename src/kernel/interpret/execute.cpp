// Statements.
#include <algorithm>
#include <utility>

#include "core/error.hpp"
#include "kernel/interpret/executor.hpp"
#include "kernel/interpret/math.hpp"
#include "kernel/ir/scalar_ops.hpp"

namespace dala::kernel {

using ir::StmtKind;

namespace {

constexpr std::uint64_t steps_between_looks = 1 << 14;  // at the clock: about a millisecond

void merge(std::vector<Unit*>& into, const std::vector<Unit*>& more) {
  into.insert(into.end(), more.begin(), more.end());
  std::ranges::sort(into);
}

void put(std::vector<std::uint64_t>& words, std::size_t offset, const Value& value,
         std::size_t lanes) {
  for (std::size_t i = 0; i < lanes; ++i) words[offset + i] = value[i];
}

std::uint64_t exchange(ir::AtomicOp op, ir::Scalar scalar, std::uint64_t old, std::uint64_t x,
                       std::uint64_t expected) {
  const bool less = ir::as_s64(x) < ir::as_s64(old);
  switch (op) {
    case ir::AtomicOp::add_:
      return ir::apply(ir::BinaryOp::add, scalar, old, x);
    case ir::AtomicOp::min_:
      return less ? x : old;
    case ir::AtomicOp::max_:
      return less ? old : x;
    case ir::AtomicOp::and_:
      return old & x;
    case ir::AtomicOp::or_:
      return old | x;
    case ir::AtomicOp::xor_:
      return old ^ x;
    case ir::AtomicOp::exchange_:
      return x;
    case ir::AtomicOp::compare_exchange_:
      return old == expected ? x : old;
  }
  return old;
}

}  // namespace

bool Executor::count_steps(std::size_t steps) {
  if (error_) return false;
  if (is_set(launch_.stop)) {
    error_ = fail(ErrorCode::cancelled, "kernel `{}` was cancelled", module_.name).error();
    return false;
  }
  if (steps_left_ < steps) {
    error_ = fail(ErrorCode::kernel_failed,
                  "kernel `{}` was stopped after {} steps, the limit set by the host", module_.name,
                  launch_.step_limit)
                 .error();
    return false;
  }
  steps_left_ -= steps;
  if (steps_left_ > next_look_) return true;
  next_look_ = steps_left_ - std::min(steps_left_, steps_between_looks);
  if (Clock::now() < deadline_) return true;
  error_ = past_time_limit(module_.name, launch_.time_limit).error();
  return false;
}

void Executor::run_block(std::span<const ir::StmtId> statements, Active& active, Loop* loop) {
  for (ir::StmtId id : statements) {
    if (active.empty() || !count_steps(active.size())) return;
    run_statement(module_.stmts[id], active, loop);
  }
}

void Executor::run_statement(const ir::Stmt& s, Active& active, Loop* loop) {
  switch (s.kind) {
    case StmtKind::branch:
      return run_branch(s, active, loop);
    case StmtKind::for_range:
      return run_for(s, active);
    case StmtKind::while_loop:
      return run_while(s, active);
    case StmtKind::break_:
      merge(loop->left, active);
      return active.clear();
    case StmtKind::continue_:
      merge(loop->next, active);
      return active.clear();
    case StmtKind::return_:
      if (s.value != ir::none)
        for (Unit* unit : active) unit->result = evaluate(s.value, *unit);
      return active.clear();
    case StmtKind::sync:
      return check_all_here(active, "sync_cube");
    case StmtKind::subgroup:
      check_all_here(active, to_string(s.subgroup));
      if (!error_) run_subgroup(s, active);
      return;
    case StmtKind::tile:
      check_all_here(active, to_string(s.tile));
      if (!error_) run_tile(s, active);
      return;
    default:
      for (Unit* unit : active) {
        if (error_) return;
        run_effect(s, *unit);
      }
  }
}

void Executor::run_effect(const ir::Stmt& s, Unit& unit) {
  if (s.kind == StmtKind::atomic) return run_atomic(s, unit);
  if (s.kind == StmtKind::print) return run_print(s, unit);
  const std::size_t lanes = module_.exprs[s.value].type.lanes;
  if (s.kind == StmtKind::store_tensor) {
    const auto place = locate(s.target, module_.exprs[s.value].type, s.indices, s.edge, unit);
    const Value value = evaluate(s.value, unit);
    if (place) place->store(value[0]);
    return;
  }
  if (s.kind == StmtKind::store_shared) {
    const auto at = locate(module_.shared[s.target].type.length, s.indices[0], s.edge, unit);
    const Value value = evaluate(s.value, unit);
    if (at) put(shared_[s.target], *at * lanes, value, lanes);
    return;
  }
  const std::size_t offset = (*unit.offsets)[s.target];
  if (s.kind == StmtKind::store) return put(unit.words, offset, evaluate(s.value, unit), lanes);
  const std::size_t length = length_of(s.target, lanes, unit);
  if (s.kind == StmtKind::fill) {
    const Value value = evaluate(s.value, unit);
    for (std::size_t i = 0; i < length; ++i) put(unit.words, offset + i * lanes, value, lanes);
  } else {
    const auto at = locate(length, s.indices[0], s.edge, unit);
    const Value value = evaluate(s.value, unit);
    if (at) put(unit.words, offset + *at * lanes, value, lanes);
  }
}

void Executor::run_atomic(const ir::Stmt& s, Unit& unit) {
  const ir::Scalar scalar = module_.exprs[s.value].type.scalar;
  std::uint64_t old = 0;
  const auto changed = [&](std::uint64_t x, std::uint64_t expected) {
    return noted({scalar}, {exchange(s.atomic, scalar, old, x, expected)})[0];
  };
  const auto value_of = [&](ir::ExprId id) { return id == ir::none ? 0 : evaluate(id, unit)[0]; };
  if (s.on_shared) {
    const auto at = locate(module_.shared[s.target].type.length, s.indices[0], s.edge, unit);
    const std::uint64_t x = value_of(s.value);
    const std::uint64_t expected = value_of(s.end);
    if (at) {
      old = shared_[s.target][*at];
      shared_[s.target][*at] = changed(x, expected);
    }
  } else {
    const auto place = locate(s.target, {scalar}, s.indices, s.edge, unit);
    const std::uint64_t x = value_of(s.value);
    const std::uint64_t expected = value_of(s.end);
    if (place) {
      old = place->load();
      place->store(changed(x, expected));
    }
  }
  if (s.result != ir::none) unit.words[(*unit.offsets)[s.result]] = old;
}

// Lowering has proven it; a cube with units missing would be a fault of ours.
void Executor::check_all_here(const Active& active, std::string_view name) {
  if (active.size() == group_size_) return;
  error_ = fail(ErrorCode::internal, "kernel `{}`: {} of {} units reached {}()", module_.name,
                active.size(), group_size_, name)
               .error();
}

void Executor::run_subgroup(const ir::Stmt& s, const Active& active) {
  const ir::Scalar scalar = module_.exprs[s.value].type.scalar;
  std::array<std::uint64_t, ir::subgroup_units> values{};
  std::array<std::uint64_t, ir::subgroup_units> results{};
  for (std::size_t first = 0; first < active.size(); first += values.size()) {
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = evaluate(s.value, *active[first + i])[0];
    if (ir::arguments_of(s.subgroup) == 2) {
      for (std::size_t i = 0; i < results.size(); ++i)
        results[i] = values[evaluate(s.end, *active[first + i])[0] % values.size()];
    } else {
      results.fill(combined(s.subgroup, scalar, values));
    }
    for (std::size_t i = 0; i < results.size(); ++i) {
      Unit& unit = *active[first + i];
      unit.words[(*unit.offsets)[s.result]] = results[i];
    }
  }
}

// One number of all. Values are joined in pairs that lie half of what is left apart, the lower unit
// first: the order decides what sums of floats are rounded to, so it is the same everywhere.
std::uint64_t Executor::combined(ir::SubgroupOp op, ir::Scalar scalar,
                                 std::array<std::uint64_t, ir::subgroup_units> values) {
  if (op == ir::SubgroupOp::ballot) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < values.size(); ++i) bits |= values[i] << i;
    return bits;
  }
  for (std::size_t half = values.size() / 2; half > 0; half /= 2) {
    for (std::size_t i = 0; i < half; ++i) {
      const std::array pair = {values[i], values[i + half]};
      const std::uint64_t joined =
          op == ir::SubgroupOp::sum
              ? ir::apply(ir::BinaryOp::add, scalar, pair[0], pair[1])
              : apply(op == ir::SubgroupOp::min ? ir::MathOp::min : ir::MathOp::max, scalar, pair);
      values[i] = noted({scalar}, {joined})[0];
    }
  }
  return values[0];
}

void Executor::run_branch(const ir::Stmt& s, Active& active, Loop* loop) {
  Active yes;
  Active no;
  for (Unit* unit : active) (evaluate(s.value, *unit)[0] != 0 ? yes : no).push_back(unit);
  run_block(s.body, yes, loop);
  run_block(s.other, no, loop);
  active = std::move(yes);
  merge(active, no);
}

void Executor::run_for(const ir::Stmt& s, Active& active) {
  struct Range {
    Unit* unit;
    std::int64_t next;
    std::int64_t end;
  };
  std::vector<Range> ranges;
  for (Unit* unit : active)
    ranges.push_back(
        {unit, ir::as_s64(evaluate(s.value, *unit)[0]), ir::as_s64(evaluate(s.end, *unit)[0])});
  const ir::Scalar scalar = module_.exprs[s.value].type.scalar;
  Active done;
  Active running = active;
  Loop loop;
  while (!running.empty() && count_steps(running.size())) {
    // `running` and `ranges` are both in the order of the units.
    std::size_t r = 0;
    Active round;
    for (Unit* unit : running) {
      while (ranges[r].unit != unit) ++r;
      if (ranges[r].next >= ranges[r].end) {
        done.push_back(unit);
        continue;
      }
      const auto bits = static_cast<std::uint64_t>(ranges[r].next++);
      unit->words[(*unit->offsets)[s.target]] = ir::wrap(scalar, bits);
      round.push_back(unit);
    }
    run_block(s.body, round, &loop);
    running = std::move(round);
    merge(running, std::exchange(loop.next, {}));
  }
  active = std::move(done);
  merge(active, loop.left);
}

void Executor::run_while(const ir::Stmt& s, Active& active) {
  Active done;
  Active running = active;
  Loop loop;
  while (!running.empty() && count_steps(running.size())) {
    Active round;
    for (Unit* unit : running) (evaluate(s.value, *unit)[0] != 0 ? round : done).push_back(unit);
    run_block(s.body, round, &loop);
    running = std::move(round);
    merge(running, std::exchange(loop.next, {}));
  }
  active = std::move(done);
  merge(active, loop.left);
}

}  // namespace dala::kernel
