#include "compute/plan/prepare.hpp"

#include <algorithm>
#include <cmath>

#include "compute/kernels/source_kernel.hpp"
#include "compute/kernels/variant.hpp"
#include "compute/plan/buffer_state.hpp"
#include "compute/plan/composite.hpp"
#include "compute/plan/infer.hpp"
#include "core/check_params.hpp"
#include "core/error.hpp"
#include "kernel/compile.hpp"

namespace dala {

namespace {

// What messages call the command: the kernel's name, or the operation.
std::string_view title(const CommandView& command) {
  switch (command.op) {
    case Op::run_kernel:
      return label_of(command.kernel);
    case Op::copy_buffer:
      return "copy_buffer";
    case Op::barrier:
      return "barrier";
  }
  std::unreachable();
}

std::string counted(std::size_t count, const char* what) {
  return format("{} {}{}", count, what, count == 1 ? "" : "s");
}

Result<void> check_arity(const CommandView& command, std::size_t inputs, std::size_t outputs) {
  if (command.inputs.size() == inputs && command.outputs.size() == outputs) return {};
  return fail(ErrorCode::wrong_arity, "{} takes {} and {}, not {} and {}", title(command),
              counted(inputs, "input"), counted(outputs, "output"),
              counted(command.inputs.size(), "input"), counted(command.outputs.size(), "output"));
}

Result<backend::TensorRef> resolve_buffer(const PrepareContext& context, std::string_view what,
                                          std::string_view name, const Buffer& buffer,
                                          SmallVector<std::shared_ptr<const void>, 12>& keep) {
  if (!buffer)
    return fail(ErrorCode::invalid_handle, "{}: {} is an empty Buffer handle", what, name);
  const std::shared_ptr<Buffer::State>& state = buffer.state();
  if (state->runtime.lock().get() != context.runtime)
    return fail(ErrorCode::foreign_handle, "{}: {} belongs to another Compute", what, name);
  if (state->pipeline != nullptr) {
    if (state->pipeline != context.pipeline)
      return fail(ErrorCode::transient_buffer,
                  "{}: {} is a transient buffer and can only be used by stages of its pipeline",
                  what, name);
    return backend::TensorRef{nullptr, state->dtype, state->shape};
  }
  std::shared_ptr<backend::Memory> memory = state->memory();
  if (memory == nullptr) return fail(ErrorCode::freed_buffer, "{}: {} has been freed", what, name);
  const backend::TensorRef tensor{memory.get(), state->dtype, state->shape};
  keep.push_back(state);
  keep.push_back(std::move(memory));
  return tensor;
}

std::string list(DTypeSet dtypes) {
  std::string text;
  for (DType dtype : all_dtypes)
    if (dtypes.contains(dtype)) text += format("{}{}", text.empty() ? "" : ", ", to_string(dtype));
  return text;
}

Result<void> check_dtype(std::string_view kernel, const TensorInfo& info,
                         const backend::TensorRef& tensor) {
  if (info.dtypes.contains(tensor.dtype)) return {};
  const std::string allowed = list(info.dtypes);
  return fail(ErrorCode::wrong_dtype, "{}: {} is {}; it must be {}{}", kernel, info.name,
              to_string(tensor.dtype), allowed.contains(',') ? "one of " : "", allowed);
}

// Two tensors share memory when their bytes overlap; borrowed memory can overlap in part.
enum class Overlap : std::uint8_t { none, same, partial };

Overlap overlap(const backend::TensorRef& a, const backend::TensorRef& b) {
  if (a.memory == nullptr || b.memory == nullptr || a.bytes() == 0 || b.bytes() == 0)
    return Overlap::none;
  if (a.memory == b.memory) return Overlap::same;
  const std::byte* pa = a.memory->host();
  const std::byte* pb = b.memory->host();
  if (pa == nullptr || pb == nullptr) return Overlap::none;
  if (pa == pb) return Overlap::same;
  return pa < pb + b.bytes() && pb < pa + a.bytes() ? Overlap::partial : Overlap::none;
}

Result<void> check_aliasing(const CommandView& command, const KernelInfo& info,
                            const PreparedCall& call) {
  for (std::size_t o = 0; o < call.outputs.size(); ++o) {
    for (std::size_t i = 0; i < call.inputs.size(); ++i) {
      const bool same_transient =
          call.outputs[o].memory == nullptr && command.outputs[o] == command.inputs[i];
      const Overlap shared =
          same_transient ? Overlap::same : overlap(call.inputs[i], call.outputs[o]);
      if (shared == Overlap::none) continue;
      if (shared == Overlap::same && info.in_place) {
        // Two buffers may use borrowed memory with different shapes. A broadcast input cannot be in
        // place, because its elements are read again after the output has overwritten them.
        if (call.inputs[i].shape == call.outputs[o].shape) continue;
        return fail(ErrorCode::aliasing,
                    "{}: {} {} is also {}, seen as {}; in place works only for an input of the "
                    "output's shape",
                    info.name, info.outputs[o].name, to_string(call.outputs[o].shape),
                    info.inputs[i].name, to_string(call.inputs[i].shape));
      }
      return fail(ErrorCode::aliasing, "{}: {} shares memory with {}{}", info.name,
                  info.outputs[o].name, info.inputs[i].name,
                  info.in_place ? " in part; it must be the same buffer or another"
                                : ", and this kernel cannot work in place; use another buffer");
    }
    for (std::size_t p = 0; p < o; ++p) {
      const bool same_transient =
          call.outputs[o].memory == nullptr && command.outputs[o] == command.outputs[p];
      if (!same_transient && overlap(call.outputs[p], call.outputs[o]) == Overlap::none) continue;
      return fail(ErrorCode::aliasing, "{}: {} and {} share memory; outputs must be apart",
                  info.name, info.outputs[p].name, info.outputs[o].name);
    }
  }
  return {};
}

Result<void> check_function(const FunctionKernel& kernel, const PreparedCall& call) {
  if (!kernel.check) return {};
  SmallVector<HostTensor, 4> inputs;
  SmallVector<HostTensor, 4> outputs;
  for (const backend::TensorRef& t : call.inputs) inputs.push_back({t.dtype, t.shape, {}});
  for (const backend::TensorRef& t : call.outputs) outputs.push_back({t.dtype, t.shape, {}});
  try {
    return kernel.check({inputs.view(), outputs.view(), call.params.view(), {}});
  } catch (...) {
    return fail(ErrorCode::kernel_failed, "{}: its shape check threw", call.kernel->info().name);
  }
}

// The bytes that HostCopies moves: inputs and outputs to the host, outputs back.
std::size_t bytes_copied(const PreparedCall& call) {
  return call.bytes_read() + 2 * call.bytes_written();
}

// How each kind of kernel checks the rest of a call and decides how to run it.
struct KindPreparation {
  const PrepareContext& context;
  PreparedCall& call;

  Result<void> operator()(const BuiltinKernel&) const {
    if (context.only_checks) return {};
    DALA_ASSIGN(call.decision, context.device.prepare(call.call()));
    return {};
  }

  Result<void> operator()(const FunctionKernel& kernel) const {
    DALA_TRY(check_function(kernel, call));
    call.decision.why = "a kernel written in C++, which runs on the host";
    if (context.device.info().gpu) call.decision.bytes_moved = bytes_copied(call);
    return {};
  }

  Result<void> operator()(const CompositeKernel&) const {
    call.decision = call.composite->decide();
    return {};
  }

  Result<void> operator()(const RunKernel& kernel) const {
    DALA_ASSIGN(call.decision, kernel.program->prepare(call.call()));
    return {};
  }

  Result<void> operator()(const LanguageKernel& kernel) const {
    DALA_TRY(check_source_outputs(*kernel.module, call.call()));
    if (kernel.wide != nullptr) {
      const std::string why = why_wide_indices(*kernel.module, call.call());
      if (!why.empty() || kernel::forces_wide_indices()) return prepare_wide(kernel, why);
    }
    DALA_TRY(check_source_sizes(*kernel.module, call.call()));
    if (context.only_checks) return {};
    if (!context.variants) {
      DALA_ASSIGN(call.decision, kernel.program->prepare(call.call()));
      return {};
    }
    DALA_ASSIGN(call.decision,
                prepare_variant(kernel, call.call(), context.device.info().capabilities));
    return {};
  }

 private:
  [[nodiscard]] Result<void> prepare_wide(const LanguageKernel& kernel,
                                          const std::string& why) const {
    const auto module = kernel.wide->module();
    if (!module)
      return fail(ErrorCode::bad_kernel,
                  "{}: {}; it needs indices of 64 bits, and its source keeps some in 32:\n{}",
                  call.kernel->info().name, why, module.error().message);
    DALA_TRY(check_source_sizes(**module, call.call()));
    if (context.only_checks) return {};
    DALA_ASSIGN(backend::Program* const program, kernel.wide->program_for(context.device));
    DALA_ASSIGN(call.decision, program->prepare(call.call()));
    call.decision.wide_indices = true;
    for (const EntryVariant& one : kernel.variants)
      call.decision.reject(one.variant.name,
                           one.why_not.empty() ? only_in_source : std::string_view(one.why_not));
    return {};
  }
};

Result<void> prepare_copy(const CommandView& command, PreparedCall& call) {
  const backend::TensorRef& from = call.inputs[0];
  const backend::TensorRef& to = call.outputs[0];
  if (command.params.size() > 0)
    return fail(ErrorCode::unknown_param, "copy_buffer has no parameter \"{}\"",
                command.params.begin()->name);
  if (from.dtype != to.dtype)
    return fail(ErrorCode::wrong_dtype,
                "copy_buffer: the input is {} and the output {}; they must "
                "be the same",
                to_string(from.dtype), to_string(to.dtype));
  if (from.shape != to.shape)
    return fail(ErrorCode::shape_mismatch,
                "copy_buffer: the input is {} and the output {}; they "
                "must be the same",
                to_string(from.shape), to_string(to.shape));
  return {};
}

Result<void> find_kernel(const PrepareContext& context, const CommandView& command,
                         PreparedCall& call) {
  call.kernel = command.entry;
  if (call.kernel == nullptr) {
    DALA_ASSIGN(call.kernel, context.registry.find(command.kernel));
  }
  return {};
}

enum class Side : std::uint8_t { inputs, outputs };

// Buffers of the command become tensors of the call.
Result<void> resolve_buffers(const PrepareContext& context, const CommandView& command, Side side,
                             PreparedCall& call,
                             SmallVector<std::shared_ptr<const void>, 12>& keep) {
  const bool output = side == Side::outputs;
  const auto name = [&](std::size_t i) -> std::string_view {
    if (call.kernel == nullptr) return output ? "the output" : "the input";
    const KernelInfo& info = call.kernel->info();
    return output ? info.outputs[i].name : info.inputs[i].name;
  };
  const std::span<const Buffer> buffers = output ? command.outputs : command.inputs;
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    DALA_ASSIGN(const auto tensor,
                resolve_buffer(context, title(command), name(i), buffers[i], keep));
    output ? call.outputs.push_back(tensor) : call.inputs.push_back(tensor);
  }
  return {};
}

Result<void> check_input_dtypes(const PreparedCall& call) {
  const KernelInfo& info = call.kernel->info();
  for (std::size_t i = 0; i < call.inputs.size(); ++i)
    DALA_TRY(check_dtype(info.name, info.inputs[i], call.inputs[i]));
  return {};
}

Result<void> prepare_kernel(const PrepareContext& context, const CommandView& command,
                            PreparedCall& call) {
  const KernelInfo& info = call.kernel->info();
  DALA_TRY(check_input_dtypes(call));
  for (std::size_t i = 0; i < call.outputs.size(); ++i)
    DALA_TRY(check_dtype(info.name, info.outputs[i], call.outputs[i]));
  DALA_TRY(check_params(info.name, info.params, command.params, call.params));
  DALA_TRY(check_aliasing(command, info, call));
  DALA_TRY(infer_outputs(call));
  DALA_TRY(check_outputs(call));
  return std::visit(KindPreparation{context, call}, call.kernel->kind);
}

}  // namespace

Result<void> prepare_call(const PrepareContext& context, const CommandView& command,
                          PreparedCall& call, SmallVector<std::shared_ptr<const void>, 12>& keep) {
  const auto begin = std::chrono::steady_clock::now();
  call.op = command.op;
  if (command.op == Op::run_kernel) {
    DALA_TRY(find_kernel(context, command, call));
    const KernelInfo& info = call.kernel->info();
    DALA_TRY(check_arity(command, info.inputs.size(), info.outputs.size()));
  } else {
    const std::size_t buffers = command.op == Op::copy_buffer ? 1 : 0;
    DALA_TRY(check_arity(command, buffers, buffers));
  }
  DALA_TRY(resolve_buffers(context, command, Side::inputs, call, keep));
  DALA_TRY(resolve_buffers(context, command, Side::outputs, call, keep));
  if (command.op == Op::copy_buffer) DALA_TRY(prepare_copy(command, call));
  if (command.op == Op::run_kernel) DALA_TRY(prepare_kernel(context, command, call));
  call.prepare_time = std::chrono::steady_clock::now() - begin;
  return {};
}

Result<std::vector<TensorSpec>> infer_call(const PrepareContext& context,
                                           const CommandView& command,
                                           std::span<const OutputChoice> choices) {
  PreparedCall call;
  SmallVector<std::shared_ptr<const void>, 12> keep;
  call.op = Op::run_kernel;
  DALA_TRY(find_kernel(context, command, call));
  const KernelInfo& info = call.kernel->info();
  if (command.inputs.size() != info.inputs.size())
    return fail(ErrorCode::wrong_arity, "{} takes {}, not {}", title(command),
                counted(info.inputs.size(), "input"), command.inputs.size());
  if (choices.size() > info.outputs.size())
    return fail(ErrorCode::wrong_arity, "{} has {}; something was chosen for {}", title(command),
                counted(info.outputs.size(), "output"), choices.size());
  DALA_TRY(resolve_buffers(context, command, Side::inputs, call, keep));
  DALA_TRY(check_input_dtypes(call));
  DALA_TRY(check_params(info.name, info.params, command.params, call.params));
  DALA_TRY(infer_outputs(call));
  std::vector<TensorSpec> specs;
  for (std::size_t i = 0; i < info.outputs.size(); ++i) {
    DALA_ASSIGN(const TensorSpec spec,
                choose_output(info, call.call(), call.inferred[i], i,
                              i < choices.size() ? choices[i] : OutputChoice{}));
    DALA_TRY(spec.shape.validate(spec.dtype));
    specs.push_back(spec);
  }
  return specs;
}

}  // namespace dala
