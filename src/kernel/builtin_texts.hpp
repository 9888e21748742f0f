// The built-in kernels that are written in the kernel language: the files under kernels/.
#pragma once

#include <string_view>

namespace dala::kernel {

// The text of kernels/NAME.dk, in which T and U stand for element types; empty when there is none.
// Those called "portable/NAME" are parts of kernels that take their tensors in other shapes than
// callers give them (backend/portable/portable.hpp).
[[nodiscard]] std::string_view builtin_text(std::string_view name);

}  // namespace dala::kernel
