#include <memory>
#include <vector>

#include "peers/filters.hpp"

#ifdef DALA_HAS_LIBYUV
#include <libyuv.h>
#endif

namespace dala::bench {

#ifdef DALA_HAS_LIBYUV

MediaPeer libyuv_filter(const std::string& filter, std::span<const std::uint8_t> rgba, int width,
                        int height) {
  struct Frames {
    std::vector<std::uint8_t> in;
    std::vector<std::uint8_t> other;
    std::vector<std::uint8_t> out;
  };
  auto frames = std::make_shared<Frames>();
  frames->in.assign(rgba.begin(), rgba.end());
  frames->other.assign(rgba.rbegin(), rgba.rend());
  frames->out = frames->in;
  const int stride = width * 4;
  const auto made = [&](auto work) { return MediaPeer{"libyuv", work}; };
  // Its ARGB is blue, green, red and alpha in memory; that changes nothing about the time.
  if (filter == "grayscale")
    return made([=] {
      libyuv::ARGBGrayTo(frames->in.data(), stride, frames->out.data(), stride, width, height);
    });
  if (filter == "sepia")  // in place only, so the pixels turn brown once and stay so
    return made([=] { libyuv::ARGBSepia(frames->out.data(), stride, 0, 0, width, height); });
  if (filter == "saturation") {
    static const std::int8_t matrix[16] = {64, -8, -8, 0, -8, 64, -8, 0,
                                           -8, -8, 64, 0, 0,  0,  0,  64};
    return made([=] {
      libyuv::ARGBColorMatrix(frames->in.data(), stride, frames->out.data(), stride, matrix, width,
                              height);
    });
  }
  if (filter == "blend")
    return made([=] {
      libyuv::ARGBInterpolate(frames->in.data(), stride, frames->other.data(), stride,
                              frames->out.data(), stride, width, height, 128);
    });
  return {};
}

#else

MediaPeer libyuv_filter(const std::string&, std::span<const std::uint8_t>, int, int) { return {}; }

#endif

}  // namespace dala::bench
