// Kernels without cubes: a loop over the elements of the domain, or over its rows and along each.
#include "kernel/jit/function_emitter.hpp"

namespace dala::kernel::jit {

namespace {

using Builder = llvm::IRBuilder<>;

// Sizes of the domain, in the function that `f` emits.
struct Domain {
  explicit Domain(FunctionEmitter& f) {
    const auto extent = [&](std::size_t axis) {
      return f.argument(offsetof(Arguments, extent) + axis * sizeof(std::int32_t), f.b.getInt32Ty(),
                        "extent");
    };
    width = extent(0);
    height = extent(1);
    channels = extent(2);
    if (f.codegen.variant.channels != 0) channels = f.i32(f.codegen.variant.channels);
  }
  llvm::Value* width;  // i32, all of them
  llvm::Value* height;
  llvm::Value* channels;
};

llvm::Value* wide(Builder& b, llvm::Value* narrow) { return b.CreateSExt(narrow, b.getInt64Ty()); }
llvm::Value* narrow(Builder& b, llvm::Value* wide) { return b.CreateTrunc(wide, b.getInt32Ty()); }

// Where the invocation with this number (in its row, or in the whole domain) is.
FunctionEmitter::Place place_of(FunctionEmitter& f, llvm::Value* row, llvm::Value* at, bool inner) {
  Builder& b = f.b;
  const Domain domain(f);
  FunctionEmitter::Place place;
  place.inner = inner;
  const auto put = [&](ir::Position position, llvm::Value* value) {
    place.positions[static_cast<std::size_t>(position)] = value;
  };
  const auto set_base = [&](Base base, llvm::Value* value) {
    place.base[static_cast<std::size_t>(base)] = value;
  };
  for (int i = 0; i < 20; ++i) put(static_cast<ir::Position>(i), f.i32(0));
  for (const auto position : {ir::Position::CUBE_DIM, ir::Position::CUBE_DIM_X,
                              ir::Position::CUBE_DIM_Y, ir::Position::CUBE_DIM_Z})
    put(position, f.i32(1));
  put(ir::Position::CUBE_COUNT_X, domain.width);
  put(ir::Position::CUBE_COUNT_Y, domain.height);
  put(ir::Position::CUBE_COUNT_Z, domain.channels);
  put(ir::Position::CUBE_COUNT,
      b.CreateMul(b.CreateMul(domain.width, domain.height), domain.channels));
  llvm::Value* flat = at;
  if (f.codegen.items == Items::rows) {
    const bool flat_row = f.codegen.variant.channels == 1;
    llvm::Value* x = narrow(b, at);
    llvm::Value* z = f.i32(0);
    if (!flat_row) {
      z = b.CreateURem(x, domain.channels);
      x = b.CreateUDiv(x, domain.channels);
    }
    llvm::Value* y = narrow(b, row);
    llvm::Value* length = b.CreateNSWMul(wide(b, domain.width), wide(b, domain.channels));
    flat = b.CreateNSWAdd(b.CreateNSWMul(row, length), at);
    place.row_element = at;
    set_base(Base::x, flat_row ? at : wide(b, x));
    set_base(Base::y, row);
    set_base(Base::z, wide(b, z));
    put(ir::Position::ABSOLUTE_POS_X, x);
    put(ir::Position::ABSOLUTE_POS_Y, y);
    put(ir::Position::ABSOLUTE_POS_Z, z);
    // A cube is one invocation here.
    put(ir::Position::CUBE_POS_X, x);
    put(ir::Position::CUBE_POS_Y, y);
    put(ir::Position::CUBE_POS_Z, z);
    llvm::Value* upper = b.CreateAdd(b.CreateMul(z, domain.height), y);
    put(ir::Position::CUBE_POS, b.CreateAdd(b.CreateMul(upper, domain.width), x));
  }
  put(ir::Position::ABSOLUTE_POS, narrow(b, flat));
  set_base(Base::flat, flat);
  return place;
}

// The loop's own description: its invocations do not depend on each other, and only where the
// claims hold is vector code worth its size.
llvm::MDNode* loop_of_invocations(llvm::LLVMContext& context, llvm::MDNode* group, bool inner) {
  const auto text = [&](const char* name) { return llvm::MDString::get(context, name); };
  llvm::SmallVector<llvm::Metadata*, 4> properties = {nullptr};
  if (group != nullptr)
    properties.push_back(llvm::MDNode::get(context, {text("llvm.loop.parallel_accesses"), group}));
  if (!inner) {
    auto* off = llvm::ConstantAsMetadata::get(llvm::ConstantInt::getFalse(context));
    properties.push_back(llvm::MDNode::get(context, {text("llvm.loop.vectorize.enable"), off}));
    properties.push_back(llvm::MDNode::get(context, {text("llvm.loop.unroll.disable")}));
  }
  llvm::MDNode* loop = llvm::MDNode::getDistinct(context, properties);
  loop->replaceOperandWith(0, loop);
  return loop;
}

// part(arguments, fuel, row, begin, end): invocations from begin up to end, of a row where the
// kernel has rows. 1 when it was stopped.
llvm::Function* emit_part(Codegen& codegen, bool inner) {
  llvm::LLVMContext& context = codegen.context;
  auto* pointer = llvm::PointerType::get(context, 0);
  auto* number = llvm::Type::getInt64Ty(context);
  auto* type = llvm::FunctionType::get(llvm::Type::getInt32Ty(context),
                                       {pointer, pointer, number, number, number}, false);
  auto* function = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage,
                                          inner ? "inner" : "edge", codegen.out);
  function->setDoesNotThrow();
  if (!inner) function->addFnAttr(llvm::Attribute::NoInline);
  FunctionEmitter f(codegen, codegen.module.kernel, function, function->getArg(0),
                    function->getArg(1));
  llvm::Value* row = function->getArg(2);
  llvm::Value* begin = function->getArg(3);
  llvm::Value* end = function->getArg(4);
  Builder& b = f.b;
  llvm::BasicBlock* test = b.GetInsertBlock();
  llvm::BasicBlock* loop = f.new_block("invocation");
  llvm::BasicBlock* next = f.new_block("next");
  llvm::BasicBlock* done = f.new_block("done");
  f.stop_block = f.new_block("stopped");
  f.return_block = next;
  llvm::MDNode* group = nullptr;
  if (accesses_are_apart(codegen.module, codegen.analysis))
    group = llvm::MDNode::getDistinct(context, {});
  f.access_group = group;

  b.CreateCondBr(b.CreateICmpSLT(begin, end), loop, done);
  b.SetInsertPoint(loop);
  llvm::PHINode* at = b.CreatePHI(number, 2, "at");
  at->addIncoming(begin, test);
  f.place = place_of(f, row, at, inner);
  f.block(codegen.module.kernel.body);
  f.fall_into(next);
  llvm::Value* following = b.CreateNSWAdd(at, f.i64(1));
  at->addIncoming(following, next);
  llvm::BranchInst* back = b.CreateCondBr(b.CreateICmpSLT(following, end), loop, done);
  back->setMetadata(llvm::LLVMContext::MD_loop, loop_of_invocations(context, group, inner));
  b.SetInsertPoint(done);
  b.CreateRet(f.i32(0));
  b.SetInsertPoint(f.stop_block);
  b.CreateRet(f.i32(1));
  f.close_entry(test);
  return function;
}

// The positions for which all claims hold.
struct InnerPart {
  llvm::Value* holds;  // i1: what does not depend on the position
  llvm::Value* low[2];
  llvm::Value* high[2];  // by x (or flat) and y; i64
};

class ClaimChecker {
 public:
  ClaimChecker(FunctionEmitter& f, llvm::Value* x_end, llvm::Value* y_end)
      : f_(f), b_(f.b), domain_(f) {
    part_ = {b_.getTrue(), {f.i64(0), f.i64(0)}, {x_end, y_end}};
  }

  InnerPart run() {
    for (const Claim& claim : f_.codegen.claims.inside) apply(claim);
    for (const std::uint32_t tensor : f_.codegen.claims.same_channels)
      require(b_.CreateICmpEQ(f_.shape(tensor, 2), wide(b_, domain_.channels)));
    return part_;
  }

 private:
  void require(llvm::Value* condition) { part_.holds = b_.CreateAnd(part_.holds, condition); }

  void apply(const Claim& claim) {
    llvm::Value* size =
        claim.axis == whole ? f_.len(claim.tensor) : f_.shape(claim.tensor, claim.axis);
    const bool rows = f_.codegen.items == Items::rows;
    if (claim.base == Base::none) return uniform(claim, f_.i64(0), size);
    if (claim.base == Base::z)
      return uniform(claim, b_.CreateSub(wide(b_, domain_.channels), f_.i64(1)), size);
    if (claim.base == Base::flat && rows) {
      llvm::Value* total =
          b_.CreateMul(b_.CreateMul(wide(b_, domain_.width), wide(b_, domain_.height)),
                       wide(b_, domain_.channels));
      return uniform(claim, b_.CreateSub(total, f_.i64(1)), size);
    }
    ranged(claim, size, claim.base == Base::y ? 1 : 0);
  }

  // For every position up to `last`.
  void uniform(const Claim& claim, llvm::Value* last, llvm::Value* size) {
    require(b_.getInt1(claim.rest.low >= 0));
    llvm::Value* highest =
        b_.CreateAdd(b_.CreateMul(last, f_.i64(claim.multiplier)), f_.i64(claim.rest.high));
    require(b_.CreateICmpSLT(highest, size));
  }

  void ranged(const Claim& claim, llvm::Value* size, int axis) {
    const std::int64_t m = claim.multiplier;
    const std::int64_t first = claim.rest.low >= 0 ? 0 : (-claim.rest.low + m - 1) / m;
    llvm::Value* room = b_.CreateSub(size, f_.i64(claim.rest.high + 1));
    llvm::Value* count = b_.CreateAdd(b_.CreateUDiv(room, f_.i64(m)), f_.i64(1));
    llvm::Value* end = b_.CreateSelect(b_.CreateICmpSLT(room, f_.i64(0)), f_.i64(0), count);
    part_.low[axis] =
        b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, part_.low[axis], f_.i64(first));
    part_.high[axis] = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, part_.high[axis], end);
  }

  FunctionEmitter& f_;
  Builder& b_;
  Domain domain_;
  InnerPart part_{};
};

// Emits the calls of the parts, and leaves with 1 when one was stopped.
class Driver {
 public:
  Driver(FunctionEmitter& f, llvm::Function* inner, llvm::Function* edge)
      : f_(f), inner_(inner), edge_(edge) {}

  // [begin, end) of a row, of which [low, high) is inner.
  void run(llvm::Value* row, llvm::Value* begin, llvm::Value* end, llvm::Value* low,
           llvm::Value* high) {
    Builder& b = f_.b;
    if (edge_ == nullptr) return call(inner_, row, begin, end);
    using llvm::Intrinsic::smax;
    using llvm::Intrinsic::smin;
    llvm::Value* first =
        b.CreateBinaryIntrinsic(smin, b.CreateBinaryIntrinsic(smax, low, begin), end);
    llvm::Value* last =
        b.CreateBinaryIntrinsic(smax, b.CreateBinaryIntrinsic(smin, high, end), first);
    call(edge_, row, begin, first);
    call(inner_, row, first, last);
    call(edge_, row, last, end);
  }

 private:
  void call(llvm::Function* part, llvm::Value* row, llvm::Value* begin, llvm::Value* end) {
    Builder& b = f_.b;
    llvm::BasicBlock* go = f_.new_block("some");
    llvm::BasicBlock* after = f_.new_block("none_left");
    b.CreateCondBr(b.CreateICmpSLT(begin, end), go, after);
    b.SetInsertPoint(go);
    llvm::Value* stopped = b.CreateCall(part, {f_.arguments, f_.fuel, row, begin, end});
    b.CreateCondBr(b.CreateICmpNE(stopped, f_.i32(0)), f_.stop_block, after);
    b.SetInsertPoint(after);
  }

  FunctionEmitter& f_;
  llvm::Function* inner_;
  llvm::Function* edge_;
};

void run_rows(FunctionEmitter& f, Driver& driver, llvm::Value* begin, llvm::Value* end,
              const InnerPart& part) {
  Builder& b = f.b;
  const Domain domain(f);
  llvm::Value* channels = wide(b, domain.channels);
  llvm::Value* length = b.CreateNSWMul(wide(b, domain.width), channels);
  llvm::Value* low = b.CreateNSWMul(part.low[0], channels);
  llvm::Value* high = b.CreateNSWMul(part.high[0], channels);
  llvm::BasicBlock* before = b.GetInsertBlock();
  llvm::BasicBlock* loop = f.new_block("row");
  llvm::BasicBlock* done = f.new_block("rows_done");
  b.CreateCondBr(b.CreateICmpSLT(begin, end), loop, done);
  b.SetInsertPoint(loop);
  llvm::PHINode* row = b.CreatePHI(b.getInt64Ty(), 2, "row");
  row->addIncoming(begin, before);
  llvm::Value* in_rows =
      b.CreateAnd(b.CreateICmpSGE(row, part.low[1]), b.CreateICmpSLT(row, part.high[1]));
  llvm::Value* inner = b.CreateAnd(part.holds, in_rows);
  driver.run(row, f.i64(0), length, b.CreateSelect(inner, low, f.i64(0)),
             b.CreateSelect(inner, high, f.i64(0)));
  llvm::Value* following = b.CreateAdd(row, f.i64(1));
  row->addIncoming(following, b.GetInsertBlock());
  b.CreateCondBr(b.CreateICmpSLT(following, end), loop, done);
  b.SetInsertPoint(done);
}

}  // namespace

void emit_element_kernel(Codegen& codegen) {
  llvm::Function* inner = emit_part(codegen, true);
  llvm::Function* edge = codegen.claims.empty() ? nullptr : emit_part(codegen, false);

  llvm::LLVMContext& context = codegen.context;
  auto* number = llvm::Type::getInt64Ty(context);
  auto* type = llvm::FunctionType::get(llvm::Type::getInt32Ty(context),
                                       {llvm::PointerType::get(context, 0), number, number}, false);
  auto* function =
      llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, entry_name, codegen.out);
  function->setDoesNotThrow();
  FunctionEmitter f(codegen, codegen.module.kernel, function, function->getArg(0), nullptr);
  llvm::BasicBlock* first = f.b.GetInsertBlock();
  f.fuel = f.slot(number, "fuel");
  f.b.CreateStore(f.i64(0), f.fuel);
  f.stop_block = f.new_block("stopped");
  llvm::Value* begin = function->getArg(1);
  llvm::Value* end = function->getArg(2);
  Driver driver(f, inner, edge);
  const Domain domain(f);
  if (codegen.items == Items::rows) {
    const InnerPart part = ClaimChecker(f, wide(f.b, domain.width), wide(f.b, domain.height)).run();
    run_rows(f, driver, begin, end, part);
  } else {
    const InnerPart part = ClaimChecker(f, end, end).run();
    llvm::Value* high = f.b.CreateSelect(part.holds, part.high[0], f.i64(0));
    driver.run(f.i64(0), begin, end, part.low[0], high);
  }
  f.b.CreateRet(f.i32(0));
  f.b.SetInsertPoint(f.stop_block);
  f.b.CreateRet(f.i32(1));
  f.close_entry(first);
}

}  // namespace dala::kernel::jit
