#include "kernel/legalize/tile_layout.hpp"

#include <algorithm>
#include <bit>

namespace dala::kernel {

namespace {

std::uint32_t bits_below(std::uint32_t power) {
  return static_cast<std::uint32_t>(std::countr_zero(power));
}

}  // namespace

TileLayout plain_layout(const ir::Tile& tile) {
  const std::uint32_t width = std::min(tile.columns, 8U);
  const std::uint32_t height = ir::subgroup_units / width;
  TileLayout layout{.row = {.shift = bits_below(width), .count = height},
                    .column = {.count = width},
                    .places = {}};
  for (std::uint32_t row = 0; row < tile.rows; row += height)
    for (std::uint32_t column = 0; column < tile.columns; column += width)
      layout.places.push_back({row, column});
  return layout;
}

TileLayout left_packed_layout(std::uint32_t in_word) {
  TileLayout layout{
      .row = {.shift = 2, .count = 8}, .column = {.count = 4, .factor = in_word}, .places = {}};
  for (std::uint32_t i = 0; i < 8; ++i) {
    const std::uint32_t word = i / in_word;
    layout.places.push_back({word % 2 * 8, word / 2 * 4 * in_word + i % in_word});
  }
  return layout;
}

TileLayout right_packed_layout(std::uint32_t in_word) {
  TileLayout layout{
      .row = {.count = 4, .factor = in_word}, .column = {.shift = 2, .count = 8}, .places = {}};
  for (std::uint32_t i = 0; i < 8; ++i) {
    const std::uint32_t word = i % 4 / in_word;
    layout.places.push_back({word * 4 * in_word + i % in_word, i / 4 * 8});
  }
  return layout;
}

TileLayout packed_sums_layout() {
  TileLayout layout{
      .row = {.shift = 2, .count = 8}, .column = {.count = 4, .factor = 2}, .places = {}};
  for (std::uint32_t i = 0; i < 8; ++i) layout.places.push_back({i / 2 % 2 * 8, i % 2 + i / 4 * 8});
  return layout;
}

}  // namespace dala::kernel
