// Where files are while they are written: under a name that nobody else has, beside their place.
// The writer holds a lock on it, so that a part that its writer left behind is known from one that
// is still written.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

#include <dala/core/error.hpp>

namespace dala {

struct OutputPart {
  std::filesystem::path file;
  int descriptor = -1;  // locked until it is closed
};

// For a file of this name, with this mode less what the process masks. Parts in the same folder
// whose writers are gone are removed, once in each folder for a process.
[[nodiscard]] Result<OutputPart> make_output_part(const std::filesystem::path& place, mode_t mode);

// So much of a name as has at most so many bytes, cut between letters.
[[nodiscard]] std::string shortened(std::string name, std::size_t longest);

// Gives a part a name that must be free: an error of errno's kind, or 0.
[[nodiscard]] int rename_to_free(const std::filesystem::path& from,
                                 const std::filesystem::path& to);

}  // namespace dala
