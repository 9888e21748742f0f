// A number of a node by its name: "position.x", "opacity", "filter.0.radius", "params.strength".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <dala/error.hpp>
#include <dala/scene_node.hpp>

namespace dala::scene {

// Every property that has a name of its own, as X(enumerator, name).
#define DALA_SCENE_PROPERTIES(X)    \
  X(position_x, "position.x")       \
  X(position_y, "position.y")       \
  X(size_width, "size.width")       \
  X(size_height, "size.height")     \
  X(scale, "scale")                 \
  X(scale_x, "scale.x")             \
  X(scale_y, "scale.y")             \
  X(rotation, "rotation")           \
  X(anchor_x, "anchor.x")           \
  X(anchor_y, "anchor.y")           \
  X(opacity, "opacity")             \
  X(z_index, "z_index")             \
  X(visible, "visible")             \
  X(corner_radius, "corner_radius") \
  X(crop_x, "crop.x")               \
  X(crop_y, "crop.y")               \
  X(crop_width, "crop.width")       \
  X(crop_height, "crop.height")     \
  X(color_r, "color.r")             \
  X(color_g, "color.g")             \
  X(color_b, "color.b")             \
  X(color_a, "color.a")             \
  X(strength, "strength")           \
  X(text_size, "text.size")         \
  X(text_wrap_width, "text.wrap_width")

// Stands for the kernel of an effect where filters have their numbers.
inline constexpr std::size_t of_kernel = static_cast<std::size_t>(-1);
// A parameter of kernels that is the time of the scene in seconds, where nobody says otherwise.
inline const std::string time_param = "time";

struct Property {
  enum class Kind : std::uint8_t {
#define X(enumerator, name) enumerator,
    DALA_SCENE_PROPERTIES(X)
#undef X
        filter_param,
    kernel_param,
  };
  Kind kind = Kind::opacity;
  std::size_t filter = 0;  // of filter_param; of kernel_param `of_kernel`
  std::string param = {};
};

// Whether what the effect makes changes with time by itself.
[[nodiscard]] bool knows_time(const Effect& effect);

// One that nodes of this kind have.
[[nodiscard]] Result<Property> find_property(std::string_view name, const Node& target);
// Keyframes may not ask for what cannot be drawn.
[[nodiscard]] Result<void> check_values(const Property& property, const Animation& animation);

}  // namespace dala::scene
