// Softmax along one axis.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/kernels/softmax.cpp"
#include "core/simd.hpp"
// After the settings.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "backend/cpu/kernels/math-inl.hpp"

#ifndef DALA_SOFTMAX_ONCE
#define DALA_SOFTMAX_ONCE
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "backend/cpu/implementation.hpp"
#include "backend/cpu/kernels/pieces.hpp"
#include "core/dispatch.hpp"

namespace dala::backend::cpu::softmax {

// Columns handled together where the axis is not the last one.
inline constexpr std::size_t block_columns = 256;
// Elements added up in the element type before the sum goes on in 64 bits.
inline constexpr std::size_t block_terms = 1024;

}  // namespace dala::backend::cpu::softmax
#endif

HWY_BEFORE_NAMESPACE();
namespace dala::backend::cpu::softmax {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
namespace m = math::HWY_NAMESPACE;

// Of a line without NaN; with one, any number, and the NaN shows up in the sum.
template <typename T>
T largest(const T* x, std::size_t count) {
  const hn::ScalableTag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  auto best = hn::Set(d, -std::numeric_limits<T>::infinity());
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) best = hn::Max(hn::LoadU(d, x + i), best);
  T result = hn::GetLane(hn::MaxOfLanes(d, best));
  for (; i < count; ++i) result = x[i] > result ? x[i] : result;
  return result;
}

template <typename T>
struct ExpMinus {
  T shift;
  template <class D, class V = hn::Vec<D>>
  HWY_INLINE V operator()(D d, V x) const {
    return m::ExpOfNegative()(d, hn::Sub(x, hn::Set(d, shift)));
  }
};

template <typename T>
T sum(const T* x, std::size_t count) {
  const hn::ScalableTag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  auto total = hn::Zero(d);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) total = hn::Add(total, hn::LoadU(d, x + i));
  T result = hn::GetLane(hn::SumOfLanes(d, total));
  for (; i < count; ++i) result += x[i];
  return result;
}

template <typename T>
void line(const T* from, T* to, std::size_t count) {
  const ExpMinus<T> shifted{largest(from, count)};
  double total = 0;
  for (std::size_t i = 0; i < count; i += block_terms) {
    const std::size_t size = std::min(block_terms, count - i);
    m::map_vectors(from + i, to + i, size, shifted);
    total += static_cast<double>(sum(to + i, size));
  }
  const T scale = static_cast<T>(1 / total);
  DALA_INDEPENDENT
  for (std::size_t i = 0; i < count; ++i) to[i] *= scale;
}

// `width` neighbouring columns of `length` elements, `stride` apart.
template <typename T>
void columns(const T* from, T* to, std::size_t length, std::size_t stride, std::size_t width) {
  T best[block_columns];
  double total[block_columns];
  std::fill_n(best, width, -std::numeric_limits<T>::infinity());
  std::fill_n(total, width, 0.0);
  for (std::size_t row = 0; row < length; ++row) {
    const T* x = from + row * stride;
    DALA_INDEPENDENT
    for (std::size_t i = 0; i < width; ++i) best[i] = x[i] > best[i] ? x[i] : best[i];
  }
  for (std::size_t row = 0; row < length; ++row) {
    const T* x = from + row * stride;
    T* y = to + row * stride;
    DALA_INDEPENDENT
    for (std::size_t i = 0; i < width; ++i) y[i] = x[i] - best[i];
    m::map_vectors(y, y, width, m::ExpOfNegative{});
    DALA_INDEPENDENT
    for (std::size_t i = 0; i < width; ++i) total[i] += static_cast<double>(y[i]);
  }
  for (std::size_t i = 0; i < width; ++i) best[i] = static_cast<T>(1 / total[i]);
  for (std::size_t row = 0; row < length; ++row) {
    T* y = to + row * stride;
    DALA_INDEPENDENT
    for (std::size_t i = 0; i < width; ++i) y[i] *= best[i];
  }
}

// The same of small floats, as f32. There is no room for a whole line in f32, so its exponentials
// are computed twice, and each is rounded once.
template <typename T>
  requires(is_small_float_type<T>)
void line(const T* from, T* to, std::size_t count) {
  alignas(64) float tile[block_terms];
  const auto in_tiles = [&](const auto& each) {
    for (std::size_t i = 0; i < count; i += block_terms) {
      const std::size_t size = std::min(block_terms, count - i);
      for (std::size_t k = 0; k < size; ++k) tile[k] = from[i + k];
      each(i, size);
    }
  };
  float best = -std::numeric_limits<float>::infinity();
  in_tiles([&](std::size_t, std::size_t size) { best = std::max(best, largest(tile, size)); });
  const ExpMinus<float> shifted{best};
  double total = 0;
  in_tiles([&](std::size_t, std::size_t size) {
    m::map_vectors(tile, tile, size, shifted);
    total += static_cast<double>(sum(tile, size));
  });
  const auto scale = static_cast<float>(1 / total);
  in_tiles([&](std::size_t at, std::size_t size) {
    m::map_vectors(tile, tile, size, shifted);
    for (std::size_t k = 0; k < size; ++k) to[at + k] = static_cast<T>(tile[k] * scale);
  });
}

template <typename T>
  requires(is_small_float_type<T>)
void columns(const T* from, T* to, std::size_t length, std::size_t stride, std::size_t width) {
  alignas(64) float tile[block_columns];
  float best[block_columns];
  double total[block_columns];
  std::fill_n(best, width, -std::numeric_limits<float>::infinity());
  std::fill_n(total, width, 0.0);
  for (std::size_t row = 0; row < length; ++row)
    for (std::size_t i = 0; i < width; ++i)
      best[i] = std::max(best[i], static_cast<float>(from[row * stride + i]));
  const auto exponentials = [&](std::size_t row) {
    for (std::size_t i = 0; i < width; ++i) tile[i] = from[row * stride + i] - best[i];
    m::map_vectors(tile, tile, width, m::ExpOfNegative{});
  };
  for (std::size_t row = 0; row < length; ++row) {
    exponentials(row);
    for (std::size_t i = 0; i < width; ++i) total[i] += static_cast<double>(tile[i]);
  }
  for (std::size_t row = 0; row < length; ++row) {
    exponentials(row);
    for (std::size_t i = 0; i < width; ++i)
      to[row * stride + i] = static_cast<T>(tile[i] * static_cast<float>(1 / total[i]));
  }
}

// Lines (or blocks of columns) begin..end of all.
template <typename T>
void range(const KernelCall& call, const AxisView& view, std::size_t begin, std::size_t end) {
  const T* from = call.inputs[0].host<T>();
  T* to = call.outputs[0].host<T>();
  const std::size_t blocks = (view.inner + block_columns - 1) / block_columns;
  for (std::size_t i = begin; i < end; ++i) {
    if (view.inner == 1) {
      line(from + i * view.length, to + i * view.length, view.length);
      continue;
    }
    const std::size_t column = i % blocks * block_columns;
    const std::size_t at = i / blocks * view.length * view.inner + column;
    columns(from + at, to + at, view.length, view.inner,
            std::min(block_columns, view.inner - column));
  }
}

}  // namespace

void run_range(const KernelCall& call, const AxisView& view, std::size_t begin, std::size_t end) {
  visit_number(call.outputs[0].dtype, [&]<typename T>(Type<T>) {
    if constexpr (is_float_type<T>) range<T>(call, view, begin, end);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace dala::backend::cpu::softmax
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dala::backend::cpu {
namespace softmax {

HWY_EXPORT(run_range);

namespace {

Result<void> run(const KernelCall& call, WorkerPool& pool) {
  const AxisView view = along_axis(call.outputs[0].shape, call.params[0].integer());
  const std::size_t blocks = (view.inner + block_columns - 1) / block_columns;
  const std::size_t each = 4 * view.length * std::min(view.inner, block_columns);
  pool.parallel_for(view.outer * blocks, grain_for(each), [&](std::size_t begin, std::size_t end) {
    HWY_DYNAMIC_DISPATCH(run_range)(call, view, begin, end);
  });
  return {};
}

}  // namespace
}  // namespace softmax

void add_softmax(ImplementationList& list) {
  list.push_back({"softmax", "simd", never_rejects, softmax::run});
}

}  // namespace dala::backend::cpu
#endif
