// Pictures as PNG files, for the command line and the examples.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include <dala/error.hpp>

namespace dala::files {

// Files come from anywhere and a few bytes of them can promise a picture of any size.
inline constexpr std::uint64_t max_png_pixels = std::uint64_t{1} << 27;

struct Picture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint8_t> rgba;  // rows from the top
};

// Whatever the file holds (grey, palette, 16 bits), it comes as eight bits each of red, green, blue
// and alpha.
[[nodiscard]] Result<Picture> read_png(const std::filesystem::path& file);

// `channels` is 1 (grey), 3 (RGB) or 4 (RGBA), eight bits each, rows from the top; `pixels` has
// width * height * channels values.
[[nodiscard]] Result<void> write_png(const std::filesystem::path& file, std::uint32_t width,
                                     std::uint32_t height, unsigned channels,
                                     std::span<const std::uint8_t> pixels);

}  // namespace dala::files
