#include "png.hpp"

#include <png.h>

#include <memory>
#include <string>

#include "file.hpp"

namespace dala::files {
namespace {

struct Free {
  void operator()(png_image* image) const { png_image_free(image); }
};

png_image empty_image() {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  return image;
}

std::unexpected<Error> error(ErrorCode code, const std::filesystem::path& file,
                             const std::string& what) {
  return std::unexpected(Error{code, file.string() + what});
}

bool too_large(std::uint32_t width, std::uint32_t height) {
  return std::uint64_t{width} * height > max_png_pixels;
}

std::string size_text(std::uint32_t width, std::uint32_t height) {
  return std::to_string(width) + " x " + std::to_string(height) +
         " pixels, more than the limit of " + std::to_string(max_png_pixels);
}

}  // namespace

Result<Picture> read_png(const std::filesystem::path& file) {
  // A file is hardly longer than its pixels, so this also bounds what lies around them.
  const auto bytes = read_file(file, max_png_pixels * 4);
  if (!bytes) return std::unexpected(bytes.error());
  png_image image = empty_image();
  if (png_image_begin_read_from_memory(&image, bytes->data(), bytes->size()) == 0)
    return error(ErrorCode::bad_file, file, std::string(" is not a good PNG: ") + image.message);
  const std::unique_ptr<png_image, Free> held(&image);
  if (too_large(image.width, image.height))
    return error(ErrorCode::bad_file, file, " has " + size_text(image.width, image.height));
  image.format = PNG_FORMAT_RGBA;
  image.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;  // or 16 bits are taken for linear light

  Picture picture{image.width, image.height, {}};
  picture.rgba.resize(PNG_IMAGE_SIZE(image));
  if (png_image_finish_read(&image, nullptr, picture.rgba.data(), 0, nullptr) == 0)
    return error(ErrorCode::bad_file, file, std::string(" is not a good PNG: ") + image.message);
  return picture;
}

Result<void> write_png(const std::filesystem::path& file, std::uint32_t width, std::uint32_t height,
                       unsigned channels, std::span<const std::uint8_t> pixels) {
  if (too_large(width, height))
    return error(ErrorCode::invalid_argument, file, " would have " + size_text(width, height));
  if ((channels != 1 && channels != 3 && channels != 4) ||
      pixels.size() != std::size_t{width} * height * channels)
    return error(ErrorCode::invalid_argument, file, ": the pixels do not fit the picture's size");
  png_image image = empty_image();
  image.width = width;
  image.height = height;
  image.format = channels == 1 ? PNG_FORMAT_GRAY : channels == 3 ? PNG_FORMAT_RGB : PNG_FORMAT_RGBA;
  png_alloc_size_t length = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::vector<std::byte> bytes(length);
  if (png_image_write_to_memory(&image, bytes.data(), &length, 0, pixels.data(), 0, nullptr) == 0)
    return error(ErrorCode::io, file, std::string(" cannot be made a PNG: ") + image.message);
  return write_file(file, std::span(bytes).first(length));
}

}  // namespace dala::files
