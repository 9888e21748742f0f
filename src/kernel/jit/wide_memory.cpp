// Loads and stores of a vector of invocations.
#include <algorithm>
#include <numeric>

#include "kernel/jit/wide_emitter.hpp"

namespace dala::kernel::jit {

// Whether neighbouring invocations use neighbouring elements, so that a vector of them is one load
// or store. Elements inside the tensor are: even if the computation of the index wraps, the
// distance between two elements is that between their invocations.
bool WideEmitter::is_row(std::uint32_t tensor, const std::vector<ir::ExprId>& indices,
                         ir::Edge edge) const {
  const auto is_uniform = [&](ir::ExprId id) { return spreads_.of(id) == Spread::uniform; };
  const auto is_proven = [&](ir::ExprId id) {
    const auto affine = place.inner ? codegen.analysis.affine(id) : std::nullopt;
    return affine && needs_bounds_condition(*affine, edge);
  };
  if (place.inner && place.row_element != nullptr && follows_row(codegen.analysis, indices)) {
    const auto x = codegen.analysis.affine(indices[1]);
    return is_uniform(indices[0]) &&
           std::ranges::all_of(x->terms, [&](const Affine::Term& t) { return is_uniform(t.expr); });
  }
  if (spreads_.of(indices.back()) != Spread::neighbours) return false;
  // An edge moves indices, unless they are known to be inside.
  if (edge != ir::Edge::zero && !is_proven(indices.back())) return false;
  if (indices.size() > 1 && module.tensors[tensor].rank != indices.size()) return false;
  return std::all_of(indices.begin(), indices.end() - 1, is_uniform);
}

llvm::Value* WideEmitter::first_of(llvm::Value* v) {
  return v->getType()->isVectorTy() ? b.CreateExtractElement(v, std::uint64_t{0}) : v;
}

Lanes WideEmitter::load_tensor(const ir::Expr& e) {
  const Location at = locate(e.index, e.args, e.edge);
  const bool is_wide = at.flat->getType()->isVectorTy() ||
                       (at.inside != nullptr && at.inside->getType()->isVectorTy());
  if (!is_wide) return {read_place(e, at)};
  llvm::Type* type = codegen.type_of(e.type.scalar);
  llvm::Value* mask = both_masks(active(), at.inside);
  if (is_row(e.index, e.args, e.edge)) {
    return {b.CreateMaskedLoad(wide(type), element_pointer(e.index, first_of(at.flat)),
                               llvm::Align(ir::bytes_of(e.type.scalar)), mask,
                               llvm::Constant::getNullValue(wide(type)))};
  }
  // The others read a zero, so that all can read without a question.
  llvm::Value* pointers = wide(element_pointer(e.index, at.flat));
  return {load_each(type, pick(mask, pointers, codegen.zero()))};
}

// Where several store to the same element the last one's value is kept, as it is one by one.
void WideEmitter::store_tensor(const ir::Stmt& s) {
  const Location at = locate(s.target, s.indices, ir::Edge::zero);
  llvm::Value* stored = wide(scalar(s.value));
  llvm::Value* mask = both_masks(active(), at.inside);
  const llvm::Align align(ir::bytes_of(module.tensors[s.target].scalar));
  if (is_row(s.target, s.indices, ir::Edge::zero)) {
    b.CreateMaskedStore(stored, element_pointer(s.target, first_of(at.flat)), align, mask);
    return;
  }
  b.CreateMaskedScatter(stored, wide(element_pointer(s.target, at.flat)), align, mask);
}

// One invocation after the other.
void WideEmitter::atomic(const ir::Stmt& s) {
  llvm::Type* type = codegen.type_of(module.exprs[s.value].type.scalar);
  const Location at = locate(s.target, s.indices, ir::Edge::zero);
  llvm::Value* operands = wide(scalar(s.value));
  llvm::Value* pointers = wide(element_pointer(s.target, at.flat));
  llvm::Type* bits_type = b.getIntNTy(lanes_);
  llvm::Value* bits = b.CreateBitCast(both_masks(active(), at.inside), bits_type);
  llvm::Value* zero = llvm::ConstantInt::get(bits_type, 0);
  llvm::BasicBlock* before = b.GetInsertBlock();
  llvm::BasicBlock* test = new_block("exchanges");
  llvm::BasicBlock* one = new_block("exchange");
  llvm::BasicBlock* after = new_block("exchanged");
  b.CreateBr(test);
  b.SetInsertPoint(test);
  llvm::PHINode* left = b.CreatePHI(bits_type, 2);
  llvm::PHINode* olds = b.CreatePHI(wide(type), 2);
  left->addIncoming(bits, before);
  olds->addIncoming(llvm::Constant::getNullValue(wide(type)), before);
  b.CreateCondBr(b.CreateICmpNE(left, zero), one, after);
  b.SetInsertPoint(one);
  llvm::Value* lane = b.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, left, b.getTrue());
  llvm::Value* old =
      exchange(s, b.CreateExtractElement(pointers, lane), b.CreateExtractElement(operands, lane));
  olds->addIncoming(b.CreateInsertElement(olds, old, lane), one);
  llvm::Value* without = b.CreateSub(left, llvm::ConstantInt::get(bits_type, 1));
  left->addIncoming(b.CreateAnd(left, without), one);
  b.CreateBr(test);
  b.SetInsertPoint(after);
  if (s.result != ir::none)
    write(local(s.result), source.locals[s.result].type, {olds}, !divergent_);
}

llvm::Type* WideEmitter::array_element(ir::Type type) const {
  return type.scalar == ir::Scalar::boolean ? llvm::Type::getInt8Ty(codegen.context)
                                            : codegen.type_of(type.scalar);
}

// Of the element's vector, or of each invocation's own element.
llvm::Value* WideEmitter::array_pointer(llvm::Value* array, ir::Type type, llvm::Value* index) {
  llvm::Type* element = array_element(type);
  if (!index->getType()->isVectorTy()) return b.CreateInBoundsGEP(wide(element), array, index);
  std::vector<std::uint64_t> numbers(lanes_);
  std::iota(numbers.begin(), numbers.end(), 0);
  llvm::Value* flat = b.CreateAdd(b.CreateMul(index, wide(i64(lanes_))),
                                  llvm::ConstantDataVector::get(codegen.context, numbers));
  return b.CreateInBoundsGEP(element, array, flat);
}

Lanes WideEmitter::load_element(const Lanes& array, ir::Type type, llvm::Value* index) {
  llvm::Value* inside = b.CreateICmpULT(index, like(index, i64(type.length)));
  llvm::Value* safe = pick(inside, index, i64(0));
  llvm::Type* element = array_element(type);
  Lanes out = {};
  for (unsigned i = 0; i < type.lanes; ++i) {
    llvm::Value* pointer = array_pointer(array[i], type, safe);
    llvm::Value* loaded = pointer->getType()->isVectorTy() ? load_each(element, pointer)
                                                           : b.CreateLoad(wide(element), pointer);
    loaded = pick(inside, loaded, llvm::Constant::getNullValue(wide(element)));
    out[i] = b.CreateTrunc(loaded, wide(codegen.type_of(type.scalar)));
  }
  return out;
}

void WideEmitter::store_element(const Lanes& array, ir::Type type, llvm::Value* index,
                                const Lanes& stored) {
  llvm::Value* inside = b.CreateICmpULT(index, like(index, i64(type.length)));
  llvm::Type* element = array_element(type);
  const bool one_by_one = index->getType()->isVectorTy();
  llvm::Value* safe = pick(inside, index, i64(0));
  llvm::Value* mask = divergent_ ? both_masks(active(), inside) : wide(inside);
  for (unsigned i = 0; i < type.lanes; ++i) {
    llvm::Value* v = b.CreateZExt(wide(stored[i]), wide(element));
    llvm::Value* pointer = array_pointer(array[i], type, safe);
    if (one_by_one) {
      b.CreateMaskedScatter(v, pointer, llvm::Align(element->getPrimitiveSizeInBits() / 8), mask);
      continue;
    }
    b.CreateStore(b.CreateSelect(mask, v, b.CreateLoad(wide(element), pointer)), pointer);
  }
}

}  // namespace dala::kernel::jit
