// A number of a node that changes with time.
//
//   dala::scene::Animation slide{.property = "position.x",
//                                .keyframes = {{0s, -400}, {1s, 40, Easing::ease_out()}},
//                                .loop = dala::scene::Loop::once};
//
// Properties are named by their place in the node: position.x, scale, opacity, of an overlay
// color.r, of a text text.size. docs/scene.md lists those of each type (scene_fields.hpp). An
// effect has filter.N.PARAM, of its filter number N ("filter.0.radius"), and params.PARAM, of its
// kernel. Where the node has no value of its own (no size, no crop), it begins with what it would
// have.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <dala/core/error.hpp>
#include <dala/core/export.hpp>
#include <dala/scene/transform.hpp>

namespace dala::scene {

// Time of a scene; render is given it.
using Time = std::chrono::nanoseconds;

// How a change goes from 0 to 1. All begin at 0 and end at exactly 1.
struct Easing {
  enum class Kind : std::uint8_t {
    step,  // stays, and jumps at the end
    linear,
    ease_in,      // cubic_bezier(0.42, 0, 1, 1), as in CSS
    ease_out,     // cubic_bezier(0, 0, 0.58, 1)
    ease_in_out,  // cubic_bezier(0.42, 0, 0.58, 1)
    cubic_bezier,
    spring,
    bounce,  // falls and bounces three times, each a quarter as high
  };
  Kind kind = Kind::linear;
  // Of cubic_bezier: x1, y1, x2, y2 with x1 and x2 from 0 to 1. Of spring: how many times it swings
  // over the change, more than 0 and at most 20, and how much of its swing is left at the end,
  // above 0 and below 1.
  double a = 0;
  double b = 0;
  double c = 0;
  double d = 0;

  [[nodiscard]] static constexpr Easing step() { return {Kind::step}; }
  [[nodiscard]] static constexpr Easing linear() { return {Kind::linear}; }
  [[nodiscard]] static constexpr Easing ease_in() { return {Kind::ease_in}; }
  [[nodiscard]] static constexpr Easing ease_out() { return {Kind::ease_out}; }
  [[nodiscard]] static constexpr Easing ease_in_out() { return {Kind::ease_in_out}; }
  [[nodiscard]] static constexpr Easing cubic_bezier(double x1, double y1, double x2, double y2) {
    return {Kind::cubic_bezier, x1, y1, x2, y2};
  }
  [[nodiscard]] static constexpr Easing spring(double swings = 3, double left = 0.002) {
    return {Kind::spring, swings, left};
  }
  [[nodiscard]] static constexpr Easing bounce() { return {Kind::bounce}; }

  friend bool operator==(const Easing&, const Easing&) = default;
};

// How far the change is when `t` of its time is over; both from 0 to 1, though some easings leave
// that range on their way. `t` outside is moved inside.
[[nodiscard]] DALA_API double ease(const Easing& easing, double t);

// Whether its numbers can be; an error that says which cannot.
[[nodiscard]] DALA_API Result<void> check_easing(const Easing& easing);

// "linear", "ease_in", "spring"; with numbers "cubic_bezier(0.1, 0.7, 1, 0.1)", "spring(3, 0.002)".
[[nodiscard]] DALA_API std::string to_string(const Easing& easing);
[[nodiscard]] DALA_API Result<Easing> parse_easing(std::string_view text);

struct Keyframe {
  Time time{};  // after the animation's start
  double value = 0;
  Easing easing = {};  // on the way here from the one before

  friend bool operator==(const Keyframe&, const Keyframe&) = default;
};

enum class Loop : std::uint8_t {
  once,       // the first value before, the last one after
  repeat,     // from the start again
  alternate,  // back and forth
};
[[nodiscard]] DALA_API std::string_view to_string(Loop loop);
[[nodiscard]] DALA_API Result<Loop> loop(std::string_view name);

struct Animation {
  NodeId target = 0;
  std::string property = {};
  std::vector<Keyframe> keyframes = {};  // at least one; times grow
  Loop loop = Loop::once;
  Time start{};
  // How often it is played where it repeats; 0: for ever.
  unsigned count = 0;

  friend bool operator==(const Animation&, const Animation&) = default;
};

// Its value at a time of the scene.
[[nodiscard]] DALA_API double value_at(const Animation& animation, Time pts);

}  // namespace dala::scene
