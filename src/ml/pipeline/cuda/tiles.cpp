#include "ml/pipeline/cuda/tiles.hpp"

#include <bit>
#include <cmath>

#include "core/error.hpp"

namespace dala::ml {

namespace {

// To the nearest half, with even ones in the middle; what is too large becomes infinite.
std::uint32_t half_bits(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = (bits >> 16U) & 0x8000U;
  const float size = std::abs(value);
  if (std::isnan(value)) return sign | 0x7e00U;
  if (size >= 65520.0F) return sign | 0x7c00U;
  // Below the smallest normal number halves lie 2^-24 apart.
  if (size < 0x1p-14F) return sign | static_cast<std::uint32_t>(std::nearbyint(size * 0x1p24F));
  const std::uint32_t rebased = std::bit_cast<std::uint32_t>(size) - (112U << 23U);
  return sign | ((rebased + 0x0fffU + ((rebased >> 13U) & 1U)) >> 13U);
}

// TF32: the nearest number with 10 bits behind the point.
std::uint32_t tf32_bits(float value) {
  return (std::bit_cast<std::uint32_t>(value) + 0x1000U) & 0xffffe000U;
}

}  // namespace

// Lane 4 r + c of a warp has rows r and r + 8 of a tile, and columns c and c + 4 (TF32) or 2 c, 2 c
// + 1 and 8 on (f16).
Result<Tensor> pack_tiles(const Matrix& matrix, std::int64_t rows, std::int64_t depth,
                          Precision precision) {
  const std::int64_t deep = product_depth(precision);
  const std::int64_t tiles_down = rows / 16;
  const std::int64_t tiles_deep = up(depth, deep) / deep;
  DALA_ASSIGN(Tensor packed, Tensor::make(DType::u32, Shape({tiles_down * tiles_deep * 128})));
  const auto at = [&](std::int64_t row, std::int64_t column) {
    return row < matrix.rows && column < matrix.depth
               ? matrix.numbers[static_cast<std::size_t>(row * matrix.depth + column)]
               : 0.0F;
  };
  const auto word = [&](std::int64_t row, std::int64_t column, std::int64_t of_lane) {
    if (precision == Precision::f16)
      return half_bits(at(row, column + 2 * of_lane)) |
             (half_bits(at(row, column + 2 * of_lane + 1)) << 16U);
    const float value = at(row, column + of_lane);
    return precision == Precision::f32 ? std::bit_cast<std::uint32_t>(value) : tf32_bits(value);
  };
  const auto to = packed.view.values<std::uint32_t>();
  std::size_t next = 0;
  for (std::int64_t down = 0; down < tiles_down; ++down)
    for (std::int64_t step = 0; step < tiles_deep; ++step)
      for (std::int64_t lane = 0; lane < 32; ++lane)
        for (std::int64_t i = 0; i < 4; ++i)
          to[next++] = word((down * 16) + (lane / 4) + (i % 2 * 8),
                            (step * deep) + (i / 2 * deep / 2), lane % 4);
  return packed;
}

}  // namespace dala::ml
