// The built-in kernels that are written in the kernel language: the files under kernels/.
#pragma once

#include <string_view>

namespace dala {

// The text of kernels/NAME.dk, in which T stands for the element type; empty when there is none.
[[nodiscard]] std::string_view builtin_kernel_text(std::string_view kernel);

}  // namespace dala
