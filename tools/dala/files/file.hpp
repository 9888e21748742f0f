// Whole files in, for the command line and the examples; <dala/core/files.hpp> writes them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include <dala/core/error.hpp>

namespace dala::files {

// `bad_file` when it is longer than `limit`, which also holds for files without an end. "-" is
// standard input.
[[nodiscard]] Result<std::string> read_file(const std::filesystem::path& file, std::size_t limit);

}  // namespace dala::files
