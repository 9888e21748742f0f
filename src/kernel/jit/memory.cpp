// Loads and stores of tensors and arrays.
#include "kernel/jit/byte_tables.hpp"
#include "kernel/jit/function_emitter.hpp"

namespace dala::kernel::jit {

namespace {

bool is_true(const llvm::Value* condition) {
  const auto* known = llvm::dyn_cast<llvm::ConstantInt>(condition);
  return known != nullptr && known->isOne();
}

}  // namespace

void FunctionEmitter::in_group(llvm::Instruction* access) {
  if (access_group != nullptr)
    access->setMetadata(llvm::LLVMContext::MD_access_group, access_group);
}

// A tensor without elements has no nearest one: there a zero is read instead, and always the same.
llvm::Value* FunctionEmitter::pointer_inside(std::uint32_t tensor, llvm::Value* flat) {
  if (place.inner)
    return element_pointer(tensor, flat);  // not empty: see BoundsConditions::not_empty
  llvm::Type* type = codegen.type_of(module.tensors[tensor].scalar);
  llvm::Value* data = tensor_field(tensor, codegen.places.data, b.getPtrTy(), "_data");
  return b.CreateInBoundsGEP(type, b.CreateSelect(has_elements(tensor), data, codegen.zero()),
                             flat);
}

llvm::Value* FunctionEmitter::load_from(llvm::Value* pointer, llvm::Type* type,
                                        const Location& at) {
  llvm::LoadInst* load = at.byte ? b.CreateAlignedLoad(b.getInt32Ty(), pointer, llvm::Align(1))
                                 : b.CreateLoad(type, pointer);
  in_group(load);
  if (!at.byte) return load;
  return b.CreateTrunc(b.CreateLShr(load, std::uint64_t{*at.byte} * 8), type);
}

llvm::Value* FunctionEmitter::from_byte_table(const ir::Expr& e) {
  if (!codegen.target.has_byte_tables || !place.inner || &source != &module.kernel) return nullptr;
  if (e.type.scalar != ir::Scalar::u8 || e.args.size() != 1 || e.edge != ir::Edge::zero ||
      module.tensors[e.index].is_output)
    return nullptr;
  // Where the bounds conditions cover 256 indices, all bytes of the table are inside the tensor.
  const auto index = codegen.analysis.affine(e.args[0]);
  if (!index || index->base != Base::none || index->rest.high - index->rest.low != 255 ||
      !needs_bounds_condition(*index, e.edge))
    return nullptr;
  llvm::Value* at = b.CreateSub(affine_index(*index, false), i64(index->rest.low));
  llvm::Value* found = look_up_byte(b, codegen.out, element_pointer(e.index, i64(index->rest.low)),
                                    b.CreateTrunc(at, b.getInt32Ty()));
  return b.CreateTrunc(found, b.getInt8Ty());
}

Lanes FunctionEmitter::load_tensor(const ir::Expr& e) {
  if (llvm::Value* found = from_byte_table(e)) return {found};
  return {read_place(e, locate(e.index, e.args, e.edge))};
}

llvm::Value* FunctionEmitter::read_place(const ir::Expr& e, const Location& at) {
  llvm::Type* type = codegen.type_of(e.type.scalar);
  if (at.inside == nullptr) {
    llvm::Value* from = e.edge == ir::Edge::zero ? element_pointer(e.index, at.flat)
                                                 : pointer_inside(e.index, at.flat);
    return load_from(from, type, at);
  }
  llvm::BasicBlock* before = b.GetInsertBlock();
  llvm::BasicBlock* inside = new_block("inside");
  llvm::BasicBlock* after = new_block("loaded");
  b.CreateCondBr(at.inside, inside, after);
  b.SetInsertPoint(inside);
  llvm::Value* load = load_from(element_pointer(e.index, at.flat), type, at);
  b.CreateBr(after);
  b.SetInsertPoint(after);
  llvm::PHINode* phi = b.CreatePHI(type, 2);
  phi->addIncoming(llvm::Constant::getNullValue(type), before);
  phi->addIncoming(load, inside);
  return phi;
}

// The pixel is written with the last of its bytes.
void FunctionEmitter::store_in_pixel(std::uint32_t tensor, const Location& at,
                                     llvm::Value* stored) {
  llvm::Value* bits =
      b.CreateShl(b.CreateZExt(stored, b.getInt32Ty()), std::uint64_t{*at.byte} * 8);
  Pixel& pixel = pixels_[tensor];
  pixel.bits = pixel.bytes == 0 ? bits : b.CreateOr(pixel.bits, bits);
  if (++pixel.bytes < 4) return;
  pixel.bytes = 0;
  in_group(b.CreateAlignedStore(pixel.bits, element_pointer(tensor, at.flat), llvm::Align(1)));
}

void FunctionEmitter::store_tensor(const ir::Stmt& s) {
  Location at = locate(s.target, s.indices, ir::Edge::zero);
  llvm::Value* stored = scalar(s.value);
  if (at.byte && codegen.by_pixels[s.target]) return store_in_pixel(s.target, at, stored);
  if (at.byte) at.flat = sum(at.flat, i64(*at.byte));
  llvm::BasicBlock* after = nullptr;
  if (at.inside != nullptr) {
    llvm::BasicBlock* inside = new_block("inside");
    after = new_block("stored");
    b.CreateCondBr(at.inside, inside, after);
    b.SetInsertPoint(inside);
  }
  in_group(b.CreateStore(stored, element_pointer(s.target, at.flat)));
  if (after != nullptr) fall_into(after);
}

Lanes FunctionEmitter::load_element(const Lanes& array, ir::Type type, llvm::Value* index) {
  llvm::Type* element = codegen.type_of(type.scalar);
  llvm::Value* inside = b.CreateICmpULT(index, i64(type.length));
  const bool always = is_true(inside);
  llvm::Value* safe = always ? index : b.CreateSelect(inside, index, i64(0));
  Lanes out = {};
  for (unsigned i = 0; i < type.lanes; ++i) {
    out[i] = b.CreateLoad(element, b.CreateInBoundsGEP(element, array[i], safe));
    if (!always) out[i] = b.CreateSelect(inside, out[i], llvm::Constant::getNullValue(element));
  }
  return out;
}

void FunctionEmitter::store_element(const Lanes& array, ir::Type type, llvm::Value* index,
                                    const Lanes& stored) {
  llvm::Type* element = codegen.type_of(type.scalar);
  llvm::Value* is_inside = b.CreateICmpULT(index, i64(type.length));
  llvm::BasicBlock* after = nullptr;
  if (!is_true(is_inside)) {
    llvm::BasicBlock* inside = new_block("inside");
    after = new_block("stored");
    b.CreateCondBr(is_inside, inside, after);
    b.SetInsertPoint(inside);
  }
  for (unsigned i = 0; i < type.lanes; ++i)
    b.CreateStore(stored[i], b.CreateInBoundsGEP(element, array[i], index));
  if (after != nullptr) fall_into(after);
}

// From one place, or from one for each invocation.
llvm::Value* FunctionEmitter::load_each(llvm::Type* type, llvm::Value* pointer) {
  if (!pointer->getType()->isVectorTy()) return b.CreateLoad(type, pointer);
  return b.CreateMaskedGather(type_like(pointer, type), pointer,
                              llvm::Align(type->getPrimitiveSizeInBits() / 8));
}

namespace {

llvm::AtomicRMWInst::BinOp atomic_op(ir::AtomicOp op, ir::Scalar scalar) {
  using Op = llvm::AtomicRMWInst;
  const bool is_unsigned = ir::is_unsigned(scalar);
  switch (op) {
    case ir::AtomicOp::add_:
      return ir::is_float(scalar) ? Op::FAdd : Op::Add;
    case ir::AtomicOp::min_:
      return is_unsigned ? Op::UMin : Op::Min;
    case ir::AtomicOp::max_:
      return is_unsigned ? Op::UMax : Op::Max;
    case ir::AtomicOp::and_:
      return Op::And;
    case ir::AtomicOp::or_:
      return Op::Or;
    case ir::AtomicOp::xor_:
      return Op::Xor;
    case ir::AtomicOp::exchange_:
      return Op::Xchg;
    case ir::AtomicOp::compare_exchange_:
      break;  // of legal IR alone
  }
  return Op::Xchg;
}

}  // namespace

llvm::Value* FunctionEmitter::exchange(const ir::Stmt& s, llvm::Value* pointer,
                                       llvm::Value* operand) {
  const ir::Scalar scalar = module.exprs[s.value].type.scalar;
  return b.CreateAtomicRMW(atomic_op(s.atomic, scalar), pointer, operand, llvm::MaybeAlign(),
                           llvm::AtomicOrdering::Monotonic);
}

void FunctionEmitter::atomic(const ir::Stmt& s) {
  llvm::Type* type = codegen.type_of(module.exprs[s.value].type.scalar);
  Location at = {};
  if (s.on_shared) {
    at.flat = index64(s.indices[0]);
    at.inside = b.CreateICmpULT(at.flat, i64(module.shared[s.target].type.length));
  } else {
    at = locate(s.target, s.indices, ir::Edge::zero);
    if (at.inside == nullptr) at.inside = b.getTrue();
  }
  llvm::Value* operand = scalar(s.value);
  llvm::BasicBlock* before = b.GetInsertBlock();
  llvm::BasicBlock* inside = new_block("inside");
  llvm::BasicBlock* after = new_block("exchanged");
  b.CreateCondBr(at.inside, inside, after);
  b.SetInsertPoint(inside);
  llvm::Value* pointer = s.on_shared ? b.CreateInBoundsGEP(type, shared[s.target][0], at.flat)
                                     : element_pointer(s.target, at.flat);
  llvm::Value* old = exchange(s, pointer, operand);
  b.CreateBr(after);
  b.SetInsertPoint(after);
  llvm::PHINode* phi = b.CreatePHI(type, 2);
  phi->addIncoming(llvm::Constant::getNullValue(type), before);
  phi->addIncoming(old, inside);
  if (s.result != ir::none) b.CreateStore(phi, local(s.result)[0]);
}

}  // namespace dala::kernel::jit
