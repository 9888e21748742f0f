// A caller's parameters against a kernel's description.
#pragma once

#include <dala/error.hpp>
#include <dala/kernel.hpp>
#include <dala/params.hpp>
#include <dala/small_vector.hpp>

namespace dala {

// Fills `values` in the order of the description, with fallbacks where nothing was given. A whole
// number is taken where a number is wanted, and a number without a fraction where an integer is.
[[nodiscard]] Result<void> check_params(const KernelInfo& info, const Params& given,
                                        SmallVector<ParamValue, 8>& values);

}  // namespace dala
