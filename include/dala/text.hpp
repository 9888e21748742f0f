// Text in any script, laid out and drawn.
//
//   auto drawn = dala::draw_text({.text = "Xin chào, مرحبا, नमस्ते, 你好 👋", .size = 48});
//   dala::media::write_picture("hello.png", drawn->picture);      // <dala/media/still.hpp>
//
// Letters are shaped by HarfBuzz (joined, stacked and reordered as their script asks), ordered by
// the Unicode bidirectional algorithm, and broken into lines where Unicode allows. Fonts come from
// fontconfig; letters that the wanted font lacks come from the others on the machine, emoji in
// colour. The same style and fonts give the same pixels.
//
// All of that is in a library of its own (libdala-text) that the first text loads; where it is
// missing, or the machine has no font, every call is the error `unsupported`. Calls may come from
// any thread; one is carried out at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <dala/core/error.hpp>
#include <dala/core/export.hpp>
#include <dala/core/picture.hpp>
#include <dala/text/style.hpp>

namespace dala {

inline constexpr std::size_t max_text_bytes = 65536;
inline constexpr double max_text_size = 2048;
inline constexpr double max_text_length = 16384;  // of lines, as long as a picture's side
inline constexpr std::uint64_t max_text_pixels = std::uint64_t{1} << 25;

// Positions are pixels from the top left of the box: the lines with the padding around them.
struct TextGlyph {
  std::uint32_t id = 0;    // in its font
  std::uint32_t font = 0;  // which of TextLayout::fonts
  double x = 0;            // of its origin, on the baseline
  double y = 0;
  double advance = 0;
  std::size_t byte = 0;  // where its letters begin in the text
};

struct TextLine {
  double x = 0;
  double baseline = 0;
  double width = 0;        // without spaces at its end
  std::size_t begin = 0;   // bytes of the text, without the newline
  std::size_t end = 0;     //
  std::size_t glyphs = 0;  // the first of this line; they end where the next line's begin
  bool right_to_left = false;
};

struct TextLayout {
  std::uint32_t width = 0;  // of the box
  std::uint32_t height = 0;
  std::vector<TextLine> lines = {};
  std::vector<TextGlyph> glyphs = {};   // as they are seen, from the left
  std::vector<std::string> fonts = {};  // "Noto Sans Bold"
  std::size_t missing = 0;              // letters that no font here has: drawn as empty boxes
  bool cut = false;                     // by `max_lines`
};

struct DrawnText {
  media::Picture picture = {};
  // Where the box begins in the picture. The picture is larger where a shadow, an outline or a
  // letter reaches beyond the box.
  std::uint32_t left = 0;
  std::uint32_t top = 0;
  std::uint32_t width = 0;  // of the box
  std::uint32_t height = 0;
};

[[nodiscard]] DALA_API Result<TextLayout> layout_text(const TextStyle& style);
[[nodiscard]] DALA_API Result<DrawnText> draw_text(const TextStyle& style);
// The same, into memory that is used again. On failure `drawn` is as it was.
[[nodiscard]] DALA_API Result<void> draw_text(const TextStyle& style, DrawnText& drawn);

// The libraries that lay out and draw, with their versions; the error says why there is no text.
[[nodiscard]] DALA_API Result<std::string> text_version();

}  // namespace dala
