// Walking tensors with strides: what moving and broadcasting operators are made of.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>

#include "ml/ops/operator.hpp"

namespace dala::ml {

using Strides = std::array<std::int64_t, Shape::max_rank>;

// Of a row-major tensor, in elements.
[[nodiscard]] inline Strides strides_of(const Shape& shape) {
  Strides strides{};
  std::int64_t step = 1;
  for (std::size_t axis = shape.rank(); axis-- > 0;) {
    strides[axis] = step;
    step *= shape[axis];
  }
  return strides;
}

// The strides of a tensor broadcast to the shape `seen`: 0 along repeated axes.
[[nodiscard]] inline Strides broadcast_strides(const Shape& shape, const Shape& seen) {
  const Strides own = strides_of(shape);
  Strides strides{};
  const std::size_t lead = seen.rank() - shape.rank();
  for (std::size_t axis = 0; axis < shape.rank(); ++axis)
    strides[lead + axis] = shape[axis] == 1 ? 0 : own[axis];
  return strides;
}

// Sizes before, along and after an axis.
struct Around {
  std::size_t before = 1;
  std::size_t along = 1;
  std::size_t after = 1;
};

[[nodiscard]] inline Around around(const Shape& shape, std::size_t axis) {
  Around sizes;
  for (std::size_t i = 0; i < shape.rank(); ++i) {
    std::size_t& part = i < axis ? sizes.before : i == axis ? sizes.along : sizes.after;
    part *= static_cast<std::size_t>(shape[i]);
  }
  return sizes;
}

// Calls body(offset of each of N tensors, count, their steps along the last axis) for every run of
// `shape` along its last axis, in parts where one is long, until the time is over.
template <std::size_t N, typename Body>
void for_each_run(const Shape& shape, const std::array<Strides, N>& strides, Pace& pace,
                  const Body& body) {
  if (shape.elements() == 0) return;
  const std::size_t rank = shape.rank();
  std::array<std::int64_t, N> offsets{};
  std::array<std::int64_t, N> steps{};
  if (rank == 0) return body(offsets, std::int64_t{1}, steps);
  for (std::size_t n = 0; n < N; ++n) steps[n] = strides[n][rank - 1];
  std::array<std::int64_t, Shape::max_rank> index{};
  for (;;) {
    for (std::int64_t done = 0; done < shape[rank - 1];) {
      const std::int64_t count = std::min(Pace::often, shape[rank - 1] - done);
      if (pace.is_over(count)) return;
      std::array<std::int64_t, N> here = offsets;
      for (std::size_t n = 0; n < N; ++n) here[n] += done * steps[n];
      body(here, count, steps);
      done += count;
    }
    std::size_t axis = rank - 1;
    for (;;) {
      if (axis == 0) return;
      --axis;
      for (std::size_t n = 0; n < N; ++n) offsets[n] += strides[n][axis];
      if (++index[axis] < shape[axis]) break;
      for (std::size_t n = 0; n < N; ++n) offsets[n] -= strides[n][axis] * shape[axis];
      index[axis] = 0;
    }
  }
}

// out = f(a, b) for two tensors that broadcast to the shape of `out`.
template <typename A, typename B, typename Out, typename F>
void apply_pairs(const TensorView& a, const TensorView& b, const TensorView& out,
                 const Watch* watch, const F& f) {
  const A* left = a.values<A>().data();
  const B* right = b.values<B>().data();
  Out* result = out.values<Out>().data();
  const std::array strides{broadcast_strides(a.shape, out.shape),
                           broadcast_strides(b.shape, out.shape)};
  Pace pace(watch);
  for_each_run<2>(out.shape, strides, pace,
                  [&](const auto& offset, std::int64_t count, const auto& step) {
                    const A* x = left + offset[0];
                    const B* y = right + offset[1];
                    if (step[0] == 1 && step[1] == 1) {
                      for (std::int64_t i = 0; i < count; ++i) result[i] = f(x[i], y[i]);
                    } else {
                      for (std::int64_t i = 0; i < count; ++i)
                        result[i] = f(x[i * step[0]], y[i * step[1]]);
                    }
                    result += count;
                  });
}

// out (row-major, of `shape`) = the elements of `from` at `strides`, whatever their type.
inline void copy_strided(const std::byte* from, const Strides& strides, const Shape& shape,
                         std::size_t element, std::byte* out, const Watch* watch) {
  const auto size = static_cast<std::int64_t>(element);
  Pace pace(watch);
  const auto copy = [&](const auto& offset, std::int64_t count, const auto& step) {
    const std::byte* source = from + offset[0] * size;
    if (step[0] == 1) {
      std::memcpy(out, source, static_cast<std::size_t>(count * size));
    } else if (element == 4) {
      for (std::int64_t i = 0; i < count; ++i)
        std::memcpy(out + i * 4, source + i * step[0] * 4, 4);
    } else {
      for (std::int64_t i = 0; i < count; ++i)
        std::memcpy(out + i * size, source + i * step[0] * size, element);
    }
    out += count * size;
  };
  for_each_run<1>(shape, {strides}, pace, copy);
}

}  // namespace dala::ml
