#include "backend/cuda/program.hpp"

#include <algorithm>
#include <mutex>

#include "backend/cuda/cuda_memory.hpp"
#include "core/error.hpp"
#include "kernel/emit/emit.hpp"
#include "kernel/launch/binding.hpp"
#include "kernel/launch/launch_words.hpp"

namespace dala::backend::cuda {

namespace {

namespace ir = kernel::ir;
using Module = std::shared_ptr<const ir::Module>;

std::uint64_t shared_bytes(const ir::Module& module) {
  std::uint64_t bytes = 0;
  for (const ir::Shared& shared : module.shared) {
    const std::uint64_t lane = std::max<std::uint64_t>(ir::bits_of(shared.type.scalar) / 8, 1);
    bytes += (lane * shared.type.length * shared.type.lanes + 15) / 16 * 16;
  }
  return bytes;
}

std::string what_is_missing(const ir::Module& module, const Description& device) {
  if (kernel::units_per_group(module) > device.threads_per_block)
    return format("its cubes have {} units and the device takes {}",
                  kernel::units_per_group(module), device.threads_per_block);
  if (shared_bytes(module) > device.shared_bytes)
    return format("its cubes share {} bytes and the device has {}", shared_bytes(module),
                  device.shared_bytes);
  return {};
}

class CudaProgram final : public Program {
 public:
  CudaProgram(Module module, const ProgramSetting& setting)
      : module_(std::move(module)), setting_(setting) {}

  [[nodiscard]] Result<Decision> prepare(const KernelCall& call) override {
    const std::lock_guard lock(mutex_);
    if (text_ == nullptr && rejection_.empty()) {
      auto made = CudaText::make(module_, setting_);
      if (made)
        text_ = std::move(*made);
      else if (made.error().code == ErrorCode::unsupported)
        rejection_ = made.error().message;
      else
        return std::unexpected(std::move(made.error()));
    }
    if (text_ != nullptr) return Decision{.chosen = text_.get(), .why = text_->why()};
    if (on_cpu_ == nullptr) {
      DALA_ASSIGN(on_cpu_, setting_.fallback->compile(module_));
    }
    return setting_.fallback->prepare(*on_cpu_, fallback_executables_, call, "CUDA", rejection_);
  }

 private:
  Module module_;
  const ProgramSetting& setting_;
  std::mutex mutex_;
  std::unique_ptr<CudaText> text_;
  std::string rejection_;
  std::unique_ptr<Program> on_cpu_;
  FallbackExecutables fallback_executables_;
};

// Pointers to the tensors of a call, and to those as a launch wants them.
struct Pointers {
  std::array<Pointer, ir::max_tensors> at{};
  std::array<void*, ir::max_tensors + ir::max_params> arguments{};

  [[nodiscard]] Result<void> set(std::size_t i, const TensorRef& tensor, bool is_output,
                                 const Use& use) {
    CudaMemory& memory = as_cuda(*tensor.memory);
    DALA_ASSIGN(at[i], is_output ? memory.target(use) : memory.contents(use));
    arguments[i] = &at[i];
    return {};
  }
};

// A variant in CUDA C++. Compiled on first use, like the others, so that those of a model are
// compiled in parallel.
class NativeProgram final : public Program, public Executable {
 public:
  NativeProgram(std::shared_ptr<const Meaning> meaning, std::string name, NativeKernel native,
                const ProgramSetting& setting)
      : meaning_(std::move(meaning)),
        name_(std::move(name)),
        native_(std::move(native)),
        shape_{native_.blocks, native_.threads, native_.shared_bytes},
        setting_(setting) {}

  [[nodiscard]] Result<Decision> prepare(const KernelCall&) override {
    const std::lock_guard lock(mutex_);
    if (kernel_ == nullptr) {
      DALA_ASSIGN(kernel_, Kernel::make(setting_.session, native_.source, native_.entry,
                                        Rounding::fused, setting_.cache));
    }
    return Decision{.chosen = this, .why = "CUDA C++ variant"};
  }
  [[nodiscard]] std::string_view name() const override { return name_; }
  [[nodiscard]] Result<void> launch(const KernelCall& call) const override {
    DALA_ASSIGN(const Use use, setting_.session->use());
    Pointers pointers;
    std::size_t next = 0;
    std::size_t input = 0;
    std::size_t output = 0;
    for (const bool is_output : meaning_->is_output)
      DALA_TRY(pointers.set(next++, is_output ? call.outputs[output++] : call.inputs[input++],
                            is_output, use));
    std::array<std::uint64_t, ir::max_params> bits{};
    for (std::size_t i = 0; i < meaning_->params.size(); ++i) {
      bits[i] = kernel::param_bits(meaning_->params[i], call.params[i]);
      pointers.arguments[next++] = &bits[i];
    }
    return kernel_->launch(use, shape_, pointers.arguments.data());
  }

 private:
  std::shared_ptr<const Meaning> meaning_;
  std::string name_;
  NativeKernel native_;
  LaunchShape shape_;
  const ProgramSetting& setting_;
  std::mutex mutex_;
  std::unique_ptr<Kernel> kernel_;  // there before anything is launched
};

}  // namespace

Result<std::unique_ptr<Program>> make_native_program(std::shared_ptr<const Meaning> meaning,
                                                     std::string name, const NativeKernel& native,
                                                     const ProgramSetting& setting) {
  const Description& device = setting.session->description();
  if (native.threads > device.threads_per_block || native.shared_bytes > device.shared_bytes_opt_in)
    return fail(ErrorCode::unsupported,
                "{} wants blocks of {} threads with {} bytes; the device has at most {} and {}",
                native.entry, native.threads, native.shared_bytes, device.threads_per_block,
                device.shared_bytes_opt_in);
  if (meaning->is_output.size() > ir::max_tensors || meaning->params.size() > ir::max_params)
    return fail(ErrorCode::unsupported, "{} has more arguments than a kernel may have",
                native.entry);
  return std::make_unique<NativeProgram>(std::move(meaning), std::move(name), native, setting);
}

std::unique_ptr<Program> make_program(Module module, const ProgramSetting& setting) {
  return std::make_unique<CudaProgram>(std::move(module), setting);
}

CudaText::CudaText(Module module, std::shared_ptr<Session> session, std::unique_ptr<Kernel> kernel)
    : module_(std::move(module)), session_(std::move(session)), kernel_(std::move(kernel)) {}

Result<std::unique_ptr<CudaText>> CudaText::make(Module module, const ProgramSetting& setting) {
  if (const std::string missing = what_is_missing(*module, setting.session->description());
      !missing.empty())
    return fail(ErrorCode::unsupported, "{}", missing);
  DALA_ASSIGN(const std::string text, kernel::emit(*module, kernel::Language::cuda));
  DALA_ASSIGN(auto kernel, Kernel::make(setting.session, text,
                                        kernel::entry_name(*module, kernel::Language::cuda),
                                        Rounding::as_written, setting.cache));
  return std::unique_ptr<CudaText>(
      new CudaText(std::move(module), setting.session, std::move(kernel)));
}

std::string_view CudaText::why() const {
  return kernel_->from_cache() ? "CUDA C++, from the cache" : "CUDA C++, compiled here";
}

Result<void> CudaText::launch(const KernelCall& call) const {
  const kernel::Binding binding(*module_, call);
  const kernel::Grid& grid = binding.grid();
  const std::size_t count = binding.tensors().size();
  std::array<Shape, ir::max_tensors> shapes;
  for (std::size_t i = 0; i < count; ++i) shapes[i] = binding.tensors()[i]->shape;
  std::array<std::uint32_t, kernel::max_launch_words(ir::Scalar::s64)> words;
  kernel::pack_launch(*module_, std::span(shapes).first(count), binding.params(), grid,
                      std::span(words).first(kernel::launch_words(*module_)));
  DALA_ASSIGN(const Use use, session_->use());
  Pointers pointers;
  for (std::size_t i = 0; i < count; ++i)
    DALA_TRY(pointers.set(i, *binding.tensors()[i], module_->tensors[i].is_output, use));
  pointers.arguments[count] = words.data();
  std::uint32_t threads = kernel::units_per_group(*module_);
  std::uint32_t times = 1;
  if (!module_->has_cube) {
    DALA_ASSIGN(const std::uint32_t best, kernel_->best_threads(use, threads));
    times = best / threads;
    threads = best;
  }
  const auto groups = kernel::group_counts(*module_, grid, {.elements = times});
  return kernel_->launch(use, {.blocks = {groups[0], groups[1], 1}, .threads = threads},
                         pointers.arguments.data());
}

}  // namespace dala::backend::cuda
