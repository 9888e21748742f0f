#include "kernel/jit/wide_emitter.hpp"

namespace dala::kernel::jit {

WideEmitter::WideEmitter(Codegen& of, const ir::Function& from, llvm::Function* to,
                         llvm::Value* launch_arguments, llvm::Value* fuel_pointer)
    : FunctionEmitter(of, from, to, launch_arguments, fuel_pointer),
      lanes_(of.wide_lanes),
      spreads_(of.module, from, of.granularity, of.specialisation.channels),
      slots_(from.locals.size()),
      active_(mask_slot("active")),
      returned_(mask_slot("returned")) {
  uses_pixels = false;
}

llvm::Type* WideEmitter::wide(llvm::Type* type) const {
  return llvm::FixedVectorType::get(type, lanes_);
}

llvm::Value* WideEmitter::wide(llvm::Value* v) {
  return v->getType()->isVectorTy() ? v : b.CreateVectorSplat(lanes_, v);
}

llvm::Value* WideEmitter::none_of_them() {
  return llvm::Constant::getNullValue(wide(b.getInt1Ty()));
}

// Processors without mask registers compare into vectors of whole words; booleans that live from
// block to block are kept in that form.
llvm::Type* WideEmitter::slot_type(ir::Scalar kind) const {
  llvm::Type* type = codegen.type_of(kind);
  if (kind == ir::Scalar::boolean && !codegen.target.has_masks)
    type = llvm::Type::getInt32Ty(codegen.context);
  return wide(type);
}

llvm::Value* WideEmitter::load_slot(ir::Scalar kind, llvm::Value* slot) {
  llvm::Value* loaded = b.CreateLoad(slot_type(kind), slot);
  if (kind != ir::Scalar::boolean || codegen.target.has_masks) return loaded;
  return b.CreateICmpSLT(loaded, llvm::Constant::getNullValue(loaded->getType()));
}

void WideEmitter::store_slot(llvm::Value* v, llvm::Value* slot) {
  if (v->getType()->getScalarType()->isIntegerTy(1) && !codegen.target.has_masks)
    v = b.CreateSExt(v, wide(b.getInt32Ty()));
  b.CreateStore(v, slot);
}

llvm::AllocaInst* WideEmitter::mask_slot(const llvm::Twine& name) {
  return slot(slot_type(ir::Scalar::boolean), name);
}

llvm::Value* WideEmitter::active() { return load_slot(ir::Scalar::boolean, active_); }

void WideEmitter::set_active(llvm::Value* mask) { store_slot(mask, active_); }

llvm::Value* WideEmitter::any(llvm::Value* mask) { return b.CreateOrReduce(mask); }

// For invocations that do not run, the condition may be anything, undefined values too, so the mask
// decides first.
llvm::Value* WideEmitter::both_masks(llvm::Value* mask, llvm::Value* condition) {
  return condition == nullptr ? mask : b.CreateLogicalAnd(mask, wide(condition));
}

void WideEmitter::make_result() {
  for (unsigned i = 0; i < source.result.lanes; ++i)
    result_slots[i] = slot(slot_type(source.result.scalar), "result");
}

void WideEmitter::begin(llvm::Value* mask) {
  set_active(mask);
  store_slot(none_of_them(), returned_);
  for (unsigned i = 0; i < source.result.lanes && result_slots[0] != nullptr; ++i)
    store_slot(llvm::Constant::getNullValue(wide(codegen.type_of(source.result.scalar))),
               result_slots[i]);
  // Invocations that do not run compute as well, and LLVM may do anything with what was never
  // written: divide by it, for one.
  for (std::uint32_t i = 0; i < source.locals.size(); ++i) {
    const ir::Type type = source.locals[i].type;
    if (spreads_.of_local(i) == Spread::uniform || spreads_.has_first_store(i)) continue;
    if (type.is_array()) continue;  // see local()
    const Lanes slots = local(i);
    for (unsigned lane = 0; lane < type.lanes; ++lane)
      b.CreateStore(llvm::Constant::getNullValue(slot_type(type.scalar)), slots[lane]);
  }
}

void WideEmitter::set_argument(std::uint32_t index, const Lanes& given) {
  write(local(index), source.locals[index].type, given, true);
}

Lanes WideEmitter::result() {
  Lanes out = {};
  for (unsigned i = 0; i < source.result.lanes; ++i)
    out[i] = load_slot(source.result.scalar, result_slots[i]);
  return out;
}

// An array is of vectors; booleans in it are bytes.
Lanes WideEmitter::local(std::uint32_t index) {
  const ir::Local& l = source.locals[index];
  if (spreads_.of_local(index) == Spread::uniform) return FunctionEmitter::local(index);
  Lanes& slots = slots_[index];
  if (slots[0] != nullptr) return slots;
  for (unsigned i = 0; i < l.type.lanes; ++i) {
    if (!l.type.is_array()) {
      slots[i] = slot(slot_type(l.type.scalar), l.name);
      continue;
    }
    llvm::Type* element = array_element(l.type);
    auto* array = llvm::ArrayType::get(wide(element), l.type.length);
    slots[i] = slot(array, l.name);
    // Once: what an earlier vector of invocations left there is as good.
    entry.CreateMemSet(slots[i], entry.getInt8(0),
                       codegen.out.getDataLayout().getTypeAllocSize(array), llvm::MaybeAlign());
  }
  return slots;
}

Lanes WideEmitter::read_local(std::uint32_t index) {
  if (spreads_.of_local(index) == Spread::uniform) return FunctionEmitter::read_local(index);
  const ir::Type type = source.locals[index].type;
  const Lanes slots = local(index);
  Lanes out = {};
  for (unsigned i = 0; i < type.lanes; ++i) out[i] = load_slot(type.scalar, slots[i]);
  return out;
}

void WideEmitter::write(const Lanes& slots, ir::Type type, const Lanes& stored, bool in_all) {
  for (unsigned i = 0; i < type.lanes; ++i) {
    llvm::Value* v = wide(stored[i]);
    if (!in_all) v = b.CreateSelect(active(), v, load_slot(type.scalar, slots[i]));
    store_slot(v, slots[i]);
  }
}

}  // namespace dala::kernel::jit
