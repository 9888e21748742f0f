// The CPU beside a device, for what the device cannot do itself: the tensors are copied to the
// host, the CPU runs the kernel, and the outputs are copied back. Never silently: the decision says
// that the CPU does it, why, and how many bytes move.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "backend/device.hpp"
#include "backend/device_options.hpp"
#include "core/threads/worker_pool.hpp"

namespace dala::backend {

// Wraps the CPU's executables for calls whose tensors are on the device. Owned by whatever owns the
// executables inside.
class FallbackExecutables {
 public:
  [[nodiscard]] const Executable& wrap(Device& device, const Executable& on_cpu);

 private:
  std::mutex mutex_;
  std::unordered_map<const Executable*, std::unique_ptr<Executable>> wrapped_;
};

class HostFallback {
 public:
  // `device` is the one whose calls it takes; it owns the fallback.
  [[nodiscard]] static Result<std::unique_ptr<HostFallback>> create(Device& device,
                                                                    const DeviceOptions& options,
                                                                    WorkerPool& pool);

  // `reason` says what the device lacks.
  [[nodiscard]] Result<Decision> prepare(const KernelCall& call, std::string_view implementation,
                                         const std::string& reason);
  // The same for a kernel of the language: `program` is the CPU's, from compile().
  [[nodiscard]] Result<Decision> prepare(Program& program, FallbackExecutables& executables,
                                         const KernelCall& call, std::string_view implementation,
                                         const std::string& reason);
  [[nodiscard]] Result<std::unique_ptr<Program>> compile(
      std::shared_ptr<const kernel::ir::Module> module) {
    return cpu_->compile(std::move(module));
  }

 private:
  HostFallback(Device& device, std::shared_ptr<Device> cpu)
      : device_(&device), cpu_(std::move(cpu)) {}
  [[nodiscard]] Decision wrap(FallbackExecutables& executables, const Executable& chosen,
                              const KernelCall& call, std::string_view implementation,
                              const std::string& reason);

  Device* device_;
  std::shared_ptr<Device> cpu_;
  FallbackExecutables built_in_;
  std::mutex mutex_;
  std::unordered_set<std::string> reasons_;  // the strings that decisions point to
};

}  // namespace dala::backend
