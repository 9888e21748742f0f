// Text formatting for messages: the standard library's where the compiler has it, else fmt's.
#pragma once

#include <version>

#if defined(__cpp_lib_format)
#include <format>
namespace dala {
using std::format;
}  // namespace dala
#else
#include <fmt/format.h>
namespace dala {
using fmt::format;
}  // namespace dala
#endif
