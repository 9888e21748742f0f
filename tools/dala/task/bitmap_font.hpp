// Letters of five by seven dots, for labels on pictures. Small letters look like capitals, and what
// has no letter here is a box.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace dala::cli {

// Of a label with a border of one dot, where a dot is `dot` pixels wide.
[[nodiscard]] std::uint32_t label_width(std::string_view text, std::uint32_t dot);
[[nodiscard]] std::uint32_t label_height(std::uint32_t dot);

// Calls draw(column, row) for each dot that is set, from the first letter's top left corner.
void for_each_dot(std::string_view text,
                  const std::function<void(std::uint32_t column, std::uint32_t row)>& draw);

}  // namespace dala::cli
