// Kernels that the library makes for itself, for layers above.
//
// A name is not what they are known by: two sources can be given one name, and a user may have
// registered a kernel that is called the same. Their name in the registry ends in # and a hash of
// everything they were made from, or a number where they belong to one object; users cannot
// register names with a #. What stands before it is the label: `explain` and messages show that.
// `Compute::kernels` does not list them.
//
//   DALA_ASSIGN(const std::string name, register_generated(compute, "media_blur", {.text = text}));
//   compute.run_kernel(name, input, output);
#pragma once

#include <string>
#include <string_view>

#include <dala/compute.hpp>

#include "compute/kernels/stage_run.hpp"

namespace dala {

// The same source under the same label is one kernel, and compiled once.
// `description` says, for variants of runs of stages, what every kernel of this source does.
[[nodiscard]] Result<std::string> register_generated(
    const Compute& compute, std::string_view label, const KernelSource& source,
    std::shared_ptr<const StageDescription> description = nullptr);
// A function is told apart from others by `content` and the rest of its description; `info.name` is
// the label.
[[nodiscard]] Result<std::string> register_generated(const Compute& compute, const KernelInfo& info,
                                                     std::string_view content,
                                                     const HostKernel& run);

// Of kernels that belong to one object: a name that nothing else has, and the object that has it
// takes the kernel away. Registering a second time replaces the first.
[[nodiscard]] std::string own_kernel_name(std::string_view label);
[[nodiscard]] Result<void> put_own_kernel(const Compute& compute, const std::string& name,
                                          const KernelSource& source);
[[nodiscard]] Result<void> put_own_kernel(const Compute& compute, const std::string& name,
                                          KernelInfo info, HostKernel run);
// Nothing where there is none.
void remove_own_kernel(const Compute& compute, std::string_view name);

}  // namespace dala
