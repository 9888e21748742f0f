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

bool is_long_loop(const Codegen& codegen, const ir::Stmt& s, bool claims_hold) {
  return s.kind == ir::StmtKind::while_loop ||
         (s.kind == ir::StmtKind::for_range && !unrolled_rounds(codegen, s, claims_hold));
}

// What vectors gain and lose in the loops that LLVM leaves alone, in simple operations of one
// round.
class Balance {
 public:
  explicit Balance(const Codegen& codegen)
      : codegen_(codegen),
        module_(codegen.module),
        spreads_(module_, module_.kernel, codegen.items, codegen.variant.channels) {
    block(module_.kernel.body, false, true);
    for (const ir::Function& f : module_.functions) block(f.body, false, false);
  }

  [[nodiscard]] bool has_loops() const { return has_loops_; }
  [[nodiscard]] bool pays() const { return gain_ >= loss_; }

 private:
  // In vectors each invocation's row is another line of the cache, and often the same place in it.
  static constexpr std::int64_t of_own_row = 16;
  // Elements anywhere are read one by one all the same.
  static constexpr std::int64_t of_gathering = 2;
  static constexpr std::int64_t of_atomic = 12;
  static constexpr std::int64_t of_scattered_store = 4;
  static constexpr std::int64_t of_library_function = 16;

  void block(const std::vector<ir::StmtId>& body, bool in_loop, bool of_kernel) {
    for (const ir::StmtId id : body) {
      const ir::Stmt& s = module_.stmts[id];
      const bool loops = is_long_loop(codegen_, s, of_kernel);
      has_loops_ = has_loops_ || loops;
      if (of_kernel && s.kind == ir::StmtKind::for_range) counters_.insert(s.target);
      if (in_loop) effect(s);
      const bool repeated = in_loop || s.kind == ir::StmtKind::while_loop;
      if (repeated && s.value != ir::none) expression(s.value);
      if (in_loop && s.end != ir::none) expression(s.end);
      block(s.body, in_loop || loops, of_kernel);
      block(s.other, in_loop || loops, of_kernel);
    }
  }

  void effect(const ir::Stmt& s) {
    for (const ir::ExprId index : s.indices) expression(index);
    if (s.kind == ir::StmtKind::atomic) loss_ += of_atomic;
    if (s.kind == ir::StmtKind::store_tensor && spreads_.of(s.indices.back()) != Spread::neighbours)
      loss_ += of_scattered_store;
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
    if (is_own_row(e)) return of_own_row;
    const bool gathers = std::ranges::any_of(
        e.args, [&](ir::ExprId index) { return spreads_.of(index) == Spread::varying; });
    return gathers ? of_gathering : 0;
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
  Spreads spreads_;
  std::set<std::uint32_t> counters_;  // locals of the kernel that count the rounds of loops
  bool has_loops_ = false;
  std::int64_t gain_ = 0;
  std::int64_t loss_ = 0;
};

struct Room {
  std::size_t array_words = 0;
  std::size_t words = 0;
  bool has_large = false;  // values of 64 bits
};

void add(Room& room, const ir::Function& function) {
  for (const ir::Local& l : function.locals) {
    (l.type.is_array() ? room.array_words : room.words) += l.type.words();
    room.has_large = room.has_large || ir::bits_of(l.type.scalar) == 64;
  }
}

}  // namespace

unsigned choose_wide_lanes(const Codegen& codegen) {
  // Units of a cube wait for each other at `sync`, which has a way of its own (kernel_cubes.cpp).
  if (codegen.target.vector_bytes == 0 || codegen.items == Items::cubes) return 0;
  // LLVM vectorises the loop over invocations only where there is no other loop left in it.
  const Balance balance(codegen);
  if (!balance.has_loops() || !balance.pays()) return 0;
  Room room;
  add(room, codegen.module.kernel);
  for (const ir::Function& f : codegen.module.functions) add(room, f);
  if (room.array_words > most_array_words) return 0;
  const unsigned lanes = codegen.target.vector_bytes / 4;
  return room.has_large || room.words > most_words_of_two ? lanes : 2 * lanes;
}

}  // namespace dala::kernel::jit
