// The maths library.
#include <llvm/IR/Intrinsics.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "kernel/jit/function_emitter.hpp"

namespace dala::kernel::jit {

using ir::MathOp;
using ir::Scalar;

namespace {

// What the C library calls it, or null when the function is put together from others.
const char* library_name(MathOp op) {
  switch (op) {
    case MathOp::exp:
      return "exp";
    case MathOp::exp2:
      return "exp2";
    case MathOp::log:
      return "log";
    case MathOp::log2:
      return "log2";
    case MathOp::pow:
      return "pow";
    case MathOp::sin:
      return "sin";
    case MathOp::cos:
      return "cos";
    case MathOp::tan:
      return "tan";
    case MathOp::asin:
      return "asin";
    case MathOp::acos:
      return "acos";
    case MathOp::atan:
      return "atan";
    case MathOp::atan2:
      return "atan2";
    case MathOp::tanh:
      return "tanh";
    default:
      return nullptr;
  }
}

// LLVM uses the vector forms that are named at the call when it vectorises the loop around it.
void add_vector_forms(llvm::Module& out, llvm::CallInst* call, const std::string& name) {
  std::string forms;
  for (const unsigned bytes : {32U, 64U}) {
    llvm::Function* function =
        vector_form(out, name, call->getType(), static_cast<unsigned>(call->arg_size()), bytes);
    if (function == nullptr) return;
    llvm::appendToCompilerUsed(out, {function});
    const std::string symbol = function->getName().str();
    forms.append(forms.empty() ? "" : ",").append(symbol);
    forms.append("(").append(symbol).append(")");
  }
  call->addFnAttr(llvm::Attribute::get(out.getContext(), "vector-function-abi-variant", forms));
}

}  // namespace

llvm::Function* vector_form(llvm::Module& out, const std::string& name, llvm::Type* type,
                            unsigned arguments, unsigned bytes) {
#if defined(__x86_64__) && defined(__GLIBC__)
  if (bytes != 32 && bytes != 64) return nullptr;
  const unsigned lanes = bytes / (type->isFloatTy() ? 4 : 8);
  const std::string symbol = std::string("_ZGV") + (bytes == 64 ? "e" : "d") + "N" +
                             std::to_string(lanes) + std::string(arguments, 'v') + "_" + name;
  auto* vector = llvm::FixedVectorType::get(type, lanes);
  const std::vector<llvm::Type*> taken(arguments, vector);
  auto declared = out.getOrInsertFunction(symbol, llvm::FunctionType::get(vector, taken, false));
  auto* function = llvm::cast<llvm::Function>(declared.getCallee());
  function->setDoesNotThrow();
  function->setDoesNotAccessMemory();
  return function;
#else
  static_cast<void>(out);
  static_cast<void>(name);
  static_cast<void>(type);
  static_cast<void>(arguments);
  static_cast<void>(bytes);
  return nullptr;
#endif
}

bool is_inexact(MathOp op) {
  return library_name(op) != nullptr || op == MathOp::sigmoid || op == MathOp::rsqrt;
}

// With a NaN the other value; the first of two zeros.
llvm::Value* FunctionEmitter::smaller(llvm::Value* a, llvm::Value* c) {
  return b.CreateSelect(b.CreateOr(b.CreateFCmpOLT(c, a), b.CreateFCmpUNO(a, a)), c, a);
}
llvm::Value* FunctionEmitter::larger(llvm::Value* a, llvm::Value* c) {
  return b.CreateSelect(b.CreateOr(b.CreateFCmpOGT(c, a), b.CreateFCmpUNO(a, a)), c, a);
}

llvm::Value* FunctionEmitter::dot(const Lanes& a, const Lanes& c, unsigned lanes) {
  const auto product_of = [&](unsigned i) {
    return binary(ir::BinaryOp::mul, Scalar::f32, a[i], c[i]);
  };
  llvm::Value* sum = product_of(0);
  for (unsigned i = 1; i < lanes; ++i)
    sum = binary(ir::BinaryOp::add, Scalar::f32, sum, product_of(i));
  return sum;
}

Lanes FunctionEmitter::math(const ir::Expr& e) {
  std::array<Lanes, 3> args = {};
  for (std::size_t i = 0; i < e.args.size(); ++i) args[i] = value(e.args[i]);
  const ir::Type type = module.exprs[e.args[0]].type;
  const auto square_root = [&](llvm::Value* x) {
    return b.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, x);
  };
  Lanes out = {};
  switch (e.math) {
    case MathOp::select:
      for (unsigned i = 0; i < e.type.lanes; ++i) out[i] = pick(args[0][0], args[1][i], args[2][i]);
      return out;
    case MathOp::dot:
      return {dot(args[0], args[1], type.lanes)};
    case MathOp::length:
      return {square_root(dot(args[0], args[0], type.lanes))};
    case MathOp::normalize: {
      llvm::Value* length = square_root(dot(args[0], args[0], type.lanes));
      for (unsigned i = 0; i < type.lanes; ++i)
        out[i] = binary(ir::BinaryOp::div, Scalar::f32, args[0][i], length);
      return out;
    }
    default:
      break;
  }
  const auto count = static_cast<unsigned>(e.args.size());
  for (unsigned lane = 0; lane < type.lanes; ++lane) {
    Lanes x = {args[0][lane], args[1][lane], args[2][lane]};
    for (unsigned i = 0; i < count; ++i)
      for (unsigned other = 0; other < count; ++other) x[i] = like(x[other], x[i]);
    if (ir::is_integer(type.scalar))
      out[lane] = integer_math(e.math, type.scalar, x);
    else if (is_inexact(e.math))
      out[lane] = function_math(e.math, type.scalar, x, count);
    else
      out[lane] = real_math(e.math, x);
  }
  return out;
}

llvm::Value* FunctionEmitter::real_math(MathOp op, const Lanes& x) {
  llvm::Type* type = x[0]->getType();
  const auto number = [&](double v) { return llvm::ConstantFP::get(type, v); };
  const auto one = [&](llvm::Intrinsic::ID id) { return b.CreateUnaryIntrinsic(id, x[0]); };
  switch (op) {
    case MathOp::min:
      return smaller(x[0], x[1]);
    case MathOp::max:
      return larger(x[0], x[1]);
    case MathOp::clamp:
      return smaller(larger(x[0], x[1]), x[2]);
    case MathOp::abs:
      return one(llvm::Intrinsic::fabs);
    case MathOp::sign: {
      llvm::Value* negative = b.CreateSelect(b.CreateFCmpOLT(x[0], number(0)), number(-1), x[0]);
      return b.CreateSelect(b.CreateFCmpOGT(x[0], number(0)), number(1), negative);
    }
    case MathOp::mix:
      return b.CreateFAdd(x[0], b.CreateFMul(b.CreateFSub(x[1], x[0]), x[2]));
    case MathOp::step:
      return b.CreateSelect(b.CreateFCmpOLT(x[1], x[0]), number(0), number(1));
    case MathOp::smoothstep: {
      llvm::Value* ratio = b.CreateFDiv(b.CreateFSub(x[2], x[0]), b.CreateFSub(x[1], x[0]));
      llvm::Value* t = smaller(larger(ratio, number(0)), number(1));
      return b.CreateFMul(b.CreateFMul(t, t), b.CreateFSub(number(3), b.CreateFMul(number(2), t)));
    }
    case MathOp::floor:
      return one(llvm::Intrinsic::floor);
    case MathOp::ceil:
      return one(llvm::Intrinsic::ceil);
    case MathOp::round:
      return one(llvm::Intrinsic::round);
    case MathOp::trunc:
      return one(llvm::Intrinsic::trunc);
    case MathOp::fract:
      return b.CreateFSub(x[0], one(llvm::Intrinsic::floor));
    case MathOp::sqrt:
      return one(llvm::Intrinsic::sqrt);
    case MathOp::to_bits:
      return b.CreateBitCast(x[0],
                             type_like(x[0], b.getIntNTy(x[0]->getType()->getScalarSizeInBits())));
    default:  // fma; the others are not exact
      return b.CreateIntrinsic(llvm::Intrinsic::fma, {type}, {x[0], x[1], x[2]});
  }
}

llvm::Value* FunctionEmitter::integer_math(MathOp op, Scalar kind, const Lanes& x) {
  const bool is_unsigned = ir::is_unsigned(kind);
  llvm::Value* zero = llvm::Constant::getNullValue(x[0]->getType());
  const auto least = is_unsigned ? llvm::Intrinsic::umin : llvm::Intrinsic::smin;
  const auto most = is_unsigned ? llvm::Intrinsic::umax : llvm::Intrinsic::smax;
  switch (op) {
    case MathOp::min:
      return b.CreateBinaryIntrinsic(least, x[0], x[1]);
    case MathOp::max:
      return b.CreateBinaryIntrinsic(most, x[0], x[1]);
    case MathOp::clamp:
      return b.CreateBinaryIntrinsic(least, b.CreateBinaryIntrinsic(most, x[0], x[1]), x[2]);
    case MathOp::abs:
      if (is_unsigned) return x[0];
      return b.CreateSelect(b.CreateICmpSLT(x[0], zero), b.CreateNeg(x[0]), x[0]);
    case MathOp::sign: {
      llvm::Value* positive =
          is_unsigned ? b.CreateICmpNE(x[0], zero) : b.CreateICmpSGT(x[0], zero);
      llvm::Value* above = b.CreateZExt(positive, x[0]->getType());
      if (is_unsigned) return above;
      return b.CreateSub(above, b.CreateZExt(b.CreateICmpSLT(x[0], zero), x[0]->getType()));
    }
    case MathOp::mul_hi: {
      const auto widened = [&](llvm::Value* v) {
        llvm::Type* wide = type_like(v, b.getInt64Ty());
        return is_unsigned ? b.CreateZExt(v, wide) : b.CreateSExt(v, wide);
      };
      llvm::Value* product = b.CreateMul(widened(x[0]), widened(x[1]));
      return b.CreateTrunc(b.CreateLShr(product, 32), x[0]->getType());
    }
    case MathOp::from_bits:
      return b.CreateBitCast(x[0],
                             type_like(x[0], codegen.type_of(ir::type_of_bits({kind}).scalar)));
    case MathOp::popcount:
      return b.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, x[0]);
    case MathOp::leading_zeros:
      return b.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, x[0], b.getFalse());
    default:
      return b.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, x[0], b.getFalse());
  }
}

llvm::Value* FunctionEmitter::function_math(MathOp op, Scalar kind, const Lanes& x,
                                            unsigned count) {
  if (codegen.options.exact_math) return exact_math(op, kind, x, count);
  llvm::Type* type = x[0]->getType();
  llvm::Value* one = llvm::ConstantFP::get(type, 1.0);
  if (op == MathOp::rsqrt)
    return b.CreateFDiv(one, b.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, x[0]));
  if (op == MathOp::sigmoid) {
    // With the power of the negative side, which cannot overflow.
    llvm::Value* size = b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x[0]);
    llvm::Value* power = function_math(MathOp::exp, kind, {b.CreateFNeg(size)}, 1);
    llvm::Value* is_negative = b.CreateFCmpOLT(x[0], llvm::ConstantFP::get(type, 0.0));
    return b.CreateFDiv(b.CreateSelect(is_negative, power, one), b.CreateFAdd(one, power));
  }
  return library_math(std::string(library_name(op)) + (ir::bits_of(kind) == 32 ? "f" : ""), x,
                      count);
}

llvm::Value* FunctionEmitter::library_math(const std::string& name, const Lanes& x,
                                           unsigned count) {
  llvm::Type* type = x[0]->getType();
  const std::vector<llvm::Type*> taken(count, type);
  auto callee = codegen.out.getOrInsertFunction(name, llvm::FunctionType::get(type, taken, false));
  llvm::CallInst* call = b.CreateCall(callee, llvm::ArrayRef<llvm::Value*>(x.data(), count));
  call->setDoesNotThrow();
  call->setDoesNotAccessMemory();
  call->addFnAttr(llvm::Attribute::WillReturn);
  add_vector_forms(codegen.out, call, name);
  return call;
}

// dala_exact_math(op, kind, a, b, c) in compiler.cpp: the interpreter's own.
llvm::Value* FunctionEmitter::exact_math(MathOp op, Scalar kind, const Lanes& x, unsigned count) {
  llvm::Type* bits_type = codegen.type_of(ir::bits_type({kind}).scalar);
  std::vector<llvm::Value*> passed = {i32(static_cast<int>(op)), i32(static_cast<int>(kind))};
  for (unsigned i = 0; i < 3; ++i) {
    llvm::Value* bits = i64(0);
    if (i < count) bits = b.CreateZExt(b.CreateBitCast(x[i], bits_type), b.getInt64Ty());
    passed.push_back(bits);
  }
  auto* type = llvm::FunctionType::get(
      b.getInt64Ty(),
      {b.getInt32Ty(), b.getInt32Ty(), b.getInt64Ty(), b.getInt64Ty(), b.getInt64Ty()}, false);
  llvm::CallInst* call =
      b.CreateCall(codegen.out.getOrInsertFunction("dala_exact_math", type), passed);
  call->setDoesNotThrow();
  call->setDoesNotAccessMemory();
  return b.CreateBitCast(b.CreateTrunc(call, bits_type), codegen.type_of(kind));
}

}  // namespace dala::kernel::jit
