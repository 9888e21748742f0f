// A tile of a matrix product, kept in registers while one goes down a strip of b. Compiled once per
// instruction set.
#if defined(DALA_MATMUL_TILE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef DALA_MATMUL_TILE_INL_HPP
#undef DALA_MATMUL_TILE_INL_HPP
#else
#define DALA_MATMUL_TILE_INL_HPP
#endif

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <utility>

#include "backend/cpu/kernels/matmul_vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace dala::backend::cpu::matmul {
namespace HWY_NAMESPACE {
namespace {

// As many sums as there are registers for, less those for a row of the strip and an element of a.
// A wide tile reads few elements of a, which can therefore stay where they are.
constexpr std::size_t tile_rows = 6;
constexpr bool many_registers = !HWY_ARCH_X86 || vector_bytes == 64;
constexpr std::size_t tile_vectors = many_registers ? 4 : 2;
template <typename T>
constexpr std::size_t tile_columns = tile_vectors * lanes<T>;

// Rows as wide as a tile that are needed soon. The processor foresees steps along a row, but not
// from one row to the next, so they are asked for one by one.
template <typename T>
struct Rows {
  const T* next = nullptr;
  std::size_t stride = 0;
  std::size_t left = 0;
};

template <typename T>
struct Tile {
  const T* a;
  std::size_t a_stride;
  const T* b;  // the strip, in place or copied
  std::size_t b_stride;
  T* copy;  // where it is copied to on the way, if it is; rows as wide as the tile
  T* out;
  std::size_t out_stride;
  std::size_t columns;  // of the output; the strip may be filled up to whole vectors
  std::size_t depth;
  bool add;  // to what is in the output already
  Rows<T>* soon;
};

// How often something is asked for, in steps down the strip.
constexpr std::size_t steps_at_once = 16;

template <typename T>
HWY_INLINE void ask_for_row(Rows<T>& rows) {
  const char* row = reinterpret_cast<const char*>(rows.next);
  for (std::size_t byte = 0; byte < tile_vectors * vector_bytes; byte += 64)
    __builtin_prefetch(row + byte, 0, 2);
  __builtin_prefetch(row + tile_vectors * vector_bytes - 1, 0, 2);  // it may start within a line
  rows.next += rows.stride;
  --rows.left;
}

// The output's rows, one at a time so that all have come when `left` steps are done.
template <typename T, std::size_t rows, std::size_t vectors>
HWY_INLINE void ask_for_output(const Tile<T>& tile, std::size_t left) {
  const std::size_t r = (left - 1) / steps_at_once;
  if (r >= rows) return;
  const char* row = reinterpret_cast<const char*>(tile.out + r * tile.out_stride);
  for (std::size_t byte = 0; byte < vectors * vector_bytes; byte += 64)
    __builtin_prefetch(row + byte, 1, 3);
}

// Inlined, and with every index known when compiled: else the sums would go through memory.
template <typename T, std::size_t rows, std::size_t vectors>
HWY_INLINE void write_sums(const Vector<T> (&sum)[rows][vectors], T* out, std::size_t stride,
                           bool add) {
#pragma GCC unroll 16
  for (std::size_t r = 0; r < rows; ++r)
#pragma GCC unroll 16
    for (std::size_t v = 0; v < vectors; ++v) {
      T* to = out + r * stride + v * lanes<T>;
      Vector<T> result = sum[r][v];
      if (add) {
        Vector<T> before;
        std::memcpy(&before, to, sizeof(before));
        result += before;
      }
      std::memcpy(to, &result, sizeof(result));
    }
}

template <typename T, std::size_t rows, std::size_t vectors>
HWY_INLINE void write_tile(const Tile<T>& tile, const Vector<T> (&sum)[rows][vectors]) {
  constexpr std::size_t width = vectors * lanes<T>;
  if (tile.columns == width) {
    if (tile.add)
      write_sums(sum, tile.out, tile.out_stride, true);
    else
      write_sums(sum, tile.out, tile.out_stride, false);
    return;
  }
  T sums[rows * width];
  write_sums(sum, sums, width, false);
  for (std::size_t r = 0; r < rows; ++r) {
    T* to = tile.out + r * tile.out_stride;
    for (std::size_t c = 0; c < tile.columns; ++c)
      to[c] = tile.add ? sums[r * width + c] + to[c] : sums[r * width + c];
  }
}

// The loops over rows and vectors must be unrolled for the sums to stay in registers; the one down
// the strip must not be, or the compiler reads so far ahead that they do not.
template <typename T, std::size_t rows, std::size_t vectors, bool copies>
HWY_NOINLINE void multiply_tile(const Tile<T>& tile) {
  Vector<T> sum[rows][vectors];
#pragma GCC unroll 16
  for (std::size_t r = 0; r < rows; ++r)
#pragma GCC unroll 16
    for (std::size_t v = 0; v < vectors; ++v) sum[r][v] = Vector<T>{};
  const T* a = tile.a;
  const T* b = tile.b;
  T* copy = tile.copy;
  const std::size_t a_stride = tile.a_stride;
  const std::size_t b_stride = tile.b_stride;
  Rows<T> soon = *tile.soon;
  for (std::size_t left = tile.depth; left != 0;) {
    if (soon.left != 0) ask_for_row(soon);
    ask_for_output<T, rows, vectors>(tile, left);
    const std::size_t steps = std::min(left, steps_at_once);
    left -= steps;
#pragma GCC unroll 1
    for (std::size_t k = steps; k != 0; --k) {
      Vector<T> row[vectors];
#pragma GCC unroll 16
      for (std::size_t v = 0; v < vectors; ++v) {
        std::memcpy(&row[v], b + v * lanes<T>, sizeof(row[v]));
        if constexpr (copies) std::memcpy(copy + v * lanes<T>, &row[v], sizeof(row[v]));
      }
#pragma GCC unroll 16
      for (std::size_t r = 0; r < rows; ++r) {
        const T factor = a[r * a_stride];
#pragma GCC unroll 16
        for (std::size_t v = 0; v < vectors; ++v) sum[r][v] += factor * row[v];
      }
      ++a;
      b += b_stride;
      if constexpr (copies) copy += vectors * lanes<T>;
    }
  }
  *tile.soon = soon;
  write_tile<T, rows, vectors>(tile, sum);
}

template <typename T>
using TileFunction = void (*)(const Tile<T>&);

// One for each number of rows and vectors, from 1.
template <typename T, std::size_t... i>
constexpr auto tile_functions(std::index_sequence<i...> /*all*/) {
  return std::array<TileFunction<T>, sizeof...(i)>{
      multiply_tile<T, i / tile_vectors + 1, i % tile_vectors + 1, false>...};
}

template <typename T>
void run_tile(const Tile<T>& tile, std::size_t rows, std::size_t vectors) {
  static constexpr auto functions =
      tile_functions<T>(std::make_index_sequence<tile_rows * tile_vectors>());
  functions[(rows - 1) * tile_vectors + vectors - 1](tile);
}

// A whole tile that copies the strip it reads.
template <typename T>
void run_copying_tile(const Tile<T>& tile) {
  multiply_tile<T, tile_rows, tile_vectors, true>(tile);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace dala::backend::cpu::matmul
HWY_AFTER_NAMESPACE();

#endif
