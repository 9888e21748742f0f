// Functions of floats on whole vectors. Compiled once per instruction set.
#if defined(DALA_MATH_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef DALA_MATH_INL_HPP
#undef DALA_MATH_INL_HPP
#else
#define DALA_MATH_INL_HPP
#endif

#include <cstddef>
#include <iterator>
#include <limits>

#include <dala/core/element_types.hpp>

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace dala::backend::cpu::math {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Highway's Exp gives 0 for NaN.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V keep_nan(D /*d*/, V x, V result) {
  return hn::IfThenElse(hn::Eq(x, x), result, x);
}

// exp(x) for x <= 0.
struct ExpOfNegative {
  template <class D, class V = hn::Vec<D>>
  HWY_INLINE V operator()(D d, V x) const {
    return keep_nan(d, x, hn::Exp(d, x));
  }
};

struct Sigmoid {
  template <class D, class V = hn::Vec<D>>
  HWY_INLINE V operator()(D d, V x) const {
    // The exponential of a negative number cannot overflow.
    const V one = hn::Set(d, static_cast<hn::TFromD<D>>(1));
    const V e = hn::Exp(d, hn::Neg(hn::Abs(x)));
    const V top = hn::IfThenElse(hn::Lt(x, hn::Zero(d)), e, one);
    return keep_nan(d, x, hn::Div(top, hn::Add(one, e)));
  }
};

struct Tanh {
  template <class D, class V = hn::Vec<D>>
  HWY_INLINE V operator()(D d, V x) const {
    return hn::Tanh(d, x);
  }
};

// x * sigmoid(2u), which is 0.5 * x * (1 + tanh(u)) without losing the small values of negative x.
struct GeluTanh {
  template <class D, class V = hn::Vec<D>>
  HWY_INLINE V operator()(D d, V x) const {
    using T = hn::TFromD<D>;
    const V twice_root = hn::Set(d, static_cast<T>(1.5957691216057307117597842397375));
    const V cubic = hn::Set(d, static_cast<T>(0.044715));
    const V twice_u =
        hn::Mul(hn::Mul(twice_root, x), hn::MulAdd(hn::Mul(cubic, x), x, hn::Set(d, T{1})));
    const V at_minus_infinity = hn::Zero(d);
    const auto is_minus_infinity = hn::Eq(x, hn::Set(d, -std::numeric_limits<T>::infinity()));
    return hn::IfThenElse(is_minus_infinity, at_minus_infinity, hn::Mul(x, Sigmoid()(d, twice_u)));
  }
};

// to[i] = f(from[i])
template <typename T, class F>
void map_vectors(const T* from, T* to, std::size_t count, F f) {
  const hn::ScalableTag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) hn::StoreU(f(d, hn::LoadU(d, from + i)), d, to + i);
  if (i == count) return;
  T rest[HWY_MAX_BYTES / sizeof(T)] = {};
  for (std::size_t k = i; k < count; ++k) rest[k - i] = from[k];
  hn::StoreU(f(d, hn::LoadU(d, rest)), d, rest);
  for (std::size_t k = i; k < count; ++k) to[k] = rest[k - i];
}

// The same for floats of any size: small ones are computed as f32, some at a time.
template <typename T, class F>
void map_floats(const T* from, T* to, std::size_t count, F f) {
  if constexpr (is_small_float_type<T>) {
    alignas(64) float tile[256];
    constexpr std::size_t step = std::size(tile);
    for (std::size_t i = 0; i < count; i += step) {
      const std::size_t size = count - i < step ? count - i : step;
      for (std::size_t k = 0; k < size; ++k) tile[k] = from[i + k];
      map_vectors(tile, tile, size, f);
      for (std::size_t k = 0; k < size; ++k) to[i + k] = static_cast<T>(tile[k]);
    }
  } else {
    map_vectors(from, to, count, f);
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace dala::backend::cpu::math
HWY_AFTER_NAMESPACE();

#endif
