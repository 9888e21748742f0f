// The built-in kernels by their sources (portable.hpp), on a device that compiles kernels of the
// language.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

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

  // Error `unsupported` with the reason where the CPU fallback must do it.
  [[nodiscard]] Result<Decision> prepare(const KernelCall& call);

  [[nodiscard]] std::string_view name() const override { return name_; }
  [[nodiscard]] Result<void> launch(const KernelCall& call) const override;

 private:
  struct Known {
    explicit Known(PortableSource of) : source(std::move(of)) {}
    PortableSource source;
    std::once_flag once;
    Result<std::unique_ptr<CompiledSource>> program;  // set once
  };

  // Compiled by the first that asks; who asks for the same meanwhile waits, and who asks for
  // another compiles it at the same time.
  [[nodiscard]] Result<const CompiledSource*> program_for(const PortableSource& source) const;
  [[nodiscard]] Known& known(const PortableSource& source) const;
  [[nodiscard]] Result<void> ensure_scratch(const PortablePlan& plan) const;
  // Tensors without memory yet have a null pointer.
  [[nodiscard]] TensorRef resolve(const Operand& operand, const KernelCall& call) const;

  Device* device_;
  std::string_view name_;
  bool wide_;
  Compile compile_;
  // Steps of one call follow each other without those of another in between: they share scratch.
  mutable std::mutex mutex_;
  mutable std::mutex known_mutex_;
  mutable std::deque<Known> known_;  // which keeps places
  mutable std::array<std::unique_ptr<Memory>, PortablePlan::scratches> scratch_;
  // Buffers that became too small are kept, since captured launches may still use them.
  mutable std::vector<std::unique_ptr<Memory>> outgrown_;
};

}  // namespace dala::backend
