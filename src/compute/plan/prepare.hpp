// Turns a command into a call that can run. All checks happen here, before anything is queued or
// written.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <dala/compute.hpp>
#include <dala/compute/command.hpp>

#include "compute/kernels/kernel_registry.hpp"
#include "compute/plan/work.hpp"

namespace dala {

// A command by reference, so that the common calls copy nothing.
struct CommandView {
  Op op = Op::run_kernel;
  std::string_view kernel;
  std::span<const Buffer> inputs;
  std::span<const Buffer> outputs;
  const Params& params;
  std::shared_ptr<const KernelEntry> entry;  // set: the kernel itself, whatever has its name

  CommandView(std::string_view name, std::span<const Buffer> in, std::span<const Buffer> out,
              const Params& with, std::shared_ptr<const KernelEntry> known = nullptr)
      : kernel(name), inputs(in), outputs(out), params(with), entry(std::move(known)) {}
  explicit CommandView(const Command& command, std::shared_ptr<const KernelEntry> known = nullptr)
      : op(command.op),
        kernel(command.kernel),
        inputs(command.inputs.view()),
        outputs(command.outputs.view()),
        params(command.params),
        entry(std::move(known)) {}
};

// The Compute that the buffers of a call must belong to, and the options of preparing it.
struct PrepareContext {
  const Compute::Runtime* runtime;
  backend::Device& device;
  const KernelRegistry& registry;
  const void* pipeline = nullptr;  // whose transient buffers may be used
  // Only the checks are made: nothing is chosen or compiled, so the call cannot run.
  bool only_checks = false;
  bool fuses = true;     // else no kernels are made of neighbouring stages' sources
  bool variants = true;  // else kernels of the language run by their source
  bool prefers_variants =
      false;  // of runs of stages, whatever they cost: for comparing all of them
  const StageConstants* constants = nullptr;  // of the pipeline
  const Compute* compute = nullptr;           // where a pipeline is planned, for what that makes
};

// Fills `call`, and `keep` with what must stay alive as long as the call may run.
[[nodiscard]] Result<void> prepare_call(const PrepareContext& context, const CommandView& command,
                                        PreparedCall& call,
                                        SmallVector<std::shared_ptr<const void>, 12>& keep);

// What the outputs of a command that runs a kernel are; those it has are not looked at. There is
// one choice for each output, or fewer.
[[nodiscard]] Result<std::vector<TensorSpec>> infer_call(const PrepareContext& context,
                                                         const CommandView& command,
                                                         std::span<const OutputChoice> choices);

}  // namespace dala
