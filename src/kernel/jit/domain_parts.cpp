#include "kernel/jit/domain_parts.hpp"

#include <llvm/IR/InstIterator.h>

#include "kernel/analysis/cost.hpp"
#include "kernel/analysis/independent_accesses.hpp"
#include "kernel/jit/masked_tail.hpp"

namespace dala::kernel::jit {

Domain::Domain(FunctionEmitter& f) {
  const auto extent = [&](std::size_t axis) {
    const ArgumentPlaces& places = f.codegen.places;
    return f.argument(places.extent + axis * places.index_bytes, f.codegen.index_type(), "extent");
  };
  width = extent(0);
  height = extent(1);
  channels = extent(2);
  if (f.codegen.specialisation.channels != 0)
    channels = f.index_number(f.codegen.specialisation.channels);
}

namespace {

using Builder = llvm::IRBuilder<>;

llvm::Value* wide(Builder& b, llvm::Value* narrow) {
  return b.CreateSExt(narrow, FunctionEmitter::type_like(narrow, b.getInt64Ty()));
}
// As an index.
llvm::Value* narrow(FunctionEmitter& f, llvm::Value* wide) {
  return f.b.CreateTrunc(wide, FunctionEmitter::type_like(wide, f.codegen.index_type()));
}

// From here on one operation waits for the other, and the next vector is too far away for the
// processor to begin with it: two at once keep it busy.
constexpr std::int64_t long_kernel = 160;

// The inner loop's own description: its invocations do not depend on each other.
llvm::MDNode* loop_of_invocations(llvm::LLVMContext& context, llvm::MDNode* group, bool masked,
                                  bool two_at_once) {
  llvm::SmallVector<llvm::Metadata*, 4> properties = {nullptr};
  if (group != nullptr)
    properties.push_back(llvm::MDNode::get(
        context, {llvm::MDString::get(context, "llvm.loop.parallel_accesses"), group}));
  if (masked) {
    auto* yes = llvm::ConstantAsMetadata::get(llvm::ConstantInt::getTrue(context));
    properties.push_back(llvm::MDNode::get(
        context, {llvm::MDString::get(context, "llvm.loop.vectorize.predicate.enable"), yes}));
  }
  if (two_at_once) {
    auto* two =
        llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), 2));
    properties.push_back(llvm::MDNode::get(
        context, {llvm::MDString::get(context, "llvm.loop.interleave.count"), two}));
  }
  llvm::MDNode* loop = llvm::MDNode::getDistinct(context, properties);
  loop->replaceOperandWith(0, loop);
  return loop;
}

}  // namespace

FunctionEmitter::Place place_of(FunctionEmitter& f, llvm::Value* row, llvm::Value* at, bool inner,
                                std::int64_t rows_below) {
  Builder& b = f.b;
  const Domain domain(f);
  FunctionEmitter::Place place;
  place.inner = inner;
  place.rows_below = rows_below;
  const auto put = [&](ir::Position position, llvm::Value* value) {
    place.positions[static_cast<std::size_t>(position)] = value;
  };
  const auto set_base = [&](Base base, llvm::Value* value) {
    place.base[static_cast<std::size_t>(base)] = value;
  };
  for (int i = 0; i < 20; ++i) {
    const auto position = static_cast<ir::Position>(i);
    put(position, f.constant(ir::type_of(position, f.module.index).scalar, 0));
  }
  for (const auto position : {ir::Position::CUBE_DIM, ir::Position::CUBE_DIM_X,
                              ir::Position::CUBE_DIM_Y, ir::Position::CUBE_DIM_Z})
    put(position, f.i32(1));
  put(ir::Position::CUBE_COUNT_X, domain.width);
  put(ir::Position::CUBE_COUNT_Y, domain.height);
  put(ir::Position::CUBE_COUNT_Z, domain.channels);
  put(ir::Position::CUBE_COUNT,
      b.CreateMul(b.CreateMul(domain.width, domain.height), domain.channels));
  llvm::Value* flat = at;
  if (f.codegen.granularity == Granularity::rows) {
    const bool flat_row = f.codegen.specialisation.channels == 1;
    llvm::Value* x = narrow(f, at);
    llvm::Value* z = f.index_number(0);
    if (!flat_row) {
      llvm::Value* channels = f.like(x, domain.channels);
      z = b.CreateURem(x, channels);
      x = b.CreateUDiv(x, channels);
    }
    set_base(Base::y, row);
    if (rows_below != 0) row = b.CreateNSWAdd(row, f.i64(rows_below));
    llvm::Value* y = narrow(f, row);
    llvm::Value* length = b.CreateNSWMul(wide(b, domain.width), wide(b, domain.channels));
    flat = b.CreateNSWAdd(f.like(at, b.CreateNSWMul(row, length)), at);
    place.row_element = at;
    set_base(Base::x, flat_row ? at : wide(b, x));
    set_base(Base::z, wide(b, z));
    put(ir::Position::ABSOLUTE_POS_X, x);
    put(ir::Position::ABSOLUTE_POS_Y, y);
    put(ir::Position::ABSOLUTE_POS_Z, z);
    // A cube is one invocation here.
    put(ir::Position::CUBE_POS_X, x);
    put(ir::Position::CUBE_POS_Y, y);
    put(ir::Position::CUBE_POS_Z, z);
    const auto combine = [&](ir::BinaryOp op, llvm::Value* first, llvm::Value* second) {
      return f.binary(op, f.module.index, first, second);
    };
    using enum ir::BinaryOp;
    llvm::Value* upper = combine(add, combine(mul, z, domain.height), y);
    put(ir::Position::CUBE_POS, combine(add, combine(mul, upper, domain.width), x));
  }
  put(ir::Position::ABSOLUTE_POS, narrow(f, flat));
  set_base(Base::flat, flat);
  return place;
}

llvm::Function* new_part(Codegen& codegen, const char* name, unsigned numbers) {
  llvm::LLVMContext& context = codegen.context;
  std::vector<llvm::Type*> taken(2, llvm::PointerType::get(context, 0));
  taken.insert(taken.end(), numbers, llvm::Type::getInt64Ty(context));
  auto* type = llvm::FunctionType::get(llvm::Type::getInt32Ty(context), taken, false);
  auto* function =
      llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, name, codegen.out);
  function->setDoesNotThrow();
  function->addFnAttr(llvm::Attribute::NoInline);
  return function;
}

void end_part(FunctionEmitter& f, llvm::BasicBlock* done, llvm::BasicBlock* first) {
  f.b.SetInsertPoint(done);
  f.b.CreateRet(f.i32(0));
  f.b.SetInsertPoint(f.stop_block);
  f.b.CreateRet(f.i32(1));
  f.close_entry(first);
}

namespace {

// Takes the stores to tensors that were emitted so far out of the function again, for later.
std::vector<llvm::Instruction*> take_stores(const FunctionEmitter& f) {
  std::vector<llvm::Instruction*> stores;
  for (llvm::Instruction& i : llvm::instructions(*f.function))
    if (llvm::isa<llvm::StoreInst>(i) && i.hasMetadata(llvm::LLVMContext::MD_access_group))
      stores.push_back(&i);
  for (llvm::Instruction* store : stores) store->removeFromParent();
  return stores;
}

// One invocation, or that and the one below it. All stores come last, so that LLVM sees that what
// both load is the same.
void invocations(FunctionEmitter& f, llvm::Value* row, llvm::Value* at, llvm::Value* rows) {
  const std::vector<ir::StmtId>& body = f.codegen.module.kernel.body;
  f.place = place_of(f, row, at, true);
  f.block(body);
  if (!f.codegen.takes_pairs) return;
  const auto first = take_stores(f);
  f.place = place_of(f, row, at, true, 1);
  f.block(body);
  const auto second = take_stores(f);
  for (llvm::Instruction* store : first) f.b.Insert(store);
  llvm::BasicBlock* both = f.new_block("both_rows");
  f.b.CreateCondBr(f.b.CreateICmpSGT(rows, f.i64(1)), both, f.return_block);
  f.b.SetInsertPoint(both);
  for (llvm::Instruction* store : second) f.b.Insert(store);
}

}  // namespace

llvm::Function* emit_inner(Codegen& codegen) {
  llvm::Function* function = new_part(codegen, "inner", 4);
  FunctionEmitter f(codegen, codegen.module.kernel, function, function->getArg(0),
                    function->getArg(1));
  llvm::Value* begin = function->getArg(3);
  llvm::Value* end = function->getArg(4);
  Builder& b = f.b;
  llvm::BasicBlock* test = b.GetInsertBlock();
  llvm::BasicBlock* loop = f.new_block("invocation");
  llvm::BasicBlock* next = f.new_block("next");
  llvm::BasicBlock* done = f.new_block("done");
  f.stop_block = f.new_block("stopped");
  f.return_block = next;
  if (accesses_are_apart(codegen.module, codegen.analysis))
    f.access_group = llvm::MDNode::getDistinct(codegen.context, {});

  b.CreateCondBr(b.CreateICmpSLT(begin, end), loop, done);
  b.SetInsertPoint(loop);
  llvm::PHINode* at = b.CreatePHI(b.getInt64Ty(), 2, "at");
  at->addIncoming(begin, test);
  invocations(f, function->getArg(2), at, function->getArg(5));
  f.fall_into(next);
  llvm::Value* following = b.CreateNSWAdd(at, f.i64(1));
  at->addIncoming(following, next);
  llvm::BranchInst* back = b.CreateCondBr(b.CreateICmpSLT(following, end), loop, done);
  const bool masked = codegen.target.has_masks &&
                      suits_masks(codegen.module, codegen.analysis, codegen.specialisation);
  // Kernels that read around their place wait for memory, and want the registers.
  const std::int64_t cost = cost_of_kernel(codegen.module);
  const bool is_long =
      codegen.conditions.not_empty.empty() && cost >= long_kernel && cost < too_costly;
  back->setMetadata(llvm::LLVMContext::MD_loop,
                    loop_of_invocations(codegen.context, f.access_group, masked, is_long));
  end_part(f, done, test);
  return function;
}

llvm::Function* emit_edge(Codegen& codegen) {
  llvm::Function* function = new_part(codegen, "edge", 2);
  FunctionEmitter f(codegen, codegen.module.kernel, function, function->getArg(0),
                    function->getArg(1));
  llvm::BasicBlock* first = f.b.GetInsertBlock();
  llvm::BasicBlock* done = f.new_block("done");
  f.stop_block = f.new_block("stopped");
  f.return_block = done;
  f.place = place_of(f, function->getArg(2), function->getArg(3), false);
  f.block(codegen.module.kernel.body);
  f.fall_into(done);
  end_part(f, done, first);
  return function;
}

}  // namespace dala::kernel::jit
