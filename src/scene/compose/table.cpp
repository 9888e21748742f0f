#include "scene/compose/table.hpp"

#include <algorithm>
#include <bit>

namespace dala::scene {

void write_row(const Item& item, std::int32_t layer, std::int32_t mask,
               std::span<std::int32_t, whole_fields> whole, std::span<float, real_fields> real) {
  whole[whole_x0] = item.bounds.x0;
  whole[whole_y0] = item.bounds.y0;
  whole[whole_x1] = item.bounds.x1;
  whole[whole_y1] = item.bounds.y1;
  whole[whole_layer] = layer;
  whole[whole_mask] = mask;
  whole[whole_blend] = static_cast<std::int32_t>(item.blend);
  whole[whole_opacity] = item.opacity;
  whole[whole_flags] = (item.covered ? flag_covered : 0) | (item.map.is_move() ? flag_move : 0) |
                       (item.box.radius > 0 ? flag_round : 0) |
                       (item.shows_opaque() ? flag_opaque : 0);
  whole[whole_color] = std::bit_cast<std::int32_t>(item.color);
  const SourceMap& m = item.map;
  const std::int32_t map[] = {m.xx, m.xy, m.x0, m.yx, m.yy, m.y0};
  std::ranges::copy(map, whole.begin() + whole_map);
  const std::int32_t taps[] = {item.taps.x0, item.taps.y0, item.taps.x1, item.taps.y1};
  std::ranges::copy(taps, whole.begin() + whole_taps);
  whole[whole_mask_x] = item.mask_x;
  whole[whole_mask_y] = item.mask_y;
  const BoxMap& b = item.box;
  const float box[] = {b.xx,    b.xy,     b.x0,     b.yx,     b.yy,    b.y0,
                       b.width, b.height, b.radius, b.grow_x, b.grow_y};
  std::ranges::copy(box, real.begin());
}

void write_row(const Region& region, std::span<std::int32_t, whole_fields> whole) {
  const std::int32_t row[] = {region.rect.x0,
                              region.rect.y0,
                              region.rect.x1,
                              region.rect.y1,
                              region.first,
                              region.keeps ? 1 : 0,
                              std::bit_cast<std::int32_t>(region.background)};
  std::ranges::copy(row, whole.begin());
}

}  // namespace dala::scene
