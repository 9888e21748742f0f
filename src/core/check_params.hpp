// A caller's parameters against a description of them.
#pragma once

#include <span>
#include <string_view>

#include <dala/core/error.hpp>
#include <dala/core/kernel_info.hpp>
#include <dala/core/params.hpp>
#include <dala/core/small_vector.hpp>

namespace dala {

// Fills `values` in the order of the description, with fallbacks where nothing was given. A whole
// number is taken where a number is wanted, and a number without a fraction where an integer is.
// Messages begin with `name`, of the kernel or filter.
[[nodiscard]] Result<void> check_params(std::string_view name, std::span<const ParamInfo> params,
                                        const Params& given, SmallVector<ParamValue, 8>& values);

}  // namespace dala
