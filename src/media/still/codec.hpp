// What each format's file offers. Messages are the end of a sentence that begins with the file's
// name: " is not a good PNG: ...".
#pragma once

#include <span>
#include <string>

#include <dala/media/still.hpp>

#include "media/still/exif.hpp"

namespace dala::media {

[[nodiscard]] Result<Still> decode_png(std::span<const std::byte> bytes, const StillLimits& limits);
[[nodiscard]] Result<Still> decode_jpeg(std::span<const std::byte> bytes,
                                        const StillLimits& limits);
[[nodiscard]] Result<Still> decode_webp(std::span<const std::byte> bytes,
                                        const StillLimits& limits);
// What only libav reads.
[[nodiscard]] Result<Still> decode_by_libav(std::span<const std::byte> bytes, StillFormat format,
                                            const StillLimits& limits);

enum class OpaqueAlpha { kept, left_out };  // that is 255 in every pixel
// `channels` is 1, 3 or 4.
[[nodiscard]] Result<std::vector<std::byte>> png_bytes(std::uint32_t width, std::uint32_t height,
                                                       unsigned channels,
                                                       std::span<const std::uint8_t> pixels,
                                                       OpaqueAlpha alpha,
                                                       const StillOptions& options = {});
[[nodiscard]] Result<std::vector<std::byte>> encode_jpeg(const ImageView& image,
                                                         const StillOptions& options);
[[nodiscard]] Result<std::vector<std::byte>> encode_webp(const ImageView& image,
                                                         const StillOptions& options);

// An error for sizes that no picture here may have.
[[nodiscard]] Result<void> check_still_size(std::uint64_t width, std::uint64_t height,
                                            const StillLimits& limits = {});

}  // namespace dala::media
