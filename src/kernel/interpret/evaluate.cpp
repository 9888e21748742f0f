// Expressions.
#include <cmath>
#include <limits>

#include "kernel/interpret/executor.hpp"
#include "kernel/interpret/math.hpp"
#include "kernel/ir/scalar_ops.hpp"

// A product and a sum rounded once would make the oracle depend on the machine.
#if defined(__clang__)
#pragma clang fp contract(off)
#endif

namespace dala::kernel {

using ir::ExprKind;

namespace {

float dot(const Value& a, const Value& b, std::size_t lanes) {
  float sum = ir::as_f32(a[0]) * ir::as_f32(b[0]);
  for (std::size_t i = 1; i < lanes; ++i) sum += ir::as_f32(a[i]) * ir::as_f32(b[i]);
  return sum;
}

Value take(const std::vector<std::uint64_t>& words, std::size_t offset, std::size_t lanes) {
  Value value{};
  for (std::size_t i = 0; i < lanes; ++i) value[i] = words[offset + i];
  return value;
}

}  // namespace

Value Executor::evaluate(ir::ExprId id, Unit& unit) {
  const ir::Expr& e = module_.exprs[id];
  if (steps_left_ > 0) --steps_left_;
  switch (e.kind) {
    case ExprKind::constant:
      return noted(e.type, {e.bits});
    case ExprKind::local:
      return take(unit.words, (*unit.offsets)[e.index], e.type.lanes);
    case ExprKind::element:
    case ExprKind::load_tensor:
    case ExprKind::load_shared:
      return evaluate_load(e, unit);
    case ExprKind::param:
      return with_denormals_noted(e.type, {params_[e.index]});
    case ExprKind::position:
      return {static_cast<std::uint64_t>(unit.positions[static_cast<std::size_t>(e.position)])};
    case ExprKind::launch:
      return {words_[e.index]};
    case ExprKind::query:
      return evaluate_query(e, unit);
    case ExprKind::unary: {
      Value a = evaluate(e.args[0], unit);
      for (std::size_t i = 0; i < e.type.lanes; ++i) a[i] = ir::apply(e.unary, e.type.scalar, a[i]);
      return a;
    }
    case ExprKind::binary:
      return noted(e.type, evaluate_binary(e, unit));
    case ExprKind::cast: {
      Value a = evaluate(e.args[0], unit);
      const ir::Scalar from = module_.exprs[e.args[0]].type.scalar;
      for (std::size_t i = 0; i < e.type.lanes; ++i) a[i] = ir::cast(from, e.type.scalar, a[i]);
      return a;
    }
    case ExprKind::math:
      return noted(e.type, evaluate_math(e, unit));
    case ExprKind::call:
      return evaluate_call(e, unit);
    case ExprKind::construct:
      return evaluate_construct(e, unit);
    case ExprKind::swizzle: {
      const Value a = evaluate(e.args[0], unit);
      Value out{};
      for (std::size_t i = 0; i < e.type.lanes; ++i) out[i] = a[e.lanes[i]];
      return out;
    }
    case ExprKind::choose:
      return evaluate(evaluate(e.args[0], unit)[0] != 0 ? e.args[1] : e.args[2], unit);
  }
  return {};
}

Value Executor::noted(ir::Type type, const Value& value) {
  if (launch_.met_nan == nullptr || !ir::is_float(type.scalar)) return value;
  for (std::size_t i = 0; i < type.lanes; ++i)
    if (std::isnan(ir::real_value(type.scalar, value[i]))) *launch_.met_nan = true;
  return with_denormals_noted(type, value);
}

// Of a value that comes from memory or the caller: a NaN is passed on as it is, but a denormal may
// be zero as soon as a device looks at it.
Value Executor::with_denormals_noted(ir::Type type, const Value& value) {
  if (launch_.met_denormal == nullptr || !ir::is_float(type.scalar)) return value;
  for (std::size_t i = 0; i < type.lanes; ++i) {
    const double number = ir::real_value(type.scalar, value[i]);
    if (number != 0 && std::abs(number) < std::numeric_limits<float>::min())
      *launch_.met_denormal = true;
  }
  return value;
}

std::int64_t Executor::evaluate_index(ir::ExprId id, Unit& unit) {
  return ir::as_s64(evaluate(id, unit)[0]);
}

void Executor::note_outside(ir::Edge edge) {
  if (edge == ir::Edge::inside && !error_)
    error_ =
        fail(ErrorCode::internal, "kernel `{}`: an index that was inside is outside", module_.name)
            .error();
}

std::optional<Executor::Place> Executor::locate(std::uint32_t tensor, ir::Type accessed,
                                                std::span<const ir::ExprId> indices, ir::Edge edge,
                                                Unit& unit) {
  const TensorView& view = tensors_[tensor];
  if (ir::is_word(module_.tensors[tensor], accessed)) {
    const auto at = locate(static_cast<std::size_t>(view.words()), indices[0], edge, unit);
    if (!at) return std::nullopt;
    return Place{view, static_cast<std::int64_t>(*at), true};
  }
  std::array<std::int64_t, 4> at{};
  for (std::size_t i = 0; i < indices.size(); ++i) at[i] = evaluate_index(indices[i], unit);
  const auto flat = view.locate(std::span(at).first(indices.size()), edge);
  if (!flat) note_outside(edge);
  return flat ? std::optional(Place{view, *flat, false}) : std::nullopt;
}

std::optional<std::size_t> Executor::locate(std::size_t length, ir::ExprId index, ir::Edge edge,
                                            Unit& unit) {
  const std::int64_t at = evaluate_index(index, unit);
  if (at >= 0 && at < static_cast<std::int64_t>(length)) return static_cast<std::size_t>(at);
  note_outside(edge);
  return std::nullopt;
}

// An array of the unit's function: where it ends stands in the next offset.
std::size_t Executor::length_of(std::uint32_t array, std::size_t lanes, const Unit& unit) const {
  const std::size_t next = array + 1U;
  const std::size_t end = next < unit.offsets->size() ? (*unit.offsets)[next] : unit.words.size();
  return (end - (*unit.offsets)[array]) / lanes;
}

Value Executor::evaluate_load(const ir::Expr& e, Unit& unit) {
  if (e.kind == ExprKind::load_tensor) {
    const auto place = locate(e.index, e.type, e.args, e.edge, unit);
    return with_denormals_noted(e.type, {place ? place->load() : 0});
  }
  const std::size_t lanes = e.type.lanes;
  const bool is_shared = e.kind == ExprKind::load_shared;
  const std::size_t length =
      is_shared ? module_.shared[e.index].type.length : length_of(e.index, lanes, unit);
  const auto at = locate(length, e.args[0], e.edge, unit);
  if (!at) return {};
  if (is_shared) return take(shared_[e.index], *at * lanes, lanes);
  return take(unit.words, (*unit.offsets)[e.index] + *at * lanes, lanes);
}

Value Executor::evaluate_query(const ir::Expr& e, Unit& unit) {
  const TensorView& tensor = tensors_[e.index];
  const std::int64_t axis = e.args.empty() ? 0 : evaluate_index(e.args[0], unit);
  std::int64_t answer = 0;
  switch (e.query) {
    case ir::Query::len:
      answer = tensor.len();
      break;
    case ir::Query::rank:
      answer = tensor.rank();
      break;
    case ir::Query::shape:
      answer = tensor.shape(axis);
      break;
    case ir::Query::stride:
      answer = tensor.stride(axis);
      break;
  }
  return {static_cast<std::uint64_t>(answer)};
}

Value Executor::evaluate_binary(const ir::Expr& e, Unit& unit) {
  Value a = evaluate(e.args[0], unit);
  if (e.binary == ir::BinaryOp::logical_and && a[0] == 0) return a;
  if (e.binary == ir::BinaryOp::logical_or && a[0] != 0) return a;
  const Value b = evaluate(e.args[1], unit);
  const ir::Type type = module_.exprs[e.args[0]].type;
  for (std::size_t i = 0; i < type.lanes; ++i) a[i] = ir::apply(e.binary, type.scalar, a[i], b[i]);
  return a;
}

Value Executor::evaluate_math(const ir::Expr& e, Unit& unit) {
  std::array<Value, 3> args{};
  for (std::size_t i = 0; i < e.args.size(); ++i) args[i] = evaluate(e.args[i], unit);
  const ir::Type type = module_.exprs[e.args[0]].type;
  switch (e.math) {
    case ir::MathOp::select:
      return args[0][0] != 0 ? args[1] : args[2];
    case ir::MathOp::dot:
      return {ir::bits_from(dot(args[0], args[1], type.lanes))};
    case ir::MathOp::length:
      return {ir::bits_from(std::sqrt(dot(args[0], args[0], type.lanes)))};
    case ir::MathOp::normalize: {
      const float length = std::sqrt(dot(args[0], args[0], type.lanes));
      for (std::size_t i = 0; i < type.lanes; ++i)
        args[0][i] = ir::bits_from(ir::as_f32(args[0][i]) / length);
      return args[0];
    }
    default:
      break;
  }
  Value out{};
  for (std::size_t lane = 0; lane < type.lanes; ++lane) {
    const std::array<ScalarBits, 3> lanes = {args[0][lane], args[1][lane], args[2][lane]};
    out[lane] = apply(e.math, type.scalar, std::span(lanes).first(e.args.size()));
  }
  return out;
}

Value Executor::evaluate_call(const ir::Expr& e, Unit& unit) {
  const ir::Function& function = module_.functions[e.index];
  const Layout& layout = function_layouts_[e.index];
  Unit callee;
  callee.offsets = &layout.offsets;
  callee.words.assign(layout.words, 0);
  for (std::size_t i = 0; i < e.args.size(); ++i) {
    const Value value = evaluate(e.args[i], unit);
    const std::size_t lanes = module_.exprs[e.args[i]].type.lanes;
    for (std::size_t lane = 0; lane < lanes; ++lane)
      callee.words[layout.offsets[i] + lane] = value[lane];
  }
  Active active = {&callee};
  run_block(function.body, active, nullptr);
  return callee.result;
}

Value Executor::evaluate_construct(const ir::Expr& e, Unit& unit) {
  Value out{};
  if (e.args.size() == 1) {
    out.fill(evaluate(e.args[0], unit)[0]);
    return out;
  }
  for (std::size_t i = 0; i < e.args.size(); ++i) out[i] = evaluate(e.args[i], unit)[0];
  return out;
}

}  // namespace dala::kernel
