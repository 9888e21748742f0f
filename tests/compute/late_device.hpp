// An asynchronous device: it accepts work at once, and has done it when the test says so.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>

#include <dala/compute.hpp>

#include "backend/forwarding_device.hpp"
#include "backend/registry/registry.hpp"
#include "compute/runtime.hpp"
#include "core/error.hpp"

namespace dala {

class LateDevice final : public backend::ForwardingDevice {
 public:
  explicit LateDevice(std::shared_ptr<backend::Device> cpu)
      : ForwardingDevice(std::move(cpu)), info_(inner().info()) {
    info_.gpu = true;
  }

  [[nodiscard]] const DeviceInfo& info() const override { return info_; }
  [[nodiscard]] Result<void> copy(const backend::Memory& from, backend::Memory& to,
                                  std::size_t bytes) override {
    if (rejects.exchange(false)) return fail(ErrorCode::out_of_memory, "no room for a launch");
    auto done = inner().copy(from, to, bytes);
    ++launches;
    return done;
  }
  [[nodiscard]] Result<std::unique_ptr<backend::Fence>> make_fence() override {
    ++fences_made;
    return std::make_unique<LateFence>(*this);
  }

  // Lets the device pass this many fences more, in the order they were put up.
  void pass(std::size_t count) {
    const std::lock_guard lock(mutex_);
    allowed_ += count;
    changed_.notify_all();
  }
  void pass_all() { pass(std::size_t{1} << 40U); }
  // All that it has not passed yet, and what it is given later, is lost.
  void lose() {
    const std::lock_guard lock(mutex_);
    lost_ = true;
    changed_.notify_all();
  }
  void until_launched(int count) const {
    while (launches.load() < count) std::this_thread::yield();
  }

  std::atomic<int> launches{0};
  std::atomic<int> fences_made{0};
  std::atomic<bool> rejects{false};  // the next launch

 private:
  class LateFence final : public backend::Fence {
   public:
    explicit LateFence(LateDevice& device) : device_(&device) {}
    [[nodiscard]] Result<void> mark() override {
      const std::lock_guard lock(device_->mutex_);
      number_ = ++device_->marked_;
      return {};
    }
    [[nodiscard]] bool is_passed() override {
      const std::lock_guard lock(device_->mutex_);
      return number_ <= device_->allowed_ || device_->lost_;
    }
    [[nodiscard]] Result<void> wait() override {
      std::unique_lock lock(device_->mutex_);
      device_->changed_.wait(lock, [&] { return number_ <= device_->allowed_ || device_->lost_; });
      if (number_ > device_->allowed_) return fail(ErrorCode::device_lost, "the device has gone");
      return {};
    }

   private:
    LateDevice* device_;
    std::size_t number_ = 0;
  };

  DeviceInfo info_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t marked_ = 0;
  std::size_t allowed_ = 0;
  bool lost_ = false;
};

// A Compute with such a device.
struct LateCompute {
  static LateCompute make(ComputeOptions options = {.threads = 2}) {
    std::shared_ptr<LateDevice> device;
    auto runtime =
        Compute::Runtime::create(options,
                                 [&](const backend::DeviceOptions& with,
                                     WorkerPool& pool) -> Result<std::shared_ptr<backend::Device>> {
                                   DALA_ASSIGN(auto cpu, backend::open_device("cpu", with, pool));
                                   device = std::make_shared<LateDevice>(std::move(cpu));
                                   return device;
                                 });
    return {Compute(runtime.value()), device};
  }

  Compute compute;
  std::shared_ptr<LateDevice> device;
};

}  // namespace dala
