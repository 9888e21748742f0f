// The container of a WebP: "RIFF", a length, "WEBP", and chunks of a name, a length and as many
// bytes, padded to an even number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace dala::media {

// The first of that name; empty where there is none.
[[nodiscard]] std::span<const std::byte> find_chunk(std::span<const std::byte> webp,
                                                    std::string_view name);

struct WebpExtra {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::span<const std::byte> icc = {};
  std::span<const std::byte> exif = {};
};

// What libwebp has encoded, with these put in where they are not empty.
[[nodiscard]] std::vector<std::byte> with_chunks(std::span<const std::byte> webp,
                                                 const WebpExtra& extra);

}  // namespace dala::media
