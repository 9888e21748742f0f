// A picture in the host's memory.
//
//   auto photo = dala::media::read_picture("photo.jpg");         // <dala/media/still.hpp>
//   photo->rgba[4 * (y * photo->width + x)]                       // red of one pixel
#pragma once

#include <cstdint>
#include <vector>

namespace dala::media {

struct Picture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint8_t> rgba = {};  // rows from the top, alpha not premultiplied

  friend bool operator==(const Picture&, const Picture&) = default;
};

// A picture is at most this wide and high; positions in it stay within 32 bits.
inline constexpr std::uint32_t max_picture_side = 16384;

}  // namespace dala::media
