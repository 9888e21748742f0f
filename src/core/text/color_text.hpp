// Colours as people write them, for everything that takes one as text.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace dala {

// As 0xRRGGBBAA. "#rgb", "#rgba", "#rrggbb", "#rrggbbaa", or a name of CSS in any case; "green" is
// the brightest one, as in dala/surface/color.hpp, and not the darker one of CSS.
[[nodiscard]] std::optional<std::uint32_t> parse_color(std::string_view text);
// A name alone.
[[nodiscard]] std::optional<std::uint32_t> color_named(std::string_view name);

}  // namespace dala
