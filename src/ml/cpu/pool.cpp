#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ml/cpu/pool.cpp"
#include "core/simd.hpp"
// After the settings.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef DALA_ML_POOL_ONCE
#define DALA_ML_POOL_ONCE
#include <algorithm>
#include <limits>

#include "ml/cpu/pool.hpp"

namespace dala::ml::cpu {

namespace {

// The taps of a window that lie inside, along one axis.
struct Range {
  std::int64_t begin;
  std::int64_t end;
};

Range inside(const Window& w, std::size_t axis, std::int64_t at) {
  const std::int64_t first = at * w.stride[axis] - w.pad_before[axis];
  Range range{0, w.kernel[axis]};
  while (range.begin < range.end && first + range.begin * w.dilation[axis] < 0) ++range.begin;
  while (range.end > range.begin && first + (range.end - 1) * w.dilation[axis] >= w.in[axis])
    --range.end;
  return range;
}

// Taps that count in a mean that includes padding: all that do not lie beyond the padding.
std::int64_t counted(const Window& w, std::size_t axis, std::int64_t at) {
  const std::int64_t first = at * w.stride[axis] - w.pad_before[axis];
  std::int64_t count = w.kernel[axis];
  while (count > 0 && first + (count - 1) * w.dilation[axis] >= w.in[axis] + w.pad_after[axis])
    --count;
  return count;
}

}  // namespace

}  // namespace dala::ml::cpu
#endif

#include "ml/cpu/vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace dala::ml::cpu {
namespace HWY_NAMESPACE {
namespace {

template <bool largest>
void pool_row_of(const PoolSpec& spec, std::int64_t y, const float* plane, float* out) {
  const Window& w = spec.window;
  const Range rows = inside(w, 0, y);
  for (std::int64_t x = 0; x < w.out[1]; ++x) {
    const Range columns = inside(w, 1, x);
    Vector sums[per_block];
    for (Vector& sum : sums) sum = all(largest ? -std::numeric_limits<float>::infinity() : 0.0F);
    for (std::int64_t ky = rows.begin; ky < rows.end; ++ky)
      for (std::int64_t kx = columns.begin; kx < columns.end; ++kx) {
        const std::int64_t row = y * w.stride[0] - w.pad_before[0] + ky * w.dilation[0];
        const std::int64_t column = x * w.stride[1] - w.pad_before[1] + kx * w.dilation[1];
        const float* from = plane + (row * w.in[1] + column) * static_cast<std::int64_t>(block);
        for (std::size_t v = 0; v < per_block; ++v) {
          const Vector here = load(from + v * lanes);
          sums[v] = largest ? most(here, sums[v]) : sums[v] + here;
        }
      }
    const std::int64_t seen = spec.count_padding
                                  ? counted(w, 0, y) * counted(w, 1, x)
                                  : (rows.end - rows.begin) * (columns.end - columns.begin);
    for (std::size_t v = 0; v < per_block; ++v) {
      if (!largest) sums[v] = seen == 0 ? all(0) : sums[v] / static_cast<float>(seen);
      store(sums[v], out + v * lanes);
    }
    out += block;
  }
}

}  // namespace

void pool_row(const PoolSpec& spec, std::int64_t y, const float* plane, float* out) {
  (spec.largest ? pool_row_of<true> : pool_row_of<false>)(spec, y, plane, out);
}

// Adds pixels to the sums in the output.
void add_pixels(std::size_t count, const float* in, float* sums) {
  for (std::size_t v = 0; v < per_block; ++v) {
    Vector sum = load(sums + v * lanes);
    for (std::size_t p = 0; p < count; ++p) sum += load(in + p * block + v * lanes);
    store(sum, sums + v * lanes);
  }
}

void resize_row(const ResizePlan& plan, const Taps& row, std::size_t width, const float* plane,
                float* out) {
  for (const Taps& column : plan.axes[1]) {
    Vector sums[per_block] = {};
    for (std::size_t y = 0; y < plan.taps; ++y)
      for (std::size_t x = 0; x < plan.taps; ++x) {
        const float weight = row.weight[y] * column.weight[x];
        const float* from = plane + (static_cast<std::size_t>(row.index[y]) * width +
                                     static_cast<std::size_t>(column.index[x])) *
                                        block;
        for (std::size_t v = 0; v < per_block; ++v) sums[v] += load(from + v * lanes) * weight;
      }
    for (std::size_t v = 0; v < per_block; ++v) store(sums[v], out + v * lanes);
    out += block;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace dala::ml::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dala::ml::cpu {

namespace {

HWY_EXPORT(pool_row);
HWY_EXPORT(add_pixels);
HWY_EXPORT(resize_row);

}  // namespace

void pool(const PoolSpec& spec, const float* in, float* out, const HostThreads& threads) {
  const Window& w = spec.window;
  const auto rows = static_cast<std::size_t>(w.out[0]);
  const auto in_area = static_cast<std::size_t>(w.in[0] * w.in[1]) * block;
  const auto out_row = static_cast<std::size_t>(w.out[1]) * block;
  threads.parallel_for(spec.planes * rows, 4, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) HWY_DYNAMIC_DISPATCH(pool_row)
    (spec, static_cast<std::int64_t>(i % rows), in + i / rows * in_area, out + i * out_row);
  });
}

void mean_of_planes(std::size_t planes, std::size_t area, const float* in, float* out,
                    const HostThreads& threads, const Watch* watch) {
  threads.parallel_for(planes, 8, [&](std::size_t begin, std::size_t end) {
    Pace pace(watch);
    for (std::size_t i = begin; i < end; ++i) {
      float* means = out + i * block;
      std::fill_n(means, block, 0.0F);
      in_pieces(pace, area, [&](std::size_t first, std::size_t last) {
        HWY_DYNAMIC_DISPATCH(add_pixels)
        (last - first, in + (i * area + first) * block, means);
      });
      for (std::size_t c = 0; c < block; ++c) means[c] /= static_cast<float>(area);
    }
  });
}

void resize_blocks(const ResizePlan& plan, const Picture& size, const float* in, float* out,
                   const HostThreads& threads) {
  const std::size_t rows = plan.axes[0].size();
  const std::size_t columns = plan.axes[1].size();
  threads.parallel_for(size.n * blocks_of(size.channels) * rows, 4,
                       [&](std::size_t begin, std::size_t end) {
                         for (std::size_t i = begin; i < end; ++i) HWY_DYNAMIC_DISPATCH(resize_row)
                         (plan, plan.axes[0][i % rows], size.width,
                          in + i / rows * size.area() * block, out + i * columns * block);
                       });
}

}  // namespace dala::ml::cpu
#endif
