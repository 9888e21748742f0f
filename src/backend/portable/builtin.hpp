// The built-in kernels on a device that compiles kernels of the language: by the first of the
// device's own variants that takes the call, or by their sources (portable.hpp).
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "backend/portable/builtin_variant.hpp"
#include "backend/portable/portable.hpp"

namespace dala::backend {

// A kernel of the language, compiled by a device.
class CompiledSource : public Executable {
 public:
  // Why this call in particular cannot be taken; empty when it can.
  [[nodiscard]] virtual std::string rejects(const KernelCall& call) const = 0;
  [[nodiscard]] virtual std::string_view why() const = 0;
};

class PortableBuiltin final : public Executable {
 public:
  using Compile = std::function<Result<std::unique_ptr<CompiledSource>>(
      std::shared_ptr<const kernel::ir::Module> module)>;

  // The device must outlive it. `name` is what its decisions say, `wide` as in plan_portable().
  PortableBuiltin(Device& device, std::string_view name, bool wide, Compile compile)
      : device_(&device), name_(name), wide_(wide), compile_(std::move(compile)) {}

  // Asked in the order in which they are added. Not while calls are prepared.
  void add(std::unique_ptr<BuiltinVariant> variant) { variants_.push_back(std::move(variant)); }

  // Error `unsupported` with the reason where the CPU fallback must do it.
  [[nodiscard]] Result<Decision> prepare(const KernelCall& call);

  [[nodiscard]] std::string_view name() const override { return name_; }
  [[nodiscard]] Result<void> launch(const KernelCall& call) const override;

 private:
  struct Known {
    explicit Known(const PortableSource& of) : source(of) {}
    PortableSource source;
    std::once_flag once;
    Result<std::unique_ptr<CompiledSource>> program;  // set once
  };

  // Compiled by the first that asks; who asks for the same meanwhile waits, and who asks for
  // another compiles it at the same time.
  [[nodiscard]] Result<Decision> prepare_source(const KernelCall& call) const;
  [[nodiscard]] Result<const CompiledSource*> program_for(const PortableSource& source) const;
  [[nodiscard]] Known& known(const PortableSource& source) const;
  [[nodiscard]] Result<void> ensure_scratch(const PortablePlan& plan) const;
  // Tensors without memory yet have a null pointer.
  [[nodiscard]] TensorRef resolve(const Operand& operand, const KernelCall& call) const;

  Device* device_;
  std::string_view name_;
  bool wide_;
  Compile compile_;
  std::vector<std::unique_ptr<BuiltinVariant>> variants_;
  // Steps of one call follow each other without those of another in between: they share scratch.
  mutable std::mutex mutex_;
  mutable std::mutex known_mutex_;
  mutable std::deque<Known> known_;  // which keeps places
  mutable std::array<std::unique_ptr<Memory>, PortablePlan::scratches> scratch_;
  // Buffers that became too small are kept, since captured launches may still use them.
  mutable std::vector<std::unique_ptr<Memory>> outgrown_;
};

}  // namespace dala::backend
