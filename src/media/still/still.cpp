#include <algorithm>
#include <cctype>
#include <string>

#include "core/error.hpp"
#include "core/file.hpp"
#include "media/still/codec.hpp"

namespace dala::media {

namespace {

bool starts_with(std::span<const std::byte> bytes, std::string_view magic, std::size_t at = 0) {
  return bytes.size() >= at + magic.size() &&
         std::ranges::equal(bytes.subspan(at, magic.size()), magic, {},
                            [](std::byte b) { return static_cast<char>(b); });
}

Result<Picture> decode(std::span<const std::byte> bytes) {
  if (starts_with(bytes, "\x89PNG")) return decode_png(bytes);
  if (starts_with(bytes, "\xFF\xD8")) return decode_jpeg(bytes);
  if (starts_with(bytes, "RIFF") && starts_with(bytes, "WEBP", 8)) return decode_webp(bytes);
  if (bytes.empty()) return fail(ErrorCode::bad_file, " is empty");
  return fail(ErrorCode::bad_file, " is not a PNG, JPEG or WebP");
}

Result<std::vector<std::byte>> encode(const Picture& picture, StillFormat format, int quality) {
  switch (format) {
    case StillFormat::png:
      return png_bytes(picture.width, picture.height, 4, picture.rgba);
    case StillFormat::jpeg:
      return encode_jpeg(picture, quality);
    case StillFormat::webp:
      return encode_webp(picture, quality);
  }
  std::unreachable();
}

std::unexpected<Error> named(const Error& error, std::string_view name) {
  return std::unexpected(Error{error.code, std::string(name) + error.message});
}

}  // namespace

Result<void> check_still_size(std::uint64_t width, std::uint64_t height) {
  if (width == 0 || height == 0)
    return fail(ErrorCode::bad_file, " has no pixels: it is {} x {}", width, height);
  if (width * height > max_still_pixels)
    return fail(ErrorCode::bad_file, " has {} x {} pixels, more than the limit of {}", width,
                height, max_still_pixels);
  return {};
}

Result<Picture> decode_picture(std::span<const std::byte> bytes, std::string_view name) {
  auto picture = decode(bytes);
  if (!picture) return named(picture.error(), name);
  return picture;
}

Result<std::vector<std::byte>> encode_picture(const Picture& picture, StillFormat format,
                                              const StillOptions& options) {
  constexpr std::string_view name = "the picture";
  if (options.quality < 1 || options.quality > 100)
    return fail(ErrorCode::param_out_of_range, "the quality is {}; it must be from 1 to 100",
                options.quality);
  if (const auto good = check_still_size(picture.width, picture.height); !good)
    return named(good.error(), name);
  if (picture.rgba.size() != std::size_t{picture.width} * picture.height * 4)
    return fail(ErrorCode::wrong_length, "the picture has {} bytes for {} x {} pixels",
                picture.rgba.size(), picture.width, picture.height);
  auto bytes = encode(picture, format, options.quality);
  if (!bytes) return named(bytes.error(), name);
  return bytes;
}

Result<std::vector<std::byte>> encode_png(std::uint32_t width, std::uint32_t height,
                                          unsigned channels, std::span<const std::uint8_t> pixels) {
  auto bytes = png_bytes(width, height, channels, pixels);
  if (!bytes) return named(bytes.error(), "the picture");
  return bytes;
}

Result<Picture> read_picture(const std::filesystem::path& file) {
  // A file is hardly longer than its pixels.
  std::error_code ignored;
  if (const auto length = std::filesystem::file_size(file, ignored);
      !ignored && length > max_still_pixels * 4)
    return fail(ErrorCode::bad_file, "{} has {} bytes, more than a picture may have", file.string(),
                length);
  DALA_ASSIGN(const auto bytes, read_file(file));
  return decode_picture(bytes, file.string());
}

Result<StillFormat> still_format(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (extension == ".png") return StillFormat::png;
  if (extension == ".jpg" || extension == ".jpeg") return StillFormat::jpeg;
  if (extension == ".webp") return StillFormat::webp;
  return fail(ErrorCode::invalid_argument,
              "{} does not end in .png, .jpg, .jpeg or .webp, which say what it is", file.string());
}

Result<void> write_picture(const std::filesystem::path& file, const Picture& picture,
                           const StillOptions& options) {
  DALA_ASSIGN(const StillFormat format, still_format(file));
  DALA_ASSIGN(const auto bytes, encode_picture(picture, format, options));
  return write_file(file, {}, bytes);
}

}  // namespace dala::media
