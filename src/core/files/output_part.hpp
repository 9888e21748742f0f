// The temporary file that output is written to: in the folder of the final file, under a unique
// name. The writer holds a lock on it, which tells a file that is being written from one that a
// crashed writer left behind.
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

// Creates it for a file of this name, with this mode less the process's umask. Temporary files in
// the same folder whose writers are gone are removed, once for each folder and process.
[[nodiscard]] Result<OutputPart> make_output_part(const std::filesystem::path& place, mode_t mode);

// The longest prefix of a name that has at most so many bytes, cut between characters.
[[nodiscard]] std::string shortened(std::string name, std::size_t longest);

// Renames a temporary file to a name that must not exist. Returns an errno, or 0.
[[nodiscard]] int rename_to_free(const std::filesystem::path& from,
                                 const std::filesystem::path& to);

}  // namespace dala
