// How a matrix product is cut up so that what is used again is still in the caches. All figures
// were measured.
#pragma once

#include <algorithm>
#include <cstddef>

namespace dala::backend::cpu::matmul {

struct Sizes {
  std::size_t m;
  std::size_t n;
  std::size_t k;
};

struct Range {
  std::size_t begin;
  std::size_t end;
  [[nodiscard]] std::size_t size() const { return end - begin; }
};

// A part of the output.
struct Piece {
  Range rows;
  Range columns;
};

// The size of equal parts of `total`, multiples of `unit` and not much above `most`.
[[nodiscard]] inline std::size_t equal_parts(std::size_t total, std::size_t most,
                                             std::size_t unit) {
  const std::size_t parts = (total + most - 1) / most;
  return ((total + parts - 1) / parts + unit - 1) / unit * unit;
}

// How much of a row of a is taken at a time. The more, the fewer passes over the output, as long as
// a block of a and a strip fit the cache. With few rows reading b is what takes the time, and short
// strips let one go along its rows.
[[nodiscard]] inline std::size_t block_depth(const Sizes& size, std::size_t element) {
  return equal_parts(size.k, (size.m < 80 ? 512 : 2816) / element, 16);
}

// How many columns of b are copied before the first is used again.
[[nodiscard]] inline std::size_t block_columns(const Piece& piece, std::size_t unit) {
  return equal_parts(piece.columns.size(), 1024, unit);
}

// How many rows of a stay in the cache for all of these columns. Where the rows are short, writing
// the output is what takes the time, and that goes along its rows.
[[nodiscard]] inline std::size_t block_rows(const Piece& piece, std::size_t row_bytes,
                                            std::size_t unit) {
  return row_bytes < 512 ? unit : equal_parts(piece.rows.size(), (330U << 10U) / row_bytes, unit);
}

// How the output is dealt out to the threads: `count` rows or columns, `grain` at a time.
struct Cut {
  bool columns;
  std::size_t count;
  std::size_t grain;
};

// Pieces of columns, two for each thread so that one that is held up leaves work to the others.
// Pieces of rows, which all copy the same strips, only where there are too few columns. A thread
// is worth waking for `worth_a_thread` multiplications.
[[nodiscard]] inline Cut cut_up(const Sizes& size, std::size_t threads, double worth_a_thread) {
  constexpr std::size_t column_unit = 64;
  constexpr std::size_t row_unit = 6;
  const double work =
      static_cast<double>(size.m) * static_cast<double>(size.n) * static_cast<double>(size.k);
  const auto used = static_cast<std::size_t>(
      std::clamp(work / worth_a_thread, 1.0, static_cast<double>(threads)));
  if (used == 1) return {true, size.n, size.n};
  if (const std::size_t units = size.n / column_unit; units >= 2 * used)
    return {true, size.n, units / (2 * used) * column_unit};
  return {false, size.m, equal_parts(size.m, (size.m + used - 1) / used, row_unit)};
}

// A b of so many bytes is in the second-level cache anyway, and nothing of it need be asked for.
inline constexpr std::size_t small_b = 512U << 10U;

// Whether strips are read often enough to be worth a copy.
[[nodiscard]] inline bool copying_pays(const Piece& piece) { return piece.rows.size() > 12; }

}  // namespace dala::backend::cpu::matmul
