// Pictures from and to files: PNG, JPEG and WebP; BMP, TIFF, GIF and AVIF are only read.
//
//   auto photo = dala::media::read_picture("photo.jpg");
//   auto small = dala::media::apply(*photo, {{"resize", {{"width", 640}}}});
//   dala::media::write_picture("small.webp", *small, {.quality = 80});
//
// Whatever a file holds (grey, palette, 16 bits) comes as eight bits each of red, green, blue and
// alpha. The orientation that its EXIF says is carried out. A format that this build does not have
// is the error `unsupported`; what is not a good picture is `bad_file`, and never a part of one.
//
// What a file says besides its pixels is in a Still, and what is not kept of it is said there:
//
//   auto still = dala::media::read_still("photo.jpg");
//   for (const std::string& note : still->notes) std::cerr << note << '\n';
//   dala::media::write_picture("copy.png", still->picture, {.icc = still->icc, .exif =
//   still->exif});
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <dala/core/error.hpp>
#include <dala/core/export.hpp>
#include <dala/core/image_view.hpp>
#include <dala/core/picture.hpp>
#include <dala/core/source_policy.hpp>

namespace dala::media {

// Files come from anywhere, and a few bytes of them can promise a picture of any size.
inline constexpr std::uint64_t max_still_pixels = std::uint64_t{1} << 27;

// The first three are written too.
enum class StillFormat : std::uint8_t { png, jpeg, webp, bmp, tiff, gif, avif };
[[nodiscard]] DALA_API std::string_view to_string(StillFormat format);  // "png"

struct StillOptions {
  int quality = 90;  // 1 to 100; of WebP 100 is lossless. PNG always is.
  // As in Still; empty: none.
  std::vector<std::byte> icc = {};
  std::vector<std::byte> exif = {};
};

// Beyond these a file is rejected before it takes long or much memory.
struct StillLimits {
  std::uint64_t pixels = max_still_pixels;
  // Of a progressive JPEG, each of which goes over the whole picture. Encoders make about ten.
  unsigned scans = 100;
};

struct Still {
  Picture picture = {};
  StillFormat format = StillFormat::png;
  // The profile of its colours, which the pixels are left in; empty: none that fits RGB.
  std::vector<std::byte> icc = {};
  // As in a TIFF file, without its thumbnail, and with the orientation that `picture` has.
  std::vector<std::byte> exif = {};
  // What the file has that is not here, a sentence's end for each: "had 16 bits a channel, of which
  // 8 are kept".
  std::vector<std::string> notes = {};
};

// Messages begin with `name`.
[[nodiscard]] DALA_API Result<Still> decode_still(std::span<const std::byte> bytes,
                                                  std::string_view name = "the picture",
                                                  const StillLimits& limits = {});
[[nodiscard]] DALA_API Result<Still> read_still(
    const std::filesystem::path& file, const StillLimits& limits = {},
    const SourcePolicy& sources = SourcePolicy::files());
// The pixels alone, within the usual limits.
[[nodiscard]] DALA_API Result<Picture> decode_picture(std::span<const std::byte> bytes,
                                                      std::string_view name = "the picture");
[[nodiscard]] DALA_API Result<Picture> read_picture(
    const std::filesystem::path& file, const SourcePolicy& sources = SourcePolicy::files());

// JPEG has no alpha: it is put over black.
[[nodiscard]] DALA_API Result<std::vector<std::byte>> encode_picture(
    const ImageView& image, StillFormat format, const StillOptions& options = {});
// By the file's extension: .png, .jpg, .jpeg or .webp. The file appears whole or not at all.
[[nodiscard]] DALA_API Result<void> write_picture(const std::filesystem::path& file,
                                                  const ImageView& image,
                                                  const StillOptions& options = {});

// By extension, of those that are written; an error that names them.
[[nodiscard]] DALA_API Result<StillFormat> still_format(const std::filesystem::path& file);
// Whether the file's extension is that of a picture that can be read.
[[nodiscard]] DALA_API bool is_still_file(const std::filesystem::path& file);

// `channels` is 1 (grey), 3 (RGB) or 4 (RGBA), eight bits each, rows from the top. The file has as
// many, where that of an opaque picture, as of `encode_picture`, has no alpha.
[[nodiscard]] DALA_API Result<std::vector<std::byte>> encode_png(
    std::uint32_t width, std::uint32_t height, unsigned channels,
    std::span<const std::uint8_t> pixels);

}  // namespace dala::media
