// Numbers and contents of a node that can never be.
#include <cmath>

#include <dala/media_still.hpp>

#include "core/error.hpp"
#include "scene/describe/tree.hpp"
#include "text/check.hpp"

namespace dala::scene {

namespace {

constexpr double farthest = 1e6;   // of positions
constexpr double largest = 65536;  // of sizes
constexpr double most_scale = 10000;

Result<void> check_range(const char* what, double value, double low, double high) {
  if (value >= low && value <= high) return {};
  return fail(ErrorCode::invalid_argument, "{} is {}; it is from {} to {}", what, value, low, high);
}

Result<void> check_picture(const char* what, const media::Picture& picture) {
  if (picture.width == 0 || picture.height == 0 || picture.width > media::max_picture_side ||
      picture.height > media::max_picture_side)
    return fail(ErrorCode::invalid_argument, "{} has {} x {} pixels; both sides are from 1 to {}",
                what, picture.width, picture.height, media::max_picture_side);
  const std::size_t bytes = std::size_t{picture.width} * picture.height * 4;
  if (picture.rgba.size() != bytes)
    return fail(ErrorCode::wrong_length, "{} of {} x {} has {} bytes; it needs {}", what,
                picture.width, picture.height, picture.rgba.size(), bytes);
  return {};
}

Result<void> check(const Group&) { return {}; }

Result<void> check(const Video& video) {
  if (video.source.empty() == !video.stream)
    return fail(ErrorCode::invalid_argument,
                "a video has a source or a stream, and not both or neither");
  DALA_TRY(check_range("rate", video.rate, 0.01, 100));
  DALA_TRY(check_time("start", video.start));
  DALA_TRY(check_time("offset", video.offset));
  if (video.offset < Time::zero())
    return fail(ErrorCode::invalid_argument, "offset is {} s; it is at least 0",
                std::chrono::duration<double>(video.offset).count());
  if (video.pip) return check_pip(*video.pip);
  return {};
}

Result<void> check(const Image& image) {
  const int given =
      (image.file.empty() ? 0 : 1) + (image.picture ? 1 : 0) + (image.image_id != 0 ? 1 : 0);
  if (given != 1)
    return fail(ErrorCode::invalid_argument,
                "an image is given by one of file, picture and image_id; here are {}", given);
  if (image.picture) DALA_TRY(check_picture("picture", *image.picture));
  if (image.pip) return check_pip(*image.pip);
  return {};
}

Result<void> check(const Overlay& overlay) {
  if (overlay.gradient) return check_range("gradient.angle", overlay.gradient->angle, -1e6, 1e6);
  return {};
}

Result<void> check(const Text& text) { return text::check(text.style); }

Result<void> check(const Effect& effect) {
  if (effect.filters.empty() && effect.kernel.empty())
    return fail(ErrorCode::invalid_argument, "an effect has filters, a kernel, or both");
  for (const media::Filter& filter : effect.filters) DALA_TRY(media::filter_info(filter.name));
  return {};
}

Result<void> check(const Animation& animation) {
  const auto& keys = animation.keyframes;
  if (keys.empty())
    return fail(ErrorCode::invalid_argument, "an animation has a keyframe at least");
  DALA_TRY(check_time("start", animation.start));
  DALA_TRY(check_time("the last keyframe's time", keys.back().time));
  for (std::size_t i = 0; i < keys.size(); ++i) {
    DALA_TRY(check_easing(keys[i].easing));
    if (!std::isfinite(keys[i].value) || std::abs(keys[i].value) > 1e9)
      return fail(ErrorCode::invalid_argument, "keyframes[{}].value is {}; it is from -1e9 to 1e9",
                  i, keys[i].value);
    if (keys[i].time < Time::zero() || (i > 0 && keys[i].time <= keys[i - 1].time))
      return fail(ErrorCode::invalid_argument,
                  "keyframes[{}].time is {} s; times begin at 0 or later and grow", i,
                  std::chrono::duration<double>(keys[i].time).count());
  }
  return {};
}

Result<void> check(const VirtualBackground& background) {
  const Video& video = background.video;
  const bool has_video = !video.source.empty() || video.stream;
  if (has_video == (background.picture != nullptr))
    return fail(ErrorCode::invalid_argument,
                "a virtual background has a video or a picture, and not both or neither");
  if (has_video) DALA_TRY(check(video));
  if (background.picture) DALA_TRY(check_picture("picture", *background.picture));
  if (background.model.has_value() == (background.mask != nullptr))
    return fail(ErrorCode::invalid_argument,
                "a virtual background has a model or a mask, and not both or neither");
  if (background.mask) DALA_TRY(check_picture("mask", *background.mask));
  if (background.background) DALA_TRY(check_picture("background", *background.background));
  return check_range("strength", background.strength, 1, 64);
}

}  // namespace

Result<void> check_time(const char* what, Time time) {
  constexpr Time most = std::chrono::seconds(30'000'000);
  if (time >= -most && time <= most) return {};
  return fail(ErrorCode::invalid_argument, "{} is {} s; it is from -3e7 to 3e7", what,
              std::chrono::duration<double>(time).count());
}

Result<void> check_pip(const Pip& pip) {
  DALA_TRY(check_range("pip.size.width", pip.size.width, 1, largest));
  DALA_TRY(check_range("pip.size.height", pip.size.height, 1, largest));
  if (!pip.position) return {};
  DALA_TRY(check_range("pip.position.x", pip.position->x, -farthest, farthest));
  return check_range("pip.position.y", pip.position->y, -farthest, farthest);
}

Result<void> check_transform(const Transform& t) {
  DALA_TRY(check_range("position.x", t.position.x, -farthest, farthest));
  DALA_TRY(check_range("position.y", t.position.y, -farthest, farthest));
  if (t.size) {
    DALA_TRY(check_range("size.width", t.size->width, 0, largest));
    DALA_TRY(check_range("size.height", t.size->height, 0, largest));
  }
  DALA_TRY(check_range("scale.x", t.scale.x, -most_scale, most_scale));
  DALA_TRY(check_range("scale.y", t.scale.y, -most_scale, most_scale));
  DALA_TRY(check_range("rotation", t.rotation, -1e6, 1e6));
  DALA_TRY(check_range("anchor.x", t.anchor.x, -100, 100));
  DALA_TRY(check_range("anchor.y", t.anchor.y, -100, 100));
  DALA_TRY(check_range("opacity", t.opacity, 0, 1));
  DALA_TRY(check_range("corner_radius", t.corner_radius, 0, largest));
  if (t.crop) {
    DALA_TRY(check_range("crop.x", t.crop->x, 0, largest));
    DALA_TRY(check_range("crop.y", t.crop->y, 0, largest));
    DALA_TRY(check_range("crop.width", t.crop->width, 1, largest));
    DALA_TRY(check_range("crop.height", t.crop->height, 1, largest));
  }
  if (t.blend > BlendMode::add)
    return fail(ErrorCode::invalid_argument, "blend mode {}, which there is not",
                static_cast<int>(t.blend));
  if (t.fit > Fit::cover)
    return fail(ErrorCode::invalid_argument, "fit {}, which there is not", static_cast<int>(t.fit));
  return {};
}

Result<void> check_node(const Node& node) {
  DALA_TRY(check_transform(node.transform));
  return std::visit([](const auto& content) { return check(content); }, node.content);
}

}  // namespace dala::scene
