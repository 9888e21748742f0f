// A number of a node by its name: "position.x", "opacity", "filter.0.radius", "params.strength".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <dala/core/error.hpp>
#include <dala/scene/fields.hpp>

namespace dala::scene {

// A number of a type's table that animations change.
struct AnimatedNumber {
  static constexpr std::size_t all = static_cast<std::size_t>(-1);

  std::string name = {};
  bool of_transform = false;             // else of the node's type
  std::vector<const Field*> parts = {};  // that the field is in
  const Field* field = nullptr;
  std::size_t part = all;  // of several numbers or a colour, which

  // The least and the most that it can be.
  [[nodiscard]] double min() const;
  [[nodiscard]] double max() const;
};

// Those of every node, then those of this type.
[[nodiscard]] const std::vector<AnimatedNumber>& animated_numbers(const Content& content);

// In place of a filter's number: the kernel of an effect.
inline constexpr std::size_t of_kernel = static_cast<std::size_t>(-1);
// A parameter of kernels that is the time of the scene in seconds, where nobody says otherwise.
inline const std::string time_param = "time";

struct Property {
  const AnimatedNumber* number = nullptr;  // null: a parameter of a filter or kernel
  std::size_t filter = 0;                  // `of_kernel`: of the kernel
  std::string param = {};
};

// Whether what the effect makes changes with time by itself.
[[nodiscard]] bool knows_time(const Effect& effect);

// One that nodes of this kind have.
[[nodiscard]] Result<Property> find_property(std::string_view name, const Node& target);
// The values of keyframes must be within the property's range.
[[nodiscard]] Result<void> check_values(const Property& property, const Animation& animation);

}  // namespace dala::scene
