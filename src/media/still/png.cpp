#include <png.h>

#include <memory>

#include "core/error.hpp"
#include "media/still/codec.hpp"

namespace dala::media {

namespace {

struct Free {
  void operator()(png_image* image) const { png_image_free(image); }
};

png_image empty_image() {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  return image;
}

}  // namespace

Result<Picture> decode_png(std::span<const std::byte> bytes) {
  png_image image = empty_image();
  if (png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) == 0)
    return fail(ErrorCode::bad_file, " is not a good PNG: {}", std::string(image.message));
  const std::unique_ptr<png_image, Free> held(&image);
  DALA_TRY(check_still_size(image.width, image.height));
  image.format = PNG_FORMAT_RGBA;
  image.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;  // or 16 bits are taken for linear light

  Picture picture{image.width, image.height, {}};
  picture.rgba.resize(PNG_IMAGE_SIZE(image));
  if (png_image_finish_read(&image, nullptr, picture.rgba.data(), 0, nullptr) == 0)
    return fail(ErrorCode::bad_file, " is not a good PNG: {}", std::string(image.message));
  return picture;
}

Result<std::vector<std::byte>> png_bytes(std::uint32_t width, std::uint32_t height,
                                         unsigned channels, std::span<const std::uint8_t> pixels) {
  DALA_TRY(check_still_size(width, height));
  if ((channels != 1 && channels != 3 && channels != 4) ||
      pixels.size() != std::size_t{width} * height * channels)
    return fail(ErrorCode::invalid_argument, " cannot be: its pixels do not fit its size");
  png_image image = empty_image();
  image.width = width;
  image.height = height;
  image.format = channels == 1 ? PNG_FORMAT_GRAY : channels == 3 ? PNG_FORMAT_RGB : PNG_FORMAT_RGBA;
  png_alloc_size_t length = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::vector<std::byte> bytes(length);
  if (png_image_write_to_memory(&image, bytes.data(), &length, 0, pixels.data(), 0, nullptr) == 0)
    return fail(ErrorCode::io, " cannot be made a PNG: {}", std::string(image.message));
  bytes.resize(length);
  return bytes;
}

}  // namespace dala::media
