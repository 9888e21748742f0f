#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include <dala/error.hpp>

namespace demo {

// Eight bits each of red, green, blue and alpha, rows from the top.
dala::Result<void> write_png(const std::filesystem::path& file, std::uint32_t width,
                             std::uint32_t height, std::span<const std::uint8_t> rgba);

}  // namespace demo
