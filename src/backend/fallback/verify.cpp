#include "backend/fallback/verify.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <type_traits>
#include <unordered_map>

#include "backend/cpu/cpu_device.hpp"
#include "backend/fallback/host_copies.hpp"
#include "backend/forwarding_device.hpp"
#include "backend/meaning.hpp"
#include "core/dispatch.hpp"
#include "core/error.hpp"
#include "kernel/legalize/prints.hpp"

namespace dala::backend {

namespace {

// Tolerances for functions such as exp, and for sums in another order. Where a sum cancels, its
// error is relative to its terms and not to the result, so the largest value of the output is the
// scale.
constexpr double relative_bound = 1e-4;
constexpr double absolute_bound = 1e-6;

// A number that can be printed.
template <typename T>
auto shown(T value) {
  if constexpr (std::is_same_v<T, Bool>)
    return static_cast<bool>(value);
  else if constexpr (is_small_float_type<T>)
    return static_cast<float>(value);
  else
    return value;
}

template <typename T>
bool differ(T device, T cpu, double largest, int off_by) {
  if constexpr (is_float_type<T>) {
    const auto a = static_cast<double>(device);
    const auto b = static_cast<double>(cpu);
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) != std::isnan(b);
    if (a == b) return false;
    // Where the type has fewer digits, its last one may be rounded to either side.
    const double relative =
        std::max(relative_bound, static_cast<double>(std::numeric_limits<T>::epsilon()));
    return !(std::abs(a - b) <= absolute_bound * std::max(largest, 1.0) + relative * std::abs(b));
  } else {
    return std::abs(static_cast<double>(device) - static_cast<double>(cpu)) > off_by;
  }
}

Result<void> compare(std::string_view kernel, std::size_t output, const TensorRef& device,
                     const TensorRef& cpu, int off_by) {
  return visit_dtype(cpu.dtype, [&]<typename T>(Type<T>) -> Result<void> {
    double largest = 0;
    if constexpr (is_float_type<T>)
      for (std::int64_t i = 0; i < cpu.shape.elements(); ++i)
        if (const double size = std::abs(static_cast<double>(cpu.host<T>()[i]));
            std::isfinite(size))
          largest = std::max(largest, size);
    for (std::int64_t i = 0; i < cpu.shape.elements(); ++i) {
      const T a = device.host<T>()[i];
      const T b = cpu.host<T>()[i];
      if (differ(a, b, largest, off_by))
        return fail(ErrorCode::verify_failed,
                    "{}: element {} of output {} is {} on the device and {} on the CPU", kernel, i,
                    output, shown(a), shown(b));
    }
    return {};
  });
}

class Verified final : public Executable {
 public:
  Verified(Device& device, const Executable& on_device, const Executable& on_cpu, int off_by)
      : device_(&device), on_device_(&on_device), on_cpu_(&on_cpu), off_by_(off_by) {}
  [[nodiscard]] std::string_view name() const override { return on_device_->name(); }
  [[nodiscard]] Result<void> launch(const KernelCall& call) const override {
    DALA_ASSIGN(const HostCopies expected, HostCopies::fetch(*device_, call));
    DALA_TRY(on_device_->launch(call));
    DALA_ASSIGN(const HostCopies actual, HostCopies::fetch(*device_, call));
    DALA_TRY(on_cpu_->launch(expected.call()));
    for (std::size_t i = 0; i < call.outputs.size(); ++i)
      DALA_TRY(
          compare(call.kernel, i, actual.call().outputs[i], expected.call().outputs[i], off_by_));
    return {};
  }

 private:
  Device* device_;
  const Executable* on_device_;
  const Executable* on_cpu_;
  int off_by_;  // whole numbers may be
};

// Pairs of executables to compare, owned by whatever owns the two.
class VerifiedPairs {
 public:
  [[nodiscard]] Decision wrap(Device& device, Decision on_device, const Decision& on_cpu,
                              int off_by = 0) {
    const std::lock_guard lock(mutex_);
    auto& pair = pairs_[on_device.chosen][on_cpu.chosen];
    if (pair == nullptr)
      pair = std::make_unique<Verified>(device, *on_device.chosen, *on_cpu.chosen, off_by);
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
                  std::unique_ptr<Program> on_cpu, int off_by = 0)
      : device_(&device),
        on_device_(std::move(on_device)),
        on_cpu_(std::move(on_cpu)),
        off_by_(off_by) {}
  [[nodiscard]] Result<Decision> prepare(const KernelCall& call) override {
    DALA_ASSIGN(const Decision on_device, on_device_->prepare(call));
    DALA_ASSIGN(const Decision on_cpu, on_cpu_->prepare(call));
    return pairs_.wrap(*device_, on_device, on_cpu, off_by_);
  }

 private:
  Device* device_;
  std::unique_ptr<Program> on_device_;
  std::unique_ptr<Program> on_cpu_;
  int off_by_;
  VerifiedPairs pairs_;
};

// On the CPU only variants are compared with the source; a source needs no comparing with itself.
class VariantVerifyingDevice : public ForwardingDevice {
 public:
  VariantVerifyingDevice(std::shared_ptr<Device> device, std::shared_ptr<Device> cpu)
      : ForwardingDevice(std::move(device)), cpu_(std::move(cpu)) {}

  [[nodiscard]] Result<std::unique_ptr<Program>> compile_variant(
      std::shared_ptr<const Meaning> meaning, const VariantCode& code) override {
    DALA_ASSIGN(auto on_device, inner().compile_variant(meaning, code));
    DALA_ASSIGN(auto on_cpu, compile_meaning(*cpu_, std::move(meaning)));
    return std::make_unique<VerifiedProgram>(inner(), std::move(on_device), std::move(on_cpu),
                                             code.off_by);
  }

 protected:
  [[nodiscard]] Device& cpu() { return *cpu_; }

 private:
  std::shared_ptr<Device> cpu_;
};

class VerifyingDevice final : public VariantVerifyingDevice {
 public:
  using VariantVerifyingDevice::VariantVerifyingDevice;

  [[nodiscard]] Result<Decision> prepare(const KernelCall& call) override {
    DALA_ASSIGN(const Decision on_device, inner().prepare(call));
    DALA_ASSIGN(const Decision on_cpu, cpu().prepare(call));
    return pairs_.wrap(inner(), on_device, on_cpu);
  }
  [[nodiscard]] Result<std::unique_ptr<Program>> compile(
      std::shared_ptr<const kernel::ir::Module> module) override {
    DALA_ASSIGN(auto on_device, inner().compile(module));
    DALA_ASSIGN(auto on_cpu, cpu().compile(silent(*module)));
    return std::make_unique<VerifiedProgram>(inner(), std::move(on_device), std::move(on_cpu));
  }

 private:
  // The second run's `print` output is dropped, since the device has printed the same.
  static std::shared_ptr<const kernel::ir::Module> silent(const kernel::ir::Module& module) {
    return std::make_shared<const kernel::ir::Module>(kernel::without_prints(module));
  }

  VerifiedPairs pairs_;
};

}  // namespace

Result<std::shared_ptr<Device>> make_verifying(std::shared_ptr<Device> device,
                                               const DeviceOptions& options, WorkerPool& pool) {
  DALA_ASSIGN(auto cpu, cpu::create(options, pool));
  return std::make_shared<VerifyingDevice>(std::move(device), std::move(cpu));
}

Result<std::shared_ptr<Device>> make_variant_verifying(std::shared_ptr<Device> cpu,
                                                       const DeviceOptions& options,
                                                       WorkerPool& pool) {
  DALA_ASSIGN(auto other, cpu::create(options, pool));
  return std::make_shared<VariantVerifyingDevice>(std::move(cpu), std::move(other));
}

}  // namespace dala::backend
