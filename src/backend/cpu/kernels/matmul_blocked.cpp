// The matrix product for every dtype and machine.
//
// The output is cut into pieces. For each, a strip of b as wide as two vectors is copied so that it
// lies in the first-level cache in the order it is needed; a tile of the output is then kept in
// registers while one goes down the strip.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/kernels/matmul_blocked.cpp"
#include "core/simd.hpp"
// After the settings.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef DALA_MATMUL_BLOCKED_ONCE
#define DALA_MATMUL_BLOCKED_ONCE
#include <algorithm>
#include <cstring>
#include <vector>

#include "backend/cpu/kernels/parts.hpp"
#include "backend/cpu/kernels/pieces.hpp"
#include "core/dispatch.hpp"

namespace dala::backend::cpu::matmul_blocked {

// Integers are multiplied without sign, in at least 32 bits: the low bits are the same.
template <typename T>
struct FactorType {
  using type = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
};
template <typename T>
  requires(is_float_type<T>)
struct FactorType<T> {
  using type = Computed<T>;
};
template <typename T>
using Factor = typename FactorType<T>::type;
// What sums are kept in from strip to strip: in the output, unless that would round them each time.
template <typename T>
using Kept = Computed<T>;

// Rows and columns of a piece of the output: multiples of every tile below.
inline constexpr std::size_t piece_rows = 168;
inline constexpr std::size_t piece_columns = 256;
// How far down a strip one goes before the next is copied: 32 KiB with the longest vectors.
inline constexpr std::size_t strip_depth = 256;

struct Sizes {
  std::size_t m;
  std::size_t n;
  std::size_t k;
};

}  // namespace dala::backend::cpu::matmul_blocked
#endif

#include "backend/cpu/kernels/matmul_vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace dala::backend::cpu::matmul_blocked {
namespace HWY_NAMESPACE {
namespace {

using matmul::HWY_NAMESPACE::lanes;
using matmul::HWY_NAMESPACE::Vector;
using matmul::HWY_NAMESPACE::vector_bytes;

// Two vectors per row of a tile, and as many rows as there are registers for.
constexpr std::size_t tile_rows = vector_bytes == 64 ? 14 : 6;

template <typename F>
constexpr std::size_t tile_columns = 2 * lanes<F>;

// An element as it is multiplied. Products of integers wrap, so that a sign is as good as any bits.
template <typename F, typename T>
F as_factor(T element) {
  return static_cast<F>(element);
}

// tile = a[0..tile_rows][0..depth] * strip
template <typename T, typename F = Factor<T>>
void multiply_tile(const T* a, std::size_t a_stride, const F* strip, std::size_t depth, F* tile) {
  Vector<F> sum[tile_rows][2] = {};
  for (std::size_t k = 0; k < depth; ++k, strip += tile_columns<F>) {
    Vector<F> left;
    Vector<F> right;
    std::memcpy(&left, strip, sizeof(Vector<F>));
    std::memcpy(&right, strip + lanes<F>, sizeof(Vector<F>));
#pragma GCC unroll 16
    for (std::size_t i = 0; i < tile_rows; ++i) {
      const F factor = as_factor<F>(a[i * a_stride + k]);
      sum[i][0] += factor * left;
      sum[i][1] += factor * right;
    }
  }
  std::memcpy(tile, sum, sizeof(sum));
}

template <typename T, typename F = Factor<T>>
void copy_strip(const T* b, std::size_t b_stride, std::size_t depth, std::size_t columns,
                F* strip) {
  constexpr std::size_t width = tile_columns<F>;
  for (std::size_t k = 0; k < depth; ++k, b += b_stride, strip += width) {
    for (std::size_t j = 0; j < columns; ++j) strip[j] = as_factor<F>(b[j]);
    for (std::size_t j = columns; j < width; ++j) strip[j] = 0;
  }
}

// Rows and columns of the output that start at (row, column).
struct Piece {
  const KernelCall* call;
  Sizes size;
  std::size_t row;
  std::size_t column;

  template <typename T>
  void operator()(Type<T> /*dtype*/) const {
    using F = Factor<T>;
    constexpr std::size_t width = tile_columns<F>;
    alignas(64) F strip[strip_depth * width];
    const std::size_t end = std::min(column + piece_columns, size.n);
    std::vector<float> sums(is_small_float_type<T> ? piece_rows * piece_columns : 0);
    Kept<T>* out = kept<T>(sums);
    const std::size_t out_stride = is_small_float_type<T> ? piece_columns : size.n;
    for (std::size_t k = 0; k < size.k; k += strip_depth) {
      const std::size_t depth = std::min(strip_depth, size.k - k);
      for (std::size_t j = column; j < end; j += width) {
        const std::size_t columns = std::min(width, end - j);
        copy_strip<T>(call->inputs[1].host<T>() + k * size.n + j, size.n, depth, columns, strip);
        down_the_rows<T>(k, depth, columns, strip, out + (j - column), out_stride);
      }
    }
    if constexpr (is_small_float_type<T>)
      for (std::size_t i = row; i < std::min(row + piece_rows, size.m); ++i)
        for (std::size_t j = column; j < end; ++j)
          call->outputs[0].host<T>()[i * size.n + j] =
              static_cast<T>(sums[(i - row) * piece_columns + j - column]);
  }

  // Where the piece begins.
  template <typename T>
  Kept<T>* kept(std::vector<float>& sums) const {
    if constexpr (is_small_float_type<T>)
      return sums.data();
    else
      return call->outputs[0].host<T>() + row * size.n + column;
  }

  template <typename T, typename F = Factor<T>>
  void down_the_rows(std::size_t k, std::size_t depth, std::size_t columns, const F* strip,
                     Kept<T>* out, std::size_t out_stride) const {
    constexpr std::size_t width = tile_columns<F>;
    const T* a = call->inputs[0].host<T>();
    alignas(64) F tile[tile_rows * width];
    T last_rows[tile_rows * strip_depth];
    const std::size_t end = std::min(row + piece_rows, size.m);
    for (std::size_t i = row; i < end; i += tile_rows) {
      const std::size_t rows = std::min(tile_rows, end - i);
      const T* from = a + i * size.k + k;
      std::size_t stride = size.k;
      if (rows < tile_rows) {  // there is nothing behind the last row that could be read
        for (std::size_t r = 0; r < tile_rows; ++r)
          std::memcpy(last_rows + r * depth, from + std::min(r, rows - 1) * size.k,
                      depth * sizeof(T));
        from = last_rows;
        stride = depth;
      }
      multiply_tile<T>(from, stride, strip, depth, tile);
      for (std::size_t r = 0; r < rows; ++r) {
        Kept<T>* to = out + (i - row + r) * out_stride;
        const F* sums = tile + r * width;
        if (k == 0)
          for (std::size_t c = 0; c < columns; ++c) to[c] = static_cast<Kept<T>>(sums[c]);
        else
          for (std::size_t c = 0; c < columns; ++c)
            to[c] = static_cast<Kept<T>>(static_cast<F>(to[c]) + sums[c]);
      }
    }
  }
};

}  // namespace

void run_piece(const KernelCall& call, const Sizes& size, std::size_t row, std::size_t column) {
  visit_number(call.outputs[0].dtype, Piece{&call, size, row, column});
}

}  // namespace HWY_NAMESPACE
}  // namespace dala::backend::cpu::matmul_blocked
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dala::backend::cpu {
namespace matmul_blocked {

HWY_EXPORT(run_piece);

namespace {

Result<void> run(const KernelCall& call, WorkerPool& pool) {
  const TensorRef& output = call.outputs[0];
  const Sizes size{static_cast<std::size_t>(output.shape[0]),
                   static_cast<std::size_t>(output.shape[1]),
                   static_cast<std::size_t>(call.inputs[0].shape[1])};
  if (output.bytes() == 0) return {};
  if (size.k == 0) {
    std::memset(output.host<std::byte>(), 0, output.bytes());
    return {};
  }
  constexpr std::size_t worth_a_thread = std::size_t{1} << 20U;  // multiplications
  const std::size_t rows = (size.m + piece_rows - 1) / piece_rows;
  const std::size_t columns = (size.n + piece_columns - 1) / piece_columns;
  const std::size_t each = std::min(size.m, piece_rows) * std::min(size.n, piece_columns) * size.k;
  const std::size_t grain = std::max<std::size_t>(1, worth_a_thread / each);
  pool.parallel_for(rows * columns, grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      HWY_DYNAMIC_DISPATCH(run_piece)(call, size, i / columns * piece_rows,
                                      i % columns * piece_columns);
  });
  return {};
}

}  // namespace
}  // namespace matmul_blocked

void add_matmul_blocked(ImplementationList& list) {
  list.push_back({"matmul", "blocked", never_refuses, matmul_blocked::run});
}

}  // namespace dala::backend::cpu
#endif
