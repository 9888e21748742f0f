#include "png.hpp"

#include <png.h>

#include <string>

namespace demo {

dala::Result<void> write_png(const std::filesystem::path& file, std::uint32_t width,
                             std::uint32_t height, std::span<const std::uint8_t> rgba) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = width;
  image.height = height;
  image.format = PNG_FORMAT_RGBA;
  if (png_image_write_to_file(&image, file.c_str(), 0, rgba.data(), 0, nullptr) == 0)
    return std::unexpected(
        dala::Error{dala::ErrorCode::io, "cannot write " + file.string() + ": " + image.message});
  return {};
}

}  // namespace demo
