// Statements.
#include <algorithm>

#include "kernel/jit/function_emitter.hpp"

namespace dala::kernel::jit {

using ir::StmtKind;

void FunctionEmitter::block(const std::vector<ir::StmtId>& statements) {
  std::int64_t since_look = 0;
  for (const ir::StmtId id : statements) {
    if (ended()) return;  // after break, continue or return nothing can be reached
    const ir::Stmt& s = module.stmts[id];
    statement(s);
    since_look = std::min(heaviest, since_look + codegen.weights.of(s));
    if (since_look < fuel_load || ended()) continue;
    checkpoint(since_look);
    since_look = 0;
  }
}

void FunctionEmitter::statement(const ir::Stmt& s) {
  switch (s.kind) {
    case StmtKind::store: {
      const Lanes stored = value(s.value);
      const Lanes slots = local(s.target);
      const unsigned lanes = source.locals[s.target].type.lanes;
      for (unsigned i = 0; i < lanes; ++i) b.CreateStore(stored[i], slots[i]);
      return;
    }
    case StmtKind::store_element: {
      llvm::Value* index = index64(s.indices[0]);
      return store_element(local(s.target), source.locals[s.target].type, index, value(s.value));
    }
    case StmtKind::store_shared: {
      llvm::Value* index = index64(s.indices[0]);
      return store_element(shared[s.target], module.shared[s.target].type, index, value(s.value));
    }
    case StmtKind::store_tensor:
      return store_tensor(s);
    case StmtKind::fill:
      return fill(s);
    case StmtKind::atomic:
      return atomic(s);
    case StmtKind::branch:
      return branch(s, scalar(s.value));
    case StmtKind::for_range:
      return for_range(s);
    case StmtKind::while_loop:
      return while_loop(s);
    case StmtKind::break_:
      b.CreateBr(loops.back().on_break);
      return;
    case StmtKind::continue_:
      b.CreateBr(loops.back().on_continue);
      return;
    case StmtKind::return_:
      if (s.value != ir::none) {
        const Lanes returned = value(s.value);
        for (unsigned i = 0; i < source.result.lanes; ++i)
          b.CreateStore(returned[i], result_slots[i]);
      }
      b.CreateBr(return_block);
      return;
    case StmtKind::print:  // legalized, as are
    case StmtKind::subgroup:
    case StmtKind::tile:
    case StmtKind::sync:
      return;  // kernel_cubes.cpp has put it between loops over the units
  }
}

void FunctionEmitter::branch(const ir::Stmt& s, llvm::Value* condition) {
  llvm::BasicBlock* yes = new_block("then");
  llvm::BasicBlock* no = s.other.empty() ? nullptr : new_block("else");
  llvm::BasicBlock* after = new_block("after_if");
  b.CreateCondBr(condition, yes, no != nullptr ? no : after);
  b.SetInsertPoint(yes);
  block(s.body);
  if (!ended()) b.CreateBr(after);
  if (no != nullptr) {
    b.SetInsertPoint(no);
    block(s.other);
    if (!ended()) b.CreateBr(after);
  }
  b.SetInsertPoint(after);
}

void FunctionEmitter::for_range(const ir::Stmt& s) {
  if (const auto rounds = unrolled_rounds(s)) return unrolled_for(s, *rounds);
  codegen.has_loops = true;
  const ir::Scalar kind = module.exprs[s.value].type.scalar;
  llvm::Value* first = scalar(s.value);
  llvm::Value* end = scalar(s.end);
  llvm::AllocaInst* next = slot(first->getType(), "next");
  b.CreateStore(first, next);
  llvm::BasicBlock* test = new_block("for");
  llvm::BasicBlock* round = new_block("round");
  llvm::BasicBlock* step = new_block("step");
  llvm::BasicBlock* after = new_block("after_for");
  fall_into(test);
  llvm::Value* at = b.CreateLoad(first->getType(), next);
  b.CreateCondBr(binary(ir::BinaryOp::less, kind, at, end), round, after);
  b.SetInsertPoint(round);
  if (codegen.weights.each_round_looks(s)) checkpoint(codegen.weights.of(s.body));
  b.CreateStore(at, local(s.target)[0]);
  loops.push_back({after, step});
  block(s.body);
  loops.pop_back();
  fall_into(step);
  // Below `end`, so one more does not wrap.
  b.CreateStore(b.CreateAdd(at, llvm::ConstantInt::get(at->getType(), 1), "", ir::is_unsigned(kind),
                            !ir::is_unsigned(kind)),
                next);
  b.CreateBr(test);
  b.SetInsertPoint(after);
}

// Written out here, because LLVM takes several passes to find that a loop can be, and as many again
// to see what its variable makes constant.
void FunctionEmitter::unrolled_for(const ir::Stmt& s, std::int64_t rounds) {
  const ir::Expr& first = module.exprs[s.value];
  llvm::BasicBlock* after = new_block("after_for");
  for (std::int64_t i = 0; i < rounds && !ended(); ++i) {
    llvm::BasicBlock* next = new_block("next_round");
    known_[s.target] = constant(first.type.scalar, first.bits + static_cast<std::uint64_t>(i));
    loops.push_back({after, next});
    block(s.body);
    loops.pop_back();
    if (!next->use_empty()) {
      fall_into(next);
      continue;
    }
    next->eraseFromParent();  // no `continue`: the next round goes on where this one ended
  }
  known_[s.target] = nullptr;
  fall_into(after);
}

void FunctionEmitter::while_loop(const ir::Stmt& s) {
  codegen.has_loops = true;
  llvm::BasicBlock* test = new_block("while");
  llvm::BasicBlock* round = new_block("round");
  llvm::BasicBlock* after = new_block("after_while");
  fall_into(test);
  checkpoint(codegen.weights.of(s.body));
  b.CreateCondBr(scalar(s.value), round, after);
  b.SetInsertPoint(round);
  loops.push_back({after, test});
  block(s.body);
  loops.pop_back();
  if (!ended()) b.CreateBr(test);
  b.SetInsertPoint(after);
}

void FunctionEmitter::fill(const ir::Stmt& s) {
  codegen.has_loops = true;
  const ir::Type type = source.locals[s.target].type;
  const Lanes stored = value(s.value);
  const Lanes array = local(s.target);
  llvm::BasicBlock* before = b.GetInsertBlock();
  llvm::BasicBlock* round = new_block("fill");
  llvm::BasicBlock* after = new_block("after_fill");
  b.CreateBr(round);
  b.SetInsertPoint(round);
  llvm::PHINode* at = b.CreatePHI(b.getInt64Ty(), 2);
  at->addIncoming(i64(0), before);
  for (unsigned i = 0; i < type.lanes; ++i)
    b.CreateStore(stored[i], b.CreateInBoundsGEP(codegen.type_of(type.scalar), array[i], at));
  llvm::Value* next = b.CreateAdd(at, i64(1));
  at->addIncoming(next, round);
  b.CreateCondBr(b.CreateICmpEQ(next, i64(type.length)), after, round);
  b.SetInsertPoint(after);
}

}  // namespace dala::kernel::jit
