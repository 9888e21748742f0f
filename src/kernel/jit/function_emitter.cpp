#include "kernel/jit/function_emitter.hpp"

#include "kernel/ir/scalar_ops.hpp"

namespace dala::kernel::jit {

FunctionEmitter::FunctionEmitter(Codegen& of, const ir::Function& from, llvm::Function* to,
                                 llvm::Value* launch_arguments, llvm::Value* fuel_pointer)
    : codegen(of),
      module(of.module),
      source(from),
      function(to),
      arguments(launch_arguments),
      fuel(fuel_pointer),
      b(of.context),
      entry(llvm::BasicBlock::Create(of.context, "entry", to)),
      known_(from.locals.size()),
      locals_(from.locals.size()) {
  b.SetInsertPoint(new_block("body"));
}

void FunctionEmitter::close_entry(llvm::BasicBlock* first) { entry.CreateBr(first); }

llvm::AllocaInst* FunctionEmitter::slot(llvm::Type* type, const llvm::Twine& name) {
  // At the top, before anything that was put at the entry's end.
  llvm::IRBuilder<> top(entry.GetInsertBlock(), entry.GetInsertBlock()->begin());
  return top.CreateAlloca(type, nullptr, name);
}

llvm::Type* FunctionEmitter::type_like(const llvm::Value* other, llvm::Type* type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(other->getType());
  return vector == nullptr ? type : llvm::FixedVectorType::get(type, vector->getNumElements());
}

llvm::Value* FunctionEmitter::like(const llvm::Value* other, llvm::Value* v) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(other->getType());
  if (vector == nullptr || v->getType()->isVectorTy()) return v;
  return b.CreateVectorSplat(vector->getNumElements(), v);
}

void FunctionEmitter::match(llvm::Value*& a, llvm::Value*& c) {
  a = like(c, a);
  c = like(a, c);
}

Lanes FunctionEmitter::local(std::uint32_t index) {
  Lanes& slots = locals_[index];
  if (slots[0] != nullptr) return slots;
  const ir::Local& l = source.locals[index];
  llvm::Type* type = codegen.type_of(l.type.scalar);
  if (l.type.is_array()) type = llvm::ArrayType::get(type, l.type.length);
  for (unsigned i = 0; i < l.type.lanes; ++i) slots[i] = slot(type, l.name);
  return slots;
}

llvm::Value* FunctionEmitter::argument(std::size_t offset, llvm::Type* type,
                                       const llvm::Twine& name) {
  for (const auto& [known, value] : loaded_)
    if (known == offset) return value;
  llvm::Value* address = entry.CreateConstInBoundsGEP1_64(entry.getInt8Ty(), arguments, offset);
  llvm::LoadInst* load = entry.CreateLoad(type, address, name);
  load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(codegen.context, {}));
  loaded_.emplace_back(offset, load);
  return load;
}

llvm::Value* FunctionEmitter::constant(ir::Scalar kind, std::uint64_t bits) const {
  llvm::Type* type = codegen.type_of(kind);
  if (ir::is_float(kind) && !ir::is_small_float(kind))  // those are their bits
    return ir::visit_float(kind, [&]<typename T>(dala::Type<T>) -> llvm::Constant* {
      return llvm::ConstantFP::get(codegen.context, llvm::APFloat(ir::value_from<T>(bits)));
    });
  return llvm::ConstantInt::get(type, llvm::APInt(64, bits).trunc(type->getIntegerBitWidth()));
}

void FunctionEmitter::fall_into(llvm::BasicBlock* next) {
  if (!ended()) b.CreateBr(next);
  b.SetInsertPoint(next);
}

}  // namespace dala::kernel::jit
