#include "backend/fallback/host_fallback.hpp"

#include "backend/cpu/cpu_device.hpp"
#include "backend/fallback/host_copies.hpp"
#include "core/error.hpp"

namespace dala::backend {

namespace {

class OnHost final : public Executable {
 public:
  OnHost(Device& device, const Executable& on_cpu)
      : device_(&device), on_cpu_(&on_cpu), name_("cpu " + std::string(on_cpu.name())) {}
  [[nodiscard]] std::string_view name() const override { return name_; }
  [[nodiscard]] Result<void> launch(const KernelCall& call) const override {
    DALA_ASSIGN(const HostCopies copies, HostCopies::fetch(*device_, call));
    const Result<void> done = on_cpu_->launch(copies.call());
    // Copied back even on an error: what a stopped kernel had written stays in its outputs, as on
    // other devices.
    const Result<void> stored = copies.store(*device_, call);
    return done ? stored : done;
  }

 private:
  Device* device_;
  const Executable* on_cpu_;
  std::string name_;
};

}  // namespace

const Executable& FallbackExecutables::wrap(Device& device, const Executable& on_cpu) {
  const std::lock_guard lock(mutex_);
  auto& wrapped = wrapped_[&on_cpu];
  if (wrapped == nullptr) wrapped = std::make_unique<OnHost>(device, on_cpu);
  return *wrapped;
}

Result<std::unique_ptr<HostFallback>> HostFallback::create(Device& device,
                                                           const DeviceOptions& options,
                                                           WorkerPool& pool) {
  DALA_ASSIGN(auto cpu, cpu::create(options, pool));
  return std::unique_ptr<HostFallback>(new HostFallback(device, std::move(cpu)));
}

Result<Decision> HostFallback::prepare(const KernelCall& call, std::string_view implementation,
                                       const std::string& reason) {
  DALA_ASSIGN(const Decision decision, cpu_->prepare(call));
  return wrap(built_in_, *decision.chosen, call, implementation, reason);
}

Result<Decision> HostFallback::prepare(Program& program, FallbackExecutables& executables,
                                       const KernelCall& call, std::string_view implementation,
                                       const std::string& reason) {
  DALA_ASSIGN(const Decision decision, program.prepare(call));
  return wrap(executables, *decision.chosen, call, implementation, reason);
}

Decision HostFallback::wrap(FallbackExecutables& executables, const Executable& chosen,
                            const KernelCall& call, std::string_view implementation,
                            const std::string& reason) {
  Decision decision;
  decision.chosen = &executables.wrap(*device_, chosen);
  decision.why = "the CPU does it on copies, because the device cannot";
  {
    const std::lock_guard lock(mutex_);
    decision.reject(implementation, *reasons_.insert(reason).first);
  }
  for (const TensorRef& tensor : call.inputs) decision.bytes_moved += tensor.bytes();
  for (const TensorRef& tensor : call.outputs) decision.bytes_moved += 2 * tensor.bytes();
  return decision;
}

}  // namespace dala::backend
