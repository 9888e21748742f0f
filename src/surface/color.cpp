#include <dala/surface/color.hpp>

#include "core/text/color_text.hpp"

namespace dala {

std::optional<Rgba> color_from_name(std::string_view name) {
  const auto found = color_named(name);
  if (!found) return std::nullopt;
  return Rgba::from_packed(*found);
}

}  // namespace dala
