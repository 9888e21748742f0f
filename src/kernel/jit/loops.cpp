// How generated loops are kept from running for ever, and which are unrolled.
#include <algorithm>
#include <functional>

#include <llvm/IR/MDBuilder.h>

#include "kernel/ir/walk.hpp"
#include "kernel/jit/function_emitter.hpp"

namespace dala::kernel::jit {

namespace {

// Loops of so few rounds over so few expressions are unrolled: only the loop over invocations is
// then left to be vectorised.
constexpr std::int64_t most_unrolled_rounds = 64;
constexpr std::int64_t most_unrolled_size = 1500;

// How many expressions are written out for statements, what they call included; loops multiply.
class Sizes {
 public:
  // Comparisons that are `known` are not emitted.
  using Test = std::function<bool(const ir::Expr&)>;
  Sizes(const Codegen& codegen, Test known)
      : codegen_(codegen), module_(codegen.module), known_(std::move(known)) {}

  [[nodiscard]] std::int64_t of(const std::vector<ir::StmtId>& body) const {
    std::int64_t sum = 0;
    for (const ir::StmtId id : body) {
      const ir::Stmt& s = module_.stmts[id];
      std::int64_t inner = 1 + of(s.body) + of(s.other);
      ir::for_each_root(s, [&](ir::ExprId root) { inner += of(root); });
      sum = std::min(heaviest,
                     sum + (ir::is_loop(s) ? product_of(rounds_of(module_, s), inner) : inner));
    }
    return sum;
  }

 private:
  [[nodiscard]] std::int64_t of(ir::ExprId id) const {
    const ir::Expr& e = module_.exprs[id];
    if (known_ && e.kind == ir::ExprKind::binary && known_(e)) return 0;
    std::int64_t size = e.kind == ir::ExprKind::call ? codegen_.helper_sizes[e.index] : 1;
    for (const ir::ExprId arg : e.args) size += of(arg);
    return size;
  }

  const Codegen& codegen_;
  const ir::Module& module_;
  Test known_;
};

}  // namespace

std::int64_t written_size(const Codegen& codegen, const std::vector<ir::StmtId>& body) {
  return Sizes(codegen, {}).of(body);
}

std::optional<std::int64_t> FunctionEmitter::unrolled_rounds(const ir::Stmt& loop) const {
  return jit::unrolled_rounds(codegen, loop, place.inner && &source == &module.kernel);
}

std::optional<std::int64_t> unrolled_rounds(const Codegen& codegen, const ir::Stmt& loop,
                                            bool conditions_hold) {
  const std::int64_t rounds = rounds_of(codegen.module, loop);
  if (rounds > most_unrolled_rounds) return std::nullopt;
  const Sizes sizes(codegen,
                    [&](const ir::Expr& e) { return conditions_hold && is_ensured(codegen, e); });
  if (product_of(rounds, sizes.of(loop.body)) > most_unrolled_size) return std::nullopt;
  return rounds;
}

void FunctionEmitter::checkpoint(llvm::Value* weight) {
  llvm::BasicBlock* ask = new_block("look_at_clock");
  llvm::BasicBlock* go_on = new_block("go_on");
  llvm::Value* left = b.CreateSub(b.CreateLoad(b.getInt64Ty(), fuel), weight);
  b.CreateStore(left, fuel);
  llvm::MDBuilder odds(codegen.context);
  b.CreateCondBr(b.CreateICmpSLT(left, i64(0)), ask, go_on, odds.createBranchWeights(1, 1 << 18));
  b.SetInsertPoint(ask);
  llvm::Value* state = argument(codegen.places.checkpoint_state, b.getPtrTy(), "checkpoint_state");
  llvm::Value* callee = argument(codegen.places.checkpoint, b.getPtrTy(), "checkpoint");
  auto* type = llvm::FunctionType::get(b.getInt32Ty(), {b.getPtrTy()}, false);
  llvm::Value* stop = b.CreateICmpNE(b.CreateCall(type, callee, {state}), i32(0));
  // When stopped the fuel stays used up, so every other loop and call asks, and stops, at once.
  b.CreateStore(b.CreateSelect(stop, i64(0), i64(fuel_load)), fuel);
  b.CreateCondBr(stop, stop_block, go_on);
  b.SetInsertPoint(go_on);
}

}  // namespace dala::kernel::jit
