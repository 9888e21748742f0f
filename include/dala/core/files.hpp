// Files as this library writes all of its own.
//
//   dala::write_file("report.json", std::as_bytes(std::span(text)));
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include <dala/core/error.hpp>
#include <dala/core/export.hpp>

namespace dala {

// The file appears whole or not at all: it is made beside its place, and an old one stays until the
// new one is complete. A link stays a link, the owner and mode of a file that is replaced stay, and
// what is no plain file, as a pipe or a device, is written into.
[[nodiscard]] DALA_API Result<void> write_file(const std::filesystem::path& file,
                                               std::span<const std::byte> bytes);

}  // namespace dala
