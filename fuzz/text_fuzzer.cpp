// Texts: any bytes, in any style, are an error or a picture and a layout that stay inside of
// themselves.
#include <cstdlib>
#include <cstring>

#include <dala/text.hpp>

namespace {

// Numbers that styles may have, and some that they may not.
double number(std::uint8_t byte) {
  constexpr double odd[] = {0, -1, 1e9, 1e-9, __builtin_nan("")};
  return byte < 250 ? byte : odd[byte - 250 < 5 ? byte - 250 : 4];
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t head = 12;
  if (size < head) return 0;
  dala::TextStyle style{.text = {reinterpret_cast<const char*>(data) + head, size - head}};
  style.size = number(data[0]) / 2;
  style.weight = data[1] % 10 * 100;
  style.italic = data[1] % 2 != 0;
  style.outline.width = number(data[2]) / 16;
  style.shadow = {.dx = number(data[3]) - 100,
                  .dy = number(data[4]) - 100,
                  .blur = number(data[5]),
                  .color = dala::colors::red};
  style.background = {.color = dala::colors::blue,
                      .padding_x = number(data[6]),
                      .padding_y = number(data[7]),
                      .radius = number(data[8])};
  style.wrap_width = number(data[9]) * 4;
  style.max_lines = data[10] % 8;
  style.ellipsis = data[10] >= 128;
  style.align = static_cast<dala::TextAlign>(data[11] % 5);

  const auto layout = dala::layout_text(style);
  const auto drawn = dala::draw_text(style);
  if (!layout) {
    if (drawn) std::abort();
    return 0;
  }
  for (const dala::TextGlyph& glyph : layout->glyphs)
    if (glyph.byte > style.text.size() || glyph.font >= layout->fonts.size()) std::abort();
  for (const dala::TextLine& line : layout->lines)
    if (line.begin > line.end || line.end > style.text.size()) std::abort();
  if (style.max_lines > 0 && layout->lines.size() > static_cast<std::size_t>(style.max_lines))
    std::abort();
  if (drawn && (drawn->picture.rgba.size() !=
                    std::size_t{4} * drawn->picture.width * drawn->picture.height ||
                drawn->left + drawn->width > drawn->picture.width ||
                drawn->top + drawn->height > drawn->picture.height))
    std::abort();
  return 0;
}
