// Expressions.
#include <algorithm>

#include "kernel/ir/scalar_ops.hpp"
#include "kernel/jit/function_emitter.hpp"

namespace dala::kernel::jit {

using ir::ExprKind;

namespace {

std::optional<double> real_constant(const ir::Module& module, ir::ExprId id) {
  const ir::Expr& e = module.exprs[id];
  if (e.kind != ExprKind::constant || !ir::is_float(e.type.scalar)) return std::nullopt;
  return ir::real_value(e.type.scalar, e.bits);
}

// Of max(x, c) and min(x, c) the x, where c passes the test.
template <typename Test>
std::optional<ir::ExprId> limited(const ir::Module& module, ir::ExprId id, ir::MathOp op,
                                  const Test& test) {
  const ir::Expr& e = module.exprs[id];
  if (e.kind != ExprKind::math || e.math != op) return std::nullopt;
  for (std::size_t i = 0; i < 2; ++i)
    if (const auto c = real_constant(module, e.args[i]); c && test(*c)) return e.args[1 - i];
  return std::nullopt;
}

// What a float can be converted to u8 from instead: people write min(max(x, 0.0), 255.0) as u8, and
// the conversion does that by itself. min(x, 255.0) of NaN is 255, so it is left out only around
// a max, which is never NaN.
ir::ExprId without_byte_limits(const ir::Module& module, ir::ExprId id) {
  const auto low = [](double c) { return c <= 0; };
  const auto high = [](double c) { return c >= 255; };
  const ir::Expr& e = module.exprs[id];
  if (e.kind == ExprKind::math && e.math == ir::MathOp::clamp) {
    const auto from = real_constant(module, e.args[1]);
    const auto to = real_constant(module, e.args[2]);
    return from && to && low(*from) && high(*to) ? e.args[0] : id;
  }
  ir::ExprId inner = id;
  if (const auto below = limited(module, id, ir::MathOp::min, high)) inner = *below;
  return limited(module, inner, ir::MathOp::max, low).value_or(id);
}

}  // namespace

Lanes FunctionEmitter::value(ir::ExprId id) {
  const ir::Expr& e = module.exprs[id];
  const unsigned lanes = e.type.lanes;
  switch (e.kind) {
    case ExprKind::constant:
      return {constant(e.type.scalar, e.bits)};
    case ExprKind::local:
      return known_[e.index] != nullptr ? Lanes{known_[e.index]} : read_local(e.index);
    case ExprKind::element:
      return load_element(local(e.index), source.locals[e.index].type, index64(e.args[0]));
    case ExprKind::load_shared:
      return load_element(shared[e.index], module.shared[e.index].type, index64(e.args[0]));
    case ExprKind::load_tensor:
      return load_tensor(e);
    case ExprKind::param: {
      const std::size_t offset = codegen.places.params + e.index * sizeof(std::uint64_t);
      const bool boolean = e.type.scalar == ir::Scalar::boolean;
      llvm::Type* type = boolean ? b.getInt8Ty() : codegen.type_of(e.type.scalar);
      llvm::Value* loaded = argument(offset, type, module.params[e.index].name);
      return {boolean ? b.CreateTrunc(loaded, b.getInt1Ty()) : loaded};
    }
    case ExprKind::position:
      return {place.positions[static_cast<std::size_t>(e.position)]};
    case ExprKind::query:
      return {query(e)};
    case ExprKind::unary: {
      Lanes a = value(e.args[0]);
      for (unsigned i = 0; i < lanes; ++i) a[i] = unary(e.unary, e.type.scalar, a[i]);
      return a;
    }
    case ExprKind::binary: {
      if (e.binary == ir::BinaryOp::logical_and || e.binary == ir::BinaryOp::logical_or)
        return {logical(e)};
      if (is_ensured(e)) return {b.getTrue()};
      Lanes a = value(e.args[0]);
      const Lanes c = value(e.args[1]);
      const ir::Type type = module.exprs[e.args[0]].type;
      for (unsigned i = 0; i < type.lanes; ++i) a[i] = binary(e.binary, type.scalar, a[i], c[i]);
      return a;
    }
    case ExprKind::cast: {
      const bool to_byte = e.type == ir::Type{ir::Scalar::u8};
      const ir::ExprId arg = to_byte ? without_byte_limits(module, e.args[0]) : e.args[0];
      Lanes a = value(arg);
      const ir::Scalar from = module.exprs[arg].type.scalar;
      for (unsigned i = 0; i < lanes; ++i) a[i] = cast(from, e.type.scalar, a[i]);
      return a;
    }
    case ExprKind::math:
      return math(e);
    case ExprKind::call:
      return call(e);
    case ExprKind::construct: {
      Lanes out = {};
      if (e.args.size() == 1) {
        out.fill(scalar(e.args[0]));
        return out;
      }
      for (std::size_t i = 0; i < e.args.size(); ++i) out[i] = scalar(e.args[i]);
      return out;
    }
    case ExprKind::swizzle: {
      const Lanes a = value(e.args[0]);
      Lanes out = {};
      for (unsigned i = 0; i < lanes; ++i) out[i] = a[e.lanes[i]];
      return out;
    }
    case ExprKind::choose:
      return choose(e);
    case ExprKind::launch:
      break;  // of legal IR alone
  }
  return {};
}

Lanes FunctionEmitter::read_local(std::uint32_t index) {
  const ir::Type type = source.locals[index].type;
  const Lanes slots = local(index);
  Lanes out = {};
  for (unsigned i = 0; i < type.lanes; ++i)
    out[i] = b.CreateLoad(codegen.type_of(type.scalar), slots[i]);
  return out;
}

bool FunctionEmitter::is_ensured(const ir::Expr& e) const {
  return place.inner && &source == &module.kernel && jit::is_ensured(codegen, e);
}

bool is_ensured(const Codegen& codegen, const ir::Expr& e) {
  const ir::Module& module = codegen.module;
  const bool from_below = e.binary == ir::BinaryOp::greater_equal;
  if (!from_below && e.binary != ir::BinaryOp::less) return false;
  const auto index = codegen.analysis.affine(e.args[0]);
  if (!index) return false;
  const ir::Expr& limit = module.exprs[e.args[1]];
  const auto axis_of = [&](const ir::Expr& query) -> std::optional<std::uint32_t> {
    if (query.kind != ExprKind::query) return std::nullopt;
    if (query.query == ir::Query::len) return whole;
    if (query.query != ir::Query::shape) return std::nullopt;
    const ir::Expr& axis = module.exprs[query.args[0]];
    if (axis.kind != ExprKind::constant) return std::nullopt;
    return static_cast<std::uint32_t>(axis.bits);
  };
  const auto axis = axis_of(limit);
  const bool with_zero = limit.kind == ExprKind::constant && limit.bits == 0;
  return std::ranges::any_of(codegen.conditions.inside, [&](const BoundsCondition& condition) {
    if (condition.base != index->base || condition.multiplier != index->multiplier) return false;
    if (from_below) return with_zero && condition.rest.low <= index->rest.low;
    return axis == condition.axis && condition.tensor == limit.index &&
           condition.rest.high >= index->rest.high;
  });
}

bool FunctionEmitter::has_call(ir::ExprId id) const {
  const ir::Expr& e = module.exprs[id];
  if (e.kind == ExprKind::call) return true;
  for (const ir::ExprId arg : e.args)
    if (has_call(arg)) return true;
  return false;
}

// Where an arm holds a call it may not end, so it is run only where it is wanted. Elsewhere
// computing both and choosing is what vector code does anyway.
Lanes FunctionEmitter::choose(const ir::Expr& e) {
  const unsigned lanes = e.type.lanes;
  Lanes out = {};
  llvm::Value* condition = scalar(e.args[0]);
  if (!has_call(e.args[1]) && !has_call(e.args[2])) {
    const Lanes yes = value(e.args[1]);
    const Lanes no = value(e.args[2]);
    for (unsigned i = 0; i < lanes; ++i) out[i] = pick(condition, yes[i], no[i]);
    return out;
  }
  llvm::BasicBlock* yes = new_block("choose");
  llvm::BasicBlock* no = new_block("otherwise");
  llvm::BasicBlock* after = new_block("chosen");
  b.CreateCondBr(condition, yes, no);
  b.SetInsertPoint(yes);
  const Lanes a = value(e.args[1]);
  llvm::BasicBlock* yes_end = b.GetInsertBlock();
  b.CreateBr(after);
  b.SetInsertPoint(no);
  const Lanes c = value(e.args[2]);
  llvm::BasicBlock* no_end = b.GetInsertBlock();
  b.CreateBr(after);
  b.SetInsertPoint(after);
  for (unsigned i = 0; i < lanes; ++i) {
    llvm::PHINode* phi = b.CreatePHI(a[i]->getType(), 2);
    phi->addIncoming(a[i], yes_end);
    phi->addIncoming(c[i], no_end);
    out[i] = phi;
  }
  return out;
}

llvm::Value* FunctionEmitter::logical(const ir::Expr& e) {
  const bool is_and = e.binary == ir::BinaryOp::logical_and;
  llvm::Value* a = scalar(e.args[0]);
  if (!has_call(e.args[1])) {
    return binary(e.binary, ir::Scalar::boolean, a, scalar(e.args[1]));
  }
  llvm::BasicBlock* before = b.GetInsertBlock();
  llvm::BasicBlock* more = new_block("second");
  llvm::BasicBlock* after = new_block("decided");
  b.CreateCondBr(a, is_and ? more : after, is_and ? after : more);
  b.SetInsertPoint(more);
  llvm::Value* c = scalar(e.args[1]);
  llvm::BasicBlock* more_end = b.GetInsertBlock();
  b.CreateBr(after);
  b.SetInsertPoint(after);
  llvm::PHINode* phi = b.CreatePHI(b.getInt1Ty(), 2);
  phi->addIncoming(b.getInt1(!is_and), before);
  phi->addIncoming(c, more_end);
  return phi;
}

// Lanes of arguments one after the other; a vector comes back as a struct of its lanes.
Lanes FunctionEmitter::call(const ir::Expr& e) {
  std::vector<llvm::Value*> passed = {arguments, fuel};
  for (const ir::ExprId arg : e.args) {
    const Lanes given = value(arg);
    passed.insert(passed.end(), given.begin(), given.begin() + module.exprs[arg].type.lanes);
  }
  llvm::Value* returned = b.CreateCall(codegen.helpers[e.index], passed);
  if (e.type.lanes == 1) return {returned};
  Lanes out = {};
  for (unsigned i = 0; i < e.type.lanes; ++i) out[i] = b.CreateExtractValue(returned, i);
  return out;
}

}  // namespace dala::kernel::jit
