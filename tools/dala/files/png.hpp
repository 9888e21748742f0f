// Pictures as PNG files, for the command line and the examples.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include <dala/core/error.hpp>
#include <dala/media/still.hpp>

namespace dala::files {

inline constexpr std::uint64_t max_png_pixels = media::max_still_pixels;

using media::Picture;

// "-" is standard input.
[[nodiscard]] Result<Picture> read_png(const std::filesystem::path& file);

// `channels` is 1 (grey), 3 (RGB) or 4 (RGBA), eight bits each, rows from the top; `pixels` has
// width * height * channels values.
[[nodiscard]] Result<void> write_png(const std::filesystem::path& file, std::uint32_t width,
                                     std::uint32_t height, unsigned channels,
                                     std::span<const std::uint8_t> pixels);

}  // namespace dala::files
