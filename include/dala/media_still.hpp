// Pictures from and to files: PNG, JPEG and WebP.
//
//   auto photo = dala::media::read_picture("photo.jpg");
//   auto small = dala::media::apply(photo->rgba, photo->width, photo->height,
//                                   {{"resize", {{"width", 640}}}});
//   dala::media::write_picture("small.webp", *small, {.quality = 80});
//
// Whatever a file holds (grey, palette, 16 bits) comes as eight bits each of red, green, blue and
// alpha. A JPEG's orientation is carried out. A format that this build does not have is the error
// `unsupported`; what is not a good picture is `bad_file`, and never a part of one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include <dala/error.hpp>
#include <dala/export.hpp>
#include <dala/media_picture.hpp>

namespace dala::media {

// Files come from anywhere, and a few bytes of them can promise a picture of any size.
inline constexpr std::uint64_t max_still_pixels = std::uint64_t{1} << 27;

enum class StillFormat : std::uint8_t { png, jpeg, webp };

struct StillOptions {
  int quality = 90;  // 1 to 100; of WebP 100 is lossless. PNG always is.
};

// Messages begin with `name`.
[[nodiscard]] DALA_API Result<Picture> decode_picture(std::span<const std::byte> bytes,
                                                      std::string_view name = "the picture");
// JPEG has no alpha: it is put over black.
[[nodiscard]] DALA_API Result<std::vector<std::byte>> encode_picture(
    const Picture& picture, StillFormat format, const StillOptions& options = {});

[[nodiscard]] DALA_API Result<Picture> read_picture(const std::filesystem::path& file);

// By the file's extension: .png, .jpg, .jpeg or .webp. The file appears whole or not at all.
[[nodiscard]] DALA_API Result<void> write_picture(const std::filesystem::path& file,
                                                  const Picture& picture,
                                                  const StillOptions& options = {});

// By extension; an error that names those there are.
[[nodiscard]] DALA_API Result<StillFormat> still_format(const std::filesystem::path& file);

// `channels` is 1 (grey), 3 (RGB) or 4 (RGBA), eight bits each, rows from the top.
[[nodiscard]] DALA_API Result<std::vector<std::byte>> encode_png(
    std::uint32_t width, std::uint32_t height, unsigned channels,
    std::span<const std::uint8_t> pixels);

}  // namespace dala::media
