// Whole files in and out, for the command line and the examples.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include <dala/error.hpp>

namespace dala::files {

// `bad_file` when it is longer than `limit`, which also holds for files without an end. "-" is
// standard input.
[[nodiscard]] Result<std::string> read_file(const std::filesystem::path& file, std::size_t limit);

// The file appears whole or not at all, and an old one stays when something fails.
[[nodiscard]] Result<void> write_file(const std::filesystem::path& file,
                                      std::span<const std::byte> bytes);

}  // namespace dala::files
