// One picture through one filter, in one call.
//
//   auto soft = dala::media::blur(rgba, 640, 480, {.radius = 3, .sigma = 1.5});
//   auto grey = dala::media::grayscale(rgba, 640, 480);
//   auto look = dala::media::apply(rgba, 640, 480, {{"sepia"}, {"vignette"}});
//
// `rgba` has width * height * 4 bytes, rows from the top. What was planned for a size is kept for
// the next call. For a series of frames see <dala/media_pipeline.hpp>, for files
// <dala/media_still.hpp>, for every filter docs/filters.md.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>

#include <dala/error.hpp>
#include <dala/export.hpp>
#include <dala/media_filter.hpp>

namespace dala::media {

// On the device that Compute::create chooses by itself.
[[nodiscard]] DALA_API Result<Picture> apply(std::span<const std::uint8_t> rgba,
                                             std::uint32_t width, std::uint32_t height,
                                             std::span<const Filter> filters);
[[nodiscard]] inline Result<Picture> apply(std::span<const std::uint8_t> rgba, std::uint32_t width,
                                           std::uint32_t height,
                                           std::initializer_list<Filter> filters) {
  return apply(rgba, width, height, std::span(filters.begin(), filters.size()));
}

struct BlurOptions {
  int radius = 3;
  double sigma = 0;  // 0: what fits the radius
};
[[nodiscard]] inline Result<Picture> blur(std::span<const std::uint8_t> rgba, std::uint32_t width,
                                          std::uint32_t height, const BlurOptions& options = {}) {
  return apply(rgba, width, height,
               {{"blur", {{"radius", options.radius}, {"sigma", options.sigma}}}});
}

struct SharpenOptions {
  double amount = 0.5;
};
[[nodiscard]] inline Result<Picture> sharpen(std::span<const std::uint8_t> rgba,
                                             std::uint32_t width, std::uint32_t height,
                                             const SharpenOptions& options = {}) {
  return apply(rgba, width, height, {{"sharpen", {{"amount", options.amount}}}});
}

[[nodiscard]] inline Result<Picture> grayscale(std::span<const std::uint8_t> rgba,
                                               std::uint32_t width, std::uint32_t height) {
  return apply(rgba, width, height, {{"grayscale"}});
}

// `value` from -1 to 1.
[[nodiscard]] inline Result<Picture> brightness(std::span<const std::uint8_t> rgba,
                                                std::uint32_t width, std::uint32_t height,
                                                double value) {
  return apply(rgba, width, height, {{"brightness", {{"value", value}}}});
}
[[nodiscard]] inline Result<Picture> contrast(std::span<const std::uint8_t> rgba,
                                              std::uint32_t width, std::uint32_t height,
                                              double value) {
  return apply(rgba, width, height, {{"contrast", {{"value", value}}}});
}

}  // namespace dala::media
