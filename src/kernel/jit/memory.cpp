// Tensors and arrays: where an index leads, and what happens when it leads outside.
#include <llvm/IR/Intrinsics.h>

#include "kernel/jit/function_emitter.hpp"

namespace dala::kernel::jit {

namespace {

constexpr std::size_t tensor_offset(std::uint32_t tensor) {
  return offsetof(Arguments, tensors) + tensor * sizeof(TensorArgument);
}

}  // namespace

llvm::Value* FunctionEmitter::tensor_field(std::uint32_t tensor, std::size_t offset,
                                           llvm::Type* type, const llvm::Twine& name) {
  return argument(tensor_offset(tensor) + offset, type, module.tensors[tensor].name + name);
}

llvm::Value* FunctionEmitter::len(std::uint32_t tensor) {
  return b.CreateSExt(tensor_field(tensor, offsetof(TensorArgument, len), b.getInt32Ty(), "_len"),
                      b.getInt64Ty());
}

llvm::Value* FunctionEmitter::shape(std::uint32_t tensor, std::uint32_t axis) {
  const std::uint8_t channels = codegen.variant.tensor_channels[tensor];
  if (module.tensors[tensor].rank == 3 && axis == 2 && channels != 0) return i64(channels);
  const std::size_t offset = offsetof(TensorArgument, shape) + axis * sizeof(std::int32_t);
  return b.CreateSExt(tensor_field(tensor, offset, b.getInt32Ty(), "_shape"), b.getInt64Ty());
}

llvm::Value* FunctionEmitter::stride(std::uint32_t tensor, std::uint32_t axis) {
  const std::uint8_t rank = module.tensors[tensor].rank;
  const std::uint8_t channels = codegen.variant.tensor_channels[tensor];
  if (rank != 0 && axis + 1 == rank) return i64(1);
  if (rank == 3 && channels != 0)
    return axis == 1 ? i64(channels) : b.CreateNSWMul(shape(tensor, 1), i64(channels));
  const std::size_t offset = offsetof(TensorArgument, stride) + axis * sizeof(std::int32_t);
  return b.CreateSExt(tensor_field(tensor, offset, b.getInt32Ty(), "_stride"), b.getInt64Ty());
}

llvm::Value* FunctionEmitter::query(const ir::Expr& e) {
  const auto narrow = [&](llvm::Value* wide) { return b.CreateTrunc(wide, b.getInt32Ty()); };
  if (e.query == ir::Query::len) return narrow(len(e.index));
  if (e.query == ir::Query::rank)
    return tensor_field(e.index, offsetof(TensorArgument, rank), b.getInt32Ty(), "_rank");
  const bool is_shape = e.query == ir::Query::shape;
  const std::size_t field =
      is_shape ? offsetof(TensorArgument, shape) : offsetof(TensorArgument, stride);
  llvm::Value* axis = index64(e.args[0]);
  if (const auto* known = llvm::dyn_cast<llvm::ConstantInt>(axis)) {
    const std::uint64_t at = known->getZExtValue();
    if (at >= Shape::max_rank) return i32(0);
    const auto small = static_cast<std::uint32_t>(at);
    // What is known when compiling only for axes that are there.
    if (small < module.tensors[e.index].rank)
      return narrow(is_shape ? shape(e.index, small) : stride(e.index, small));
    return tensor_field(e.index, field + at * sizeof(std::int32_t), b.getInt32Ty(), "_size");
  }
  llvm::Value* there = b.CreateICmpULT(axis, i64(Shape::max_rank));
  llvm::Value* safe = b.CreateSelect(there, axis, i64(0));
  llvm::Value* table =
      b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), arguments, tensor_offset(e.index) + field);
  llvm::Value* loaded =
      b.CreateLoad(b.getInt32Ty(), b.CreateInBoundsGEP(b.getInt32Ty(), table, safe));
  return b.CreateSelect(there, loaded, i32(0));
}

llvm::Value* FunctionEmitter::index64(ir::ExprId id) {
  return b.CreateSExt(scalar(id), b.getInt64Ty());
}

// In 64 bits, where nothing wraps: the form from which LLVM sees that neighbours are neighbours.
llvm::Value* FunctionEmitter::affine_index(const Affine& a, bool with_base) {
  llvm::Value* sum = i64(a.constant);
  for (const Affine::Term& term : a.terms)
    sum = b.CreateNSWAdd(sum, b.CreateNSWMul(index64(term.expr), i64(term.factor)));
  if (!with_base || a.base == Base::none) return sum;
  llvm::Value* base = place.base[static_cast<std::size_t>(a.base)];
  return b.CreateNSWAdd(b.CreateNSWMul(base, i64(a.multiplier)), sum);
}

FunctionEmitter::Location FunctionEmitter::locate(std::uint32_t tensor,
                                                  const std::vector<ir::ExprId>& indices,
                                                  ir::Edge edge) {
  if (place.inner && place.row_element != nullptr && follows_row(codegen.analysis, indices)) {
    llvm::Value* y = affine_index(*codegen.analysis.affine(indices[0]), true);
    llvm::Value* x = affine_index(*codegen.analysis.affine(indices[1]), false);
    llvm::Value* row = b.CreateNSWMul(y, stride(tensor, 0));
    llvm::Value* shift = b.CreateNSWMul(x, shape(tensor, 2));
    return {b.CreateNSWAdd(b.CreateNSWAdd(row, shift), place.row_element), nullptr};
  }
  llvm::Value* flat = nullptr;
  llvm::Value* inside = nullptr;
  const auto require = [&](llvm::Value* condition) {
    inside = inside == nullptr ? condition : b.CreateAnd(inside, condition);
  };
  for (std::uint32_t i = 0; i < indices.size(); ++i) {
    const bool is_flat = indices.size() == 1;
    const auto affine = place.inner ? codegen.analysis.affine(indices[i]) : std::nullopt;
    llvm::Value* at = nullptr;
    if (affine) {
      at = affine_index(*affine, true);
    } else {
      at = index64(indices[i]);
      llvm::Value* size = is_flat ? len(tensor) : shape(tensor, i);
      if (edge == ir::Edge::zero) {
        require(b.CreateICmpULT(at, size));
      } else {
        require(b.CreateICmpNE(size, i64(0)));
        at = to_inside(at, size, edge);
      }
    }
    llvm::Value* part = is_flat ? at : b.CreateNSWMul(at, stride(tensor, i));
    flat = flat == nullptr ? part : b.CreateNSWAdd(flat, part);
  }
  return {flat, inside};
}

llvm::Value* FunctionEmitter::to_inside(llvm::Value* at, llvm::Value* size, ir::Edge edge) {
  llvm::Value* last = b.CreateSub(size, i64(1));
  if (edge == ir::Edge::clamped) {
    llvm::Value* raised = b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, at, i64(0));
    return b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, raised, last);
  }
  // Reflected without repeating the edge; a size of 1 has no period, and 1 will do as well.
  llvm::Value* period =
      b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, b.CreateMul(last, i64(2)), i64(1));
  llvm::Value* m = b.CreateSRem(at, period);
  m = b.CreateSelect(b.CreateICmpSLT(m, i64(0)), b.CreateAdd(m, period), m);
  llvm::Value* reflected = b.CreateSelect(b.CreateICmpSLT(m, size), m, b.CreateSub(period, m));
  return b.CreateSelect(b.CreateICmpULT(at, size), at, reflected);
}

llvm::Value* FunctionEmitter::element_pointer(std::uint32_t tensor, llvm::Value* flat) {
  llvm::Value* data = tensor_field(tensor, offsetof(TensorArgument, data), b.getPtrTy(), "_data");
  return b.CreateInBoundsGEP(codegen.type_of(module.tensors[tensor].scalar), data, flat);
}

void FunctionEmitter::in_group(llvm::Instruction* access) {
  if (access_group != nullptr)
    access->setMetadata(llvm::LLVMContext::MD_access_group, access_group);
}

Lanes FunctionEmitter::load_tensor(const ir::Expr& e) {
  llvm::Type* type = codegen.type_of(e.type.scalar);
  const Location at = locate(e.index, e.args, e.edge);
  if (at.inside == nullptr) {
    llvm::LoadInst* load = b.CreateLoad(type, element_pointer(e.index, at.flat));
    in_group(load);
    return {load};
  }
  llvm::BasicBlock* before = b.GetInsertBlock();
  llvm::BasicBlock* inside = new_block("inside");
  llvm::BasicBlock* after = new_block("loaded");
  b.CreateCondBr(at.inside, inside, after);
  b.SetInsertPoint(inside);
  llvm::LoadInst* load = b.CreateLoad(type, element_pointer(e.index, at.flat));
  in_group(load);
  b.CreateBr(after);
  b.SetInsertPoint(after);
  llvm::PHINode* phi = b.CreatePHI(type, 2);
  phi->addIncoming(llvm::Constant::getNullValue(type), before);
  phi->addIncoming(load, inside);
  return {phi};
}

void FunctionEmitter::store_tensor(const ir::Stmt& s) {
  const Location at = locate(s.target, s.indices, ir::Edge::zero);
  llvm::Value* stored = scalar(s.value);
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
  llvm::Value* safe = b.CreateSelect(inside, index, i64(0));
  Lanes out = {};
  for (unsigned i = 0; i < type.lanes; ++i) {
    llvm::Value* loaded = b.CreateLoad(element, b.CreateInBoundsGEP(element, array[i], safe));
    out[i] = b.CreateSelect(inside, loaded, llvm::Constant::getNullValue(element));
  }
  return out;
}

void FunctionEmitter::store_element(const Lanes& array, ir::Type type, llvm::Value* index,
                                    const Lanes& stored) {
  llvm::Type* element = codegen.type_of(type.scalar);
  llvm::BasicBlock* inside = new_block("inside");
  llvm::BasicBlock* after = new_block("stored");
  b.CreateCondBr(b.CreateICmpULT(index, i64(type.length)), inside, after);
  b.SetInsertPoint(inside);
  for (unsigned i = 0; i < type.lanes; ++i)
    b.CreateStore(stored[i], b.CreateInBoundsGEP(element, array[i], index));
  fall_into(after);
}

namespace {

llvm::AtomicRMWInst::BinOp atomic_op(ir::AtomicOp op, bool is_unsigned) {
  using Op = llvm::AtomicRMWInst;
  switch (op) {
    case ir::AtomicOp::add_:
      return Op::Add;
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
  }
  return Op::Xchg;
}

}  // namespace

void FunctionEmitter::atomic(const ir::Stmt& s) {
  const ir::Scalar kind = module.exprs[s.value].type.scalar;
  llvm::Type* type = codegen.type_of(kind);
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
  llvm::Value* old = b.CreateAtomicRMW(atomic_op(s.atomic, ir::is_unsigned(kind)), pointer, operand,
                                       llvm::MaybeAlign(), llvm::AtomicOrdering::Monotonic);
  b.CreateBr(after);
  b.SetInsertPoint(after);
  llvm::PHINode* phi = b.CreatePHI(type, 2);
  phi->addIncoming(llvm::Constant::getNullValue(type), before);
  phi->addIncoming(old, inside);
  if (s.result != ir::none) b.CreateStore(phi, local(s.result)[0]);
}

}  // namespace dala::kernel::jit
