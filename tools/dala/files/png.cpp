#include "png.hpp"

#include <string>

#include <dala/core/files.hpp>

#include "file.hpp"

namespace dala::files {

Result<Picture> read_png(const std::filesystem::path& file) {
  // A file is hardly longer than its pixels, so this also bounds what lies around them.
  const auto bytes = read_file(file, max_png_pixels * 4);
  if (!bytes) return std::unexpected(bytes.error());
  return media::decode_picture(std::as_bytes(std::span(*bytes)), file.string());
}

Result<void> write_png(const std::filesystem::path& file, std::uint32_t width, std::uint32_t height,
                       unsigned channels, std::span<const std::uint8_t> pixels) {
  const auto bytes = media::encode_png(width, height, channels, pixels);
  if (!bytes)
    return std::unexpected(Error{bytes.error().code, file.string() + ": " + bytes.error().message});
  return dala::write_file(file, *bytes);
}

}  // namespace dala::files
