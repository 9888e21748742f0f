// One operation on two tensors of the same shape, 16 bytes at a time. Loads and stores are streaming,
// since each address is used once: they do not evict other data from the cache.
//
// Defined before this source: the types T, an element as an unsigned or floating type, and W, what it
// is computed in, and the macros OP, the operation, and THREADS, the threads of a block.

#define EACH (16 / sizeof(T))

union Vector {
  uint4 bits;
  T at[EACH];
};

extern "C" __global__ void __launch_bounds__(THREADS)
    elementwise(const T* a, const T* b, T* output, unsigned long long count) {
  const unsigned long long whole = count / EACH;
  const unsigned long long at = (unsigned long long)blockIdx.x * THREADS + threadIdx.x;
  if (at < whole) {
    Vector left;
    Vector right;
    left.bits = __ldcs(reinterpret_cast<const uint4*>(a) + at);
    right.bits = __ldcs(reinterpret_cast<const uint4*>(b) + at);
#pragma unroll
    for (int k = 0; k < EACH; ++k) left.at[k] = T(W(left.at[k]) OP W(right.at[k]));
    __stcs(reinterpret_cast<uint4*>(output) + at, left.bits);
  }
  // The elements after the last whole vector.
  const unsigned long long last = whole * EACH + at;
  if (at < EACH && last < count) output[last] = T(W(a[last]) OP W(b[last]));
}
