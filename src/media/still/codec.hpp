// What each format's file offers. Messages are the end of a sentence that begins with the file's
// name: " is not a good PNG: ...".
#pragma once

#include <span>
#include <string>

#include <dala/media_still.hpp>

namespace dala::media {

[[nodiscard]] Result<Picture> decode_png(std::span<const std::byte> bytes);
[[nodiscard]] Result<std::vector<std::byte>> png_bytes(std::uint32_t width, std::uint32_t height,
                                                       unsigned channels,
                                                       std::span<const std::uint8_t> pixels);
[[nodiscard]] Result<Picture> decode_jpeg(std::span<const std::byte> bytes);
[[nodiscard]] Result<std::vector<std::byte>> encode_jpeg(const Picture& picture, int quality);
[[nodiscard]] Result<Picture> decode_webp(std::span<const std::byte> bytes);
[[nodiscard]] Result<std::vector<std::byte>> encode_webp(const Picture& picture, int quality);

// An error for sizes that no picture here may have.
[[nodiscard]] Result<void> check_still_size(std::uint64_t width, std::uint64_t height);

// The EXIF orientation, 1 to 8, from the bytes after "Exif\0\0"; 1 where there is none.
[[nodiscard]] int exif_orientation(std::span<const std::byte> tiff);
// The picture as it is to be looked at.
[[nodiscard]] Picture oriented(Picture picture, int orientation);
// The same into memory that is used again.
void orient(const Picture& picture, int orientation, Picture& out);

}  // namespace dala::media
