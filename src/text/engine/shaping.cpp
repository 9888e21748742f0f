#include "text/engine/shaping.hpp"

namespace dala::text {

Shaper::Shaper() : buffer_(hb_buffer_create()) {}

double Shaper::shape(const Analysis& analysis, const Item& item, int begin, int end,
                     const TextStyle& style, double x, std::vector<Glyph>& glyphs) {
  hb_buffer_t* buffer = buffer_.get();
  hb_buffer_clear_contents(buffer);
  hb_buffer_add_utf16(buffer, reinterpret_cast<const std::uint16_t*>(analysis.text.data()),
                      analysis.size(), static_cast<unsigned>(begin), end - begin);
  hb_buffer_set_direction(buffer, item.right_to_left ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
  hb_buffer_set_script(buffer, item.script);
  const std::string& language = style.language;
  hb_buffer_set_language(buffer,
                         hb_language_from_string(language.empty() ? "und" : language.c_str(), -1));
  hb_shape(item.face->shaper(), buffer, nullptr, 0);

  unsigned count = 0;
  const hb_glyph_info_t* infos = hb_buffer_get_glyph_infos(buffer, &count);
  const hb_glyph_position_t* positions = hb_buffer_get_glyph_positions(buffer, &count);
  const double unit = item.face->unit() * style.size;
  const double from = x;
  for (unsigned i = 0; i < count; ++i) {
    const double advance = positions[i].x_advance * unit;
    glyphs.push_back({.face = item.face,
                      .id = infos[i].codepoint,
                      .place = static_cast<int>(infos[i].cluster),
                      .x = x + positions[i].x_offset * unit,
                      .y = -positions[i].y_offset * unit,
                      .advance = advance});
    x += advance;
  }
  return x - from;
}

}  // namespace dala::text
