// Colours of a surface: red, green, blue and alpha, eight bits each, alpha not premultiplied.
//
//   dala::Rgba half_red{255, 0, 0, 128};
//   dala::colors::cyan;
//   dala::Rgba::from_packed(0xFF8000FF);   // 0xRRGGBBAA
//   dala::color_from_name("orange");       // nothing for a name that is not known
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <dala/core/export.hpp>

namespace dala {

struct Rgba {
  std::uint8_t r = 0;
  std::uint8_t g = 0;
  std::uint8_t b = 0;
  std::uint8_t a = 255;

  [[nodiscard]] static constexpr Rgba from_packed(std::uint32_t rrggbbaa) {
    return {static_cast<std::uint8_t>(rrggbbaa >> 24), static_cast<std::uint8_t>(rrggbbaa >> 16),
            static_cast<std::uint8_t>(rrggbbaa >> 8), static_cast<std::uint8_t>(rrggbbaa)};
  }
  [[nodiscard]] constexpr std::uint32_t packed() const {
    return (std::uint32_t{r} << 24) | (std::uint32_t{g} << 16) | (std::uint32_t{b} << 8) | a;
  }
  friend constexpr bool operator==(const Rgba&, const Rgba&) = default;
};

// Every colour that has a name, as X(name, 0xRRGGBBAA).
#define DALA_NAMED_COLORS(X) \
  X(transparent, 0x00000000) \
  X(black, 0x000000FF)       \
  X(white, 0xFFFFFFFF)       \
  X(red, 0xFF0000FF)         \
  X(green, 0x00FF00FF)       \
  X(blue, 0x0000FFFF)        \
  X(yellow, 0xFFFF00FF)      \
  X(cyan, 0x00FFFFFF)        \
  X(magenta, 0xFF00FFFF)     \
  X(gray, 0x808080FF)        \
  X(orange, 0xFFA500FF)      \
  X(purple, 0x800080FF)      \
  X(pink, 0xFFC0CBFF)        \
  X(brown, 0xA52A2AFF)

namespace colors {
#define X(name, value) inline constexpr Rgba name = Rgba::from_packed(value);
DALA_NAMED_COLORS(X)
#undef X
}  // namespace colors

[[nodiscard]] DALA_API std::optional<Rgba> color_from_name(std::string_view name);

}  // namespace dala
