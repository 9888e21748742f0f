#include <dala/surface_color.hpp>

namespace dala {

std::optional<Rgba> color_from_name(std::string_view name) {
#define X(color, value) \
  if (name == #color) return colors::color;
  DALA_NAMED_COLORS(X)
#undef X
  return std::nullopt;
}

}  // namespace dala
