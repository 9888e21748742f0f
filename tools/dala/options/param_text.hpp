// --param name=value, read as the type the kernel's description gives the parameter.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <dala/core/kernel_info.hpp>

#include "terminal/outcome.hpp"

namespace dala::cli {

// For kernels that leave the types of their parameters to the registration: what each value looks
// like, true or false, a whole number, or a number.
[[nodiscard]] OutcomeOf<std::vector<ParamInfo>> guess_params(std::span<const std::string> texts);

[[nodiscard]] OutcomeOf<Params> parse_params(const KernelInfo& kernel,
                                             std::span<const std::string> texts);

}  // namespace dala::cli
