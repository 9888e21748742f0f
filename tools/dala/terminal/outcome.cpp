#include "terminal/outcome.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "terminal/say.hpp"

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

std::unexpected<Failure> stopped_with(const std::string& what, const std::filesystem::path& written,
                                      const std::filesystem::path& wanted) {
  if (written.empty())
    return std::unexpected(Failure{ExitCode::interrupted, "stopped before the first frame"});
  std::error_code ignored;
  std::string sentence = fmt::format("stopped; {} has {}", written.string(), what);
  if (written != wanted)
    sentence +=
        fmt::format(", and {} {}", wanted.string(),
                    std::filesystem::exists(wanted, ignored) ? "is as it was" : "was not written");
  return std::unexpected(Failure{ExitCode::interrupted, std::move(sentence)});
}

void print(const Failure& failure) {
  if (failure.diagnostics) {
    say_aside("{}", lines(failure.message));
    return;
  }
  std::string_view sentence = failure.message;
  // Messages of the library and of the parser end in different ways.
  while (sentence.ends_with('.') || sentence.ends_with('\n')) sentence.remove_suffix(1);
  say_aside("dala: {}{}\n", lines(failure.lines ? std::string(sentence) : printable(sentence)),
            sentence.ends_with('?') ? "" : ".");
}

}  // namespace dala::cli
