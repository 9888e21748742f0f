// Whole files in and out, with errors that name the file and the system's reason.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

#include <dala/error.hpp>

namespace dala {

[[nodiscard]] Result<std::vector<std::byte>> read_file(const std::filesystem::path& file);

// Writes `head` then `body`. The file appears whole or not at all: it is written under another name
// beside it and renamed.
[[nodiscard]] Result<void> write_file(const std::filesystem::path& file,
                                      std::span<const std::byte> head,
                                      std::span<const std::byte> body);

}  // namespace dala
