// The inner loops of scaling, for every instruction set.
//
// A pair is two neighbours of a source row, one for each target pixel; its weight is how far the
// target lies towards the right one, in 128ths, twice in 16 bits. Rows have weights in 32768ths.
// Pairs, weights and what is written to `out` are padded to whole vectors.
#pragma once

#include <cstddef>
#include <cstdint>

namespace dala::surface {

struct ScaleRows {
  // A source row at the target's width, in 128ths; the order is known to mix_stretched.
  void (*stretch_row)(const std::uint32_t* pairs, const std::uint32_t* weights, std::size_t n,
                      std::uint16_t* out);
  // Two of those onto the frame.
  void (*mix_stretched)(std::uint32_t* pixels, std::size_t n, const std::uint16_t* upper,
                        const std::uint16_t* lower, std::int16_t weight, bool opaque);
  // Or the other way round: two source rows into one,
  void (*mix_rows)(const std::uint32_t* upper, const std::uint32_t* lower, std::size_t n,
                   std::int16_t weight, std::uint32_t* out);
  // and that onto the frame, at the target's width.
  void (*stretch_mixed)(std::uint32_t* pixels, std::size_t n, const std::uint32_t* pairs,
                        const std::uint32_t* weights, bool opaque);
  std::size_t pixels_in_vector;
};

[[nodiscard]] ScaleRows scale_rows();

}  // namespace dala::surface
