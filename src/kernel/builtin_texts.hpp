// The built-in kernels that are written in the kernel language: the files under kernels/.
#pragma once

#include <string_view>
#include <vector>

namespace dala::kernel {

// The source in kernels/NAME.dk, in which T and U stand for element types; empty where there is
// none. Those called "portable/NAME" are parts of kernels that take their tensors in other shapes
// than callers give them (backend/portable/portable.hpp). Those called "runtime/NAME" are functions
// that legalisation adds to kernels (legalize/runtime.hpp). Those called "PATH.cu" are CUDA C++
// beside the code under src/ that uses them, which puts macros in front.
[[nodiscard]] std::string_view builtin_text(std::string_view name);
[[nodiscard]] std::vector<std::string_view> builtin_text_names();

}  // namespace dala::kernel
