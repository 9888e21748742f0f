// One operation on two tensors of the same shape, 16 bytes at a time and VECTORS of them in flight
// for each unit. What is read and written once does not push other things out of the cache.
//
// In front of this text stand T, an element as an unsigned or floating type, and, as macros, OP, the
// operation, UNITS and VECTORS.

#define EACH (16 / sizeof(T))

union Vector {
  uint4 bits;
  T at[EACH];
};

extern "C" __global__ void __launch_bounds__(UNITS)
    elementwise(const T* a, const T* b, T* output, unsigned long long count) {
  const unsigned long long whole = count / EACH;
  const unsigned long long first = (unsigned long long)blockIdx.x * (UNITS * VECTORS) + threadIdx.x;
  Vector left[VECTORS];
  Vector right[VECTORS];
#pragma unroll
  for (int i = 0; i < VECTORS; ++i) {
    const unsigned long long at = first + i * UNITS;
    if (at >= whole) continue;
    left[i].bits = __ldcs(reinterpret_cast<const uint4*>(a) + at);
    right[i].bits = __ldcs(reinterpret_cast<const uint4*>(b) + at);
  }
#pragma unroll
  for (int i = 0; i < VECTORS; ++i) {
    const unsigned long long at = first + i * UNITS;
    if (at >= whole) continue;
#pragma unroll
    for (int k = 0; k < EACH; ++k) left[i].at[k] = T(left[i].at[k] OP right[i].at[k]);
    __stcs(reinterpret_cast<uint4*>(output) + at, left[i].bits);
  }
  // The elements after the last whole vector.
  const unsigned long long last = whole * EACH + first;
  if (last < count && first < EACH) output[last] = T(a[last] OP b[last]);
}
