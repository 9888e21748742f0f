#include "backend/printing_program.hpp"

#include <algorithm>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include <dala/core/small_vector.hpp>

#include "core/error.hpp"
#include "core/text/printed.hpp"
#include "kernel/launch/prints.hpp"
#include "kernel/legalize/legalize_only.hpp"

namespace dala::backend {

namespace {

using Module = std::shared_ptr<const kernel::ir::Module>;

// The buffers of a kernel's launches, used again and again; all zeros while they are here.
class Buffers {
 public:
  Buffers(Device& device, const kernel::ir::Module& module)
      : device_(device), module_(module), words_(kernel::prints::buffer_words(module)) {}

  [[nodiscard]] Result<std::unique_ptr<Memory>> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        std::unique_ptr<Memory> last = std::move(free_.back());
        free_.pop_back();
        return last;
      }
    }
    return device_.allocate(words_ * sizeof(std::uint32_t));
  }

  void give_back(std::unique_ptr<Memory> buffer) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(buffer));
  }

  [[nodiscard]] TensorRef tensor(Memory* memory) const {
    return {memory, DType::u32, Shape{static_cast<std::int64_t>(words_)}};
  }

  // Shows what a launch has printed, as far as it got, and zeroes the buffer.
  [[nodiscard]] Result<void> show(Memory& buffer) const {
    std::uint32_t printed = 0;
    DALA_TRY(device_.read(buffer, std::as_writable_bytes(std::span(&printed, 1))));
    if (printed == 0) return {};
    std::vector<std::uint32_t> words(1 + std::min(printed, kernel::prints::max_lines) *
                                             kernel::prints::line_words(module_));
    DALA_TRY(device_.read(buffer, std::as_writable_bytes(std::span(words))));
    show_printed(kernel::printed_lines(module_, words));
    std::ranges::fill(words, 0);
    return device_.write(buffer, std::as_bytes(std::span(words)));
  }

 private:
  Device& device_;
  const kernel::ir::Module& module_;
  std::size_t words_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Memory>> free_;
};

// A call with the buffer as its last output.
class PrintingCall {
 public:
  PrintingCall(const KernelCall& call, const TensorRef& buffer) : call_(call) {
    for (const TensorRef& output : call.outputs) outputs_.push_back(output);
    outputs_.push_back(buffer);
    call_.outputs = outputs_.view();
  }
  PrintingCall(const PrintingCall&) = delete;
  PrintingCall& operator=(const PrintingCall&) = delete;
  [[nodiscard]] const KernelCall& operator*() const { return call_; }

 private:
  SmallVector<TensorRef, 4> outputs_;
  KernelCall call_;
};

class PrintingExecutable final : public Executable {
 public:
  PrintingExecutable(const Executable& silent, Buffers& buffers)
      : silent_(silent), buffers_(buffers) {}
  [[nodiscard]] std::string_view name() const override { return silent_.name(); }

  [[nodiscard]] Result<void> launch(const KernelCall& call) const override {
    DALA_ASSIGN(std::unique_ptr<Memory> buffer, buffers_.take());
    const Result<void> done = silent_.launch(*PrintingCall(call, buffers_.tensor(buffer.get())));
    // A kernel that was stopped has printed something too, which may say why.
    const Result<void> shown = buffers_.show(*buffer);
    if (!done) return done;
    if (shown) buffers_.give_back(std::move(buffer));
    return shown;
  }

 private:
  const Executable& silent_;
  Buffers& buffers_;
};

class PrintingProgram final : public Program {
 public:
  PrintingProgram(Device& device, Module module, const MakeProgram& make)
      : module_(std::move(module)), buffers_(device, *module_), silent_(make(module_)) {}

  [[nodiscard]] Result<Decision> prepare(const KernelCall& call) override {
    // The one that the first launch takes.
    DALA_ASSIGN(std::unique_ptr<Memory> buffer, buffers_.take());
    const TensorRef tensor = buffers_.tensor(buffer.get());
    buffers_.give_back(std::move(buffer));
    DALA_ASSIGN(Decision decision, silent_->prepare(*PrintingCall(call, tensor)));
    const std::lock_guard lock(mutex_);
    auto& printing = printing_[decision.chosen];
    if (printing == nullptr)
      printing = std::make_unique<PrintingExecutable>(*decision.chosen, buffers_);
    decision.chosen = printing.get();
    decision.waits = true;
    return decision;
  }

 private:
  Module module_;
  Buffers buffers_;
  std::unique_ptr<Program> silent_;
  std::mutex mutex_;
  std::unordered_map<const Executable*, std::unique_ptr<Executable>> printing_;
};

}  // namespace

std::unique_ptr<Program> make_printing(Device& device, Module module, const MakeProgram& make) {
  if (!kernel::does_print(*module) || kernel::has_print_buffer(*module))
    return make(std::move(module));
  return std::make_unique<PrintingProgram>(
      device,
      std::make_shared<const kernel::ir::Module>(
          kernel::legalize_only(*module, {}, {kernel::pass::prints})),
      make);
}

}  // namespace dala::backend
