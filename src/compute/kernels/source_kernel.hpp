// Kernels registered by their source in the kernel language.
#pragma once

#include <string_view>

#include "compute/kernels/kernel_entry.hpp"

namespace dala {

struct SourceKernel {
  KernelInfo info;
  std::shared_ptr<const kernel::ir::Module> module;
  std::shared_ptr<WideForm> wide;
};

// Compiles the source and makes the description that goes with it. `bad_kernel` with all mistakes.
[[nodiscard]] Result<SourceKernel> compile_source(std::string_view name,
                                                  const KernelSource& source);

[[nodiscard]] Result<KernelEntry> entry_from_source(std::string_view name,
                                                    const KernelSource& source,
                                                    backend::Device& device);

// Checks of a call's inputs and parameters beyond the description: ranks, ranges of narrow
// integers.
[[nodiscard]] Result<void> check_source_inputs(const kernel::ir::Module& module,
                                               const backend::KernelCall& call);
// The same for its outputs.
[[nodiscard]] Result<void> check_source_outputs(const kernel::ir::Module& module,
                                                const backend::KernelCall& call);
// Whether the module's index type can count the elements of all tensors and all invocations.
[[nodiscard]] Result<void> check_source_sizes(const kernel::ir::Module& module,
                                              const backend::KernelCall& call);

}  // namespace dala
