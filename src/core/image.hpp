// Checks the size of an image that came from outside.
#pragma once

#include <string_view>

#include <dala/core/error.hpp>
#include <dala/core/image_view.hpp>

namespace dala {

// Sides within `media::max_picture_side`, and as many bytes as they say. `what` begins the message:
// "an image", "a frame".
[[nodiscard]] Result<void> check_image(const ImageView& image, std::string_view what);

}  // namespace dala
