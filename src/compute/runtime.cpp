#include "compute/runtime.hpp"

#include <cstdlib>

#include "compute/describe.hpp"
#include "compute/plan/plan.hpp"
#include "core/error.hpp"
#include "core/process/system_info.hpp"
#include "core/text/log.hpp"
#include "core/threads/thread.hpp"

namespace dala {

namespace {

constexpr unsigned max_threads = 1024;

// Of the last handle.
void end_runtime(Compute::Runtime* last) {
  // A child process would wait for threads that do not exist in it, on locks that are never
  // released.
  if (last->process.forked()) return;
  // Where a kernel or callback drops the last handle, another thread ends the runtime, since it
  // cannot join its own thread.
  if (!Scheduler::on_worker() && !last->scheduler.runs_on_this_thread()) {
    delete last;
    return;
  }
  if (auto thread = Thread::start("the end of a Compute", [last] { delete last; }))
    thread->detach();
  else
    log_line(format("{}; its threads and memory stay", thread.error().message));
}

std::string given_or_environment(const std::string& given, const char* variable) {
  if (!given.empty()) return given;
  const char* from_environment = std::getenv(variable);
  return from_environment != nullptr ? from_environment : "";
}

}  // namespace

Compute::Runtime::Runtime(unsigned threads, bool gives_way)
    : pool(threads, gives_way), scheduler(pool, *this) {}

Compute::Runtime::~Runtime() {
  static_cast<void>(scheduler.drain());  // not called by a kernel: see end_runtime
  pool.stop();
}

Result<std::shared_ptr<Compute::Runtime>> Compute::Runtime::create(const ComputeOptions& options) {
  return create(options, [&](const backend::DeviceOptions& device_options, WorkerPool& pool) {
    return backend::open_device(given_or_environment(options.device, "DALA_DEVICE"), device_options,
                                pool);
  });
}

Result<std::shared_ptr<Compute::Runtime>> Compute::Runtime::create(const ComputeOptions& options,
                                                                   const DeviceMaker& make_device) {
  if (options.threads > max_threads)
    return fail(ErrorCode::invalid_argument, "{} threads were asked for; at most {} are possible",
                options.threads, max_threads);
  if (options.kernel_time_limit <= std::chrono::nanoseconds::zero())
    return fail(ErrorCode::invalid_argument, "the time limit of kernels must be above zero");
  const unsigned threads = options.threads != 0 ? options.threads : core_count();
  std::shared_ptr<Runtime> runtime(new Runtime(threads, options.gives_way), end_runtime);
  const backend::DeviceOptions device_options{
      threads, options.memory_limit, options.kernel_time_limit,
      given_or_environment(options.cache_folder.string(), "DALA_CACHE"), options.tf32};
  DALA_ASSIGN(runtime->device, make_device(device_options, runtime->pool));
  runtime->default_stream_ = runtime->make_stream({});
  DALA_ASSIGN(const auto fence, runtime->device->make_fence());
  if (fence != nullptr) DALA_TRY(runtime->scheduler.follow_fences());
  DALA_TRY(runtime->pool.start(runtime->scheduler));
  return runtime;
}

PrepareContext Compute::Runtime::context(const void* pipeline, bool only_checks) {
  return {this, *device, registry, pipeline, only_checks};
}

std::shared_ptr<Stream::State> Compute::Runtime::make_stream(const StreamOptions& options) {
  auto stream = std::make_shared<Stream::State>();
  stream->options = options;
  stream->owner = this;
  stream->number = streams_.fetch_add(1);
  return stream;
}

Result<Buffer> Compute::Runtime::make_buffer(const Shape& shape, DType dtype) {
  DALA_TRY(shape.validate(dtype));
  const std::size_t bytes = static_cast<std::size_t>(shape.elements()) * size_of(dtype);
  DALA_ASSIGN(std::shared_ptr<backend::Memory> memory, device->allocate(bytes));
  return wrap(std::move(memory), shape, dtype);
}

Buffer Compute::Runtime::wrap(std::shared_ptr<backend::Memory> memory, const Shape& shape,
                              DType dtype) {
  auto state = std::make_shared<Buffer::State>(weak_from_this(), device, dtype, shape);
  state->set_memory(std::move(memory));
  return Buffer(std::move(state));
}

Buffer Compute::Runtime::make_transient(const Shape& shape, DType dtype, const void* pipeline) {
  return Buffer(std::make_shared<Buffer::State>(weak_from_this(), device, dtype, shape, pipeline));
}

Result<Task*> Compute::Runtime::task_for(const CommandView& command) {
  Task& task = scheduler.acquire();
  task.work.kind = WorkKind::call;
  task.work.device = device.get();
  task.work.waits = trace.is_on();
  if (auto ready = prepare_call(context(), command, task.work.call, task.work.keep); !ready) {
    scheduler.release(task);
    return std::unexpected(std::move(ready.error()));
  }
  if (log_enabled() && command.op == Op::run_kernel)
    log_line(to_string(explain_call(task.work.call, device->info().id)));
  for (const Buffer& buffer : command.inputs) task.uses(buffer.state()->hazard, false);
  for (const Buffer& buffer : command.outputs) task.uses(buffer.state()->hazard, true);
  return &task;
}

Result<Task*> Compute::Runtime::task_for(const std::shared_ptr<Plan>& plan) {
  for (const Plan::Use& use : plan->uses)
    if (use.buffer->memory() != use.memory)
      return fail(ErrorCode::freed_buffer,
                  "a buffer of shape {} that the pipeline uses has been freed",
                  to_string(use.buffer->shape));
  Task& task = scheduler.acquire();
  task.work.kind = WorkKind::plan;
  task.work.device = device.get();
  task.work.waits = trace.is_on();
  task.work.plan = plan;
  for (const Plan::Use& use : plan->uses) {
    if (use.read) task.uses(use.buffer->hazard, false);
    if (use.write) task.uses(use.buffer->hazard, true);
  }
  task.uses(plan->own, true);
  return &task;
}

Result<Task*> Compute::Runtime::task_for(const std::shared_ptr<Buffer::State>& buffer,
                                         WorkKind transfer) {
  std::shared_ptr<backend::Memory> memory = buffer->memory();
  if (memory == nullptr) return fail(ErrorCode::freed_buffer, "the buffer has been freed");
  Task& task = scheduler.acquire();
  task.work.kind = transfer;
  task.work.device = device.get();
  task.work.waits = trace.is_on();
  task.work.host_memory = memory.get();
  task.work.keep.push_back(std::move(memory));
  task.work.keep.push_back(buffer);
  task.uses(buffer->hazard, transfer == WorkKind::host_write);
  return &task;
}

Result<CommandId> Compute::Runtime::submit(Task& task, const SubmitOptions& options) {
  const std::shared_ptr<Stream::State>& stream =
      options.stream ? options.stream.state() : default_stream_;
  if (stream->owner != this) {
    scheduler.release(task);
    return fail(ErrorCode::foreign_handle, "the stream belongs to another Compute");
  }
  task.on_complete = options.on_complete;
  // The fence of a single command tells how long it took. The stages of a pipeline have no fences
  // of their own, so only a pipeline has to wait for its times.
  if (task.work.plan == nullptr) task.work.waits = false;
  return scheduler.submit(task, stream);
}

Result<void> Compute::Runtime::run(const CommandView& command) {
  DALA_ASSIGN(Task * task, task_for(command));
  return scheduler.run(*task);
}

Result<bool> Compute::Runtime::try_run(const CommandView& command) {
  DALA_ASSIGN(Task * task, task_for(command));
  return scheduler.try_run_here(*task);
}

Result<CommandId> Compute::Runtime::submit(const CommandView& command,
                                           const SubmitOptions& options) {
  DALA_ASSIGN(Task * task, task_for(command));
  return submit(*task, options);
}

Result<void> Compute::Runtime::run(const std::shared_ptr<Plan>& plan) {
  DALA_ASSIGN(Task * task, task_for(plan));
  return scheduler.run(*task);
}

Result<CommandId> Compute::Runtime::submit(const std::shared_ptr<Plan>& plan,
                                           const SubmitOptions& options) {
  DALA_ASSIGN(Task * task, task_for(plan));
  return submit(*task, options);
}

Result<void> Compute::Runtime::read(const std::shared_ptr<Buffer::State>& buffer,
                                    std::span<std::byte> into) {
  DALA_ASSIGN(Task * task, task_for(buffer, WorkKind::host_read));
  task->work.read_into = into;
  return scheduler.run_here(*task);
}

Result<void> Compute::Runtime::write(const std::shared_ptr<Buffer::State>& buffer,
                                     std::span<const std::byte> from) {
  DALA_ASSIGN(Task * task, task_for(buffer, WorkKind::host_write));
  task->work.write_from = from;
  return scheduler.run_here(*task);
}

Result<std::shared_ptr<backend::Memory>> Compute::Runtime::settled_memory(const Buffer& buffer) {
  if (!buffer) return fail(ErrorCode::invalid_handle, "an empty Buffer handle was used");
  const std::shared_ptr<Buffer::State>& state = buffer.state();
  if (state->runtime.lock().get() != this)
    return fail(ErrorCode::foreign_handle, "the buffer belongs to another Compute");
  if (state->pipeline != nullptr)
    return fail(ErrorCode::transient_buffer,
                "a transient buffer has contents only while its pipeline runs");
  std::shared_ptr<backend::Memory> memory = state->memory();
  DALA_TRY(read(state, {}));  // reads no bytes, only waits for the writers
  if (memory == nullptr) return fail(ErrorCode::freed_buffer, "the buffer has been freed");
  return memory;
}

void Compute::Runtime::task_ended(const Task& task, const Error* error) {
  if (!task.runs_here) history.add(task);
  if (trace.is_on()) trace.add(task, error);
}

}  // namespace dala
