// Statements of a vector of invocations.
#include <algorithm>
#include <utility>

#include "kernel/jit/wide_emitter.hpp"

namespace dala::kernel::jit {

using ir::StmtKind;

namespace {

// Statements up to which a side is run for nobody rather than jumped over.
constexpr std::size_t worth_no_jump = 2;

bool is_small(const ir::Module& module, const std::vector<ir::StmtId>& body) {
  const auto is_simple = [&](ir::StmtId id) {
    const ir::Stmt& s = module.stmts[id];
    if (s.kind == StmtKind::break_ || s.kind == StmtKind::continue_) return true;
    if (s.kind != StmtKind::store) return false;
    const ir::ExprKind kind = module.exprs[s.value].kind;
    return kind == ir::ExprKind::constant || kind == ir::ExprKind::local;
  };
  return body.size() <= worth_no_jump && std::ranges::all_of(body, is_simple);
}

}  // namespace

void WideEmitter::block(const std::vector<ir::StmtId>& statements) {
  llvm::BasicBlock* outer = std::exchange(skip_, new_block("block_end"));
  FunctionEmitter::block(statements);
  fall_into(std::exchange(skip_, outer));
}

void WideEmitter::statement(const ir::Stmt& s) {
  effect(s);
  const bool leaves =
      s.kind == StmtKind::break_ || s.kind == StmtKind::continue_ || s.kind == StmtKind::return_;
  if (leaves) {
    b.CreateBr(skip_);  // what stands behind it is run by nobody
    return;
  }
  if (!spreads_.may_leave(s)) return;
  llvm::BasicBlock* go_on = new_block("some_left");
  b.CreateCondBr(any(active()), go_on, skip_);
  b.SetInsertPoint(go_on);
}

void WideEmitter::effect(const ir::Stmt& s) {
  switch (s.kind) {
    case StmtKind::store:
      return store(s);
    case StmtKind::fill:
      return fill(s);
    case StmtKind::branch: {
      llvm::Value* condition = scalar(s.value);
      if (condition->getType()->isVectorTy()) return masked_branch(s, condition);
      return branch(s, condition);
    }
    case StmtKind::for_range:
      return for_range(s);
    case StmtKind::while_loop:
      return while_loop(s);
    case StmtKind::break_:
    case StmtKind::continue_:
    case StmtKind::return_:
      return leave(s);
    default:
      return FunctionEmitter::statement(s);
  }
}

void WideEmitter::store(const ir::Stmt& s) {
  if (spreads_.of_local(s.target) == Spread::uniform) return FunctionEmitter::statement(s);
  const Lanes stored = value(s.value);
  write(local(s.target), source.locals[s.target].type, stored,
        !divergent_ || spreads_.is_first_store(s));
}

void WideEmitter::fill(const ir::Stmt& s) {
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
  const bool outer = std::exchange(divergent_, divergent_ && !spreads_.is_first_store(s));
  store_element(array, type, at, stored);
  divergent_ = outer;
  llvm::Value* next = b.CreateAdd(at, i64(1));
  at->addIncoming(next, b.GetInsertBlock());
  b.CreateCondBr(b.CreateICmpEQ(next, i64(type.length)), after, round);
  b.SetInsertPoint(after);
}

void WideEmitter::masked_branch(const ir::Stmt& s, llvm::Value* condition) {
  const bool outer = std::exchange(divergent_, true);
  llvm::Value* all = active();
  llvm::Value* yes = both_masks(all, condition);
  llvm::Value* no = both_masks(all, b.CreateNot(condition));
  side(s.body, yes);
  llvm::Value* still = s.other.empty() ? no : nullptr;
  llvm::Value* first = active();
  if (still == nullptr) {
    side(s.other, no);
    still = active();
  }
  set_active(b.CreateOr(first, still));
  divergent_ = outer;
}

void WideEmitter::side(const std::vector<ir::StmtId>& body, llvm::Value* mask) {
  set_active(mask);
  if (is_small(module, body)) return block(body);
  llvm::BasicBlock* some = new_block("side");
  llvm::BasicBlock* after = new_block("after_side");
  b.CreateCondBr(any(mask), some, after);
  b.SetInsertPoint(some);
  block(body);
  fall_into(after);
}

void WideEmitter::leave(const ir::Stmt& s) {
  const auto note = [&](llvm::AllocaInst* mask) {
    store_slot(b.CreateOr(load_slot(ir::Scalar::boolean, mask), active()), mask);
  };
  if (s.kind == StmtKind::return_) {
    if (s.value != ir::none) write(result_slots, source.result, value(s.value), false);
    note(returned_);
  } else if (s.kind == StmtKind::continue_) {
    note(open_loops_.back().continued);
  }
  set_active(none_of_them());
}

}  // namespace dala::kernel::jit
