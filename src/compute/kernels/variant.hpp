// Variants of a kernel: which of them a device can run, and which accepts a call.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <dala/compute/command.hpp>

#include "compute/kernels/kernel_entry.hpp"

namespace dala {

// Why a device cannot run such a variant at all; empty where it can.
[[nodiscard]] std::string_view why_not_on(const std::variant<HostKernel, NativeKernel>& run,
                                          const Capabilities& device);

[[nodiscard]] Result<std::vector<EntryVariant>> compile_variants(
    const std::shared_ptr<const kernel::ir::Module>& module,
    std::span<const KernelVariant> variants, backend::Device& device);

// The first variant that accepts the call, or null where none does. The reasons of those that
// rejected it go into `rejections` and live as long as the kernel.
[[nodiscard]] const EntryVariant* find_variant(const LanguageKernel& kernel,
                                               const backend::KernelCall& call,
                                               const Capabilities& device,
                                               backend::Decision& rejections);

// The same for a pipeline's stage that runs the kernel.
[[nodiscard]] const EntryVariant* find_variant(const LanguageKernel& kernel, const KernelInfo& info,
                                               const Command& stage, const Capabilities& device,
                                               backend::Decision& rejections);

// By the first variant that accepts the call, or by the kernel's source.
[[nodiscard]] Result<backend::Decision> prepare_variant(const LanguageKernel& kernel,
                                                        const backend::KernelCall& call,
                                                        const Capabilities& device);

}  // namespace dala
