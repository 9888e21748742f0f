// The inner part of a kernel and its helpers, for vectors of invocations.
#include <numeric>

#include "kernel/jit/domain_parts.hpp"
#include "kernel/jit/wide_emitter.hpp"

namespace dala::kernel::jit {

namespace {

llvm::Function* declare_wide_helper(Codegen& codegen, const ir::Function& source) {
  llvm::LLVMContext& context = codegen.context;
  const auto vector_of = [&](ir::Scalar kind) {
    return llvm::FixedVectorType::get(codegen.type_of(kind), codegen.wide_lanes);
  };
  auto* pointer = llvm::PointerType::get(context, 0);
  std::vector<llvm::Type*> taken = {pointer, pointer, vector_of(ir::Scalar::boolean)};
  bool has_arrays = false;
  for (const ir::Local& l : source.locals) has_arrays = has_arrays || l.type.is_array();
  for (std::uint32_t i = 0; i < source.arguments; ++i)
    taken.insert(taken.end(), source.locals[i].type.lanes, vector_of(source.locals[i].type.scalar));
  llvm::Type* result = vector_of(source.result.scalar);
  if (source.result.lanes > 1)
    result = llvm::StructType::get(context, std::vector<llvm::Type*>(source.result.lanes, result));
  auto* function = llvm::Function::Create(llvm::FunctionType::get(result, taken, false),
                                          llvm::GlobalValue::InternalLinkage,
                                          "helper_wide_" + source.name, codegen.out);
  // Written out where it is called, one would have its arrays as often on the stack.
  const bool writes_out = codegen.writes_out && !has_arrays;
  function->addFnAttr(writes_out ? llvm::Attribute::InlineHint : llvm::Attribute::NoInline);
  function->setDoesNotThrow();
  return function;
}

void emit_wide_helper(Codegen& codegen, std::uint32_t index) {
  const ir::Function& source = codegen.module.functions[index];
  llvm::Function* function = declare_wide_helper(codegen, source);
  codegen.wide_helpers.push_back(function);
  WideEmitter emitter(codegen, source, function, function->getArg(0), function->getArg(1));
  llvm::BasicBlock* first = emitter.b.GetInsertBlock();
  emitter.return_block = emitter.new_block("return");
  emitter.stop_block = emitter.return_block;
  emitter.place.inner = true;
  emitter.make_result();
  emitter.begin(function->getArg(2));
  unsigned at = 3;
  for (std::uint32_t i = 0; i < source.arguments; ++i) {
    Lanes given = {};
    for (unsigned l = 0; l < source.locals[i].type.lanes; ++l) given[l] = function->getArg(at++);
    emitter.set_argument(i, given);
  }
  if (codegen.weights.looks(index)) emitter.checkpoint(codegen.weights.of_function(index));
  emitter.block(source.body);
  emitter.fall_into(emitter.return_block);
  const Lanes result = emitter.result();
  llvm::Value* returned = result[0];
  if (source.result.lanes > 1) {
    returned = llvm::PoisonValue::get(function->getReturnType());
    for (unsigned i = 0; i < source.result.lanes; ++i)
      returned = emitter.b.CreateInsertValue(returned, result[i], i);
  }
  emitter.b.CreateRet(returned);
  emitter.close_entry(first);
}

}  // namespace

void emit_wide_helpers(Codegen& codegen) {
  for (std::uint32_t i = 0; i < codegen.module.functions.size(); ++i) emit_wide_helper(codegen, i);
}

llvm::Function* emit_wide_inner(Codegen& codegen) {
  llvm::Function* function = new_part(codegen, "inner", 4);
  WideEmitter f(codegen, codegen.module.kernel, function, function->getArg(0), function->getArg(1));
  llvm::Value* begin = function->getArg(3);
  llvm::Value* end = function->getArg(4);
  llvm::IRBuilder<>& b = f.b;
  llvm::BasicBlock* test = b.GetInsertBlock();
  llvm::BasicBlock* loop = f.new_block("invocations");
  llvm::BasicBlock* done = f.new_block("done");
  f.stop_block = f.new_block("stopped");
  b.CreateCondBr(b.CreateICmpSLT(begin, end), loop, done);
  b.SetInsertPoint(loop);
  llvm::PHINode* at = b.CreatePHI(b.getInt64Ty(), 2, "at");
  at->addIncoming(begin, test);
  std::vector<std::uint64_t> numbers(codegen.wide_lanes);
  std::iota(numbers.begin(), numbers.end(), 0);
  llvm::Constant* each = llvm::ConstantDataVector::get(codegen.context, numbers);
  llvm::Value* numbered = b.CreateNSWAdd(f.like(each, at), each);
  f.begin(b.CreateICmpSLT(numbered, f.like(each, end)));
  f.place = place_of(f, function->getArg(2), numbered, true);
  f.block(codegen.module.kernel.body);
  llvm::Value* following = b.CreateNSWAdd(at, f.i64(codegen.wide_lanes));
  at->addIncoming(following, b.GetInsertBlock());
  b.CreateCondBr(b.CreateICmpSLT(following, end), loop, done);
  end_part(f, done, test);
  return function;
}

}  // namespace dala::kernel::jit
