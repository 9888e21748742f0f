// Making and passing on errors inside the library.
#pragma once

#include <expected>
#include <utility>

#include <dala/error.hpp>

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

// Returns from the enclosing function when `expression` failed.
#define DALA_TRY(expression)                                                \
  do {                                                                      \
    if (auto dala_try_result = (expression); !dala_try_result) [[unlikely]] \
      return std::unexpected(std::move(dala_try_result.error()));           \
  } while (false)

// DALA_ASSIGN(auto buffer, make_buffer(...)): declares or assigns, or returns the error.
#define DALA_ASSIGN(target, expression) \
  DALA_ASSIGN_NAMED(target, expression, DALA_CONCAT(dala_assign_, __LINE__))
#define DALA_ASSIGN_NAMED(target, expression, temporary)  \
  auto temporary = (expression);                          \
  if (!temporary) [[unlikely]]                            \
    return std::unexpected(std::move(temporary.error())); \
  target = std::move(*temporary)
#define DALA_CONCAT(a, b) DALA_CONCAT_INNER(a, b)
#define DALA_CONCAT_INNER(a, b) a##b

}  // namespace dala
