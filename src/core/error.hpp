// Making and passing on errors inside the library.
#pragma once

#include <expected>

#include <dala/core/error.hpp>
#include <dala/core/try.hpp>

#include "core/format.hpp"

namespace dala {

// return fail(ErrorCode::wrong_length, "got {} bytes, need {}", got, need);
template <typename... Args>
[[nodiscard]] std::unexpected<Error> fail(ErrorCode code, const char* text, const Args&... args) {
  if constexpr (sizeof...(Args) == 0)
    return std::unexpected(Error{code, text});
  else
#if defined(__cpp_lib_format)
    return std::unexpected(Error{code, std::vformat(text, std::make_format_args(args...))});
#else
    return std::unexpected(Error{code, fmt::format(fmt::runtime(text), args...)});
#endif
}

}  // namespace dala
