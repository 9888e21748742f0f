#include "kernel/jit/wide_choice.hpp"

#include <algorithm>
#include <set>

#include "kernel/jit/wide_spread.hpp"

namespace dala::kernel::jit {

namespace {

// Arrays are as many times larger as there are invocations in a vector, and live on the stack.
constexpr std::size_t most_array_words = 1024;
// Two vectors at once hide that one operation waits for the other, as long as all that is needed
// stays in registers.
constexpr std::size_t most_words_of_two = 24;

bool is_long_loop(const Codegen& codegen, const ir::Stmt& s, bool conditions_hold) {
  return s.kind == ir::StmtKind::while_loop ||
         (s.kind == ir::StmtKind::for_range && !unrolled_rounds(codegen, s, conditions_hold));
}

// What vectors gain and lose in the loops of a function that LLVM leaves alone, in simple
// operations of one round.
class Balance {
 public:
  Balance(const Codegen& codegen, const ir::Function& function)
      : codegen_(codegen),
        module_(codegen.module),
        conditions_hold_(&function == &codegen.module.kernel),
        spreads_(module_, function, codegen.granularity, codegen.specialisation.channels) {
    block(function.body, false);
  }

  [[nodiscard]] bool has_loops() const { return has_loops_; }
  [[nodiscard]] std::int64_t gain() const { return gain_ - loss_; }

 private:
  // In vectors each invocation's row is another line of the cache, and often the same place in it.
  static constexpr std::int64_t of_own_row = 16;
  // Elements anywhere are read one by one all the same, and written with a jump around each where
  // there are no masks. Arrays of the function's own are near.
  static constexpr std::int64_t of_gathering = 2;
  static constexpr std::int64_t of_scattering = 4;
  static constexpr std::int64_t in_own_array = 1;
  static constexpr std::int64_t of_jumps = 12;
  static constexpr std::int64_t of_atomic = 12;
  static constexpr std::int64_t of_library_function = 16;

  void block(const std::vector<ir::StmtId>& body, bool in_loop) {
    for (const ir::StmtId id : body) {
      const ir::Stmt& s = module_.stmts[id];
      const bool loops = is_long_loop(codegen_, s, conditions_hold_);
      has_loops_ = has_loops_ || loops;
      if (s.kind == ir::StmtKind::for_range) counters_.insert(s.target);
      if (in_loop) effect(s);
      const bool repeated = in_loop || s.kind == ir::StmtKind::while_loop;
      if (repeated && s.value != ir::none) expression(s.value);
      if (in_loop && s.end != ir::none) expression(s.end);
      block(s.body, in_loop || loops);
      block(s.other, in_loop || loops);
    }
  }

  void effect(const ir::Stmt& s) {
    for (const ir::ExprId index : s.indices) expression(index);
    if (s.kind == ir::StmtKind::atomic) loss_ += of_atomic;
    const bool in_tensor = s.kind == ir::StmtKind::store_tensor;
    if (!in_tensor && s.kind != ir::StmtKind::store_element) return;
    const Spread spread = spreads_.of(s.indices.back());
    if (spread == (in_tensor ? Spread::neighbours : Spread::uniform)) return;
    loss_ += in_tensor ? of_scattering : in_own_array;
    if (!codegen_.target.has_masks) loss_ += of_jumps;
  }

  void expression(ir::ExprId id) {
    const ir::Expr& e = module_.exprs[id];
    for (const ir::ExprId arg : e.args) expression(arg);
    switch (e.kind) {
      case ir::ExprKind::constant:
      case ir::ExprKind::local:
      case ir::ExprKind::param:
      case ir::ExprKind::position:
      case ir::ExprKind::query:
        return;
      case ir::ExprKind::load_tensor:
      case ir::ExprKind::element:
        loss_ += of_load(e);
        return;
      case ir::ExprKind::math:
        gain_ += is_inexact(e.math) ? of_library_function : 1;
        return;
      case ir::ExprKind::call:
        gain_ += codegen_.helper_sizes[e.index];
        return;
      default:
        ++gain_;
    }
  }

  [[nodiscard]] std::int64_t of_load(const ir::Expr& e) const {
    const bool in_tensor = e.kind == ir::ExprKind::load_tensor;
    if (in_tensor && is_own_row(e)) return of_own_row;
    const bool gathers = std::ranges::any_of(e.args, [&](ir::ExprId index) {
      const Spread spread = spreads_.of(index);
      return spread == Spread::varying || (spread == Spread::neighbours && !in_tensor);
    });
    if (!gathers) return 0;
    return in_tensor ? of_gathering : in_own_array;
  }

  // Whether every invocation reads along a row of its own, one element after the other, as one by
  // one they do best: t[i, k], or t[i * width + k].
  [[nodiscard]] bool is_own_row(const ir::Expr& load) const {
    const ir::ExprId last = load.args.back();
    const bool is_apart = std::ranges::any_of(
        load.args, [&](ir::ExprId index) { return spreads_.of(index) != Spread::uniform; });
    if (load.args.size() > 1 && spreads_.of(last) == Spread::uniform) return is_apart;
    return load.args.size() == 1 && spreads_.of(last) == Spread::varying && moves_with_loop(last);
  }

  // Whether it is a loop's variable, or something is added to it that is the same for all and
  // changes.
  [[nodiscard]] bool moves_with_loop(ir::ExprId id) const {
    const ir::Expr& e = module_.exprs[id];
    if (e.kind == ir::ExprKind::local) return counters_.contains(e.index);
    if (e.kind != ir::ExprKind::binary || e.binary != ir::BinaryOp::add) return false;
    return std::ranges::any_of(e.args, [&](ir::ExprId term) {
      const bool moves = spreads_.of(term) == Spread::uniform && has_local(term);
      return moves || moves_with_loop(term);
    });
  }

  [[nodiscard]] bool has_local(ir::ExprId id) const {
    const ir::Expr& e = module_.exprs[id];
    return e.kind == ir::ExprKind::local ||
           std::ranges::any_of(e.args, [&](ir::ExprId arg) { return has_local(arg); });
  }

  const Codegen& codegen_;
  const ir::Module& module_;
  const bool conditions_hold_;
  Spreads spreads_;
  std::set<std::uint32_t> counters_;  // locals that count the rounds of loops
  bool has_loops_ = false;
  std::int64_t gain_ = 0;
  std::int64_t loss_ = 0;
};

struct Need {
  bool has_loops = false;
  std::int64_t gain = 0;
  std::size_t array_words = 0;
  std::size_t words = 0;
  bool has_large = false;  // values of 64 bits
};

void add(Need& need, const Codegen& codegen, const ir::Function& function) {
  const Balance balance(codegen, function);
  need.has_loops = need.has_loops || balance.has_loops();
  need.gain += balance.gain();
  for (const ir::Local& l : function.locals) {
    (l.type.is_array() ? need.array_words : need.words) += l.type.words();
    need.has_large = need.has_large || ir::bits_of(l.type.scalar) == 64;
  }
}

}  // namespace

unsigned choose_wide_lanes(const Codegen& codegen) {
  // Units of a cube wait for each other at `sync`, which has a way of its own (kernel_cubes.cpp).
  if (codegen.target.vector_bytes == 0 || codegen.granularity == Granularity::cubes) return 0;
  Need need;
  add(need, codegen, codegen.module.kernel);
  for (const ir::Function& f : codegen.module.functions) add(need, codegen, f);
  // LLVM vectorises the loop over invocations only where there is no other loop left in it.
  if (!need.has_loops || need.gain < 0 || need.array_words > most_array_words) return 0;
  const unsigned lanes = codegen.target.vector_bytes / 4;
  return need.has_large || need.words > most_words_of_two ? lanes : 2 * lanes;
}

}  // namespace dala::kernel::jit
