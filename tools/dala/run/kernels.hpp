// Finding a kernel by the name a person typed.
#pragma once

#include <string>

#include <dala/compute.hpp>

#include "terminal/outcome.hpp"

namespace dala::cli {

// The kernel, or bad usage with the name that was probably meant.
[[nodiscard]] OutcomeOf<KernelInfo> find_kernel(const Compute& compute, const std::string& name);

}  // namespace dala::cli
