// What is composited over an image, as numbers that mean the same on every device.
//
// A target is an image of RGBA bytes with premultiplied alpha. Items are composited over it one
// after the other. What an item does to the pixel (x, y) is defined here;
// compose/kernel_sources.cpp implements it in the kernel language, compose/rows.cpp with vectors
// and compose/reference_pixel.cpp for a pixel, and a test compares them to the last bit.
//
//   dx = x - bounds.x0, dy = y - bounds.y0; outside its bounds an item does nothing.
//
//   mul(a, b)   a * b / 255 to the nearest: t = a * b + 128; (t + (t >> 8)) >> 8
//
//   Source      Without a layer it is `color`. Else, in 65536ths of a pixel of the layer,
//                 sx = map.x0 + map.xx * dx + map.xy * dy, sy likewise,
//               the pixel at (sx >> 16, sy >> 16) and those right of and below it, each moved into
//               `taps`, are mixed, with f = (sx >> 9) & 127 and g = (sy >> 1) & 32767:
//                 upper = 128 * p00 + (p10 - p00) * f, lower = 128 * p01 + (p11 - p01) * f
//                 source = (upper + (((lower - upper) * g + 16384) >> 15) + 64) >> 7
//
//   Coverage    In f32, each operation rounded: with bx = box.x0 + dx * box.xx + dy * box.xy and
//   by,
//               a place in a box of `width` and `height`, from 0 to 1
//                 without radius: within(bx, width, grow_x) * within(by, height, grow_y), where
//                   within(p, size, grow) = max(c(p * grow + 0.5) + c((size - p) * grow + 0.5) - 1,
//                   0) and c(v) moves v into 0 to 1
//                 with one: c(0.5 - distance * grow_x), where distance is that from the edge of the
//                   rounded rectangle, negative inside
//               times 255, plus 0.5, cut. It is left out where it is 255 everywhere.
//
//   Alpha       cover = mul(mul(coverage, opacity), alpha of the mask at (x - mask_x, y - mask_y)),
//               outside of which it is 0; each channel of the source becomes mul(source, cover).
//
//   Blending    With source s, what is there d, and their alphas sa and da:
//                 normal    s + mul(d, 255 - sa)
//                 multiply  mul(s, 255 - da) + mul(d, 255 - sa) + mul(s, d)
//                 screen    s + d - mul(s, d)
//                 overlay   mul(s, 255 - da) + mul(d, 255 - sa) + (2 * d <= da ? 2 * mul(s, d)
//                           : mul(sa, da) - 2 * mul(da - d, sa - s))
//                 add       s + d
//               moved into 0 to the new alpha, which is sa + mul(da, 255 - sa), of add sa + da, 255
//               at most.
#pragma once

#include <array>
#include <cstdint>

#include <dala/compute/buffer.hpp>
#include <dala/scene/transform.hpp>

#include "scene/compose/geometry.hpp"

namespace dala::scene {

// An image on the device that items show, with premultiplied alpha.
struct Layer {
  Buffer buffer = {};  // u8 {height, width, 4}
  std::int32_t width = 0;
  std::int32_t height = 0;
  bool opaque = false;        // every pixel is
  std::uint64_t version = 0;  // changes whenever the pixels do

  friend bool operator==(const Layer&, const Layer&) = default;
};

struct SourceMap {
  std::int32_t xx = 65536;
  std::int32_t xy = 0;
  std::int32_t x0 = 0;
  std::int32_t yx = 0;
  std::int32_t yy = 65536;
  std::int32_t y0 = 0;

  // A translation by whole pixels: nothing is interpolated.
  [[nodiscard]] constexpr bool is_move() const {
    return xx == 65536 && yy == 65536 && xy == 0 && yx == 0 && (x0 & 0xFFFF) == 0 &&
           (y0 & 0xFFFF) == 0;
  }
  friend bool operator==(const SourceMap&, const SourceMap&) = default;
};

struct BoxMap {
  float xx = 1;
  float xy = 0;
  float x0 = 0;
  float yx = 0;
  float yy = 1;
  float y0 = 0;
  float width = 0;
  float height = 0;
  float radius = 0;
  float grow_x = 1;  // pixels of the target for one of the box
  float grow_y = 1;

  friend bool operator==(const BoxMap&, const BoxMap&) = default;
};

struct Item {
  NodeId node = 0;  // with `part`, what it is compared by from frame to frame
  std::uint32_t part = 0;
  Rect bounds = {};  // within the target
  BlendMode blend = BlendMode::normal;
  std::uint8_t opacity = 255;
  bool covered = true;      // coverage is 255 everywhere in the bounds
  std::uint32_t color = 0;  // of an item without a layer: red in the low byte, premultiplied
  Layer layer = {};
  SourceMap map = {};
  Rect taps = {};  // what of the layer may be shown
  BoxMap box = {};
  Layer mask = {};
  std::int32_t mask_x = 0;
  std::int32_t mask_y = 0;

  [[nodiscard]] bool shows_opaque() const {
    return layer.buffer ? layer.opaque : (color >> 24) == 255;
  }
  // Whether it hides everything under it.
  [[nodiscard]] bool hides_all() const {
    return covered && opacity == 255 && blend == BlendMode::normal && !mask.buffer &&
           shows_opaque();
  }
  friend bool operator==(const Item&, const Item&) = default;
};

// A part of a target that is composited: from which item on, and over what.
struct Region {
  Rect rect = {};
  std::int32_t first = 0;
  bool keeps = false;  // over what is there; else over `background`
  std::uint32_t background = 0;
};

[[nodiscard]] constexpr std::int32_t mul255(std::int32_t a, std::int32_t b) {
  const std::int32_t t = (a * b) + 128;
  return (t + (t >> 8)) >> 8;
}

}  // namespace dala::scene
