// The product of a matrix and one to four columns of floats: along the rows of a, because across
// so few columns most of every vector would be empty.
//
// Every element of the output is added up in the same order, whichever rows are worked on with it,
// so the result does not depend on how the work is cut up.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/kernels/matmul_narrow.cpp"
#include "core/simd.hpp"
// After the settings.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef DALA_MATMUL_NARROW_ONCE
#define DALA_MATMUL_NARROW_ONCE
#include <algorithm>
#include <cstring>
#include <utility>

#include "backend/cpu/kernels/parts.hpp"

namespace dala::backend::cpu::matmul_narrow {

inline constexpr std::size_t most_columns = 4;
// Elements of each column that are copied at a time: 32 KiB for the most and largest.
inline constexpr std::size_t copied = 1024;

struct Sizes {
  std::size_t n;
  std::size_t k;
};

}  // namespace dala::backend::cpu::matmul_narrow
#endif

#include "backend/cpu/kernels/matmul_vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace dala::backend::cpu::matmul_narrow {
namespace HWY_NAMESPACE {
namespace {

using matmul::HWY_NAMESPACE::lanes;
using matmul::HWY_NAMESPACE::Vector;
using matmul::HWY_NAMESPACE::vector_bytes;

template <typename T>
struct Rows {
  const T* a;
  const T* columns;  // copied: one after the other, `copied` apart
  T* out;
  std::size_t k;  // elements of a row of a
  std::size_t depth;
  bool add;  // to what is in the output already
};

// Half on half, which is quick and exact.
template <typename T, std::size_t bytes>
HWY_INLINE T sum_of(const T (&parts)[bytes / sizeof(T)]) {
  constexpr std::size_t half = bytes / sizeof(T) / 2;
  T sums[half];
#pragma GCC unroll 16
  for (std::size_t i = 0; i < half; ++i) sums[i] = parts[i] + parts[i + half];
  if constexpr (half == 1)
    return sums[0];
  else
    return sum_of<T, bytes / 2>(sums);
}

template <typename T, std::size_t rows, std::size_t n>
void multiply_rows(const Rows<T>& in) {
  Vector<T> sum[rows][n];
#pragma GCC unroll 4
  for (std::size_t r = 0; r < rows; ++r)
#pragma GCC unroll 4
    for (std::size_t c = 0; c < n; ++c) sum[r][c] = Vector<T>{};
  std::size_t k = 0;
#pragma GCC unroll 1
  for (; k + lanes<T> <= in.depth; k += lanes<T>) {
    Vector<T> column[n];
#pragma GCC unroll 4
    for (std::size_t c = 0; c < n; ++c)
      std::memcpy(&column[c], in.columns + c * copied + k, sizeof(Vector<T>));
#pragma GCC unroll 4
    for (std::size_t r = 0; r < rows; ++r) {
      Vector<T> row;
      std::memcpy(&row, in.a + r * in.k + k, sizeof(Vector<T>));
#pragma GCC unroll 4
      for (std::size_t c = 0; c < n; ++c) sum[r][c] += row * column[c];
    }
  }
#pragma GCC unroll 4
  for (std::size_t r = 0; r < rows; ++r)
#pragma GCC unroll 4
    for (std::size_t c = 0; c < n; ++c) {
      T parts[lanes<T>];
      std::memcpy(parts, &sum[r][c], sizeof(parts));
      T total = sum_of<T, vector_bytes>(parts);
      for (std::size_t i = k; i < in.depth; ++i)
        total += in.a[r * in.k + i] * in.columns[c * copied + i];
      T& to = in.out[r * n + c];
      to = in.add ? to + total : total;
    }
}

template <typename T, std::size_t n>
void multiply(const KernelCall& call, std::size_t k, std::size_t begin, std::size_t end) {
  constexpr std::size_t at_once = 4;
  const T* a = call.inputs[0].host<T>();
  const T* b = call.inputs[1].host<T>();
  T* out = call.outputs[0].host<T>();
  T copy[n * copied];
  for (std::size_t from = 0; from < k; from += copied) {
    const std::size_t depth = std::min(copied, k - from);
    if constexpr (n > 1)
      for (std::size_t i = 0; i < depth; ++i)
        for (std::size_t c = 0; c < n; ++c) copy[c * copied + i] = b[(from + i) * n + c];
    Rows<T> rows{nullptr, n > 1 ? copy : b + from, nullptr, k, depth, from != 0};
    for (std::size_t i = begin; i < end;) {
      rows.a = a + i * k + from;
      rows.out = out + i * n;
      if (i + at_once <= end) {
        multiply_rows<T, at_once, n>(rows);
        i += at_once;
      } else {
        multiply_rows<T, 1, n>(rows);
        ++i;
      }
    }
  }
}

template <typename T>
void multiply(const KernelCall& call, const Sizes& size, std::size_t begin, std::size_t end) {
  switch (size.n) {
    case 1:
      return multiply<T, 1>(call, size.k, begin, end);
    case 2:
      return multiply<T, 2>(call, size.k, begin, end);
    case 3:
      return multiply<T, 3>(call, size.k, begin, end);
    default:
      return multiply<T, most_columns>(call, size.k, begin, end);
  }
}

}  // namespace

void run_rows(const KernelCall& call, const Sizes& size, std::size_t begin, std::size_t end) {
  switch (call.outputs[0].dtype) {
    case DType::f32:
      return multiply<float>(call, size, begin, end);
    case DType::f64:
      return multiply<double>(call, size, begin, end);
    case DType::s32:
    case DType::s64:
    case DType::u32:
    case DType::u8:
    case DType::s8:
    case DType::u16:
    case DType::s16:
    case DType::f16:
    case DType::bf16:
    case DType::boolean:
      break;
  }
  std::unreachable();  // rejected
}

}  // namespace HWY_NAMESPACE
}  // namespace dala::backend::cpu::matmul_narrow
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dala::backend::cpu {
namespace matmul_narrow {

HWY_EXPORT(run_rows);

namespace {

Result<void> run(const KernelCall& call, WorkerPool& pool) {
  const Sizes size{static_cast<std::size_t>(call.outputs[0].shape[1]),
                   static_cast<std::size_t>(call.inputs[0].shape[1])};
  constexpr std::size_t worth_a_thread = std::size_t{1} << 18U;  // elements of a
  const std::size_t grain = std::max<std::size_t>(4, worth_a_thread / size.k / 4 * 4);
  pool.parallel_for(static_cast<std::size_t>(call.outputs[0].shape[0]), grain,
                    [&](std::size_t begin, std::size_t end) {
                      HWY_DYNAMIC_DISPATCH(run_rows)(call, size, begin, end);
                    });
  return {};
}

std::string_view rejects(const KernelCall& call) {
  constexpr std::int64_t shortest = 16;
  const DType dtype = call.outputs[0].dtype;
  if (dtype != DType::f32 && dtype != DType::f64) return "it multiplies only f32 and f64";
  if (call.outputs[0].shape[1] > static_cast<std::int64_t>(most_columns))
    return "there are more than 4 columns";
  if (call.inputs[0].shape[1] < shortest) return "the rows have fewer than 16 elements";
  return {};
}

}  // namespace
}  // namespace matmul_narrow

void add_matmul_narrow(ImplementationList& list) {
  list.push_back({"matmul", "narrow", matmul_narrow::rejects, matmul_narrow::run});
}

}  // namespace dala::backend::cpu
#endif
