// Running kernels: into buffers there are, or into new ones.
#include <dala/compute.hpp>

#include "compute/runtime.hpp"
#include "core/error.hpp"

namespace dala {

// Weak, so that a handle keeps neither the Compute nor what it compiled.
struct Kernel::State {
  std::string name;
  std::weak_ptr<Compute::Runtime> runtime;
  std::weak_ptr<const KernelEntry> entry;
};

const std::string& Kernel::name() const {
  static const auto& none = *new std::string;
  return state_ != nullptr ? state_->name : none;
}

namespace {

// The entry of a handle; null where it has to be looked for again, because it was replaced.
Result<std::shared_ptr<const KernelEntry>> entry_of(const Kernel& kernel,
                                                    const Compute::Runtime& runtime) {
  if (!kernel) return fail(ErrorCode::invalid_handle, "an empty Kernel handle was used");
  if (kernel.state()->runtime.lock().get() != &runtime)
    return fail(ErrorCode::foreign_handle, "the kernel {} was found in another Compute",
                kernel.name());
  auto entry = kernel.state()->entry.lock();
  if (entry != nullptr && entry->outdated.is_raised()) entry.reset();
  return entry;
}

Result<std::vector<Buffer>> run_into_new(Compute::Runtime& runtime, const CommandView& command,
                                         std::span<const OutputChoice> choices) {
  DALA_ASSIGN(const auto specs, infer_call(runtime.context(), command, choices));
  std::vector<Buffer> outputs;
  for (const TensorSpec& spec : specs) {
    DALA_ASSIGN(auto output, runtime.make_buffer(spec.shape, spec.dtype));
    outputs.push_back(std::move(output));
  }
  CommandView complete = command;
  complete.outputs = outputs;
  DALA_TRY(runtime.run(complete));
  return outputs;
}

Result<Buffer> run_into_one(Compute::Runtime& runtime, const CommandView& command,
                            const OutputChoice& choice) {
  CommandView found = command;
  if (found.entry == nullptr) {
    DALA_ASSIGN(found.entry, runtime.registry.find(command.kernel));
  }
  if (const std::size_t count = found.entry->info().outputs.size(); count != 1)
    return fail(ErrorCode::wrong_arity, "{} has {} outputs; run_many gives all of them",
                found.entry->info().name, count);
  DALA_ASSIGN(auto outputs, run_into_new(runtime, found, std::span(&choice, 1)));
  return std::move(outputs[0]);
}

}  // namespace

Result<Kernel> Compute::find_kernel(std::string_view name) const {
  DALA_ASSIGN(Runtime* const runtime, live());
  DALA_ASSIGN(const auto entry, runtime->registry.find(name));
  return Kernel(
      std::make_shared<const Kernel::State>(Kernel::State{std::string(name), runtime_, entry}));
}

// --- into new buffers ---

Result<Buffer> Compute::run(std::string_view kernel, const BufferList& inputs, const Params& params,
                            const OutputChoice& choice) const {
  DALA_ASSIGN(Runtime* const runtime, live());
  return run_into_one(*runtime, CommandView(kernel, inputs.view(), {}, params), choice);
}

Result<Buffer> Compute::run(const Kernel& kernel, const BufferList& inputs, const Params& params,
                            const OutputChoice& choice) const {
  DALA_ASSIGN(Runtime* const runtime, live());
  DALA_ASSIGN(auto entry, entry_of(kernel, *runtime));
  return run_into_one(
      *runtime, CommandView(kernel.name(), inputs.view(), {}, params, std::move(entry)), choice);
}

Result<std::vector<Buffer>> Compute::run_many(std::string_view kernel, const BufferList& inputs,
                                              const Params& params,
                                              const std::vector<OutputChoice>& choices) const {
  DALA_ASSIGN(Runtime* const runtime, live());
  return run_into_new(*runtime, CommandView(kernel, inputs.view(), {}, params), choices);
}

Result<std::vector<Buffer>> Compute::run_many(const Kernel& kernel, const BufferList& inputs,
                                              const Params& params,
                                              const std::vector<OutputChoice>& choices) const {
  DALA_ASSIGN(Runtime* const runtime, live());
  DALA_ASSIGN(auto entry, entry_of(kernel, *runtime));
  return run_into_new(
      *runtime, CommandView(kernel.name(), inputs.view(), {}, params, std::move(entry)), choices);
}

Result<std::vector<TensorSpec>> Compute::infer(std::string_view kernel, const BufferList& inputs,
                                               const Params& params,
                                               const std::vector<OutputChoice>& choices) const {
  DALA_ASSIGN(Runtime* const runtime, live());
  return infer_call(runtime->context(), CommandView(kernel, inputs.view(), {}, params), choices);
}

Result<std::vector<TensorSpec>> Compute::infer(const Kernel& kernel, const BufferList& inputs,
                                               const Params& params,
                                               const std::vector<OutputChoice>& choices) const {
  DALA_ASSIGN(Runtime* const runtime, live());
  DALA_ASSIGN(auto entry, entry_of(kernel, *runtime));
  return infer_call(runtime->context(),
                    CommandView(kernel.name(), inputs.view(), {}, params, std::move(entry)),
                    choices);
}

Result<Buffer> Compute::add(const Buffer& a, const Buffer& b) const {
  return run("elementwise_add", {a, b});
}

Result<Buffer> Compute::multiply(const Buffer& a, const Buffer& b) const {
  return run("elementwise_mul", {a, b});
}

Result<Buffer> Compute::scale(const Buffer& input, double scalar) const {
  return run("scalar_mul", input, {{"scalar", scalar}});
}

Result<Buffer> Compute::relu(const Buffer& input) const { return run("relu", input); }

Result<Buffer> Compute::matmul(const Buffer& a, const Buffer& b) const {
  return run("matmul", {a, b});
}

Result<Buffer> Compute::cast(const Buffer& input, DType to) const {
  return run("cast", input, {}, {.dtype = to});
}

// --- into buffers there are ---

Result<void> Compute::run_kernel(const Kernel& kernel, const BufferList& inputs,
                                 const BufferList& outputs, const Params& params) const {
  DALA_ASSIGN(Runtime* const runtime, live());
  DALA_ASSIGN(auto entry, entry_of(kernel, *runtime));
  return runtime->run(
      CommandView(kernel.name(), inputs.view(), outputs.view(), params, std::move(entry)));
}

Result<void> Compute::run_kernel(std::string_view kernel, const BufferList& inputs,
                                 const BufferList& outputs, const Params& params) const {
  DALA_ASSIGN(Runtime* const runtime, live());
  return runtime->run(CommandView(kernel, inputs.view(), outputs.view(), params));
}

Result<bool> Compute::try_run_kernel(std::string_view kernel, const BufferList& inputs,
                                     const BufferList& outputs, const Params& params) const {
  DALA_ASSIGN(Runtime* const runtime, live());
  return runtime->try_run(CommandView(kernel, inputs.view(), outputs.view(), params));
}

Result<void> Compute::add(const Buffer& a, const Buffer& b, const Buffer& output) const {
  return run_kernel("elementwise_add", {a, b}, output);
}

Result<void> Compute::multiply(const Buffer& a, const Buffer& b, const Buffer& output) const {
  return run_kernel("elementwise_mul", {a, b}, output);
}

Result<void> Compute::scale(const Buffer& input, double scalar, const Buffer& output) const {
  return run_kernel("scalar_mul", input, output, {{"scalar", scalar}});
}

Result<void> Compute::relu(const Buffer& input, const Buffer& output) const {
  return run_kernel("relu", input, output);
}

Result<void> Compute::matmul(const Buffer& a, const Buffer& b, const Buffer& output) const {
  return run_kernel("matmul", {a, b}, output);
}

}  // namespace dala
