// f16 and bf16, which are integers of their bits here, from f32 and to it. The numbers are those of
// dala::f16 and dala::bf16 (dala/core/element_types.hpp) on every processor.
//
// Instructions for bf16 (AVX512_BF16) are not used: they take denormal numbers for zero.
#include "kernel/jit/function_emitter.hpp"

#include <limits>

namespace dala::kernel::jit {

using ir::Scalar;

llvm::Value* FunctionEmitter::widen_float(Scalar from, llvm::Value* bits) {
  llvm::Type* word = type_like(bits, b.getInt32Ty());
  llvm::Type* real = type_like(bits, b.getFloatTy());
  const auto number = [&](std::uint32_t v) { return llvm::ConstantInt::get(word, v); };
  if (from == Scalar::bf16)
    return b.CreateBitCast(b.CreateShl(b.CreateZExt(bits, word), number(16)), real);
  if (codegen.target.has_half)
    return b.CreateFPExt(b.CreateBitCast(bits, type_like(bits, b.getHalfTy())), real);
  llvm::Value* given = b.CreateZExt(bits, word);
  llvm::Value* sign = b.CreateShl(b.CreateAnd(given, number(0x8000)), number(16));
  llvm::Value* size = b.CreateAnd(given, number(0x7FFF));
  llvm::Value* shifted = b.CreateShl(size, number(13));
  llvm::Value* normal = b.CreateAdd(shifted, number(0x3800'0000));
  llvm::Value* is_nan = b.CreateICmpUGT(size, number(0x7C00));
  llvm::Value* special =
      b.CreateOr(shifted, b.CreateSelect(is_nan, number(0x7FC0'0000), number(0x7F80'0000)));
  llvm::Value* tiny = b.CreateBitCast(
      b.CreateFMul(b.CreateUIToFP(size, real), llvm::ConstantFP::get(real, 0x1p-24)), word);
  llvm::Value* finite = b.CreateSelect(b.CreateICmpULT(size, number(0x0400)), tiny, normal);
  llvm::Value* found = b.CreateSelect(b.CreateICmpUGE(size, number(0x7C00)), special, finite);
  return b.CreateBitCast(b.CreateOr(sign, found), real);
}

// What is too large for a half becomes infinite before it is one. LLVM 19 takes an integer with few
// digits for one that a half holds exactly, however large it is, and leaves out the conversion.
llvm::Value* FunctionEmitter::beyond_half(llvm::Value* a) {
  constexpr double first_infinite = 65520;
  const auto number = [&](double v) { return llvm::ConstantFP::get(a->getType(), v); };
  const double infinity = std::numeric_limits<double>::infinity();
  llvm::Value* above = b.CreateFCmpOGE(a, number(first_infinite));
  llvm::Value* below = b.CreateFCmpOLE(a, number(-first_infinite));
  return b.CreateSelect(above, number(infinity), b.CreateSelect(below, number(-infinity), a));
}

llvm::Value* FunctionEmitter::narrow_float(Scalar to, llvm::Value* a) {
  llvm::Type* word = type_like(a, b.getInt32Ty());
  llvm::Type* half = type_like(a, b.getInt16Ty());
  const auto number = [&](std::uint32_t v) { return llvm::ConstantInt::get(word, v); };
  if (to == Scalar::f16 && codegen.target.has_half)
    return b.CreateBitCast(b.CreateFPTrunc(beyond_half(a), type_like(a, b.getHalfTy())), half);
  llvm::Value* given = b.CreateBitCast(a, word);
  llvm::Value* size = b.CreateAnd(given, number(0x7FFF'FFFF));
  llvm::Value* is_nan = b.CreateICmpUGT(size, number(0x7F80'0000));
  const auto bit = [&](llvm::Value* v, unsigned at) {
    return b.CreateAnd(b.CreateLShr(v, number(at)), number(1));
  };
  if (to == Scalar::bf16) {
    llvm::Value* nearest =
        b.CreateLShr(b.CreateAdd(b.CreateAdd(given, number(0x7FFF)), bit(given, 16)), number(16));
    llvm::Value* quiet = b.CreateOr(b.CreateLShr(given, number(16)), number(0x40));
    return b.CreateTrunc(b.CreateSelect(is_nan, quiet, nearest), half);
  }
  llvm::Value* sign = b.CreateAnd(b.CreateLShr(given, number(16)), number(0x8000));
  llvm::Value* normal = b.CreateLShr(
      b.CreateAdd(b.CreateSub(size, number(0x3800'0000 - 0xFFF)), bit(size, 13)), number(13));
  // Beside 0.5 the last digit of a float is worth 2^-24, as that of a denormal number is.
  llvm::Value* is_tiny = b.CreateICmpULT(size, number(0x3880'0000));
  llvm::Value* at_half =
      b.CreateFAdd(b.CreateBitCast(b.CreateSelect(is_tiny, size, number(0)), a->getType()),
                   llvm::ConstantFP::get(a->getType(), 0.5));
  llvm::Value* tiny = b.CreateSub(b.CreateBitCast(at_half, word), number(0x3F00'0000));
  llvm::Value* payload =
      b.CreateOr(b.CreateAnd(b.CreateLShr(size, number(13)), number(0x3FF)), number(0x7E00));
  llvm::Value* special = b.CreateSelect(is_nan, payload, number(0x7C00));
  llvm::Value* found = b.CreateSelect(b.CreateICmpUGE(size, number(0x4780'0000)), special,
                                      b.CreateSelect(is_tiny, tiny, normal));
  return b.CreateTrunc(b.CreateOr(sign, found), half);
}

}  // namespace dala::kernel::jit
