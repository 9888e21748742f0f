#include "scene/render/place.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace dala::scene {

namespace {

constexpr double tolerance = 1e-5;  // of a pixel: less is a rounding error

bool is_whole(double v) { return std::abs(v - std::round(v)) < tolerance; }

std::int32_t limited(double v) { return static_cast<std::int32_t>(std::clamp(v, -1e9, 1e9)); }

// In 65536ths. A value that does not fit wraps; such places are outside of what the item covers.
std::int32_t fixed(double v) {
  return static_cast<std::int32_t>(
      static_cast<std::int64_t>(std::llround(std::clamp(v, -1e12, 1e12) * 65536)));
}

}  // namespace

Placed place(const NodeState& state, const Affine& parent, Size natural) {
  const Transform& t = state.transform;
  Size box = t.size.value_or(natural);
  if (state.size[0]) box.width = *state.size[0];
  if (state.size[1]) box.height = *state.size[1];
  const double ax = t.anchor.x * box.width;
  const double ay = t.anchor.y * box.height;
  Affine own = Affine::move(t.position.x, t.position.y);
  if (t.rotation != 0 || t.scale != Point{1, 1})
    own = Affine::move(t.position.x + ax, t.position.y + ay) * Affine::rotate(t.rotation) *
          Affine::scale(t.scale.x, t.scale.y) * Affine::move(-ax, -ay);
  return {parent * own, box};
}

Fitted fitted(const NodeState& state, const Placed& placed, Size picture) {
  Crop crop = state.transform.crop.value_or(Crop{0, 0, picture.width, picture.height});
  const std::array<double*, 4> parts = {&crop.x, &crop.y, &crop.width, &crop.height};
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (state.crop[i]) *parts[i] = *state.crop[i];
  crop.x = std::clamp(crop.x, 0.0, std::max(picture.width - 1, 0.0));
  crop.y = std::clamp(crop.y, 0.0, std::max(picture.height - 1, 0.0));
  crop.width = std::clamp(crop.width, std::min(1.0, picture.width), picture.width - crop.x);
  crop.height = std::clamp(crop.height, std::min(1.0, picture.height), picture.height - crop.y);
  Fitted out{placed, crop};
  const Size box = placed.box;
  if (state.transform.fit == Fit::fill || box.width <= 0 || box.height <= 0) return out;
  const double across = box.width / crop.width;
  const double down = box.height / crop.height;
  if (state.transform.fit == Fit::contain) {
    const double scale = std::min(across, down);
    out.placed.box = {crop.width * scale, crop.height * scale};
    out.placed.to_target =
        placed.to_target * Affine::move((box.width - out.placed.box.width) / 2,
                                        (box.height - out.placed.box.height) / 2);
  } else {
    const double scale = std::max(across, down);
    out.source.width = box.width / scale;
    out.source.height = box.height / scale;
    out.source.x += (crop.width - out.source.width) / 2;
    out.source.y += (crop.height - out.source.height) / 2;
  }
  return out;
}

std::optional<Item> item_at(const Placed& placed, double radius, double opacity, BlendMode blend,
                            const Rect& frame) {
  const auto alpha = std::lround(std::clamp(opacity, 0.0, 1.0) * 255);
  const Size box = placed.box;
  const Affine& map = placed.to_target;
  if (alpha == 0 || !(box.width > 0) || !(box.height > 0) || !(std::abs(map.determinant()) > 1e-12))
    return std::nullopt;
  const std::array<Point, 4> corners = {map({0, 0}), map({box.width, 0}), map({0, box.height}),
                                        map({box.width, box.height})};
  const auto [left, right] = std::ranges::minmax(corners, {}, &Point::x);
  const auto [top, bottom] = std::ranges::minmax(corners, {}, &Point::y);
  const bool upright = (map.xy == 0 && map.yx == 0) || (map.xx == 0 && map.yy == 0);
  const bool whole =
      upright && is_whole(left.x) && is_whole(right.x) && is_whole(top.y) && is_whole(bottom.y);
  const double more = upright ? 0 : 1;  // coverage of slanted edges reaches farther
  Item item;
  const Rect reach =
      whole ? Rect{limited(std::round(left.x)), limited(std::round(top.y)),
                   limited(std::round(right.x)), limited(std::round(bottom.y))}
            : Rect{limited(std::floor(left.x - more)), limited(std::floor(top.y - more)),
                   limited(std::ceil(right.x + more)), limited(std::ceil(bottom.y + more))};
  item.bounds = intersection(reach, frame);
  if (item.bounds.empty()) return std::nullopt;
  item.opacity = static_cast<std::uint8_t>(alpha);
  item.blend = blend;
  radius = std::min({radius, box.width / 2, box.height / 2});
  item.covered = whole && radius <= 0;
  const Affine back = map.inverse() * Affine::move(item.bounds.x0 + 0.5, item.bounds.y0 + 0.5);
  item.box = {.xx = static_cast<float>(back.xx),
              .xy = static_cast<float>(back.xy),
              .x0 = static_cast<float>(back.x0),
              .yx = static_cast<float>(back.yx),
              .yy = static_cast<float>(back.yy),
              .y0 = static_cast<float>(back.y0),
              .width = static_cast<float>(box.width),
              .height = static_cast<float>(box.height),
              .radius = static_cast<float>(radius),
              .grow_x = static_cast<float>(1 / std::hypot(back.xx, back.xy)),
              .grow_y = static_cast<float>(1 / std::hypot(back.yx, back.yy))};
  if (radius > 0)
    item.box.grow_x = item.box.grow_y =
        static_cast<float>(1 / std::sqrt(std::abs(back.determinant())));
  return item;
}

Affine picture_map(const Item& item, const Placed& placed, const Crop& source) {
  return Affine::move(source.x, source.y) *
         Affine::scale(source.width / placed.box.width, source.height / placed.box.height) *
         placed.to_target.inverse() * Affine::move(item.bounds.x0 + 0.5, item.bounds.y0 + 0.5);
}

double shrinking(const Affine& map) {
  return std::sqrt(std::hypot(map.xx, map.yx) * std::hypot(map.xy, map.yy));
}

void show_layer(Item& item, const Layer& layer, const Affine& map, const Crop& source) {
  item.layer = layer;
  item.map = {fixed(map.xx), fixed(map.xy), fixed(map.x0 - 0.5),
              fixed(map.yx), fixed(map.yy), fixed(map.y0 - 0.5)};
  const Rect all{0, 0, layer.width, layer.height};
  item.taps = intersection(
      {limited(std::floor(source.x + tolerance)), limited(std::floor(source.y + tolerance)),
       limited(std::ceil(source.x + source.width - tolerance)),
       limited(std::ceil(source.y + source.height - tolerance))},
      all);
  if (item.taps.empty()) item.taps = all;
}

}  // namespace dala::scene
