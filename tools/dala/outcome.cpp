#include "outcome.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace dala::cli {

std::unexpected<Failure> failure(const Error& error) {
  switch (error.code) {
    case ErrorCode::unknown_kernel:
    case ErrorCode::unknown_filter:
    case ErrorCode::unknown_device:
    case ErrorCode::unknown_param:
    case ErrorCode::missing_param:
    case ErrorCode::wrong_param_type:
    case ErrorCode::param_out_of_range:
    case ErrorCode::wrong_arity:
      return usage_error(error.message);
    case ErrorCode::bad_kernel:
      return std::unexpected(Failure{ExitCode::failed, error.message, true});
    default:
      return std::unexpected(Failure{ExitCode::failed, error.message});
  }
}

void print(const Failure& failure) {
  if (failure.diagnostics) {
    fmt::print(stderr, "{}", failure.message);
    return;
  }
  std::string_view sentence = failure.message;
  // Messages of the library and of the parser end in different ways.
  while (sentence.ends_with('.') || sentence.ends_with('\n')) sentence.remove_suffix(1);
  fmt::print(stderr, "dala: {}{}\n", sentence, sentence.ends_with('?') ? "" : ".");
}

}  // namespace dala::cli
