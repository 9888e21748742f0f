#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>

#include "core/error.hpp"
#include "core/files/file.hpp"
#include "media/still/codec.hpp"

namespace dala::media {

namespace {

bool starts_with(std::span<const std::byte> bytes, std::string_view magic, std::size_t at = 0) {
  return bytes.size() >= at + magic.size() &&
         std::ranges::equal(bytes.subspan(at, magic.size()), magic, {},
                            [](std::byte b) { return static_cast<char>(b); });
}

struct Kind {
  StillFormat format;
  std::string_view name;
  std::array<std::string_view, 2> extensions;
};
constexpr Kind kinds[] = {{StillFormat::png, "png", {".png"}},
                          {StillFormat::jpeg, "jpeg", {".jpg", ".jpeg"}},
                          {StillFormat::webp, "webp", {".webp"}},
                          {StillFormat::bmp, "bmp", {".bmp"}},
                          {StillFormat::tiff, "tiff", {".tif", ".tiff"}},
                          {StillFormat::gif, "gif", {".gif"}},
                          {StillFormat::avif, "avif", {".avif"}}};

bool is_written(StillFormat format) { return format <= StillFormat::webp; }

std::optional<StillFormat> kind_of(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const Kind& kind : kinds)
    for (const std::string_view known : kind.extensions)
      if (!known.empty() && known == extension) return kind.format;
  return std::nullopt;
}

std::optional<StillFormat> kind_of(std::span<const std::byte> bytes) {
  if (starts_with(bytes, "\x89PNG")) return StillFormat::png;
  if (starts_with(bytes, "\xFF\xD8")) return StillFormat::jpeg;
  if (starts_with(bytes, "RIFF") && starts_with(bytes, "WEBP", 8)) return StillFormat::webp;
  if (starts_with(bytes, "BM")) return StillFormat::bmp;
  if (starts_with(bytes, {"II\x2A\0", 4}) || starts_with(bytes, {"MM\0\x2A", 4}))
    return StillFormat::tiff;
  if (starts_with(bytes, "GIF8")) return StillFormat::gif;
  if (starts_with(bytes, "ftypavif", 4)) return StillFormat::avif;
  return std::nullopt;
}

Result<Still> decode(std::span<const std::byte> bytes, const StillLimits& limits) {
  if (bytes.empty()) return fail(ErrorCode::bad_file, " is empty");
  const auto format = kind_of(bytes);
  if (!format)
    return fail(ErrorCode::bad_file, " is not a PNG, JPEG, WebP, BMP, TIFF, GIF or AVIF");
  switch (*format) {
    case StillFormat::png:
      return decode_png(bytes, limits);
    case StillFormat::jpeg:
      return decode_jpeg(bytes, limits);
    case StillFormat::webp:
      return decode_webp(bytes, limits);
    case StillFormat::bmp:
    case StillFormat::tiff:
    case StillFormat::gif:
    case StillFormat::avif:
      return decode_by_libav(bytes, *format, limits);
  }
  std::unreachable();
}

Result<std::vector<std::byte>> encode(const ImageView& image, StillFormat format,
                                      const StillOptions& options) {
  switch (format) {
    case StillFormat::png:
      return png_bytes(image.width, image.height, 4, image.rgba, OpaqueAlpha::left_out, options);
    case StillFormat::jpeg:
      return encode_jpeg(image, options);
    case StillFormat::webp:
      return encode_webp(image, options);
    case StillFormat::bmp:
    case StillFormat::tiff:
    case StillFormat::gif:
    case StillFormat::avif:
      break;
  }
  return fail(ErrorCode::unsupported, " cannot be written as {}, only as png, jpeg or webp",
              to_string(format));
}

std::unexpected<Error> named(const Error& error, std::string_view name) {
  return std::unexpected(Error{error.code, std::string(name) + error.message});
}

}  // namespace

std::string_view to_string(StillFormat format) {
  return std::ranges::find(kinds, format, &Kind::format)->name;
}

Result<void> check_still_size(std::uint64_t width, std::uint64_t height,
                              const StillLimits& limits) {
  if (width == 0 || height == 0)
    return fail(ErrorCode::bad_file, " has no pixels: it is {} x {}", width, height);
  if (width > limits.pixels / height)
    return fail(ErrorCode::bad_file, " has {} x {} pixels, more than the limit of {}", width,
                height, limits.pixels);
  return {};
}

Result<Still> decode_still(std::span<const std::byte> bytes, std::string_view name,
                           const StillLimits& limits) {
  auto still = decode(bytes, limits);
  if (!still) return named(still.error(), name);
  return still;
}

Result<Picture> decode_picture(std::span<const std::byte> bytes, std::string_view name) {
  DALA_ASSIGN(Still still, decode_still(bytes, name));
  return std::move(still.picture);
}

Result<std::vector<std::byte>> encode_picture(const ImageView& image, StillFormat format,
                                              const StillOptions& options) {
  constexpr std::string_view name = "the picture";
  if (options.quality < 1 || options.quality > 100)
    return fail(ErrorCode::param_out_of_range, "the quality is {}; it must be from 1 to 100",
                options.quality);
  if (const auto good = check_still_size(image.width, image.height); !good)
    return named(good.error(), name);
  if (image.rgba.size() != std::size_t{image.width} * image.height * 4)
    return fail(ErrorCode::wrong_length, "the picture has {} bytes for {} x {} pixels",
                image.rgba.size(), image.width, image.height);
  auto bytes = encode(image, format, options);
  if (!bytes) return named(bytes.error(), name);
  return bytes;
}

Result<std::vector<std::byte>> encode_png(std::uint32_t width, std::uint32_t height,
                                          unsigned channels, std::span<const std::uint8_t> pixels) {
  auto bytes = png_bytes(width, height, channels, pixels, OpaqueAlpha::kept);
  if (!bytes) return named(bytes.error(), "the picture");
  return bytes;
}

Result<Still> read_still(const std::filesystem::path& file, const StillLimits& limits,
                         const SourcePolicy& sources) {
  // A file is hardly longer than its pixels.
  DALA_ASSIGN(const auto bytes, read_file(file, {.most = limits.pixels * 4, .sources = sources}));
  return decode_still(bytes, file.string(), limits);
}

Result<Picture> read_picture(const std::filesystem::path& file, const SourcePolicy& sources) {
  DALA_ASSIGN(Still still, read_still(file, {}, sources));
  return std::move(still.picture);
}

Result<StillFormat> still_format(const std::filesystem::path& file) {
  if (const auto format = kind_of(file); format && is_written(*format)) return *format;
  return fail(ErrorCode::invalid_argument,
              "{} does not end in .png, .jpg, .jpeg or .webp, which say what it is", file.string());
}

bool is_still_file(const std::filesystem::path& file) { return kind_of(file).has_value(); }

Result<void> write_picture(const std::filesystem::path& file, const ImageView& image,
                           const StillOptions& options) {
  DALA_ASSIGN(const StillFormat format, still_format(file));
  DALA_ASSIGN(const auto bytes, encode_picture(image, format, options));
  return write_file(file, {}, bytes);
}

}  // namespace dala::media
