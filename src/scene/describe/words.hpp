// Choices by the names that scene files and messages use, in the order of their enums.
#pragma once

#include <array>
#include <string_view>

namespace dala::scene {

inline constexpr auto blend_words =
    std::to_array<std::string_view>({"normal", "multiply", "screen", "overlay", "add"});
inline constexpr auto fit_words = std::to_array<std::string_view>({"fill", "contain", "cover"});
inline constexpr auto loop_words = std::to_array<std::string_view>({"once", "repeat", "alternate"});
inline constexpr auto at_end_words =
    std::to_array<std::string_view>({"last_frame", "nothing", "color"});
inline constexpr auto align_words =
    std::to_array<std::string_view>({"start", "end", "left", "center", "right"});

}  // namespace dala::scene
