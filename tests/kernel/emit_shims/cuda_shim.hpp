// CUDA's names for a plain C++ compiler.
#pragma once

#include "shim.hpp"

#define __device__
#define __global__
#define __grid_constant__
#define __shared__ static
#define __launch_bounds__(units)
#define blockDim shim::group_size
#define blockIdx shim::group
#define threadIdx shim::unit

inline void __syncthreads() { shim::sync(); }
inline float __uint_as_float(unsigned bits) { return std::bit_cast<float>(bits); }
inline unsigned __float_as_uint(float a) { return std::bit_cast<unsigned>(a); }
inline long long __double_as_longlong(double a) { return std::bit_cast<long long>(a); }
inline int __mulhi(int a, int b) { return static_cast<int>(static_cast<long long>(a) * b >> 32); }
inline unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
}
inline double __longlong_as_double(long long bits) { return std::bit_cast<double>(bits); }
inline double __hiloint2double(int high, int low) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(static_cast<unsigned>(high)) << 32 |
                               static_cast<unsigned>(low));
}
inline int __popc(unsigned a) { return std::popcount(a); }
inline int __popcll(unsigned long long a) { return std::popcount(a); }
inline int __clz(int a) { return std::countl_zero(static_cast<unsigned>(a)); }
inline int __clzll(long long a) { return std::countl_zero(static_cast<unsigned long long>(a)); }
inline int __ffs(int a) { return __builtin_ffs(a); }
inline int __ffsll(long long a) { return __builtin_ffsll(a); }
inline float rsqrtf(float a) { return 1 / std::sqrt(a); }
inline double rsqrt(double a) { return 1 / std::sqrt(a); }

// All units of the group come here, as in kernels that were made from ours.
template <typename T>
T __shfl_sync(unsigned, T value, int lane) {
  static T values[1024];
  const unsigned own = shim::unit.x;
  values[own] = value;
  shim::sync();
  const T given = values[own / 32 * 32 + static_cast<unsigned>(lane) % 32];
  shim::sync();
  return given;
}
inline unsigned __ballot_sync(unsigned, bool value) {
  unsigned bits = 0;
  for (int i = 0; i < 32; ++i) bits |= static_cast<unsigned>(__shfl_sync(~0u, value, i)) << i;
  return bits;
}

template <typename T, typename Change>
T shim_atomic(T* at, Change change) {
  std::atomic_ref<T> word(*at);
  T old = word.load();
  while (!word.compare_exchange_weak(old, change(old))) {
  }
  return old;
}
template <typename T>
T atomicAdd(T* at, T b) {
  return std::atomic_ref<T>(*at).fetch_add(b);
}
template <typename T>
T atomicMin(T* at, T b) {
  return shim_atomic(at, [&](T a) { return a < b ? a : b; });
}
template <typename T>
T atomicMax(T* at, T b) {
  return shim_atomic(at, [&](T a) { return a > b ? a : b; });
}
template <typename T>
T atomicAnd(T* at, T b) {
  return std::atomic_ref<T>(*at).fetch_and(b);
}
template <typename T>
T atomicOr(T* at, T b) {
  return std::atomic_ref<T>(*at).fetch_or(b);
}
template <typename T>
T atomicXor(T* at, T b) {
  return std::atomic_ref<T>(*at).fetch_xor(b);
}
template <typename T>
T atomicExch(T* at, T b) {
  return std::atomic_ref<T>(*at).exchange(b);
}

namespace shim {

// The tensors are pointers, and the words of the launch a value.
template <typename Argument>
Argument argument(void* buffer) {
  if constexpr (std::is_pointer_v<Argument>)
    return static_cast<Argument>(buffer);
  else
    return *static_cast<const Argument*>(buffer);
}

template <typename... Args>
void launch(void (*kernel)(Args...), const Launch& l) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    run_groups(l, [&] { kernel(argument<Args>(l.buffers[I])...); });
  }(std::index_sequence_for<Args...>{});
}

}  // namespace shim
