// What an item does to one pixel, written as item.hpp says it: what everything else is compared
// with, and what runs on processors without vectors.
#pragma once

#include <cstdint>

#include "scene/compose/rows.hpp"

namespace dala::scene {

// The pixel (x, y), which lies within the item's bounds, after the item was put over `there`.
[[nodiscard]] std::uint32_t painted(const PaintItem& item, std::uint32_t there, std::int32_t x,
                                    std::int32_t y);

}  // namespace dala::scene
