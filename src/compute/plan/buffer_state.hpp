// The state behind a Buffer handle.
#pragma once

#include <memory>
#include <mutex>

#include <dala/compute.hpp>
#include <dala/compute/buffer.hpp>

#include "backend/device.hpp"
#include "compute/plan/hazard.hpp"

namespace dala {

struct Buffer::State {
  State(std::weak_ptr<Compute::Runtime> owner, std::shared_ptr<backend::Device> on, DType type,
        const Shape& size, const void* of_pipeline = nullptr)
      : runtime(std::move(owner)),
        device(std::move(on)),
        dtype(type),
        shape(size),
        pipeline(of_pipeline) {}

  // Weak, so that a buffer kept too long does not keep threads alive.
  const std::weak_ptr<Compute::Runtime> runtime;
  // Strong, because memory must not outlive its device. Declared before the memory for that reason.
  const std::shared_ptr<backend::Device> device;
  const DType dtype;
  const Shape shape;
  // Of a transient buffer: the pipeline it belongs to, which alone may use it.
  const void* const pipeline;

  Hazard hazard;  // guarded by the scheduler

  // The memory, or null once freed. A command keeps what it gets until it has ended.
  [[nodiscard]] std::shared_ptr<backend::Memory> memory() const {
    const std::lock_guard lock(mutex_);
    return memory_;
  }
  void set_memory(std::shared_ptr<backend::Memory> memory) {
    const std::lock_guard lock(mutex_);
    memory_.swap(memory);
  }
  [[nodiscard]] bool is_freed() const { return pipeline == nullptr && memory() == nullptr; }

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<backend::Memory> memory_;
};

}  // namespace dala
