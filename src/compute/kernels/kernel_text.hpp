// Kernels registered as text.
#pragma once

#include <string_view>

#include "compute/kernels/kernel_entry.hpp"

namespace dala {

struct KernelText {
  KernelInfo info;
  std::shared_ptr<const kernel::ir::Module> module;
  std::shared_ptr<WideForm> wide;
};

// Compiles the text and makes the description that goes with it. `bad_kernel` with all mistakes.
[[nodiscard]] Result<KernelText> compile_text(std::string_view name, const KernelSource& source);

[[nodiscard]] Result<KernelEntry> entry_from_text(std::string_view name, const KernelSource& source,
                                                  backend::Device& device);

// What the description does not say about the inputs and parameters of a call of such a kernel:
// ranks, narrow integers.
[[nodiscard]] Result<void> check_text_inputs(const kernel::ir::Module& module,
                                             const backend::KernelCall& call);
// The same of its outputs.
[[nodiscard]] Result<void> check_text_outputs(const kernel::ir::Module& module,
                                              const backend::KernelCall& call);
// Whether the module's indices count all tensors and invocations.
[[nodiscard]] Result<void> check_text_sizes(const kernel::ir::Module& module,
                                            const backend::KernelCall& call);

}  // namespace dala
