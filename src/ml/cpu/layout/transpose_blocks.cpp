#include "ml/cpu/layout/transpose_blocks.hpp"

#include <algorithm>
#include <cstring>

namespace dala::ml::cpu {

namespace {

// Vectors of four floats: every machine has them, and wider ones would not help, since this is
// bound by memory.
constexpr std::size_t side = 4;
typedef float Four __attribute__((vector_size(side * sizeof(float))));  // NOLINT

Four load(const float* from) {
  Four four;
  std::memcpy(&four, from, sizeof four);
  return four;
}

void store(Four four, float* to) { std::memcpy(to, &four, sizeof four); }

void turn_square(const float* from, std::size_t from_step, float* to, std::size_t to_step) {
  const Four a = load(from);
  const Four b = load(from + from_step);
  const Four c = load(from + 2 * from_step);
  const Four d = load(from + 3 * from_step);
  const Four ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5);
  const Four ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const Four cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5);
  const Four cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  store(__builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5), to);
  store(__builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7), to + to_step);
  store(__builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5), to + 2 * to_step);
  store(__builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7), to + 3 * to_step);
}

void turn_plainly(const TurnedMatrix& m, std::size_t first_row, std::size_t first_column) {
  for (std::size_t r = first_row; r < m.rows; ++r)
    for (std::size_t c = first_column; c < m.columns; ++c)
      m.to[c * m.to_step + r] = m.from[r * m.from_step + c];
}

}  // namespace

void turn(const TurnedMatrix& m) {
  // Rows that are read and written together: a cache line of each column.
  constexpr std::size_t strip = 16;
  const std::size_t rows = m.rows / side * side;
  const std::size_t columns = m.columns / side * side;
  for (std::size_t start = 0; start < rows; start += strip)
    for (std::size_t c = 0; c < columns; c += side)
      for (std::size_t r = start; r < std::min(start + strip, rows); r += side)
        turn_square(m.from + r * m.from_step + c, m.from_step, m.to + c * m.to_step + r, m.to_step);
  turn_plainly(m, rows, 0);
  TurnedMatrix above = m;
  above.rows = rows;
  turn_plainly(above, 0, columns);
}

}  // namespace dala::ml::cpu
