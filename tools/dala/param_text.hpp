// --param name=value, read as the type the kernel's description gives the parameter.
#pragma once

#include <span>
#include <string>

#include <dala/kernel.hpp>

#include "outcome.hpp"

namespace dala::cli {

[[nodiscard]] OutcomeOf<Params> parse_params(const KernelInfo& kernel,
                                             std::span<const std::string> texts);

}  // namespace dala::cli
