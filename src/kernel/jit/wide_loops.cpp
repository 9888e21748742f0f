// Loops of a vector of invocations: they go on until none of these is left in them.
#include "kernel/jit/wide_emitter.hpp"

namespace dala::kernel::jit {

namespace {

// A round takes longer than one of a single invocation, above all where vectors are taken apart:
// divisions of integers, elements anywhere.
constexpr std::int64_t longer = 4;

}  // namespace

void WideEmitter::begin_loop(const ir::Stmt& s) {
  WideLoop loop;
  if (spreads_.has_continue(s)) loop.continued = mask_slot("continued");
  open_loops_.push_back(loop);
}

// `apart`: invocations may stay in the loop for different numbers of rounds.
void WideEmitter::round(const ir::Stmt& s, bool apart) {
  const bool outer = divergent_;
  divergent_ = outer || apart || spreads_.is_left_apart(s);
  llvm::AllocaInst* continued = open_loops_.back().continued;
  if (continued != nullptr) store_slot(none_of_them(), continued);
  block(s.body);
  if (continued != nullptr)
    set_active(b.CreateOr(active(), load_slot(ir::Scalar::boolean, continued)));
  divergent_ = outer;
}

void WideEmitter::end_loop(const ir::Stmt& s, llvm::Value* entered, bool apart) {
  open_loops_.pop_back();
  if (!apart && !spreads_.is_left_early(s)) return;  // they all are still there
  set_active(b.CreateAnd(entered, b.CreateNot(load_slot(ir::Scalar::boolean, returned_))));
}

// Those for which the condition does not hold wait for the others.
void WideEmitter::go_on_while(const ir::Stmt& s, llvm::Value* condition, llvm::BasicBlock* again,
                              llvm::BasicBlock* after) {
  if (condition->getType()->isVectorTy()) {
    llvm::Value* mask = both_masks(active(), condition);
    set_active(mask);
    condition = any(mask);
  } else if (spreads_.is_left_early(s)) {
    condition = b.CreateAnd(condition, any(active()));
  }
  b.CreateCondBr(condition, again, after);
  b.SetInsertPoint(again);
}

void WideEmitter::for_range(const ir::Stmt& s) {
  if (const auto rounds = unrolled_rounds(s)) return unrolled_for(s, *rounds);
  const ir::Scalar kind = module.exprs[s.value].type.scalar;
  llvm::Value* first = scalar(s.value);
  llvm::Value* end = scalar(s.end);
  const bool is_uniform = spreads_.of_local(s.target) == Spread::uniform;
  if (!is_uniform) {
    first = wide(first);
    end = wide(end);
  }
  llvm::Value* entered = active();
  begin_loop(s);
  llvm::AllocaInst* next = slot(first->getType(), "next");
  b.CreateStore(first, next);
  llvm::BasicBlock* test = new_block("for");
  llvm::BasicBlock* again = new_block("round");
  llvm::BasicBlock* after = new_block("after_for");
  fall_into(test);
  llvm::Value* at = b.CreateLoad(first->getType(), next);
  go_on_while(s, binary(ir::BinaryOp::less, kind, at, end), again, after);
  if (codegen.weights.each_round_looks(s))
    checkpoint(product_of(longer, codegen.weights.of(s.body)));
  // Those that have left the loop do not look at its variable any more.
  b.CreateStore(at, local(s.target)[0]);
  round(s, !is_uniform);
  b.CreateStore(b.CreateAdd(at, llvm::ConstantInt::get(at->getType(), 1)), next);
  b.CreateBr(test);
  b.SetInsertPoint(after);
  end_loop(s, entered, !is_uniform);
}

void WideEmitter::unrolled_for(const ir::Stmt& s, std::int64_t rounds) {
  const ir::Expr& first = module.exprs[s.value];
  llvm::Value* entered = active();
  begin_loop(s);
  llvm::BasicBlock* after = new_block("after_for");
  for (std::int64_t i = 0; i < rounds; ++i) {
    known_[s.target] = constant(first.type.scalar, first.bits + static_cast<std::uint64_t>(i));
    round(s, false);
    if (i + 1 == rounds || !spreads_.is_left_early(s)) continue;
    llvm::BasicBlock* next = new_block("next_round");
    b.CreateCondBr(any(active()), next, after);
    b.SetInsertPoint(next);
  }
  known_[s.target] = nullptr;
  fall_into(after);
  end_loop(s, entered, false);
}

void WideEmitter::while_loop(const ir::Stmt& s) {
  llvm::Value* entered = active();
  begin_loop(s);
  llvm::BasicBlock* test = new_block("while");
  llvm::BasicBlock* again = new_block("round");
  llvm::BasicBlock* after = new_block("after_while");
  fall_into(test);
  checkpoint(product_of(longer, codegen.weights.of(s.body)));
  llvm::Value* condition = scalar(s.value);
  const bool apart = condition->getType()->isVectorTy();
  go_on_while(s, condition, again, after);
  round(s, apart);
  b.CreateBr(test);
  b.SetInsertPoint(after);
  end_loop(s, entered, apart);
}

}  // namespace dala::kernel::jit
