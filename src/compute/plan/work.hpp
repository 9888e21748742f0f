// What a task does when it runs.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <span>

#include <dala/compute/command.hpp>
#include <dala/core/small_vector.hpp>

#include "backend/device.hpp"
#include "compute/kernels/kernel_entry.hpp"
#include "core/threads/worker_pool.hpp"

namespace dala {

class Composite;
class Plan;

// A checked command with everything chosen: runs as often as wanted.
struct PreparedCall {
  Op op = Op::barrier;
  std::shared_ptr<const KernelEntry> kernel;
  SmallVector<backend::TensorRef, 4> inputs;
  SmallVector<backend::TensorRef, 2> outputs;
  SmallVector<ParamValue, 8> params;
  InferredOutputs inferred;  // what the kernel says that its outputs have to be
  backend::Decision decision;
  std::shared_ptr<const Composite> composite;  // set: runs the kernel
  std::chrono::nanoseconds prepare_time{0};

  [[nodiscard]] backend::KernelCall call() const {
    return {kernel ? std::string_view(kernel->info().name) : std::string_view{}, inputs.view(),
            outputs.view(), params.view()};
  }
  [[nodiscard]] Result<void> run(backend::Device& device, WorkerPool& pool) const;
  // Whether `run` only submits the work to the device, so that its duration is not that of the
  // work.
  [[nodiscard]] bool is_queued(const backend::Device& device) const;
  // Whether the device does all of it without the host, so that it can be part of a capture.
  [[nodiscard]] bool can_be_captured() const;
  [[nodiscard]] std::size_t bytes_read() const;
  [[nodiscard]] std::size_t bytes_written() const;
  void clear();
};

enum class WorkKind : std::uint8_t { call, plan, host_read, host_write };

struct Work {
  WorkKind kind = WorkKind::call;
  backend::Device* device = nullptr;
  PreparedCall call;
  std::shared_ptr<Plan> plan;
  std::span<std::byte> read_into;
  std::span<const std::byte> write_from;
  backend::Memory* host_memory = nullptr;  // of host_read and host_write
  bool waits = false;  // until the device is done, so that the measured time is that of the work
  // What must not go away before the end: buffers' states and their memory.
  SmallVector<std::shared_ptr<const void>, 12> keep;

  [[nodiscard]] Result<void> run(WorkerPool& pool);
  // Whether, on a device that returns early, it only submits work or does nothing (a barrier): the
  // host does not read the results of earlier commands.
  [[nodiscard]] bool is_queued() const;
  [[nodiscard]] bool is_barrier() const { return kind == WorkKind::call && call.op == Op::barrier; }
  void clear();

 private:
  [[nodiscard]] Result<void> start(WorkerPool& pool);
};

}  // namespace dala
