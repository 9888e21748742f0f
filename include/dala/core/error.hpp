// What every function that can fail returns.
//
//   dala::Result<dala::Buffer> b = compute.buffer_zeros({256, 256}, dala::DType::f32);
//   if (!b) std::cerr << b.error().message << '\n';      // a sentence for people
//   if (!b && b.error().code == dala::ErrorCode::out_of_memory) retry_smaller();
//
// Nothing in this library throws across its public boundary.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include <dala/core/export.hpp>

namespace dala {

enum class ErrorCode : std::uint8_t {
#define X(name, advice) name,
#include <dala/core/error_codes.inc>
#undef X
};

// The code as programs and logs spell it: "wrong_dtype".
[[nodiscard]] DALA_API std::string_view to_string(ErrorCode code);

// One sentence on what the code means and what to do about it.
[[nodiscard]] DALA_API std::string_view advice(ErrorCode code);

struct Error {
  ErrorCode code = ErrorCode::internal;
  std::string message;  // what was wrong, with which value, and what would be right
};

template <typename T>
using Result = std::expected<T, Error>;

}  // namespace dala
