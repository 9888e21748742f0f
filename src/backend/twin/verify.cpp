#include "backend/twin/verify.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <unordered_map>

#include "backend/cpu/cpu_device.hpp"
#include "backend/forwarding_device.hpp"
#include "backend/twin/host_copies.hpp"
#include "core/dispatch.hpp"
#include "core/error.hpp"

namespace dala::backend {

namespace {

// What functions such as exp may differ by, and sums taken in another order. A sum that cancels is
// as far off as its parts are large, which the largest number of the output tells.
constexpr double relative_bound = 1e-4;
constexpr double absolute_bound = 1e-6;

template <typename T>
bool differ(T device, T cpu, double largest) {
  if constexpr (is_float_type<T>) {
    if (std::isnan(device) || std::isnan(cpu)) return std::isnan(device) != std::isnan(cpu);
    if (device == cpu) return false;
    const auto distance = static_cast<double>(std::abs(device - cpu));
    return !(distance <= absolute_bound * std::max(largest, 1.0) +
                             relative_bound * std::abs(static_cast<double>(cpu)));
  } else {
    return device != cpu;
  }
}

Result<void> compare(std::string_view kernel, std::size_t output, const TensorRef& device,
                     const TensorRef& cpu) {
  return visit_dtype(cpu.dtype, [&]<typename T>(Type<T>) -> Result<void> {
    double largest = 0;
    if constexpr (is_float_type<T>)
      for (std::int64_t i = 0; i < cpu.shape.elements(); ++i)
        if (const auto size = static_cast<double>(std::abs(cpu.host<T>()[i])); std::isfinite(size))
          largest = std::max(largest, size);
    for (std::int64_t i = 0; i < cpu.shape.elements(); ++i) {
      const T a = device.host<T>()[i];
      const T b = cpu.host<T>()[i];
      if (differ(a, b, largest))
        return fail(ErrorCode::verify_failed,
                    "{}: element {} of output {} is {} on the device and {} on the CPU", kernel, i,
                    output, a, b);
    }
    return {};
  });
}

class Verified final : public Executable {
 public:
  Verified(Device& device, const Executable& on_device, const Executable& on_cpu)
      : device_(&device), on_device_(&on_device), on_cpu_(&on_cpu) {}
  [[nodiscard]] std::string_view name() const override { return on_device_->name(); }
  [[nodiscard]] Result<void> launch(const KernelCall& call) const override {
    DALA_ASSIGN(const HostCopies expected, HostCopies::fetch(*device_, call));
    DALA_TRY(on_device_->launch(call));
    DALA_ASSIGN(const HostCopies actual, HostCopies::fetch(*device_, call));
    DALA_TRY(on_cpu_->launch(expected.call()));
    for (std::size_t i = 0; i < call.outputs.size(); ++i)
      DALA_TRY(compare(call.kernel, i, actual.call().outputs[i], expected.call().outputs[i]));
    return {};
  }

 private:
  Device* device_;
  const Executable* on_device_;
  const Executable* on_cpu_;
};

// Pairs of executables, kept by whoever keeps the two.
class VerifiedPairs {
 public:
  [[nodiscard]] Decision wrap(Device& device, Decision on_device, const Decision& on_cpu) {
    const std::lock_guard lock(mutex_);
    auto& pair = pairs_[on_device.chosen][on_cpu.chosen];
    if (pair == nullptr)
      pair = std::make_unique<Verified>(device, *on_device.chosen, *on_cpu.chosen);
    on_device.chosen = pair.get();
    return on_device;
  }

 private:
  std::mutex mutex_;
  std::unordered_map<const Executable*,
                     std::unordered_map<const Executable*, std::unique_ptr<Verified>>>
      pairs_;
};

class VerifiedProgram final : public Program {
 public:
  VerifiedProgram(Device& device, std::unique_ptr<Program> on_device,
                  std::unique_ptr<Program> on_cpu)
      : device_(&device), on_device_(std::move(on_device)), on_cpu_(std::move(on_cpu)) {}
  [[nodiscard]] Result<Decision> prepare(const KernelCall& call) override {
    DALA_ASSIGN(const Decision on_device, on_device_->prepare(call));
    DALA_ASSIGN(const Decision on_cpu, on_cpu_->prepare(call));
    return pairs_.wrap(*device_, on_device, on_cpu);
  }

 private:
  Device* device_;
  std::unique_ptr<Program> on_device_;
  std::unique_ptr<Program> on_cpu_;
  VerifiedPairs pairs_;
};

class VerifyingDevice final : public ForwardingDevice {
 public:
  VerifyingDevice(std::shared_ptr<Device> device, std::shared_ptr<Device> cpu)
      : ForwardingDevice(std::move(device)), cpu_(std::move(cpu)) {}

  [[nodiscard]] Result<Decision> prepare(const KernelCall& call) override {
    DALA_ASSIGN(const Decision on_device, inner().prepare(call));
    DALA_ASSIGN(const Decision on_cpu, cpu_->prepare(call));
    return pairs_.wrap(inner(), on_device, on_cpu);
  }
  [[nodiscard]] Result<std::unique_ptr<Program>> compile(
      std::shared_ptr<const kernel::ir::Module> module) override {
    DALA_ASSIGN(auto on_device, inner().compile(module));
    DALA_ASSIGN(auto on_cpu, cpu_->compile(std::move(module)));
    return std::make_unique<VerifiedProgram>(inner(), std::move(on_device), std::move(on_cpu));
  }
  [[nodiscard]] Result<std::unique_ptr<Program>> compile_native(
      std::shared_ptr<const kernel::ir::Module> module, const NativeKernel& native) override {
    DALA_ASSIGN(auto on_device, inner().compile_native(module, native));
    DALA_ASSIGN(auto on_cpu, cpu_->compile(std::move(module)));
    return std::make_unique<VerifiedProgram>(inner(), std::move(on_device), std::move(on_cpu));
  }

 private:
  std::shared_ptr<Device> cpu_;
  VerifiedPairs pairs_;
};

}  // namespace

Result<std::shared_ptr<Device>> make_verifying(std::shared_ptr<Device> device,
                                               const DeviceOptions& options, WorkerPool& pool) {
  DALA_ASSIGN(auto cpu, cpu::create(options, pool));
  return std::make_shared<VerifyingDevice>(std::move(device), std::move(cpu));
}

}  // namespace dala::backend
