// What a vector of invocations calls: helpers, and the maths library.
#include <llvm/Analysis/VectorUtils.h>

#include "kernel/jit/wide_emitter.hpp"

namespace dala::kernel::jit {

// A call may not end, so it is made only for those that want its value.
Lanes WideEmitter::value_under(ir::ExprId id, llvm::Value* mask) {
  const ir::Type type = module.exprs[id].type;
  Lanes slots = {};
  for (unsigned i = 0; i < type.lanes; ++i) {
    slots[i] = slot(slot_type(type.scalar), "wanted");
    b.CreateStore(llvm::Constant::getNullValue(slot_type(type.scalar)), slots[i]);
  }
  llvm::BasicBlock* some = new_block("wanted_by_some");
  llvm::BasicBlock* after = new_block("known");
  llvm::Value* outer = active();
  b.CreateCondBr(any(mask), some, after);
  b.SetInsertPoint(some);
  set_active(mask);
  write(slots, type, value(id), true);
  set_active(outer);
  fall_into(after);
  Lanes out = {};
  for (unsigned i = 0; i < type.lanes; ++i) out[i] = load_slot(type.scalar, slots[i]);
  return out;
}

Lanes WideEmitter::choose(const ir::Expr& e) {
  if (!has_call(e.args[1]) && !has_call(e.args[2])) return FunctionEmitter::choose(e);
  llvm::Value* condition = wide(scalar(e.args[0]));
  const Lanes yes = value_under(e.args[1], both_masks(active(), condition));
  const Lanes no = value_under(e.args[2], both_masks(active(), b.CreateNot(condition)));
  Lanes out = {};
  for (unsigned i = 0; i < e.type.lanes; ++i) out[i] = pick(condition, yes[i], no[i]);
  return out;
}

llvm::Value* WideEmitter::logical(const ir::Expr& e) {
  if (!has_call(e.args[1])) return FunctionEmitter::logical(e);
  const bool is_and = e.binary == ir::BinaryOp::logical_and;
  llvm::Value* first = wide(scalar(e.args[0]));
  llvm::Value* undecided = is_and ? first : b.CreateNot(first);
  const Lanes second = value_under(e.args[1], both_masks(active(), undecided));
  return binary(e.binary, ir::Scalar::boolean, first, second[0]);
}

// As those for one invocation, with the mask before the arguments.
Lanes WideEmitter::call(const ir::Expr& e) {
  std::vector<llvm::Value*> passed = {arguments, fuel, nullptr};
  for (const ir::ExprId arg : e.args) {
    const Lanes given = value(arg);
    for (unsigned i = 0; i < module.exprs[arg].type.lanes; ++i) passed.push_back(wide(given[i]));
  }
  passed[2] = active();
  llvm::Value* returned = b.CreateCall(codegen.wide_helpers[e.index], passed);
  if (e.type.lanes == 1) return {returned};
  Lanes out = {};
  for (unsigned i = 0; i < e.type.lanes; ++i) out[i] = b.CreateExtractValue(returned, i);
  return out;
}

llvm::Value* WideEmitter::one_by_one(const Lanes& x, unsigned count, const OneResult& compute) {
  llvm::Value* out = llvm::PoisonValue::get(x[0]->getType());
  for (unsigned lane = 0; lane < lanes_; ++lane) {
    Lanes one = {};
    for (unsigned i = 0; i < count; ++i) one[i] = b.CreateExtractElement(x[i], lane);
    out = b.CreateInsertElement(out, compute(one), lane);
  }
  return out;
}

// With the forms of the C library that LLVM would use.
llvm::Value* WideEmitter::library_math(const std::string& name, const Lanes& x, unsigned count) {
  if (!x[0]->getType()->isVectorTy()) return FunctionEmitter::library_math(name, x, count);
  llvm::Function* form = vector_form(codegen.out, name, x[0]->getType()->getScalarType(), count,
                                     codegen.target.vector_bytes);
  if (form == nullptr)
    return one_by_one(x, count, [&](const Lanes& one) {
      return FunctionEmitter::library_math(name, one, count);
    });
  const auto* taken = llvm::cast<llvm::FixedVectorType>(form->getReturnType());
  const unsigned at_once = taken->getNumElements();
  std::vector<llvm::Value*> parts;
  for (unsigned from = 0; from < lanes_; from += at_once) {
    std::vector<llvm::Value*> passed;
    for (unsigned i = 0; i < count; ++i)
      passed.push_back(b.CreateShuffleVector(x[i], llvm::createSequentialMask(from, at_once, 0)));
    llvm::CallInst* part = b.CreateCall(form, passed);
    part->addFnAttr(llvm::Attribute::WillReturn);
    parts.push_back(part);
  }
  return llvm::concatenateVectors(b, parts);
}

llvm::Value* WideEmitter::exact_math(ir::MathOp op, ir::Scalar kind, const Lanes& x,
                                     unsigned count) {
  if (!x[0]->getType()->isVectorTy()) return FunctionEmitter::exact_math(op, kind, x, count);
  return one_by_one(x, count, [&](const Lanes& one) {
    return FunctionEmitter::exact_math(op, kind, one, count);
  });
}

}  // namespace dala::kernel::jit
