// Pixels of an image that somebody else holds.
//
//   auto soft = dala::media::blur({rgba, 640, 480}, {.radius = 3});   // bytes and their size
//   auto grey = dala::media::grayscale(photo);                         // a media::Picture as it is
//
// Four bytes a pixel (red, green, blue, alpha; not premultiplied), rows from the top, without gaps.
// The pixels must outlive the call that the view is given to. A view whose bytes are not
// width * height * 4 is the error `wrong_length` of that call.
#pragma once

#include <cstdint>
#include <span>

#include <dala/core/picture.hpp>

namespace dala {

struct ImageView {
  std::span<const std::uint8_t> rgba = {};
  std::uint32_t width = 0;
  std::uint32_t height = 0;

  constexpr ImageView() = default;
  constexpr ImageView(std::span<const std::uint8_t> pixels, std::uint32_t columns,
                      std::uint32_t rows)
      : rgba(pixels), width(columns), height(rows) {}
  ImageView(const media::Picture& picture)
      : rgba(picture.rgba), width(picture.width), height(picture.height) {}
};

}  // namespace dala
