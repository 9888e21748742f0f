// Where a node of a scene lies and how it is put over what is under it.
//
//   dala::scene::Transform t{.position = {100, 80}, .size = {{400, 300}}, .opacity = 0.8};
//   t.rotation = 15;                        // degrees clockwise, about the middle
//   t.fit = dala::scene::Fit::contain;
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <dala/core/error.hpp>
#include <dala/core/export.hpp>

namespace dala::scene {

// Numbers of nodes begin at 1 and are never used again; 0 is none, or the scene itself.
using NodeId = std::uint64_t;

struct Point {
  double x = 0;
  double y = 0;
  friend bool operator==(const Point&, const Point&) = default;
};

struct Size {
  double width = 0;
  double height = 0;
  friend bool operator==(const Size&, const Size&) = default;
};

// A part of a picture, in its own pixels.
struct Crop {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
  friend bool operator==(const Crop&, const Crop&) = default;
};

// How a picture is brought into a box of another shape.
enum class Fit : std::uint8_t {
  fill,     // stretched
  contain,  // all of it, in the middle, with room left
  cover,    // the whole box, with its sides cut off
};

// As in W3C's "Compositing and Blending"; add is its plus-lighter.
enum class BlendMode : std::uint8_t { normal, multiply, screen, overlay, add };

// A box of `size` has its top left corner at `position` in its parent. It is then scaled and turned
// about `anchor`, which stays where it is.
struct Transform {
  Point position = {};
  std::optional<Size> size = {};  // none: that of what it shows; of a group that of the scene
  Point scale = {1, 1};
  double rotation = 0;        // degrees, clockwise
  Point anchor = {0.5, 0.5};  // in parts of the box
  double opacity = 1;         // 0 to 1
  int z_index = 0;            // among the nodes of its parent; of equal ones the later is above
  bool visible = true;
  BlendMode blend = BlendMode::normal;
  std::optional<Crop> crop = {};  // of the picture; none: all of it
  double corner_radius = 0;       // of the box, before it is scaled
  Fit fit = Fit::fill;
  // This node is seen where that one, which is then not drawn itself, is opaque. 0: everywhere.
  NodeId mask = 0;

  friend bool operator==(const Transform&, const Transform&) = default;
};

// Picture in picture: a small box in the top right corner of the scene, 20 pixels in.
struct Pip {
  std::optional<Point> position = {};  // none: that corner
  Size size = {200, 150};

  friend bool operator==(const Pip&, const Pip&) = default;
};

// "multiply", "contain": as scene files spell them. Unknown names are errors that list those there
// are.
[[nodiscard]] DALA_API std::string_view to_string(BlendMode mode);
[[nodiscard]] DALA_API std::string_view to_string(Fit fit);
[[nodiscard]] DALA_API Result<BlendMode> blend_mode(std::string_view name);
[[nodiscard]] DALA_API Result<Fit> fit(std::string_view name);

}  // namespace dala::scene
