// Choices, and types of nodes, by the names that scene files and messages use.
#include <string>

#include <dala/scene/animation.hpp>
#include <dala/scene/fields.hpp>
#include <dala/scene/transform.hpp>

#include "core/error.hpp"
#include "scene/describe/words.hpp"

namespace dala::scene {

namespace {

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

std::string_view to_string(BlendMode mode) { return blend_words[static_cast<std::size_t>(mode)]; }
std::string_view to_string(Fit fit) { return fit_words[static_cast<std::size_t>(fit)]; }
std::string_view to_string(Loop loop) { return loop_words[static_cast<std::size_t>(loop)]; }
std::string_view kind_of(const Node& node) { return type_of(node.content).name; }

Result<BlendMode> blend_mode(std::string_view name) {
  return by_name<BlendMode>(blend_words, "blend mode", name);
}
Result<Fit> fit(std::string_view name) { return by_name<Fit>(fit_words, "fit", name); }
Result<Loop> loop(std::string_view name) { return by_name<Loop>(loop_words, "loop", name); }

}  // namespace dala::scene
