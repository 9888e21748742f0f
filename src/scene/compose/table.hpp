// Items as tables that kernels read: whole numbers in one, real ones in another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "scene/compose/item.hpp"

namespace dala::scene {

// Places in a row of the table of whole numbers.
enum WholeField : std::size_t {
  whole_x0,
  whole_y0,
  whole_x1,
  whole_y1,
  whole_layer,  // number of its tensor, -1 for none
  whole_mask,
  whole_blend,
  whole_opacity,
  whole_flags,
  whole_color,
  whole_map,  // xx, xy, x0, yx, yy, y0
  whole_taps = whole_map + 6,
  whole_mask_x = whole_taps + 4,
  whole_mask_y,
  whole_fields = 24,
};
inline constexpr std::int32_t flag_covered = 1;
inline constexpr std::int32_t flag_move = 2;
inline constexpr std::int32_t flag_round = 4;
inline constexpr std::int32_t flag_opaque =
    8;  // its pixels are opaque, before coverage and opacity

// Places in a row of the table of real numbers: the eleven of BoxMap in their order.
inline constexpr std::size_t real_fields = 12;

// Of a region: x0, y0, x1, y1, first item, keeps, background. The regions' rows come before the
// items'.
enum RegionField : std::size_t { region_first = 4, region_keeps, region_background };

inline constexpr std::size_t most_regions = 8;
inline constexpr std::size_t most_items = 64;  // of one command
inline constexpr std::size_t table_rows = most_regions + most_items;

// `layer` and `mask` are the numbers of the tensors that hold them.
void write_row(const Item& item, std::int32_t layer, std::int32_t mask,
               std::span<std::int32_t, whole_fields> whole, std::span<float, real_fields> real);
void write_row(const Region& region, std::span<std::int32_t, whole_fields> whole);

}  // namespace dala::scene
