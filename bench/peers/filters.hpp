// The same filters by OpenCV and libyuv, where they are installed. Each returns what does the work
// on frames of its own; empty without the library.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace dala::bench {

struct MediaPeer {
  std::string name = {};
  std::function<void()> run = {};
};

// `filter` is one of the cases of bench/media.cpp. `threads` is what OpenCV may use.
[[nodiscard]] MediaPeer opencv_filter(const std::string& filter, std::span<const std::uint8_t> rgba,
                                      int width, int height, unsigned threads);
[[nodiscard]] MediaPeer libyuv_filter(const std::string& filter, std::span<const std::uint8_t> rgba,
                                      int width, int height);
// libavfilter's lut3d, tetrahedral, with a .cube file.
[[nodiscard]] MediaPeer ffmpeg_lut(const std::string& cube, std::span<const std::uint8_t> rgba,
                                   int width, int height, unsigned threads);

}  // namespace dala::bench
