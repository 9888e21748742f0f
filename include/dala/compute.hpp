// Buffers, kernels and commands on one device: the front door of the library.
//
//   auto compute = dala::Compute::create();
//   auto a = compute->buffer<float>({1, 2, 3}, {3});
//   auto b = compute->buffer<float>({4, 5, 6}, {3});
//   auto c = compute->add(*a, *b);
//   if (!c) std::cerr << c.error().message;
//   c->read<float>();   // {5, 7, 9}
//
// A handle; copies are the same Compute. All members may be called from any thread. When the last
// copy goes, it waits for what was submitted; buffers can outlive it but no longer be used. One
// that was moved from is empty: its calls answer `invalid_handle`, or with nothing where they
// cannot fail.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <dala/compute/buffer.hpp>
#include <dala/compute/command.hpp>
#include <dala/compute/explain.hpp>
#include <dala/compute/pipeline.hpp>
#include <dala/core/device.hpp>
#include <dala/core/error.hpp>
#include <dala/core/export.hpp>
#include <dala/core/kernel_info.hpp>
#include <dala/core/params.hpp>

struct DLManagedTensor;  // <dlpack/dlpack.h>

namespace dala {

struct ComputeOptions {
  std::string device = {};         // empty: DALA_DEVICE, or the best there is
  unsigned threads = 0;            // 0: one per core
  std::uint64_t memory_limit = 0;  // bytes of device memory; 0: nine tenths of what is free
  // A kernel of the kernel language is stopped when it has run for this long.
  std::chrono::nanoseconds kernel_time_limit = std::chrono::minutes(1);
  // Where compiled kernels are kept for the next run; empty: DALA_CACHE, or nowhere.
  std::filesystem::path cache_folder = {};
  // Whether matrix products of f32 may round their inputs to 10 bits behind the point (TF32), which
  // tensor cores multiply several times as fast.
  bool tf32 = false;
  // Low priority, for programs whose own threads must answer quickly, such as those with a screen
  // or a virtual machine's schedulers: kernels run on threads of lower priority, and whoever waits
  // for one only waits, where it would else work itself. Costs each call the waking of a thread.
  bool gives_way = false;
};

class DALA_API Compute {
 public:
  [[nodiscard]] static Result<Compute> create(const ComputeOptions& options = {});

  [[nodiscard]] const DeviceInfo& device_info() const;
  [[nodiscard]] bool is_gpu() const { return device_info().gpu; }
  [[nodiscard]] std::uint64_t memory_in_use() const;

  // --- buffers ---
  template <typename T>
  [[nodiscard]] Result<Buffer> buffer(std::span<const T> values, const Shape& shape) const {
    return from_values(std::as_bytes(values), values.size(), shape, dtype_of<T>);
  }
  template <typename T>
  [[nodiscard]] Result<Buffer> buffer(std::initializer_list<T> values, const Shape& shape) const {
    return buffer(std::span<const T>(values.begin(), values.size()), shape);
  }
  // A vector, an array or whatever else has its values in a row.
  template <std::ranges::contiguous_range Values>
  [[nodiscard]] Result<Buffer> buffer(const Values& values, const Shape& shape) const {
    return buffer(std::span<const std::ranges::range_value_t<Values>>(values), shape);
  }
  [[nodiscard]] Result<Buffer> buffer_zeros(const Shape& shape, DType dtype) const;
  [[nodiscard]] Result<Buffer> buffer_from_bytes(std::span<const std::byte> bytes,
                                                 const Shape& shape, DType dtype) const;
  // A new buffer with the same contents.
  [[nodiscard]] Result<Buffer> copy(const Buffer& source) const;

  [[nodiscard]] Result<Buffer> load_npy(const std::filesystem::path& file) const;
  [[nodiscard]] Result<void> save_npy(const Buffer& buffer,
                                      const std::filesystem::path& file) const;

  // Takes the tensor over (its deleter is called when the buffer goes). CPU tensors without gaps
  // are used in place; others are copied. On error the tensor stays the caller's.
  [[nodiscard]] Result<Buffer> from_dlpack(DLManagedTensor* tensor) const;
  // A view without a copy where the device's memory is the host's; the caller must call its
  // deleter. Waits for commands that write the buffer; commands submitted later are not seen by
  // whoever holds the view.
  [[nodiscard]] Result<DLManagedTensor*> to_dlpack(const Buffer& buffer) const;

  // --- kernels ---
  // Runs a kernel into a new buffer. What that is follows from the inputs and parameters; where the
  // kernel leaves something open, `choice` says it, or the error is `cannot_infer`.
  [[nodiscard]] Result<Buffer> run(std::string_view kernel, const BufferList& inputs,
                                   const Params& params = {},
                                   const OutputChoice& choice = {}) const;
  [[nodiscard]] Result<Buffer> run(const Kernel& kernel, const BufferList& inputs,
                                   const Params& params = {},
                                   const OutputChoice& choice = {}) const;
  // The same for kernels with several outputs: a new buffer for each, in their order. Choices are
  // in that order too, and there may be fewer.
  [[nodiscard]] Result<std::vector<Buffer>> run_many(
      std::string_view kernel, const BufferList& inputs, const Params& params = {},
      const std::vector<OutputChoice>& choices = {}) const;
  [[nodiscard]] Result<std::vector<Buffer>> run_many(
      const Kernel& kernel, const BufferList& inputs, const Params& params = {},
      const std::vector<OutputChoice>& choices = {}) const;
  // What the outputs of such a call are. Nothing is run, and no buffer made.
  [[nodiscard]] Result<std::vector<TensorSpec>> infer(
      std::string_view kernel, const BufferList& inputs, const Params& params = {},
      const std::vector<OutputChoice>& choices = {}) const;
  [[nodiscard]] Result<std::vector<TensorSpec>> infer(
      const Kernel& kernel, const BufferList& inputs, const Params& params = {},
      const std::vector<OutputChoice>& choices = {}) const;
  [[nodiscard]] Result<Buffer> add(const Buffer& a, const Buffer& b) const;
  [[nodiscard]] Result<Buffer> multiply(const Buffer& a, const Buffer& b) const;
  [[nodiscard]] Result<Buffer> scale(const Buffer& input, double scalar) const;
  [[nodiscard]] Result<Buffer> relu(const Buffer& input) const;
  [[nodiscard]] Result<Buffer> matmul(const Buffer& a, const Buffer& b) const;
  [[nodiscard]] Result<Buffer> cast(const Buffer& input, DType to) const;

  // Into buffers there are, which must be what the kernel makes. With these, a program that runs
  // the same again and again allocates nothing.
  // Returns when the kernel has run; on a GPU when the device has accepted it: later commands run
  // after it, and reading waits for it.
  [[nodiscard]] Result<void> run_kernel(const Kernel& kernel, const BufferList& inputs,
                                        const BufferList& outputs, const Params& params = {}) const;
  [[nodiscard]] Result<void> run_kernel(std::string_view kernel, const BufferList& inputs,
                                        const BufferList& outputs, const Params& params = {}) const;
  // The same for threads that must not wait: false, and nothing is done, where it would have to
  // wait for commands that use one of the buffers.
  [[nodiscard]] Result<bool> try_run_kernel(std::string_view kernel, const BufferList& inputs,
                                            const BufferList& outputs,
                                            const Params& params = {}) const;
  [[nodiscard]] Result<void> add(const Buffer& a, const Buffer& b, const Buffer& output) const;
  [[nodiscard]] Result<void> multiply(const Buffer& a, const Buffer& b, const Buffer& output) const;
  [[nodiscard]] Result<void> scale(const Buffer& input, double scalar, const Buffer& output) const;
  [[nodiscard]] Result<void> relu(const Buffer& input, const Buffer& output) const;
  [[nodiscard]] Result<void> matmul(const Buffer& a, const Buffer& b, const Buffer& output) const;

  [[nodiscard]] std::vector<KernelInfo> kernels() const;
  [[nodiscard]] Result<KernelInfo> kernel(std::string_view name) const;
  // A handle to a kernel, for repeated calls without looking up the name.
  [[nodiscard]] Result<Kernel> find_kernel(std::string_view name) const;
  // With `infer`, callers need not pass outputs; without it they have to.
  [[nodiscard]] Result<void> register_kernel(KernelInfo info, HostKernel run, HostCheck check = {},
                                             KernelInfer infer = {}) const;
  // Kernels in the kernel language, compiled for the device. Mistakes come back as `bad_kernel`
  // with every one shown in its place.
  [[nodiscard]] Result<void> register_kernel(std::string_view name,
                                             const KernelSource& source) const;
  // Registers it, or replaces the kernel of this name. Commands in flight keep the old one, which
  // also stays registered where the new source is bad.
  [[nodiscard]] Result<void> replace_kernel(std::string_view name,
                                            const KernelSource& source) const;
  [[nodiscard]] Result<void> remove_kernel(std::string_view name) const;
  // The source it was registered with; an error for kernels without one.
  [[nodiscard]] Result<std::string> kernel_text(std::string_view name) const;
  // Compiles the code that a command would need, so that its first run need not wait for it.
  [[nodiscard]] Result<void> prewarm(const Command& command) const;

  // --- commands ---
  [[nodiscard]] Result<Stream> stream(const StreamOptions& options = {}) const;
  [[nodiscard]] Result<CommandId> submit(const Command& command,
                                         const SubmitOptions& options = {}) const;
  [[nodiscard]] CommandStatus poll(CommandId id) const;
  [[nodiscard]] Result<void> wait(CommandId id) const;
  // Error `timeout` when it has not ended by then; it goes on.
  [[nodiscard]] Result<void> wait(CommandId id, std::chrono::nanoseconds timeout) const;
  // Waits for everything submitted so far, on every stream. Failures of commands are told to
  // whoever asks about them; an error here means that waiting was not possible, or what became of a
  // device that had still to do what `run_kernel` or `write` gave it.
  Result<void> wait_all() const;
  // A command that has not begun never will: it has failed with `cancelled` when this returns, and
  // what it should have written is damaged in its turn. One that runs is told to stop: kernels
  // with source, loops over several threads and the stages of a pipeline look now and then,
  // and it then fails in the same way; `wait` says how it ended. What a GPU has begun it ends.
  // False: it had ended before.
  [[nodiscard]] Result<bool> cancel(CommandId id) const;

  [[nodiscard]] Pipeline pipeline(const PipelineOptions& options = {}) const;

  // --- what happened ---
  // What would run for this command; nothing is run.
  [[nodiscard]] Result<Explanation> explain(const Command& command) const;
  // What ran for a command that has ended (the last 1024 are kept). On a GPU its time is from when
  // the device had ended the command before it, or was given this one, until it was done.
  [[nodiscard]] Result<Explanation> explain(CommandId id) const;
  // How long the device takes for all that `work` asks of it, by its own clock where it has one.
  // Commands of other threads meanwhile count too.
  [[nodiscard]] Result<std::chrono::nanoseconds> time(
      const std::function<Result<void>()>& work) const;
  // Records every command from now on; stop_trace writes a file for chrome://tracing or Perfetto.
  void start_trace() const;
  [[nodiscard]] Result<void> stop_trace(const std::filesystem::path& file) const;

  class Runtime;
  explicit Compute(std::shared_ptr<Runtime> runtime) : runtime_(std::move(runtime)) {}
  [[nodiscard]] const std::shared_ptr<Runtime>& runtime() const { return runtime_; }
  // The same, or why it cannot be used: the handle is empty, or this process is a fork.
  [[nodiscard]] Result<Runtime*> live() const;

 private:
  [[nodiscard]] Result<Buffer> from_values(std::span<const std::byte> bytes, std::size_t count,
                                           const Shape& shape, DType dtype) const;

  std::shared_ptr<Runtime> runtime_;
};

}  // namespace dala
