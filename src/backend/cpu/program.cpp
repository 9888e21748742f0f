#include "backend/cpu/program.hpp"

#include <mutex>
#include <string>
#include <vector>

#include <dala/core/small_vector.hpp>

#include "core/error.hpp"
#include "core/forever.hpp"
#include "core/text/log.hpp"
#include "kernel/interpret/interpret.hpp"
#include "kernel/native/compiled.hpp"
#include "kernel/native/run.hpp"

namespace dala::backend::cpu {

namespace {

using Module = std::shared_ptr<const kernel::ir::Module>;

class ProgramExecutable : public Executable {
 public:
  ProgramExecutable(const kernel::ir::Module& module, const ProgramSetting& setting)
      : module_(module), setting_(setting) {}

  [[nodiscard]] Result<void> launch(const KernelCall& call) const override {
    SmallVector<HostTensor, 8> inputs;
    SmallVector<HostTensor, 4> outputs;
    for (const TensorRef& t : call.inputs) inputs.push_back(as_host(t));
    for (const TensorRef& t : call.outputs) outputs.push_back(as_host(t));
    kernel::HostLaunch launch{inputs.view(), outputs.view(), call.params};
    launch.time_limit = setting_.time_limit;
    launch.stop = current_stop();
    return run(launch);
  }

 protected:
  [[nodiscard]] virtual Result<void> run(const kernel::HostLaunch& launch) const = 0;

  const kernel::ir::Module& module_;
  const ProgramSetting& setting_;

 private:
  static HostTensor as_host(const TensorRef& t) {
    return {t.dtype, t.shape, {t.memory->host(), t.bytes()}};
  }
};

class NativeExecutable final : public ProgramExecutable {
 public:
  NativeExecutable(const kernel::ir::Module& module, const ProgramSetting& setting,
                   const kernel::jit::ChannelSpecialisation& specialisation,
                   kernel::CompiledKernel compiled)
      : ProgramExecutable(module, setting),
        specialisation_(specialisation),
        compiled_(std::move(compiled)),
        why_(compiled_.from_cache ? "native code for this processor, from the cache"
                                  : format("native code for this processor, compiled here{}",
                                           setting.cache.why_off())) {}

  [[nodiscard]] std::string_view name() const override { return "jit"; }
  [[nodiscard]] const kernel::jit::ChannelSpecialisation& specialisation() const {
    return specialisation_;
  }
  [[nodiscard]] std::string_view why() const { return why_; }

 private:
  [[nodiscard]] Result<void> run(const kernel::HostLaunch& launch) const override {
    return kernel::run_native(module_, *compiled_.code, launch, *setting_.pool);
  }

  kernel::jit::ChannelSpecialisation specialisation_;
  kernel::CompiledKernel compiled_;
  std::string why_;
};

class InterpretedExecutable final : public ProgramExecutable {
 public:
  using ProgramExecutable::ProgramExecutable;
  [[nodiscard]] std::string_view name() const override { return "interpreter"; }

 private:
  [[nodiscard]] Result<void> run(const kernel::HostLaunch& launch) const override {
    return kernel::interpret(module_, launch);
  }
};

class CpuProgram final : public Program {
 public:
  CpuProgram(Module module, const ProgramSetting& setting)
      : module_(std::move(module)), setting_(setting), interpreted_(*module_, setting) {}

  [[nodiscard]] Result<Decision> prepare(const KernelCall& call) override {
    const auto compiler = kernel::jit::compiler();
    Decision decision;
    if (!compiler) {
      decision.reject("jit", why_no_jit(compiler.error()));
      decision.chosen = &interpreted_;
      decision.why = "the JIT cannot be used; this is much slower";
      return decision;
    }
    const kernel::jit::ChannelSpecialisation specialisation = specialisation_of(call);
    const std::lock_guard lock(mutex_);
    const NativeExecutable* found = find(specialisation);
    if (found == nullptr) {
      DALA_ASSIGN(auto compiled,
                  kernel::compile_native(**compiler, *module_, specialisation, setting_.cache));
      native_.push_back(std::make_unique<NativeExecutable>(*module_, setting_, specialisation,
                                                           std::move(compiled)));
      found = native_.back().get();
    }
    decision.chosen = found;
    decision.why = found->why();
    return decision;
  }

 private:
  [[nodiscard]] kernel::jit::ChannelSpecialisation specialisation_of(const KernelCall& call) const {
    SmallVector<const Shape*, 8> shapes;
    std::size_t input = 0;
    std::size_t output = 0;
    for (const kernel::ir::Tensor& t : module_->tensors)
      shapes.push_back(t.is_output ? &call.outputs[output++].shape : &call.inputs[input++].shape);
    return kernel::channel_specialisation_for(*module_, shapes.view());
  }

  [[nodiscard]] const NativeExecutable* find(
      const kernel::jit::ChannelSpecialisation& specialisation) const {
    for (const auto& known : native_)
      if (known->specialisation() == specialisation) return known.get();
    return nullptr;
  }

  // Texts of a Decision live as long as the process here, like the reason itself.
  static std::string_view why_no_jit(const Error& error) {
    static const Forever<std::string> reason(error.message);
    return *reason;
  }

  Module module_;
  const ProgramSetting& setting_;
  InterpretedExecutable interpreted_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<NativeExecutable>> native_;
};

}  // namespace

std::unique_ptr<Program> make_program(Module module, const ProgramSetting& setting) {
  return std::make_unique<CpuProgram>(std::move(module), setting);
}

}  // namespace dala::backend::cpu
