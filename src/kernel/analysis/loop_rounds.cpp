#include "kernel/analysis/loop_rounds.hpp"

#include <algorithm>

#include "kernel/ir/walk.hpp"

namespace dala::kernel {

namespace {

// The longest division of two floats (kernels/runtime/exact.dk): a round for every step between
// their exponents.
constexpr std::int64_t rounds_of_remainder = 280;

// GLSL adds to a float in memory with a compare-and-swap loop (legalize/float_atomics.cpp). How
// often it repeats depends on how many invocations compete, so this is an estimate.
constexpr std::int64_t rounds_of_float_atomic = 64;

std::int64_t sum(std::int64_t a, std::int64_t b) { return ir::capped_sum(a, b, endless); }
std::int64_t product(std::int64_t a, std::int64_t b) { return ir::capped_product(a, b, endless); }

class Rounds {
 public:
  Rounds(const ir::Module& module, const KnownCall& known) : module_(module) {
    result_.of_loop.resize(module.stmts.size());
    // Functions call only earlier ones, so in the order from the last to the first all calls of a
    // function are known before it is analysed.
    arguments_.resize(module.functions.size());
    ValueRanges kernel(module, module.kernel, known);
    note_calls(module.kernel.body, kernel);
    std::vector<ValueRanges> functions;
    for (std::size_t i = module.functions.size(); i-- > 0;) {
      functions.emplace_back(module, module.functions[i], known, arguments_[i]);
      note_calls(module.functions[i].body, functions.back());
    }
    for (const ir::Function& function : module.functions) {
      of_function_.push_back(block(function.body, functions.back()));
      functions.pop_back();
    }
    result_.in_all = sum(block(module.kernel.body, kernel), rounds_of_clearing());
  }

  LoopRounds take() { return std::move(result_); }

 private:
  // Shared arrays are cleared by all units together.
  [[nodiscard]] std::int64_t rounds_of_clearing() const {
    const std::int64_t units = std::int64_t{module_.cube[0]} * module_.cube[1] * module_.cube[2];
    std::int64_t rounds = 0;
    for (const ir::Shared& s : module_.shared)
      rounds += (std::int64_t{s.type.length} + units - 1) / units + 1;
    return rounds;
  }

  void note_calls(const std::vector<ir::StmtId>& body, ValueRanges& ranges) {
    ir::for_each_expr_in(module_, body, [&](ir::ExprId, const ir::Expr& e) {
      if (e.kind == ir::ExprKind::call) note_call(e, ranges);
    });
  }

  void note_call(const ir::Expr& e, ValueRanges& ranges) {
    std::vector<Interval>& known = arguments_[e.index];
    const bool first = known.empty();
    if (first) known.resize(e.args.size());
    for (std::size_t i = 0; i < e.args.size(); ++i) {
      const Interval given = ranges.of(e.args[i]);
      known[i] =
          first ? given
                : Interval{std::min(known[i].low, given.low), std::max(known[i].high, given.high)};
    }
  }

  std::int64_t block(const std::vector<ir::StmtId>& body, ValueRanges& ranges) {
    std::int64_t total = 0;
    for (const ir::StmtId id : body) total = sum(total, statement(id, ranges));
    return total;
  }

  std::int64_t statement(ir::StmtId id, ValueRanges& ranges) {
    const ir::Stmt& s = module_.stmts[id];
    std::int64_t own = 0;
    ir::for_each_root(s, [&](ir::ExprId root) { own = sum(own, expression(root)); });
    if (s.kind == ir::StmtKind::atomic && s.atomic == ir::AtomicOp::add_ &&
        ir::is_float(module_.exprs[s.value].type.scalar))
      own = sum(own, rounds_of_float_atomic);
    if (s.kind == ir::StmtKind::fill) own = sum(own, fill_rounds(s, ranges.function()));
    // Without an instruction for products of tiles they are loops over the common side, at worst
    // one round for each of its elements.
    if (s.kind == ir::StmtKind::tile && s.tile == ir::TileOp::multiply_add)
      own = sum(own, 2 * std::int64_t{module_.tiles[s.tiles[1]].columns});
    const std::int64_t inside = sum(block(s.body, ranges), block(s.other, ranges));
    if (!ir::is_loop(s)) return sum(own, inside);
    const std::int64_t rounds = std::min(endless, ranges.rounds(s).value_or(endless));
    const bool asks_again = s.kind == ir::StmtKind::while_loop;
    const std::int64_t total = sum(product(rounds, sum(inside, 1)), 1);
    result_.of_loop[id] = total;
    return sum(total, product(asks_again ? sum(rounds, 1) : 1, own));
  }

  static std::int64_t fill_rounds(const ir::Stmt& s, const ir::Function& function) {
    return std::int64_t{function.locals[s.target].type.length} + 1;
  }

  [[nodiscard]] std::int64_t expression(ir::ExprId id) const {
    std::int64_t total = 0;
    ir::for_each_expr(module_, id, [&](ir::ExprId, const ir::Expr& e) {
      if (e.kind == ir::ExprKind::call) total = sum(total, of_function_[e.index]);
      if (e.kind == ir::ExprKind::binary && e.binary == ir::BinaryOp::rem &&
          ir::is_float(e.type.scalar))
        total = sum(total, rounds_of_remainder * e.type.lanes);
    });
    return total;
  }

  const ir::Module& module_;
  LoopRounds result_;
  std::vector<std::vector<Interval>> arguments_;
  std::vector<std::int64_t> of_function_;
};

}  // namespace

LoopRounds loop_rounds(const ir::Module& module, const KnownCall& known) {
  return Rounds(module, known).take();
}

}  // namespace dala::kernel
