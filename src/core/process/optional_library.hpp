// Parts of the library that are files of their own, loaded when something first needs them.
#pragma once

#include <cstdint>
#include <string>

#include <dala/core/error.hpp>

namespace dala {

// A function of the file, which stays loaded for good: threads may run its code until the end.
// `what` names the part in messages: "the JIT". The error is `unsupported`, with the reason. A file
// that is there and cannot be used is worth a line on stderr too, because whoever installed it
// believes that it works.
[[nodiscard]] Result<void*> find_in_part(const char* file_name, const char* function,
                                         const char* what);

// Says so on stderr.
[[nodiscard]] std::unexpected<Error> unusable_part(Error error);

// The error of a part that was built with other headers than the library that loads it.
[[nodiscard]] inline Error part_of_another_build(const char* file_name) {
  return {ErrorCode::unsupported,
          std::string(file_name) + " belongs to another build of libdala; install both from one"};
}

// Every such file has one function, which makes the object that does the work, or says why not.
// `interface` is what the library was built with (cmake/DalaInterface.cmake), which the function
// compares with its own, so that a stray file of another build is not used.
template <typename Made>
[[nodiscard]] Result<Made*> load_part(const char* file_name, const char* function, const char* what,
                                      std::uint64_t interface) {
  auto found = find_in_part(file_name, function, what);
  if (!found) return std::unexpected(std::move(found.error()));
  Error error;
  const auto make = reinterpret_cast<Made* (*)(std::uint64_t interface, Error* error)>(*found);
  if (Made* made = make(interface, &error)) return made;
  return unusable_part(std::move(error));
}

}  // namespace dala
