// Kernels without cubes: a loop over the elements of the domain, or over its rows and along each.
#include <algorithm>

#include "kernel/jit/domain_parts.hpp"
#include "kernel/jit/wide_emitter.hpp"

namespace dala::kernel::jit {

namespace {

using Builder = llvm::IRBuilder<>;

llvm::Value* wide(Builder& b, llvm::Value* narrow) { return b.CreateSExt(narrow, b.getInt64Ty()); }

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
    for (const std::uint32_t tensor : f_.codegen.claims.not_empty)
      require(b_.CreateICmpNE(f_.len(tensor), f_.i64(0)));
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

// A piece of a launch (native/run.cpp) of invocations that weigh less needs no look inside it.
constexpr std::int64_t light = 64;

// Emits the calls of the parts, and leaves with 1 when one was stopped.
class Driver {
 public:
  Driver(FunctionEmitter& f, llvm::Function* inner, llvm::Function* edge)
      : f_(f),
        inner_(inner),
        edge_(edge),
        weight_(f.codegen.weights.of(f.module.kernel.body)),
        at_once_(at_once(weight_, f.codegen.wide_lanes)) {}

  // [begin, end) of a row, of which [low, high) is inner.
  void run(llvm::Value* row, llvm::Value* begin, llvm::Value* end, llvm::Value* low,
           llvm::Value* high) {
    Builder& b = f_.b;
    if (edge_ == nullptr) return run_inner(row, begin, end);
    using llvm::Intrinsic::smax;
    using llvm::Intrinsic::smin;
    llvm::Value* first =
        b.CreateBinaryIntrinsic(smin, b.CreateBinaryIntrinsic(smax, low, begin), end);
    llvm::Value* last =
        b.CreateBinaryIntrinsic(smax, b.CreateBinaryIntrinsic(smin, high, end), first);
    run_edge(row, begin, first);
    run_inner(row, first, last);
    run_edge(row, last, end);
  }

 private:
  // Invocations between two looks; whole vectors of them, as long as that is possible. Those that
  // run side by side take as long as one.
  static std::int64_t at_once(std::int64_t weight, std::int64_t side_by_side) {
    const std::int64_t many = std::max<std::int64_t>(1, 4 * fuel_load / weight);
    if (side_by_side != 0) return std::max<std::int64_t>(1, many / side_by_side) * side_by_side;
    return many < 64 ? many : many / 64 * 64;
  }

  void run_inner(llvm::Value* row, llvm::Value* begin, llvm::Value* end) {
    Builder& b = f_.b;
    llvm::BasicBlock* before = b.GetInsertBlock();
    llvm::BasicBlock* some = f_.new_block("some");
    llvm::BasicBlock* test = f_.new_block("more");
    llvm::BasicBlock* after = f_.new_block("none_left");
    b.CreateCondBr(b.CreateICmpSLT(begin, end), some, after);
    b.SetInsertPoint(some);
    llvm::PHINode* from = b.CreatePHI(b.getInt64Ty(), 2, "from");
    from->addIncoming(begin, before);
    llvm::Value* to =
        b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, b.CreateNSWAdd(from, f_.i64(at_once_)), end);
    // Rows are often shorter than that.
    if (weight_ > light) f_.checkpoint(b.CreateMul(b.CreateSub(to, from), f_.i64(weight_)));
    call(inner_, {f_.arguments, f_.fuel, row, from, to}, test);
    llvm::BasicBlock* again = f_.new_block("again");
    b.CreateCondBr(b.CreateICmpSLT(to, end), again, after);
    b.SetInsertPoint(again);
    if (weight_ <= light) f_.checkpoint(at_once_ * weight_);
    from->addIncoming(to, b.GetInsertBlock());
    b.CreateBr(some);
    b.SetInsertPoint(after);
  }

  void run_edge(llvm::Value* row, llvm::Value* begin, llvm::Value* end) {
    Builder& b = f_.b;
    llvm::BasicBlock* before = b.GetInsertBlock();
    llvm::BasicBlock* test = f_.new_block("edge");
    llvm::BasicBlock* one = f_.new_block("one");
    llvm::BasicBlock* next = f_.new_block("next");
    llvm::BasicBlock* after = f_.new_block("none_left");
    b.CreateBr(test);
    b.SetInsertPoint(test);
    llvm::PHINode* at = b.CreatePHI(b.getInt64Ty(), 2, "at");
    at->addIncoming(begin, before);
    b.CreateCondBr(b.CreateICmpSLT(at, end), one, after);
    b.SetInsertPoint(one);
    f_.checkpoint(weight_);
    call(edge_, {f_.arguments, f_.fuel, row, at}, next);
    at->addIncoming(b.CreateNSWAdd(at, f_.i64(1)), next);
    b.CreateBr(test);
    b.SetInsertPoint(after);
  }

  void call(llvm::Function* part, llvm::ArrayRef<llvm::Value*> passed, llvm::BasicBlock* after) {
    llvm::Value* stopped = f_.b.CreateCall(part, passed);
    f_.b.CreateCondBr(f_.b.CreateICmpNE(stopped, f_.i32(0)), f_.stop_block, after);
    f_.b.SetInsertPoint(after);
  }

  FunctionEmitter& f_;
  llvm::Function* inner_;
  llvm::Function* edge_;
  std::int64_t weight_;   // of an invocation
  std::int64_t at_once_;  // invocations of the inner part
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
  llvm::Function* inner = codegen.wide_lanes != 0 ? emit_wide_inner(codegen) : emit_inner(codegen);
  llvm::Function* edge = codegen.claims.empty() ? nullptr : emit_edge(codegen);

  llvm::LLVMContext& context = codegen.context;
  auto* number = llvm::Type::getInt64Ty(context);
  auto* type = llvm::FunctionType::get(llvm::Type::getInt32Ty(context),
                                       {llvm::PointerType::get(context, 0), number, number}, false);
  auto* function =
      llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, entry_name, codegen.out);
  function->setDoesNotThrow();
  // It only hands out rows, and takes a third of all the time to compile if made to do it well.
  function->addFnAttr(llvm::Attribute::OptimizeNone);
  function->addFnAttr(llvm::Attribute::NoInline);
  FunctionEmitter f(codegen, codegen.module.kernel, function, function->getArg(0), nullptr);
  llvm::BasicBlock* first = f.b.GetInsertBlock();
  f.fuel = f.slot(number, "fuel");
  f.b.CreateStore(f.i64(fuel_load), f.fuel);
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
