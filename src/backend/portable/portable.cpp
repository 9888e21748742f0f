#include "backend/portable/portable.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "backend/portable/reductions.hpp"
#include "core/dispatch.hpp"
#include "core/error.hpp"
#include "kernel/builtin_texts.hpp"
#include "kernel/compile.hpp"

namespace dala::backend {

namespace {

using Strides = std::array<std::int64_t, Shape::max_rank>;

Operand input(const KernelCall& call, std::size_t i) {
  return {Operand::From::input, i, call.inputs[i].dtype, call.inputs[i].shape};
}

Operand output(const KernelCall& call) {
  return {Operand::From::output, 0, call.outputs[0].dtype, call.outputs[0].shape};
}

// One step that sees all tensors in their own shapes.
PortableStep plain_step(const KernelCall& call, std::string_view text) {
  PortableStep step;
  step.text = {.name = text,
               .t = (call.inputs.empty() ? call.outputs : call.inputs)[0].dtype,
               .u = call.outputs[0].dtype};
  for (std::size_t i = 0; i < call.inputs.size(); ++i) step.inputs.push_back(input(call, i));
  step.outputs.push_back(output(call));
  return step;
}

// How far apart neighbours along each axis of a shape lie in memory.
Strides strides_of(const Shape& shape) {
  Strides strides{};
  std::int64_t stride = 1;
  for (std::size_t i = shape.rank(); i-- > 0;) {
    strides[i] = stride;
    stride *= shape[i];
  }
  return strides;
}

void add_all(PortableStep& step, const Strides& strides) {
  for (const std::int64_t stride : strides) step.params.push_back(stride);
}

PortableStep broadcast_step(const KernelCall& call, std::string_view combine) {
  PortableStep step = plain_step(call, "portable/broadcast");
  step.text.before = combine;
  const Shape& out = call.outputs[0].shape;
  for (const TensorRef& in : call.inputs) {
    const Strides own = strides_of(in.shape);
    Strides strides{};
    const std::size_t shift = out.rank() - in.shape.rank();
    for (std::size_t i = 0; i < in.shape.rank(); ++i)
      strides[i + shift] = in.shape[i] == 1 ? 0 : own[i];
    add_all(step, strides);
  }
  return step;
}

PortableStep transpose_step(const KernelCall& call) {
  PortableStep step = plain_step(call, "portable/transpose");
  const Shape& in = call.inputs[0].shape;
  const auto rank = static_cast<std::int64_t>(in.rank());
  const Strides own = strides_of(in);
  Strides strides{};
  for (std::int64_t i = 0; i < rank; ++i) {
    std::int64_t axis = rank - 1 - i;
    if (call.params[0].has_value()) axis = call.params[0].integers()[static_cast<std::size_t>(i)];
    strides[static_cast<std::size_t>(i)] =
        own[static_cast<std::size_t>(axis < 0 ? axis + rank : axis)];
  }
  add_all(step, strides);
  return step;
}

// A parameter converted to the element type. Products wrap, so of a whole number only the low bits
// matter; the kernel's own check has found it to be one.
ParamValue wrapped(const ParamValue& param, DType dtype) {
  const double value = param.number();
  return visit_number(dtype, [&]<typename T>(Type<T>) -> ParamValue {
    if constexpr (is_float_type<T>)
      return value;
    else
      return static_cast<T>(value < 0 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value))
                                      : static_cast<std::uint64_t>(value));
  });
}

// The same of a bound: the nearest whole number of the type that `rounded` is beyond.
ParamValue saturated(double rounded, const ParamValue& param, DType dtype) {
  return visit_number(dtype, [&]<typename T>(Type<T>) -> ParamValue {
    if constexpr (is_float_type<T>)
      return param.number();
    else {
      using Limits = std::numeric_limits<T>;
      if (rounded <= static_cast<double>(Limits::min())) return Limits::min();
      if (rounded >= static_cast<double>(Limits::max())) return Limits::max();
      return static_cast<std::int64_t>(rounded);
    }
  });
}

bool same_shapes(const KernelCall& call) {
  return std::ranges::all_of(
      call.inputs, [&](const TensorRef& tensor) { return tensor.shape == call.outputs[0].shape; });
}

// --- one function for each kernel, or for several that are planned alike ---

// A source that has the kernel's name, for tensors of one shape.
Result<void> plan_pointwise(const KernelCall& call, PortablePlan& plan) {
  PortableStep step = plain_step(call, call.kernel);
  for (const ParamValue& param : call.params)
    step.params.push_back(wrapped(param, call.outputs[0].dtype));
  plan.steps.push_back(std::move(step));
  return {};
}

Result<void> plan_clamp(const KernelCall& call, PortablePlan& plan) {
  PortableStep step = plain_step(call, call.kernel);
  const DType dtype = call.outputs[0].dtype;
  step.params.push_back(saturated(std::ceil(call.params[0].number()), call.params[0], dtype));
  step.params.push_back(saturated(std::floor(call.params[1].number()), call.params[1], dtype));
  plan.steps.push_back(std::move(step));
  return {};
}

Result<void> plan_binary(const KernelCall& call, std::string_view combine, PortablePlan& plan) {
  if (same_shapes(call)) return plan_pointwise(call, plan);
  plan.steps.push_back(broadcast_step(call, combine));
  return {};
}

Result<void> plan_add(const KernelCall& call, PortablePlan& plan) {
  return plan_binary(call, "fn combine(x: T, y: T) -> T { x + y }\n", plan);
}
Result<void> plan_sub(const KernelCall& call, PortablePlan& plan) {
  return plan_binary(call, "fn combine(x: T, y: T) -> T { x - y }\n", plan);
}
Result<void> plan_mul(const KernelCall& call, PortablePlan& plan) {
  return plan_binary(call, "fn combine(x: T, y: T) -> T { x * y }\n", plan);
}
Result<void> plan_div(const KernelCall& call, PortablePlan& plan) {
  return plan_binary(call, "fn combine(x: T, y: T) -> T { x / y }\n", plan);
}

Result<void> plan_transpose(const KernelCall& call, PortablePlan& plan) {
  plan.steps.push_back(transpose_step(call));
  return {};
}

Result<void> plan_cast(const KernelCall& call, PortablePlan& plan) {
  const bool to_truth =
      call.outputs[0].dtype == DType::boolean && call.inputs[0].dtype != DType::boolean;
  plan.steps.push_back(plain_step(call, to_truth ? "portable/cast_to_bool" : "portable/cast"));
  return {};
}

Result<void> plan_matmul(const KernelCall& call, PortablePlan& plan) {
  plan.steps.push_back(plain_step(call, "portable/matmul"));
  return {};
}

Result<void> plan_matmul_integer(const KernelCall& call, PortablePlan& plan) {
  PortableStep step = plain_step(call, "portable/matmul_integer");
  step.text.u = call.inputs[1].dtype;
  for (const ParamValue& zero_point : call.params) step.params.push_back(zero_point);
  plan.steps.push_back(std::move(step));
  return {};
}

Result<void> plan_gelu(const KernelCall& call, PortablePlan& plan) {
  if (call.inputs[0].dtype != DType::f32)
    return fail(ErrorCode::unsupported, "gelu of {} needs an exact erf",
                to_string(call.inputs[0].dtype));
  PortableStep step = plain_step(call, "portable/gelu");
  step.params.push_back(call.params[0]);
  plan.steps.push_back(std::move(step));
  return {};
}

Result<void> plan_gradient(const KernelCall& call, PortablePlan& plan) {
  PortableStep step = plain_step(call, "portable/generate_gradient");
  step.params.push_back(call.params[0]);
  plan.steps.push_back(std::move(step));
  return {};
}

struct PortableKernel {
  std::string_view kernel;
  Result<void> (*plan)(const KernelCall& call, PortablePlan& plan);
  // Its sums or functions need more digits than small floats have.
  bool in_f32 = false;
};

// The kernels whose sources are not just run. Others are looked for by their names.
constexpr std::array portable_kernels = {
    PortableKernel{"elementwise_add", plan_add},
    PortableKernel{"elementwise_sub", plan_sub},
    PortableKernel{"elementwise_mul", plan_mul},
    PortableKernel{"elementwise_div", plan_div},
    PortableKernel{"clamp", plan_clamp},
    PortableKernel{"transpose", plan_transpose},
    PortableKernel{"cast", plan_cast},
    PortableKernel{"matmul", plan_matmul, true},
    PortableKernel{"matmul_integer", plan_matmul_integer},
    PortableKernel{"sum", plan_sum, true},
    PortableKernel{"mean", plan_mean, true},
    PortableKernel{"max", plan_max},
    PortableKernel{"argmax", plan_argmax},
    PortableKernel{"softmax", plan_softmax, true},
    PortableKernel{"gelu", plan_gelu, true},
    PortableKernel{"generate_gradient", plan_gradient},
};

Result<PortableKernel> portable_kernel(std::string_view name) {
  const auto* const found = std::ranges::find(portable_kernels, name, &PortableKernel::kernel);
  if (found != portable_kernels.end()) return *found;
  if (!kernel::builtin_text(name).empty()) return PortableKernel{name, plan_pointwise};
  return fail(ErrorCode::unsupported, "{} is not written in the kernel language", name);
}

bool is_small_float(DType dtype) { return is_float(dtype) && size_of(dtype) < 4; }

bool has_small_floats(const KernelCall& call) {
  const auto is_small = [](const TensorRef& tensor) { return is_small_float(tensor.dtype); };
  return std::ranges::any_of(call.inputs, is_small) || std::ranges::any_of(call.outputs, is_small);
}

PortableStep cast_step(const Operand& from, const Operand& to) {
  PortableStep step;
  step.text = {.name = "portable/cast", .t = from.dtype, .u = to.dtype};
  step.inputs.push_back(from);
  step.outputs.push_back(to);
  return step;
}

// The plan of the same call in f32, between casts.
Result<PortablePlan> plan_in_f32(const KernelCall& call, bool wide) {
  constexpr std::size_t first =
      4;  // of the scratch that stands for tensors: inputs, then the output
  const auto widened = [](std::span<const TensorRef> tensors) {
    SmallVector<TensorRef, 4> result;
    for (TensorRef tensor : tensors) {
      if (is_small_float(tensor.dtype)) tensor.dtype = DType::f32;
      result.push_back(tensor);
    }
    return result;
  };
  const auto inputs = widened(call.inputs);
  const auto outputs = widened(call.outputs);
  DALA_ASSIGN(PortablePlan plan,
              plan_portable({call.kernel, inputs.view(), outputs.view(), call.params}, wide));
  const auto is_replaced = [&](const Operand& operand) {
    if (operand.from == Operand::From::input)
      return is_small_float(call.inputs[operand.index].dtype);
    return operand.from == Operand::From::output && is_small_float(call.outputs[0].dtype);
  };
  const auto replace = [&](Operand& operand) {
    if (!is_replaced(operand)) return;
    if (operand.from == Operand::From::output) operand.index = call.inputs.size();
    operand = {Operand::From::scratch, first + operand.index, operand.dtype, operand.shape};
  };
  PortablePlan whole;
  whole.index = plan.index;
  for (std::size_t i = 0; i < call.inputs.size(); ++i) {
    if (!is_small_float(call.inputs[i].dtype)) continue;
    Operand in_f32{Operand::From::input, i, DType::f32, call.inputs[i].shape};
    replace(in_f32);
    whole.steps.push_back(cast_step(input(call, i), in_f32));
  }
  for (PortableStep& step : plan.steps) {
    for (Operand& operand : step.inputs) replace(operand);
    for (Operand& operand : step.outputs) replace(operand);
    whole.steps.push_back(std::move(step));
  }
  if (is_small_float(call.outputs[0].dtype)) {
    Operand in_f32{Operand::From::output, 0, DType::f32, call.outputs[0].shape};
    replace(in_f32);
    whole.steps.push_back(cast_step(in_f32, output(call)));
  }
  return whole;
}

// Some less than s32 counts, because sources round sizes up to those of cubes.
bool needs_wide_indices(const KernelCall& call) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max() - 1024;
  const auto is_large = [](const TensorRef& tensor) { return tensor.shape.elements() > most; };
  return kernel::forces_wide_indices() || std::ranges::any_of(call.inputs, is_large) ||
         std::ranges::any_of(call.outputs, is_large);
}

}  // namespace

void PortablePlan::need(const Operand& operand) {
  if (operand.from != Operand::From::scratch) return;
  std::size_t& bytes = scratch_bytes[operand.index];
  bytes =
      std::max(bytes, static_cast<std::size_t>(operand.shape.elements()) * size_of(operand.dtype));
}

Result<PortablePlan> plan_portable(const KernelCall& call, bool wide) {
  PortablePlan plan;
  plan.index = wide && needs_wide_indices(call) ? DType::s64 : DType::s32;
  DALA_ASSIGN(const PortableKernel kernel, portable_kernel(call.kernel));
  if (kernel.in_f32 && has_small_floats(call)) {
    DALA_ASSIGN(plan, plan_in_f32(call, wide));
  } else {
    DALA_TRY(kernel.plan(call, plan));
  }
  for (PortableStep& step : plan.steps) {
    step.text.index = plan.index;
    for (const Operand& operand : step.inputs) plan.need(operand);
    for (const Operand& operand : step.outputs) plan.need(operand);
  }
  return plan;
}

Result<std::shared_ptr<const kernel::ir::Module>> compile_portable(const PortableSource& text) {
  const kernel::Source source(
      std::string(text.name),
      std::string(text.before) + std::string(kernel::builtin_text(text.name)));
  kernel::CompileOptions options{.types = {{"T", kernel::ir::scalar_of(text.t)},
                                           {"U", kernel::ir::scalar_of(text.u)},
                                           {"P", kernel::ir::scalar_of(text.index)}}};
  if (text.index == DType::s64) options = kernel::with_wide_indices(std::move(options));
  kernel::Compiled compiled = kernel::compile(source, options);
  if (compiled.module == nullptr)
    return fail(ErrorCode::unsupported, "its source is not for {}: {}", to_string(text.t),
                compiled.diagnostics.front().message);
  return std::move(compiled.module);
}

}  // namespace dala::backend
