// One picture through one filter, in one call.
//
//   auto soft = dala::media::blur(photo, {.radius = 3, .sigma = 1.5});   // a Picture
//   auto grey = dala::media::grayscale({rgba, 640, 480});                // or bytes and their size
//   auto look = dala::media::apply(photo, {{"sepia"}, {"vignette"}});
//
// What was planned for a size is kept for the next call. For a series of frames see
// <dala/media/pipeline.hpp>, for files <dala/media/still.hpp>, for every filter docs/filters.md.
#pragma once

#include <initializer_list>
#include <span>

#include <dala/core/error.hpp>
#include <dala/core/export.hpp>
#include <dala/core/image_view.hpp>
#include <dala/media/filter.hpp>

namespace dala::media {

// On the device that Compute::create chooses by itself.
[[nodiscard]] DALA_API Result<Picture> apply(const ImageView& image,
                                             std::span<const Filter> filters);
[[nodiscard]] inline Result<Picture> apply(const ImageView& image,
                                           std::initializer_list<Filter> filters) {
  return apply(image, std::span(filters.begin(), filters.size()));
}

struct BlurOptions {
  int radius = 3;
  double sigma = 0;  // 0: what fits the radius
};
[[nodiscard]] inline Result<Picture> blur(const ImageView& image, const BlurOptions& options = {}) {
  return apply(image, {{"blur", {{"radius", options.radius}, {"sigma", options.sigma}}}});
}

struct SharpenOptions {
  double amount = 0.5;
};
[[nodiscard]] inline Result<Picture> sharpen(const ImageView& image,
                                             const SharpenOptions& options = {}) {
  return apply(image, {{"sharpen", {{"amount", options.amount}}}});
}

[[nodiscard]] inline Result<Picture> grayscale(const ImageView& image) {
  return apply(image, {{"grayscale"}});
}

// `value` from -1 to 1.
[[nodiscard]] inline Result<Picture> brightness(const ImageView& image, double value) {
  return apply(image, {{"brightness", {{"value", value}}}});
}
[[nodiscard]] inline Result<Picture> contrast(const ImageView& image, double value) {
  return apply(image, {{"contrast", {{"value", value}}}});
}

}  // namespace dala::media
