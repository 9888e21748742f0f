// What calls of an empty handle answer: one that was moved from, or never filled.
#pragma once

#include "core/error.hpp"

namespace dala {

// `type` is the handle's: "Surface".
[[nodiscard]] inline std::unexpected<Error> empty_handle(const char* type) {
  return fail(ErrorCode::invalid_handle, "an empty {} handle was used", type);
}

// For calls that return a reference and cannot fail. Never destroyed, so that it outlives whatever
// still looks at it when the program ends.
template <typename T, typename... Args>
[[nodiscard]] const T& nothing(Args... args) {
  static const T& empty = *new T(args...);
  return empty;
}

}  // namespace dala
