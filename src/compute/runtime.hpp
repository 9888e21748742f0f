// The state behind a Compute handle: a device, its kernels, and the scheduler that runs commands.
#pragma once

#include <memory>

#include <dala/compute.hpp>

#include "backend/device.hpp"
#include "backend/registry/registry.hpp"
#include "compute/kernels/kernel_registry.hpp"
#include "compute/plan/buffer_state.hpp"
#include "compute/plan/prepare.hpp"
#include "compute/schedule/history.hpp"
#include "compute/schedule/scheduler.hpp"
#include "compute/trace.hpp"
#include "core/process/process_stamp.hpp"
#include "core/threads/worker_pool.hpp"

namespace dala {

class Compute::Runtime final : public TaskObserver,
                               public std::enable_shared_from_this<Compute::Runtime> {
 public:
  [[nodiscard]] static Result<std::shared_ptr<Runtime>> create(const ComputeOptions& options);
  // For tests: with a device that is not in the registry.
  using DeviceMaker = std::function<Result<std::shared_ptr<backend::Device>>(
      const backend::DeviceOptions&, WorkerPool&)>;
  [[nodiscard]] static Result<std::shared_ptr<Runtime>> create(const ComputeOptions& options,
                                                               const DeviceMaker& make_device);
  ~Runtime() override;

  // A new buffer, zeroed.
  [[nodiscard]] Result<Buffer> make_buffer(const Shape& shape, DType dtype);
  // A new buffer over memory that exists already.
  [[nodiscard]] Buffer wrap(std::shared_ptr<backend::Memory> memory, const Shape& shape,
                            DType dtype);
  // A description without memory, for a pipeline.
  [[nodiscard]] Buffer make_transient(const Shape& shape, DType dtype, const void* pipeline);

  [[nodiscard]] Result<void> run(const CommandView& command);
  [[nodiscard]] Result<bool> try_run(const CommandView& command);
  [[nodiscard]] Result<CommandId> submit(const CommandView& command, const SubmitOptions& options);
  [[nodiscard]] Result<void> run(const std::shared_ptr<Plan>& plan);
  [[nodiscard]] Result<CommandId> submit(const std::shared_ptr<Plan>& plan,
                                         const SubmitOptions& options);
  [[nodiscard]] Result<void> read(const std::shared_ptr<Buffer::State>& buffer,
                                  std::span<std::byte> into);
  [[nodiscard]] Result<void> write(const std::shared_ptr<Buffer::State>& buffer,
                                   std::span<const std::byte> from);

  // The buffer's memory once every command submitted so far that writes it has ended.
  [[nodiscard]] Result<std::shared_ptr<backend::Memory>> settled_memory(const Buffer& buffer);

  [[nodiscard]] PrepareContext context(const void* pipeline = nullptr, bool only_checks = false);
  [[nodiscard]] std::shared_ptr<Stream::State> make_stream(const StreamOptions& options);

  void task_ended(const Task& task, const Error* error) override;

  const ProcessStamp process;
  WorkerPool pool;
  std::shared_ptr<backend::Device> device;
  KernelRegistry registry;
  History history;
  Trace trace;
  Scheduler scheduler;

 private:
  Runtime(unsigned threads, bool gives_way);

  [[nodiscard]] Result<Task*> task_for(const CommandView& command);
  [[nodiscard]] Result<Task*> task_for(const std::shared_ptr<Plan>& plan);
  [[nodiscard]] Result<Task*> task_for(const std::shared_ptr<Buffer::State>& buffer,
                                       WorkKind transfer);
  [[nodiscard]] Result<CommandId> submit(Task& task, const SubmitOptions& options);

  std::atomic<std::uint64_t> streams_{0};
  std::shared_ptr<Stream::State> default_stream_;
};

}  // namespace dala
