#include "backend/interpreter/interpreter_device.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <mutex>
#include <unordered_set>

#include "backend/cpu/cpu_device.hpp"
#include "backend/forwarding_device.hpp"
#include "backend/portable/portable.hpp"
#include "core/error.hpp"
#include "core/text/printed.hpp"
#include "kernel/interpret/interpret.hpp"
#include "kernel/launch/prints.hpp"

namespace dala::backend::interpreter {

namespace {

using Module = std::shared_ptr<const kernel::ir::Module>;

Result<void> interpret(const kernel::ir::Module& module, std::span<const TensorRef> inputs,
                       std::span<const TensorRef> outputs, std::span<const ParamValue> params,
                       std::chrono::nanoseconds time_limit) {
  const auto as_host = [](const TensorRef& t) {
    return HostTensor{t.dtype, t.shape, {t.memory->host(), t.bytes()}};
  };
  SmallVector<HostTensor, 8> host_inputs;
  SmallVector<HostTensor, 4> host_outputs;
  for (const TensorRef& t : inputs) host_inputs.push_back(as_host(t));
  for (const TensorRef& t : outputs) host_outputs.push_back(as_host(t));
  kernel::HostLaunch launch{host_inputs.view(), host_outputs.view(), params};
  launch.stop = current_stop();
  launch.time_limit = time_limit;
  kernel::PrintBuffer printed(module);
  launch.prints = printed.words;
  const Result<void> done = kernel::interpret(module, launch);
  if (kernel::does_print(module)) show_printed(kernel::printed_lines(module, printed.words));
  return done;
}

class InterpretedProgram final : public Program, public Executable {
 public:
  InterpretedProgram(Module module, std::chrono::nanoseconds time_limit)
      : module_(std::move(module)), time_limit_(time_limit) {}
  [[nodiscard]] std::string_view name() const override { return "interpreter"; }
  [[nodiscard]] Result<Decision> prepare(const KernelCall&) override {
    Decision decision;
    decision.chosen = this;
    decision.why = "all this device does is interpret";
    return decision;
  }
  [[nodiscard]] Result<void> launch(const KernelCall& call) const override {
    return interpret(*module_, call.inputs, call.outputs, call.params, time_limit_);
  }

 private:
  Module module_;
  std::chrono::nanoseconds time_limit_;
};

// The built-in kernels, by their sources.
class InterpretedBuiltin final : public Executable {
 public:
  explicit InterpretedBuiltin(Device& host) : host_(&host) {}
  [[nodiscard]] std::string_view name() const override { return "interpreter"; }

  // How the call is interpreted, or why it cannot be.
  [[nodiscard]] Result<PortablePlan> plan(const KernelCall& call) const {
    DALA_ASSIGN(PortablePlan plan, plan_portable(call));
    for (const PortableStep& step : plan.steps) {
      DALA_ASSIGN([[maybe_unused]] const auto module, module_for(step.text));
    }
    return plan;
  }

  [[nodiscard]] Result<void> launch(const KernelCall& call) const override {
    DALA_ASSIGN(const PortablePlan plan, plan_portable(call));
    std::array<std::unique_ptr<Memory>, PortablePlan::scratches> scratch;
    for (std::size_t i = 0; i < scratch.size(); ++i) {
      DALA_ASSIGN(scratch[i], host_->allocate(plan.scratch_bytes[i]));
    }
    const auto resolve = [&](const Operand& operand) {
      Memory* memory = scratch[std::min(operand.index, scratch.size() - 1)].get();
      if (operand.from == Operand::From::input) memory = call.inputs[operand.index].memory;
      if (operand.from == Operand::From::output) memory = call.outputs[operand.index].memory;
      return TensorRef{memory, operand.dtype, operand.shape};
    };
    for (const PortableStep& step : plan.steps) {
      DALA_ASSIGN(const Module module, module_for(step.text));
      SmallVector<TensorRef, 4> inputs;
      SmallVector<TensorRef, 2> outputs;
      for (const Operand& operand : step.inputs) inputs.push_back(resolve(operand));
      for (const Operand& operand : step.outputs) outputs.push_back(resolve(operand));
      // Built-in kernels always end, so they have no step limit.
      DALA_TRY(interpret(*module, inputs.view(), outputs.view(), step.params.view(),
                         std::chrono::nanoseconds::max()));
    }
    return {};
  }

 private:
  struct Known {
    PortableSource text;
    Result<Module> module;
  };

  [[nodiscard]] Result<Module> module_for(const PortableSource& text) const {
    const std::lock_guard lock(mutex_);
    const auto known = std::ranges::find(known_, text, &Known::text);
    if (known != known_.end()) return known->module;
    known_.push_back({text, compile_portable(text)});
    return known_.back().module;
  }

  Device* host_;
  mutable std::mutex mutex_;
  mutable std::deque<Known> known_;
};

class InterpreterDevice final : public ForwardingDevice {
 public:
  InterpreterDevice(std::shared_ptr<Device> host, const DeviceOptions& options)
      : ForwardingDevice(std::move(host)),
        info_(*describe(options)),
        builtin_(inner()),
        time_limit_(options.kernel_time_limit) {}

  [[nodiscard]] const DeviceInfo& info() const override { return info_; }
  [[nodiscard]] Result<Decision> prepare(const KernelCall& call) override {
    Decision decision;
    const auto plan = builtin_.plan(call);
    if (!plan) {
      if (plan.error().code != ErrorCode::unsupported) return std::unexpected(plan.error());
      DALA_ASSIGN(decision, inner().prepare(call));
      const std::lock_guard lock(mutex_);
      decision.reject(builtin_.name(), *reasons_.insert(plan.error().message).first);
      return decision;
    }
    decision.chosen = &builtin_;
    decision.why = "the kernel's source, interpreted";
    decision.wide_indices = plan->index == DType::s64;
    return decision;
  }
  [[nodiscard]] Result<std::unique_ptr<Program>> compile(Module module) override {
    return std::make_unique<InterpretedProgram>(std::move(module), time_limit_);
  }
  [[nodiscard]] bool fuses_kernels() const override { return false; }

 private:
  DeviceInfo info_;
  InterpretedBuiltin builtin_;
  std::chrono::nanoseconds time_limit_;
  std::mutex mutex_;
  std::unordered_set<std::string> reasons_;  // the strings that decisions point to
};

}  // namespace

std::optional<DeviceInfo> describe(const DeviceOptions& options) {
  std::optional<DeviceInfo> info = cpu::describe(options);
  info->id = "cpu-interpreter";
  info->name += ", interpreting";
  info->driver = "reference interpreter";
  info->capabilities.reference = true;
  return info;
}

Result<std::shared_ptr<Device>> create(const DeviceOptions& options, WorkerPool& pool) {
  DALA_ASSIGN(auto host, cpu::create(options, pool));
  return std::make_shared<InterpreterDevice>(std::move(host), options);
}

}  // namespace dala::backend::interpreter
