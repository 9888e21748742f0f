// Operators and casts, with the results that docs/kernel-language.md states for every operand.
#include <llvm/IR/Intrinsics.h>

#include "kernel/ir/scalar_ops.hpp"
#include "kernel/jit/function_emitter.hpp"

namespace dala::kernel::jit {

using ir::BinaryOp;
using ir::Scalar;

llvm::Value* FunctionEmitter::unary(ir::UnaryOp op, Scalar kind, llvm::Value* a) {
  if (op == ir::UnaryOp::invert) return b.CreateNot(a);
  return ir::is_float(kind) ? b.CreateFNeg(a) : b.CreateNeg(a);
}

namespace {

llvm::CmpInst::Predicate predicate(BinaryOp op, Scalar kind) {
  using P = llvm::CmpInst::Predicate;
  const bool real = ir::is_float(kind);
  const bool is_signed = ir::is_signed(kind);
  const auto pick = [&](P f, P s, P u) { return real ? f : (is_signed ? s : u); };
  switch (op) {
    case BinaryOp::equal:
      return pick(P::FCMP_OEQ, P::ICMP_EQ, P::ICMP_EQ);
    case BinaryOp::not_equal:
      return pick(P::FCMP_UNE, P::ICMP_NE, P::ICMP_NE);
    case BinaryOp::less:
      return pick(P::FCMP_OLT, P::ICMP_SLT, P::ICMP_ULT);
    case BinaryOp::less_equal:
      return pick(P::FCMP_OLE, P::ICMP_SLE, P::ICMP_ULE);
    case BinaryOp::greater:
      return pick(P::FCMP_OGT, P::ICMP_SGT, P::ICMP_UGT);
    default:
      return pick(P::FCMP_OGE, P::ICMP_SGE, P::ICMP_UGE);
  }
}

// By zero: 0. MIN by -1: MIN, and no rest. The divisor is replaced where dividing would trap.
llvm::Value* divide(llvm::IRBuilder<>& b, BinaryOp op, Scalar kind, llvm::Value* a,
                    llvm::Value* d) {
  llvm::Type* type = a->getType();
  llvm::Value* zero = llvm::ConstantInt::get(type, 0);
  llvm::Value* one = llvm::ConstantInt::get(type, 1);
  const bool quotient = op == BinaryOp::div;
  llvm::Value* by_zero = b.CreateICmpEQ(d, zero);
  if (ir::is_unsigned(kind)) {
    llvm::Value* safe = b.CreateSelect(by_zero, one, d);
    llvm::Value* result = quotient ? b.CreateUDiv(a, safe) : b.CreateURem(a, safe);
    return b.CreateSelect(by_zero, zero, result);
  }
  llvm::Value* by_minus_one = b.CreateICmpEQ(d, llvm::ConstantInt::getAllOnesValue(type));
  llvm::Value* safe = b.CreateSelect(b.CreateOr(by_zero, by_minus_one), one, d);
  llvm::Value* result = quotient ? b.CreateSDiv(a, safe) : b.CreateSRem(a, safe);
  llvm::Value* special = quotient ? b.CreateNeg(a) : zero;
  return b.CreateSelect(by_zero, zero, b.CreateSelect(by_minus_one, special, result));
}

}  // namespace

llvm::Value* FunctionEmitter::binary(BinaryOp op, Scalar kind, llvm::Value* a, llvm::Value* c) {
  const bool real = ir::is_float(kind);
  match(a, c);
  if (ir::is_comparison(op)) return b.CreateCmp(predicate(op, kind), a, c);
  const auto count = [&] {
    return b.CreateAnd(c, llvm::ConstantInt::get(c->getType(), ir::bits_of(kind) - 1));
  };
  switch (op) {
    case BinaryOp::add:
      return real ? b.CreateFAdd(a, c) : b.CreateAdd(a, c);
    case BinaryOp::sub:
      return real ? b.CreateFSub(a, c) : b.CreateSub(a, c);
    case BinaryOp::mul:
      return real ? b.CreateFMul(a, c) : b.CreateMul(a, c);
    case BinaryOp::div:
      return real ? b.CreateFDiv(a, c) : divide(b, op, kind, a, c);
    case BinaryOp::rem:
      return real ? b.CreateFRem(a, c) : divide(b, op, kind, a, c);
    case BinaryOp::bit_and:
    case BinaryOp::logical_and:
      return b.CreateAnd(a, c);
    case BinaryOp::bit_or:
    case BinaryOp::logical_or:
      return b.CreateOr(a, c);
    case BinaryOp::bit_xor:
      return b.CreateXor(a, c);
    case BinaryOp::shl:
      return b.CreateShl(a, count());
    default:
      return ir::is_unsigned(kind) ? b.CreateLShr(a, count()) : b.CreateAShr(a, count());
  }
}

llvm::Value* FunctionEmitter::pick(llvm::Value* condition, llvm::Value* yes, llvm::Value* no) {
  match(yes, no);
  return b.CreateSelect(condition, like(condition, yes), like(condition, no));
}

llvm::Value* FunctionEmitter::cast(Scalar from, Scalar to, llvm::Value* a) {
  if (from == to) return a;
  if (ir::is_small_float(from)) return widen_float(from, a);
  if (ir::is_small_float(to)) return narrow_float(to, a);
  llvm::Type* type = type_like(a, codegen.type_of(to));
  const bool zero_extends = from == Scalar::boolean || ir::is_unsigned(from);
  if (ir::is_float(to)) {
    if (ir::is_float(from)) return b.CreateFPCast(a, type);
    return zero_extends ? b.CreateUIToFP(a, type) : b.CreateSIToFP(a, type);
  }
  // In 32 bits: LLVM's own conversion to so narrow a type takes vectors apart. NaN fails the first
  // comparison.
  if (ir::is_float(from) && ir::is_narrow(to)) {
    const auto end = [&](std::uint64_t bits) {
      return llvm::ConstantFP::get(a->getType(), static_cast<double>(ir::as_s64(bits)));
    };
    const std::uint64_t half = std::uint64_t{1} << (ir::bits_of(to) - 1);
    llvm::Value* least = end(ir::is_unsigned(to) ? 0 : 0 - half);
    llvm::Value* most = end(ir::is_unsigned(to) ? 2 * half - 1 : half - 1);
    llvm::Value* raised = b.CreateSelect(b.CreateFCmpOGT(a, least), a, least);
    // What is not above the least value of a signed type is that value, but for NaN.
    if (ir::is_signed(to))
      raised =
          b.CreateSelect(b.CreateFCmpORD(a, a), raised, llvm::Constant::getNullValue(a->getType()));
    llvm::Value* within = b.CreateSelect(b.CreateFCmpOLT(raised, most), raised, most);
    return b.CreateTrunc(b.CreateFPToSI(within, type_like(a, b.getInt32Ty())), type);
  }
  if (ir::is_float(from)) {
    const auto intrinsic =
        ir::is_unsigned(to) ? llvm::Intrinsic::fptoui_sat : llvm::Intrinsic::fptosi_sat;
    return b.CreateIntrinsic(intrinsic, {type, a->getType()}, {a});
  }
  return zero_extends ? b.CreateZExtOrTrunc(a, type) : b.CreateSExtOrTrunc(a, type);
}

}  // namespace dala::kernel::jit
