// How generated loops are kept from running for ever, and which are unrolled.
#include <algorithm>
#include <functional>

#include <llvm/IR/MDBuilder.h>

#include "kernel/ir/scalar_ops.hpp"
#include "kernel/jit/function_emitter.hpp"

namespace dala::kernel::jit {

namespace {

// Rounds between two looks at the clock: about a millisecond.
constexpr std::int64_t fuel_load = 1 << 18;
// Loops of so few rounds, inner ones included, go without a look.
constexpr std::int64_t few_rounds = 1 << 16;
// Loops of so few rounds over so few expressions are unrolled: only the loop over invocations is
// then left to be vectorised.
constexpr std::int64_t most_unrolled_rounds = 64;
constexpr std::int64_t most_unrolled_size = 1500;
constexpr std::int64_t too_many = std::int64_t{1} << 40;

std::int64_t rounds_of(const ir::Module& module, const ir::Stmt& loop) {
  if (loop.kind != ir::StmtKind::for_range) return too_many;
  const ir::Expr& first = module.exprs[loop.value];
  const ir::Expr& end = module.exprs[loop.end];
  if (first.kind != ir::ExprKind::constant || end.kind != ir::ExprKind::constant) return too_many;
  const std::int64_t rounds = ir::as_s64(end.bits) - ir::as_s64(first.bits);
  return rounds < 0 ? 0 : std::min(rounds, too_many);
}

// `each` gives the cost of a statement's own expressions; loops multiply.
template <typename Each>
std::int64_t cost(const ir::Module& module, const std::vector<ir::StmtId>& body, const Each& each) {
  std::int64_t sum = 0;
  for (const ir::StmtId id : body) {
    const ir::Stmt& s = module.stmts[id];
    std::int64_t inner = each(s) + cost(module, s.body, each) + cost(module, s.other, each);
    const bool loops = s.kind == ir::StmtKind::for_range || s.kind == ir::StmtKind::while_loop;
    if (loops) {
      const std::int64_t rounds = rounds_of(module, s);
      inner = std::max<std::int64_t>(1, inner);
      inner = rounds > too_many / inner ? too_many : rounds * inner;
    }
    sum = std::min(too_many, sum + inner);
  }
  return sum;
}

// How many expressions a statement holds, what it calls included.
class Sizes {
 public:
  // Comparisons that are `known` are not emitted.
  using Test = std::function<bool(const ir::Expr&)>;
  explicit Sizes(const ir::Module& module, Test known = {})
      : module_(module), known_(std::move(known)) {}

  [[nodiscard]] std::int64_t operator()(const ir::Stmt& s) const {
    std::int64_t size = 1;
    for (const ir::ExprId id : s.indices) size += of(id);
    if (s.value != ir::none) size += of(s.value);
    if (s.end != ir::none) size += of(s.end);
    return size;
  }

 private:
  [[nodiscard]] std::int64_t of(ir::ExprId id) const {
    const ir::Expr& e = module_.exprs[id];
    if (known_ && e.kind == ir::ExprKind::binary && known_(e)) return 0;
    std::int64_t size = 1;
    if (e.kind == ir::ExprKind::call) {
      const auto& body = module_.functions[e.index].body;
      size = std::min(few_rounds, cost(module_, body, Sizes(module_)));
    }
    for (const ir::ExprId arg : e.args) size += of(arg);
    return size;
  }

  const ir::Module& module_;
  Test known_;
};

}  // namespace

bool FunctionEmitter::ends_soon(const ir::Stmt& loop) const {
  const std::int64_t rounds = rounds_of(module, loop);
  if (rounds > few_rounds) return false;
  const auto calls = [&](const ir::Stmt& s) {
    bool any = s.value != ir::none && has_call(s.value);
    any = any || (s.end != ir::none && has_call(s.end));
    for (const ir::ExprId index : s.indices) any = any || has_call(index);
    return any ? Sizes(module)(s) : std::int64_t{0};
  };
  return rounds * std::max<std::int64_t>(1, cost(module, loop.body, calls)) <= few_rounds;
}

std::optional<std::int64_t> FunctionEmitter::unrolled_rounds(const ir::Stmt& loop) const {
  const std::int64_t rounds = rounds_of(module, loop);
  if (rounds > most_unrolled_rounds) return std::nullopt;
  const Sizes size(module, [this](const ir::Expr& e) { return is_claimed(e); });
  if (rounds * cost(module, loop.body, size) > most_unrolled_size) return std::nullopt;
  return rounds;
}

void FunctionEmitter::checkpoint() {
  llvm::BasicBlock* ask = new_block("look_at_clock");
  llvm::BasicBlock* go_on = new_block("go_on");
  llvm::Value* left = b.CreateSub(b.CreateLoad(b.getInt64Ty(), fuel), i64(1));
  b.CreateStore(left, fuel);
  llvm::MDBuilder weights(codegen.context);
  b.CreateCondBr(b.CreateICmpSLT(left, i64(0)), ask, go_on,
                 weights.createBranchWeights(1, 1 << 18));
  b.SetInsertPoint(ask);
  llvm::Value* state =
      argument(offsetof(Arguments, checkpoint_state), b.getPtrTy(), "checkpoint_state");
  llvm::Value* callee = argument(offsetof(Arguments, checkpoint), b.getPtrTy(), "checkpoint");
  auto* type = llvm::FunctionType::get(b.getInt32Ty(), {b.getPtrTy()}, false);
  llvm::Value* stop = b.CreateICmpNE(b.CreateCall(type, callee, {state}), i32(0));
  // When stopped the fuel stays used up, so every other loop asks, and stops, at once.
  b.CreateStore(b.CreateSelect(stop, i64(0), i64(fuel_load)), fuel);
  b.CreateCondBr(stop, stop_block, go_on);
  b.SetInsertPoint(go_on);
}

}  // namespace dala::kernel::jit
