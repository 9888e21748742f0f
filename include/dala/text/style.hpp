// How a text looks: font, colours, what lies behind it, and how its lines are broken.
//
//   dala::TextStyle style{.text = "Hello", .size = 48, .weight = 700};
//   style.background = {.color = {0, 0, 0, 160}, .padding_x = 12, .padding_y = 6, .radius = 8};
//
// All lengths are pixels.
#pragma once

#include <cstdint>
#include <string>

#include <dala/surface/color.hpp>

namespace dala {

enum class TextAlign : std::uint8_t {
  start,  // the side from which the text is read
  end,    // the other
  left,
  center,
  right,
};

// All around the letters. Those that are pictures (emoji) have none.
struct TextOutline {
  double width = 0;  // 0: none
  Rgba color = colors::black;

  friend bool operator==(const TextOutline&, const TextOutline&) = default;
};

struct TextShadow {
  double dx = 0;
  double dy = 0;
  double blur = 0;  // how far it fades
  Rgba color = colors::transparent;

  friend bool operator==(const TextShadow&, const TextShadow&) = default;
};

// A rounded rectangle behind the whole text.
struct TextBackground {
  Rgba color = colors::transparent;
  double padding_x = 0;
  double padding_y = 0;
  double radius = 0;

  friend bool operator==(const TextBackground&, const TextBackground&) = default;
};

struct TextStyle {
  std::string text = {};              // UTF-8; a line feed ends a line
  std::string family = "sans-serif";  // as fontconfig knows it, or the path of a font file
  double size = 32;                   // of an em, 1 to 2048
  int weight = 400;                   // 100 (thin) to 900 (black)
  bool italic = false;
  Rgba color = colors::white;
  TextOutline outline = {};
  TextShadow shadow = {};
  TextBackground background = {};
  TextAlign align = TextAlign::start;
  double line_height = 0;     // from line to line in ems; 0: what the font says
  double wrap_width = 0;      // lines are broken to fit in; 0: only at line feeds
  int max_lines = 0;          // 0: as many as there are
  bool ellipsis = false;      // what has no room ends in "…"; else it is cut
  std::string language = {};  // "vi", "ar"; empty: by the letters

  friend bool operator==(const TextStyle&, const TextStyle&) = default;
};

}  // namespace dala
