// Choices by the names that scene files and messages use.
#include <array>
#include <string>

#include <dala/scene_animation.hpp>
#include <dala/scene_node.hpp>
#include <dala/scene_transform.hpp>

#include "core/error.hpp"

namespace dala::scene {

namespace {

constexpr std::array<std::string_view, 5> blend_names = {"normal", "multiply", "screen", "overlay",
                                                         "add"};
constexpr std::array<std::string_view, 3> fit_names = {"fill", "contain", "cover"};
constexpr std::array<std::string_view, 3> loop_names = {"once", "repeat", "alternate"};
constexpr std::array<std::string_view, 8> kind_names = {
    "group", "video", "image", "overlay", "text", "effect", "animation", "virtual_background"};
static_assert(kind_names.size() == std::variant_size_v<Content>);

template <typename Enum, std::size_t n>
Result<Enum> by_name(const std::array<std::string_view, n>& names, std::string_view what,
                     std::string_view name) {
  std::string all;
  for (std::size_t i = 0; i < n; ++i) {
    if (names[i] == name) return static_cast<Enum>(i);
    all += (i == 0 ? "" : ", ") + std::string(names[i]);
  }
  return fail(ErrorCode::invalid_argument, "\"{}\" is no {}; there are {}", name, what, all);
}

}  // namespace

std::string_view to_string(BlendMode mode) { return blend_names[static_cast<std::size_t>(mode)]; }
std::string_view to_string(Fit fit) { return fit_names[static_cast<std::size_t>(fit)]; }
std::string_view to_string(Loop loop) { return loop_names[static_cast<std::size_t>(loop)]; }
std::string_view kind_of(const Node& node) { return kind_names[node.content.index()]; }

Result<BlendMode> blend_mode(std::string_view name) {
  return by_name<BlendMode>(blend_names, "blend mode", name);
}
Result<Fit> fit(std::string_view name) { return by_name<Fit>(fit_names, "fit", name); }
Result<Loop> loop(std::string_view name) { return by_name<Loop>(loop_names, "loop", name); }

}  // namespace dala::scene
