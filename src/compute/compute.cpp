#include <dala/compute.hpp>

#include <algorithm>

#include "backend/registry/registry.hpp"
#include "compute/describe.hpp"
#include "compute/kernels/source_kernel.hpp"
#include "compute/pipeline_state.hpp"
#include "compute/runtime.hpp"
#include "core/error.hpp"
#include "core/files/file.hpp"
#include "core/files/npy.hpp"

namespace dala {

std::vector<DeviceInfo> devices() { return backend::list_devices({}); }

const StreamOptions& Stream::options() const {
  static const StreamOptions none;
  return state_ != nullptr ? state_->options : none;
}

std::size_t Stream::pending() const { return state_ != nullptr ? state_->pending.load() : 0; }

Result<Compute> Compute::create(const ComputeOptions& options) {
  DALA_ASSIGN(auto runtime, Runtime::create(options));
  return Compute(std::move(runtime));
}

Result<Compute::Runtime*> Compute::live() const {
  if (runtime_ == nullptr)
    return fail(ErrorCode::invalid_handle, "an empty Compute handle was used");
  DALA_TRY(runtime_->process.check("the Compute"));
  return runtime_.get();
}

const DeviceInfo& Compute::device_info() const {
  static const auto& none = *new DeviceInfo;
  return runtime_ != nullptr ? runtime_->device->info() : none;
}

std::uint64_t Compute::memory_in_use() const {
  return runtime_ != nullptr ? runtime_->device->memory_in_use() : 0;
}

// --- buffers ---

Result<Buffer> Compute::from_values(std::span<const std::byte> bytes, std::size_t count,
                                    const Shape& shape, DType dtype) const {
  DALA_TRY(shape.validate(dtype));
  if (count != static_cast<std::size_t>(shape.elements()))
    return fail(ErrorCode::wrong_length, "{} values were given; shape {} has {}", count,
                to_string(shape), shape.elements());
  return buffer_from_bytes(bytes, shape, dtype);
}

Result<Buffer> Compute::buffer_zeros(const Shape& shape, DType dtype) const {
  DALA_ASSIGN(Runtime* const runtime, live());
  return runtime->make_buffer(shape, dtype);
}

Result<Buffer> Compute::buffer_from_bytes(std::span<const std::byte> bytes, const Shape& shape,
                                          DType dtype) const {
  DALA_TRY(shape.validate(dtype));
  // Checked before memory is allocated, so that a wrong length is reported as such however large
  // the shape is.
  if (bytes.size() != static_cast<std::size_t>(shape.elements()) * size_of(dtype))
    return fail(ErrorCode::wrong_length, "{} bytes were given; shape {} of {} has {}", bytes.size(),
                to_string(shape), to_string(dtype),
                static_cast<std::size_t>(shape.elements()) * size_of(dtype));
  DALA_ASSIGN(auto buffer, buffer_zeros(shape, dtype));
  DALA_TRY(buffer.write_bytes(bytes));
  return buffer;
}

Result<Buffer> Compute::copy(const Buffer& source) const {
  if (!source) return fail(ErrorCode::invalid_handle, "copy: the source is an empty Buffer handle");
  DALA_ASSIGN(Runtime* const runtime, live());
  DALA_ASSIGN(auto target, runtime->make_buffer(source.shape(), source.dtype()));
  const Params none;
  CommandView command("", std::span(&source, 1), std::span(&target, 1), none);
  command.op = Op::copy_buffer;
  DALA_TRY(runtime->run(command));
  return target;
}

Result<Buffer> Compute::load_npy(const std::filesystem::path& file) const {
  // A file with more bytes than the device can hold need not be read.
  const std::uint64_t most = std::max(ReadOptions{}.most, device_info().memory_limit_bytes);
  DALA_ASSIGN(const auto bytes, read_file(file, {.most = most}));
  const auto parsed = parse_npy(bytes);
  if (!parsed) return fail(parsed.error().code, "{}: {}", file.string(), parsed.error().message);
  if (parsed->is_row_major_native())
    return buffer_from_bytes(parsed->data, parsed->shape, parsed->dtype);
  std::vector<std::byte> ordered(parsed->data.size());
  copy_row_major(*parsed, ordered);
  return buffer_from_bytes(ordered, parsed->shape, parsed->dtype);
}

Result<void> Compute::save_npy(const Buffer& buffer, const std::filesystem::path& file) const {
  DALA_ASSIGN(const auto contents, buffer.read_bytes());
  if (info_of(buffer.dtype()).npy.empty())
    return fail(ErrorCode::wrong_dtype,
                "a .npy file cannot hold {}: NumPy has no such type. Cast it to f32 first",
                to_string(buffer.dtype()));
  const std::string header = make_npy_header(buffer.dtype(), buffer.shape());
  return write_file(file, std::as_bytes(std::span(header)), contents);
}

// --- kernels ---

std::vector<KernelInfo> Compute::kernels() const {
  const auto runtime = live();
  return runtime ? (*runtime)->registry.list() : std::vector<KernelInfo>{};
}

Result<KernelInfo> Compute::kernel(std::string_view name) const {
  DALA_ASSIGN(Runtime* const runtime, live());
  DALA_ASSIGN(const auto entry, runtime->registry.find(name));
  return entry->info();
}

Result<void> Compute::register_kernel(KernelInfo info, HostKernel run, HostCheck check,
                                      KernelInfer infer) const {
  if (!run) return fail(ErrorCode::invalid_argument, "{}: no function was given", info.name);
  DALA_ASSIGN(Runtime* const runtime, live());
  return runtime->registry.add(
      {std::move(info), FunctionKernel{std::move(run), std::move(check), std::move(infer)}});
}

Result<void> Compute::register_kernel(std::string_view name, const KernelSource& source) const {
  DALA_ASSIGN(Runtime* const runtime, live());
  DALA_ASSIGN(KernelEntry entry, entry_from_source(name, source, *runtime->device));
  return runtime->registry.add(std::move(entry));
}

Result<void> Compute::replace_kernel(std::string_view name, const KernelSource& source) const {
  DALA_ASSIGN(Runtime* const runtime, live());
  DALA_ASSIGN(KernelEntry entry, entry_from_source(name, source, *runtime->device));
  return runtime->registry.replace(std::move(entry));
}

Result<void> Compute::remove_kernel(std::string_view name) const {
  DALA_ASSIGN(Runtime* const runtime, live());
  return runtime->registry.remove(name);
}

Result<std::string> Compute::kernel_text(std::string_view name) const {
  DALA_ASSIGN(Runtime* const runtime, live());
  DALA_ASSIGN(const auto entry, runtime->registry.find(name));
  const auto* kernel = entry->as<LanguageKernel>();
  if (kernel == nullptr)
    return fail(ErrorCode::invalid_argument, "{} was not registered by its source", name);
  return kernel->text;
}

Result<void> Compute::prewarm(const Command& command) const {
  DALA_ASSIGN(const Explanation ignored, explain(command));
  return {};
}

// --- commands ---

Result<Stream> Compute::stream(const StreamOptions& options) const {
  if (options.capacity == 0)
    return fail(ErrorCode::invalid_argument, "a stream of capacity 0 could never take a command");
  DALA_ASSIGN(Runtime* const runtime, live());
  return Stream(runtime->make_stream(options));
}

Result<CommandId> Compute::submit(const Command& command, const SubmitOptions& options) const {
  DALA_ASSIGN(Runtime* const runtime, live());
  return runtime->submit(CommandView(command), options);
}

CommandStatus Compute::poll(CommandId id) const {
  const auto runtime = live();
  if (!runtime) return {CommandState::failed, runtime.error()};
  return (*runtime)->scheduler.poll(id);
}

Result<void> Compute::wait(CommandId id) const {
  DALA_ASSIGN(Runtime* const runtime, live());
  return runtime->scheduler.wait(id);
}

Result<void> Compute::wait(CommandId id, std::chrono::nanoseconds timeout) const {
  DALA_ASSIGN(Runtime* const runtime, live());
  return runtime->scheduler.wait(id, timeout);
}

Result<void> Compute::wait_all() const {
  DALA_ASSIGN(Runtime* const runtime, live());
  DALA_TRY(runtime->scheduler.drain());
  // Calls like run_kernel have no fence.
  return runtime->device->finish();
}

Result<bool> Compute::cancel(CommandId id) const {
  DALA_ASSIGN(Runtime* const runtime, live());
  return runtime->scheduler.cancel(id);
}

Pipeline Compute::pipeline(const PipelineOptions& options) const {
  return Pipeline(std::make_shared<Pipeline::State>(runtime_, options));
}

// --- what happened ---

Result<Explanation> Compute::explain(const Command& command) const {
  PreparedCall call;
  SmallVector<std::shared_ptr<const void>, 12> keep;
  DALA_ASSIGN(Runtime* const runtime, live());
  DALA_TRY(prepare_call(runtime->context(), CommandView(command), call, keep));
  Explanation explanation;
  explanation.stages.push_back(explain_call(call, device_info().id));
  return explanation;
}

Result<Explanation> Compute::explain(CommandId id) const {
  DALA_ASSIGN(Runtime* const runtime, live());
  const CommandStatus status = poll(id);
  if (status.state == CommandState::pending)
    return fail(ErrorCode::invalid_argument, "command {} is still pending; wait for it first", id);
  const auto record = runtime->history.find(id);
  if (!record) {
    if (status.error) return std::unexpected(*status.error);
    return fail(ErrorCode::expired_command, "command {} is not among the last {}, which are kept",
                id, History::kept);
  }
  return explain_record(*record, device_info().id);
}

Result<std::chrono::nanoseconds> Compute::time(const std::function<Result<void>()>& work) const {
  if (!work) return fail(ErrorCode::invalid_argument, "no work was given to take the time of");
  DALA_ASSIGN(Runtime* const runtime, live());
  DALA_TRY(runtime->scheduler.drain());
  return runtime->device->time([&]() -> Result<void> {
    DALA_TRY(work());
    return runtime->scheduler.drain();
  });
}

void Compute::start_trace() const {
  if (const auto runtime = live()) (*runtime)->trace.start();
}

Result<void> Compute::stop_trace(const std::filesystem::path& file) const {
  DALA_ASSIGN(Runtime* const runtime, live());
  return runtime->trace.stop(file);
}

}  // namespace dala
