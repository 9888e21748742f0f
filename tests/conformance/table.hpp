// Notes for the table of docs/kernels.md that says which types run where.
#pragma once

#include <string>

#include <dala/core/dtype.hpp>

namespace dala::conformance {

// A built-in kernel gave what the interpreter gives, itself or through the CPU fallback.
void passed(const std::string& kernel, const std::string& device, DType dtype, bool on_device);

}  // namespace dala::conformance
