// Metal's names for a plain C++ compiler.
#pragma once

#include "shim.hpp"

namespace metal {

template <typename T, int N>
struct Vector;
template <typename T>
struct Vector<T, 2> {
  T x, y;
  Vector() = default;
  Vector(T x_, T y_) : x(x_), y(y_) {}
  explicit Vector(T a) : x(a), y(a) {}
};
template <typename T>
struct Vector<T, 3> {
  T x, y, z;
  Vector() = default;
  Vector(T x_, T y_, T z_) : x(x_), y(y_), z(z_) {}
  explicit Vector(T a) : x(a), y(a), z(a) {}
};
template <typename T>
struct Vector<T, 4> {
  T x, y, z, w;
  Vector() = default;
  Vector(T x_, T y_, T z_, T w_) : x(x_), y(y_), z(z_), w(w_) {}
  explicit Vector(T a) : x(a), y(a), z(a), w(a) {}
};

#define SHIM_OPERATOR(op)                                                          \
  template <typename T, int N>                                                     \
  Vector<T, N> operator op(Vector<T, N> a, Vector<T, N> b) {                       \
    if constexpr (N == 2) return {a.x op b.x, a.y op b.y};                         \
    if constexpr (N == 3) return {a.x op b.x, a.y op b.y, a.z op b.z};             \
    if constexpr (N == 4) return {a.x op b.x, a.y op b.y, a.z op b.z, a.w op b.w}; \
  }
SHIM_OPERATOR(+)
SHIM_OPERATOR(-)
SHIM_OPERATOR(*)
SHIM_OPERATOR(/)
#undef SHIM_OPERATOR
template <typename T, int N>
Vector<T, N> operator-(Vector<T, N> a) {
  return Vector<T, N>(T(-0.0)) - a;
}

using float2 = Vector<float, 2>;
using float3 = Vector<float, 3>;
using float4 = Vector<float, 4>;
using int2 = Vector<int, 2>;
using int3 = Vector<int, 3>;
using int4 = Vector<int, 4>;
using uint2 = Vector<unsigned, 2>;
using uint3 = Vector<unsigned, 3>;
using uint4 = Vector<unsigned, 4>;

using std::acos, std::asin, std::atan, std::atan2, std::ceil, std::cos, std::exp, std::exp2;
using std::fabs, std::floor, std::fma, std::fmod, std::log, std::log2, std::pow, std::round;
using std::sin, std::sqrt, std::tan, std::tanh, std::trunc;
inline float rsqrt(float a) { return 1 / std::sqrt(a); }

template <typename T>
T popcount(T a) {
  return static_cast<T>(std::popcount(a));
}
template <typename T>
T clz(T a) {
  return static_cast<T>(std::countl_zero(a));
}
template <typename T>
T ctz(T a) {
  return static_cast<T>(std::countr_zero(a));
}

inline int mulhi(int a, int b) { return static_cast<int>(static_cast<long long>(a) * b >> 32); }
inline unsigned mulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
}

enum class mem_flags { mem_threadgroup };
inline void threadgroup_barrier(mem_flags) { shim::sync(); }

using atomic_int = int;
using atomic_uint = unsigned;
using atomic_float = float;
enum Order { memory_order_relaxed };
#define SHIM_ATOMIC(name)                         \
  template <typename T>                           \
  T atomic_##name##_explicit(T* at, T b, Order) { \
    return std::atomic_ref<T>(*at).name(b);       \
  }
SHIM_ATOMIC(fetch_add)
SHIM_ATOMIC(fetch_and)
SHIM_ATOMIC(fetch_or)
SHIM_ATOMIC(fetch_xor)
SHIM_ATOMIC(exchange)
#undef SHIM_ATOMIC
template <typename T>
T atomic_load_explicit(T* at, Order) {
  return std::atomic_ref<T>(*at).load();
}
template <typename T>
bool atomic_compare_exchange_weak_explicit(T* at, T* expected, T b, Order, Order) {
  return std::atomic_ref<T>(*at).compare_exchange_weak(*expected, b);
}
template <typename T>
T atomic_fetch_min_explicit(T* at, T b, Order) {
  std::atomic_ref<T> word(*at);
  T old = word.load();
  while (b < old && !word.compare_exchange_weak(old, b)) {
  }
  return old;
}
template <typename T>
T atomic_fetch_max_explicit(T* at, T b, Order) {
  std::atomic_ref<T> word(*at);
  T old = word.load();
  while (b > old && !word.compare_exchange_weak(old, b)) {
  }
  return old;
}

}  // namespace metal

template <typename To, typename From>
To as_type(From bits) {
  return std::bit_cast<To>(bits);
}

namespace shim {

// `kernel` takes all buffers as pointers, then where the unit is.
template <typename... Args>
void launch(void (*kernel)(Args...), const Launch& l) {
  constexpr std::size_t buffers = sizeof...(Args) - 2;
  using All = std::tuple<Args...>;
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    run_groups(l, [&] {
      kernel(static_cast<std::tuple_element_t<I, All>>(l.buffers[I])...,
             metal::uint3(group.x, group.y, group.z), unit.x);
    });
  }(std::make_index_sequence<buffers>{});
}

}  // namespace shim

// Last, as they would change the standard library's headers.
#define kernel
#define device
#define threadgroup
