// The reference implementation of item.hpp for one pixel. All others are compared with it, and
// processors without vectors run it.
#pragma once

#include <cstdint>

#include "scene/compose/rows.hpp"

namespace dala::scene {

// The result at pixel (x, y), which lies within the item's bounds, of compositing the item over
// `there`.
[[nodiscard]] std::uint32_t painted(const PaintItem& item, std::uint32_t there, std::int32_t x,
                                    std::int32_t y);

}  // namespace dala::scene
