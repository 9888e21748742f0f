// A kernel in the registry: its description, and which of five kinds it is.
#pragma once

#include <atomic>
#include <bitset>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "compute/kernels/kernel_def.hpp"
#include "compute/kernels/stage_run.hpp"
#include "compute/kernels/wide_form.hpp"
#include "kernel/ir/ir.hpp"

namespace dala {

class Composite;  // compute/plan/composite.hpp

// What a composite kernel is for inputs of these shapes.
using CompositeMaker =
    std::function<Result<std::shared_ptr<const Composite>>(std::span<const Shape> inputs)>;

// Every device has implementations of its own, found by name.
struct BuiltinKernel {
  OutputInference infer;
};

// A function in C++, which runs on the host.
struct FunctionKernel {
  HostKernel run;
  HostCheck check = {};    // may be empty
  KernelInfer infer = {};  // may be empty
};

// A pipeline of other kernels.
struct CompositeKernel {
  CompositeMaker make;
};

// Another way to run a kernel of the language.
struct EntryVariant {
  KernelVariant variant;
  std::shared_ptr<backend::Program> program;  // null where the device cannot run it at all
  std::string why_not = {};                   // and why
};

// A kernel of the language, compiled for the device.
struct LanguageKernel {
  std::string text = {};  // its source; empty where it was fused from others
  std::shared_ptr<const kernel::ir::Module> module;
  std::shared_ptr<backend::Program> program;  // by its source
  std::shared_ptr<WideForm> wide = {};        // null where there is nothing to compile it from
  std::vector<EntryVariant> variants = {};    // asked before that, in this order
  std::size_t fused_stages = 0;               // how many stages of a pipeline it stands for
  KernelInfer infer = {};                     // may be empty
  std::shared_ptr<const StageDescription> description = {};  // may be null
  std::bitset<kernel::ir::max_tensors> at_own_place = {};    // see kernel/analysis/own_outputs.hpp
};

// Several kernels of the language, which a variant does at once.
struct RunKernel {
  std::shared_ptr<backend::Program> program;
  std::size_t stages = 0;
  std::string detail = {};  // as in RunOffer
};

// Set when the registry replaces or removes an entry, for those who kept a pointer to it. Not
// copied when an entry moves, which happens only before it is registered.
class Outdated {
 public:
  Outdated() = default;
  Outdated(Outdated&&) noexcept {}
  Outdated& operator=(Outdated&&) = delete;
  void raise() const { raised_.store(true, std::memory_order_release); }
  [[nodiscard]] bool is_raised() const { return raised_.load(std::memory_order_acquire); }

 private:
  mutable std::atomic<bool> raised_{false};
};

struct KernelEntry {
  KernelInfo description;
  std::variant<BuiltinKernel, FunctionKernel, CompositeKernel, LanguageKernel, RunKernel> kind;
  std::string content = {};  // of a generated kernel: all that it was made from
  Outdated outdated = {};

  [[nodiscard]] const KernelInfo& info() const { return description; }
  template <typename Kind>
  [[nodiscard]] bool is() const {
    return std::holds_alternative<Kind>(kind);
  }
  // Null where it is of another kind.
  template <typename Kind>
  [[nodiscard]] const Kind* as() const {
    return std::get_if<Kind>(&kind);
  }
};

}  // namespace dala
