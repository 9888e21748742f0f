// How commands fail: with an exit code that scripts can trust and a sentence for people.
#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <utility>

#include <dala/core/error.hpp>

namespace dala::cli {

enum class ExitCode : int {
  ok = 0,
  failed = 1,         // the work could not be done
  bad_usage = 2,      // the command line asks for something that cannot be
  interrupted = 130,  // by Ctrl-C, as shells have it
};

struct Failure {
  ExitCode exit_code = ExitCode::failed;
  std::string message;  // one sentence, without "dala: " in front
  // Mistakes in a kernel's source instead of a sentence: whole lines, printed as they are.
  bool diagnostics = false;
  // The message consists of lines, one for each mistake of a file. In other messages a line end can
  // only come from a name, and is escaped so that it does not look like another message.
  bool lines = false;
};

using Outcome = std::expected<void, Failure>;
template <typename T>
using OutcomeOf = std::expected<T, Failure>;

[[nodiscard]] inline std::unexpected<Failure> usage_error(std::string message) {
  return std::unexpected(Failure{ExitCode::bad_usage, std::move(message)});
}

// The library's error: bad usage where the command line alone is at fault, whatever the files hold.
[[nodiscard]] std::unexpected<Failure> failure(const Error& error);

// A command that Ctrl-C ended: how much there is ("the first 12 frames"), in which file, and that
// the one that was asked for is as it was where it is another.
[[nodiscard]] std::unexpected<Failure> stopped_with(const std::string& what,
                                                    const std::filesystem::path& written,
                                                    const std::filesystem::path& wanted);

// On stderr, in the form that all of them have.
void print(const Failure& failure);

}  // namespace dala::cli
