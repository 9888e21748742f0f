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

using Apart = std::array<std::int64_t, Shape::max_rank>;

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
Apart strides_of(const Shape& shape) {
  Apart apart{};
  std::int64_t stride = 1;
  for (std::size_t i = shape.rank(); i-- > 0;) {
    apart[i] = stride;
    stride *= shape[i];
  }
  return apart;
}

void add_all(PortableStep& step, const Apart& apart) {
  for (const std::int64_t stride : apart) step.params.push_back(stride);
}

PortableStep broadcast_step(const KernelCall& call, std::string_view combine) {
  PortableStep step = plain_step(call, "portable/broadcast");
  step.text.before = combine;
  const Shape& out = call.outputs[0].shape;
  for (const TensorRef& in : call.inputs) {
    const Apart own = strides_of(in.shape);
    Apart apart{};
    const std::size_t shift = out.rank() - in.shape.rank();
    for (std::size_t i = 0; i < in.shape.rank(); ++i)
      apart[i + shift] = in.shape[i] == 1 ? 0 : own[i];
    add_all(step, apart);
  }
  return step;
}

PortableStep transpose_step(const KernelCall& call) {
  PortableStep step = plain_step(call, "portable/transpose");
  const Shape& in = call.inputs[0].shape;
  const auto rank = static_cast<std::int64_t>(in.rank());
  const Apart own = strides_of(in);
  Apart apart{};
  for (std::int64_t i = 0; i < rank; ++i) {
    std::int64_t axis = rank - 1 - i;
    if (call.params[0].has_value()) axis = call.params[0].integers()[static_cast<std::size_t>(i)];
    apart[static_cast<std::size_t>(i)] =
        own[static_cast<std::size_t>(axis < 0 ? axis + rank : axis)];
  }
  add_all(step, apart);
  return step;
}

// A parameter converted to the element type: integer kernels have their own rules of rounding and
// wrapping.
ParamValue for_element(const KernelCall& call, std::size_t param) {
  const double value = call.params[param].number();
  return visit_number(call.outputs[0].dtype, [&]<typename T>(Type<T>) -> ParamValue {
    if constexpr (is_float_type<T>) {
      return value;
    } else if (call.kernel == "clamp") {
      const double whole = param == 0 ? std::ceil(value) : std::floor(value);
      if (whole <= static_cast<double>(std::numeric_limits<T>::min()))
        return std::numeric_limits<T>::min();
      if (whole >= static_cast<double>(std::numeric_limits<T>::max()))
        return std::numeric_limits<T>::max();
      return static_cast<std::int64_t>(whole);
    } else {
      // The kernel's own check has found it to be a whole number. Products wrap, so only the low
      // bits matter.
      const auto bits = value < 0 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value))
                                  : static_cast<std::uint64_t>(value);
      return static_cast<T>(bits);
    }
  });
}

struct Binary {
  std::string_view kernel;
  std::string_view combine;
};
constexpr std::array<Binary, 4> binaries = {{
    {"elementwise_add", "fn combine(x: T, y: T) -> T { x + y }\n"},
    {"elementwise_sub", "fn combine(x: T, y: T) -> T { x - y }\n"},
    {"elementwise_mul", "fn combine(x: T, y: T) -> T { x * y }\n"},
    {"elementwise_div", "fn combine(x: T, y: T) -> T { x / y }\n"},
}};

bool is_small_float(DType dtype) { return is_float(dtype) && size_of(dtype) < 4; }

// Kernels whose sums or functions need more digits than small floats have.
bool runs_in_f32(const KernelCall& call) {
  constexpr std::array<std::string_view, 5> kernels = {"matmul", "sum", "mean", "softmax", "gelu"};
  const auto is_small = [](const TensorRef& tensor) { return is_small_float(tensor.dtype); };
  return std::ranges::find(kernels, call.kernel) != kernels.end() &&
         (std::ranges::any_of(call.inputs, is_small) ||
          std::ranges::any_of(call.outputs, is_small));
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
    SmallVector<TensorRef, 4> wide;
    for (TensorRef tensor : tensors) {
      if (is_small_float(tensor.dtype)) tensor.dtype = DType::f32;
      wide.push_back(tensor);
    }
    return wide;
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
    Operand wide{Operand::From::input, i, DType::f32, call.inputs[i].shape};
    replace(wide);
    whole.steps.push_back(cast_step(input(call, i), wide));
  }
  for (PortableStep& step : plan.steps) {
    for (Operand& operand : step.inputs) replace(operand);
    for (Operand& operand : step.outputs) replace(operand);
    whole.steps.push_back(std::move(step));
  }
  if (is_small_float(call.outputs[0].dtype)) {
    Operand wide{Operand::From::output, 0, DType::f32, call.outputs[0].shape};
    replace(wide);
    whole.steps.push_back(cast_step(wide, output(call)));
  }
  return whole;
}

bool same_shapes(const KernelCall& call) {
  return std::ranges::all_of(
      call.inputs, [&](const TensorRef& tensor) { return tensor.shape == call.outputs[0].shape; });
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
  const std::string_view kernel = call.kernel;
  if (runs_in_f32(call)) {
    DALA_ASSIGN(plan, plan_in_f32(call, wide));
  } else if (const auto binary = std::ranges::find(binaries, kernel, &Binary::kernel);
             binary != binaries.end() && !same_shapes(call)) {
    plan.steps.push_back(broadcast_step(call, binary->combine));
  } else if (kernel == "transpose") {
    plan.steps.push_back(transpose_step(call));
  } else if (kernel == "sum" || kernel == "mean" || kernel == "max") {
    DALA_TRY(plan_reduction(call, plan));
  } else if (kernel == "argmax") {
    plan_argmax(call, plan);
  } else if (kernel == "softmax") {
    plan_softmax(call, plan);
  } else if (kernel == "cast") {
    const bool to_truth =
        call.outputs[0].dtype == DType::boolean && call.inputs[0].dtype != DType::boolean;
    plan.steps.push_back(plain_step(call, to_truth ? "portable/cast_to_bool" : "portable/cast"));
  } else if (kernel == "matmul") {
    plan.steps.push_back(plain_step(call, "portable/matmul"));
  } else if (kernel == "matmul_integer") {
    PortableStep step = plain_step(call, "portable/matmul_integer");
    step.text.u = call.inputs[1].dtype;
    for (const ParamValue& zero_point : call.params) step.params.push_back(zero_point);
    plan.steps.push_back(std::move(step));
  } else if (kernel == "gelu" && call.inputs[0].dtype != DType::f32) {
    return fail(ErrorCode::unsupported, "gelu of {} needs an exact erf",
                to_string(call.inputs[0].dtype));
  } else if (kernel == "gelu" || kernel == "generate_gradient") {
    PortableStep step =
        plain_step(call, kernel == "gelu" ? "portable/gelu" : "portable/generate_gradient");
    step.params.push_back(call.params[0]);
    plan.steps.push_back(std::move(step));
  } else if (!kernel::builtin_text(kernel).empty()) {
    PortableStep step = plain_step(call, kernel);
    for (std::size_t i = 0; i < call.params.size(); ++i)
      step.params.push_back(for_element(call, i));
    plan.steps.push_back(std::move(step));
  } else {
    return fail(ErrorCode::unsupported, "{} is not written in the kernel language", kernel);
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
    return fail(ErrorCode::unsupported, "its text is not for {}: {}", to_string(text.t),
                compiled.diagnostics.front().message);
  return std::move(compiled.module);
}

}  // namespace dala::backend
