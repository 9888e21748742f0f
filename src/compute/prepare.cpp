#include "compute/prepare.hpp"

#include <algorithm>
#include <cmath>

#include "compute/buffer_state.hpp"
#include "compute/composite.hpp"
#include "compute/kernel_text.hpp"
#include "core/check_params.hpp"
#include "core/error.hpp"

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

Result<void> check_arity(const CommandView& command, std::size_t inputs, std::size_t outputs) {
  const auto count = [](std::size_t n, const char* what) {
    return format("{} {}{}", n, what, n == 1 ? "" : "s");
  };
  if (command.inputs.size() == inputs && command.outputs.size() == outputs) return {};
  return fail(ErrorCode::wrong_arity, "{} takes {} and {}, not {} and {}", title(command),
              count(inputs, "input"), count(outputs, "output"),
              count(command.inputs.size(), "input"), count(command.outputs.size(), "output"));
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
      if (shared == Overlap::none || (shared == Overlap::same && info.in_place)) continue;
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

Result<void> check_host(const KernelEntry& entry, const PreparedCall& call) {
  if (!entry.host_check) return {};
  SmallVector<HostTensor, 4> inputs;
  SmallVector<HostTensor, 4> outputs;
  for (const backend::TensorRef& t : call.inputs) inputs.push_back({t.dtype, t.shape, {}});
  for (const backend::TensorRef& t : call.outputs) outputs.push_back({t.dtype, t.shape, {}});
  try {
    return entry.host_check({inputs.view(), outputs.view(), call.params.view(), {}});
  } catch (...) {
    return fail(ErrorCode::kernel_failed, "{}: its shape check threw", entry.info().name);
  }
}

// What HostCopies moves: inputs and outputs there, outputs back.
std::size_t bytes_copied(const PreparedCall& call) {
  return call.bytes_read() + 2 * call.bytes_written();
}

Result<void> prepare_composite(const KernelEntry& entry, PreparedCall& call) {
  SmallVector<Shape, 4> shapes;
  for (const backend::TensorRef& input : call.inputs) shapes.push_back(input.shape);
  DALA_ASSIGN(call.composite, entry.composite(shapes.view()));
  DALA_TRY(call.composite->check(entry.info(), call.call()));
  call.decision = call.composite->decide();
  return {};
}

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

Result<void> prepare_kernel(const PrepareContext& context, const CommandView& command,
                            PreparedCall& call) {
  const KernelEntry& entry = *call.kernel;
  const KernelInfo& info = entry.info();
  for (std::size_t i = 0; i < call.inputs.size(); ++i)
    DALA_TRY(check_dtype(info.name, info.inputs[i], call.inputs[i]));
  for (std::size_t i = 0; i < call.outputs.size(); ++i)
    DALA_TRY(check_dtype(info.name, info.outputs[i], call.outputs[i]));
  DALA_TRY(check_params(info.name, info.params, command.params, call.params));
  DALA_TRY(check_aliasing(command, info, call));
  if (entry.host) {
    DALA_TRY(check_host(entry, call));
    call.decision.why = "a kernel written in C++, which runs on the host";
    if (context.device.info().gpu) call.decision.bytes_moved = bytes_copied(call);
    return {};
  }
  if (entry.composite) return prepare_composite(entry, call);
  if (entry.program != nullptr) {
    DALA_TRY(check_text_call(*entry.module, call.call()));
    if (context.only_checks) return {};
    DALA_ASSIGN(call.decision, entry.program->prepare(call.call()));
    return {};
  }
  DALA_TRY(entry.def.check(call.call()));
  if (context.only_checks) return {};
  DALA_ASSIGN(call.decision, context.device.prepare(call.call()));
  return {};
}

}  // namespace

Result<void> prepare_call(const PrepareContext& context, const CommandView& command,
                          PreparedCall& call, SmallVector<std::shared_ptr<const void>, 12>& keep,
                          const std::shared_ptr<const KernelEntry>& entry) {
  const auto begin = std::chrono::steady_clock::now();
  call.op = command.op;
  if (command.op == Op::run_kernel) {
    call.kernel = entry;
    if (entry == nullptr) {
      DALA_ASSIGN(call.kernel, context.registry.find(command.kernel));
    }
    const KernelInfo& info = call.kernel->info();
    DALA_TRY(check_arity(command, info.inputs.size(), info.outputs.size()));
  } else {
    const std::size_t buffers = command.op == Op::copy_buffer ? 1 : 0;
    DALA_TRY(check_arity(command, buffers, buffers));
  }
  const auto name = [&](std::size_t i, bool output) -> std::string_view {
    if (call.kernel == nullptr) return output ? "the output" : "the input";
    return output ? call.kernel->info().outputs[i].name : call.kernel->info().inputs[i].name;
  };
  const auto add = [&](auto& tensors, const Buffer& buffer, std::size_t i,
                       bool output) -> Result<void> {
    DALA_ASSIGN(const auto tensor,
                resolve_buffer(context, title(command), name(i, output), buffer, keep));
    tensors.push_back(tensor);
    return {};
  };
  for (std::size_t i = 0; i < command.inputs.size(); ++i)
    DALA_TRY(add(call.inputs, command.inputs[i], i, false));
  for (std::size_t i = 0; i < command.outputs.size(); ++i)
    DALA_TRY(add(call.outputs, command.outputs[i], i, true));
  if (command.op == Op::copy_buffer) DALA_TRY(prepare_copy(command, call));
  if (command.op == Op::run_kernel) DALA_TRY(prepare_kernel(context, command, call));
  call.prepare_time = std::chrono::steady_clock::now() - begin;
  return {};
}

}  // namespace dala
