#include "kernel/jit/byte_tables.hpp"

#include <array>
#include <vector>

#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

namespace dala::kernel::jit {

namespace {

constexpr const char* one_name = "dala_byte";
constexpr const char* many_name = "dala_bytes";
constexpr unsigned lanes = 16;            // of 32 bits in a vector of 64 bytes
constexpr unsigned bytes_of_vector = 64;  // which are also the bytes that a register holds

// Not to be dissolved before loops are vectorised.
llvm::Function* declare(llvm::Module& out, const char* name, llvm::Type* type) {
  auto* function = llvm::Function::Create(
      llvm::FunctionType::get(type, {llvm::PointerType::getUnqual(out.getContext()), type}, false),
      llvm::GlobalValue::InternalLinkage, name, out);
  function->setDoesNotThrow();
  function->setWillReturn();
  function->addFnAttr(llvm::Attribute::NoInline);
  return function;
}

llvm::Function* make_one(llvm::Module& out) {
  llvm::IRBuilder<> b(out.getContext());
  llvm::Function* function = declare(out, one_name, b.getInt32Ty());
  b.SetInsertPoint(llvm::BasicBlock::Create(out.getContext(), "", function));
  llvm::Value* byte = b.CreateLoad(
      b.getInt8Ty(), b.CreateInBoundsGEP(b.getInt8Ty(), function->getArg(0), function->getArg(1)));
  b.CreateRet(b.CreateZExt(byte, b.getInt32Ty()));
  return function;
}

// The lowest seven bits of a byte choose among two registers, the highest among two such pairs.
// What the other bytes of a lane choose is cut off.
void make_many(llvm::Module& out) {
  llvm::IRBuilder<> b(out.getContext());
  auto* words = llvm::FixedVectorType::get(b.getInt32Ty(), lanes);
  auto* bytes = llvm::FixedVectorType::get(b.getInt8Ty(), bytes_of_vector);
  llvm::Function* function = declare(out, many_name, words);
  b.SetInsertPoint(llvm::BasicBlock::Create(out.getContext(), "", function));
  std::array<llvm::Value*, 4> table = {};
  for (std::uint64_t i = 0; i < table.size(); ++i)
    table[i] = b.CreateAlignedLoad(
        bytes,
        b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), function->getArg(0), i * bytes_of_vector),
        llvm::Align(1));
  llvm::Value* at = b.CreateBitCast(function->getArg(1), bytes);
  const auto pick = [&](llvm::Value* low, llvm::Value* high) {
    return b.CreateIntrinsic(llvm::Intrinsic::x86_avx512_vpermi2var_qi_512, {}, {low, at, high});
  };
  llvm::Value* lower = pick(table[0], table[1]);
  llvm::Value* upper = pick(table[2], table[3]);
  llvm::Value* is_upper = b.CreateICmpSLT(at, llvm::Constant::getNullValue(bytes));
  llvm::Value* picked = b.CreateBitCast(b.CreateSelect(is_upper, upper, lower), words);
  b.CreateRet(b.CreateAnd(picked, llvm::ConstantInt::get(words, 0xFF)));
  llvm::appendToCompilerUsed(out, {function});
}

}  // namespace

llvm::Value* look_up_byte(llvm::IRBuilder<>& b, llvm::Module& out, llvm::Value* table,
                          llvm::Value* at) {
  llvm::Function* one = out.getFunction(one_name);
  if (one == nullptr) {
    one = make_one(out);
    make_many(out);
  }
  llvm::CallInst* call = b.CreateCall(one, {table, at});
  call->setDoesNotThrow();
  // Inputs stay as they are while a kernel runs, so the loop need not care that memory is read.
  call->setDoesNotAccessMemory();
  call->addFnAttr(llvm::Attribute::WillReturn);
  call->addFnAttr(llvm::Attribute::get(out.getContext(), "vector-function-abi-variant",
                                       "_ZGV_LLVM_N16uv_dala_byte(dala_bytes)"));
  return call;
}

bool has_byte_look_ups(const llvm::Module& module) {
  return module.getFunction(one_name) != nullptr;
}

void settle_byte_look_ups(llvm::Module& module) {
  for (const char* name : {one_name, many_name}) {
    llvm::Function* function = module.getFunction(name);
    if (function == nullptr) continue;
    std::vector<llvm::CallInst*> calls;
    for (llvm::User* user : function->users())
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(user)) calls.push_back(call);
    for (llvm::CallInst* call : calls) {
      llvm::InlineFunctionInfo info;
      llvm::InlineFunction(*call, info);
    }
  }
}

}  // namespace dala::kernel::jit
