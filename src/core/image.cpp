#include "core/image.hpp"

#include "core/error.hpp"

namespace dala {

Result<void> check_image(const ImageView& image, std::string_view what) {
  const auto possible = [](std::uint32_t side) {
    return side > 0 && side <= media::max_picture_side;
  };
  if (!possible(image.width) || !possible(image.height))
    return fail(ErrorCode::invalid_argument,
                "{} of {} x {} pixels cannot be; both sides must be from 1 to {}", what,
                image.width, image.height, media::max_picture_side);
  const std::size_t bytes = std::size_t{image.width} * image.height * 4;
  if (image.rgba.size() != bytes)
    return fail(ErrorCode::wrong_length, "{} of {} x {} has {} bytes; it needs {}", what,
                image.width, image.height, image.rgba.size(), bytes);
  return {};
}

}  // namespace dala
