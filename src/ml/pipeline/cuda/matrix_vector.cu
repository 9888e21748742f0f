// A matrix {M, K} times few vectors {BATCH, K}, a warp for each row of the matrix, whose reading
// determines the time.
//
// Defined before this source: the macros M K BATCH and ADDS, and the functions `float before(float)`
// and `float after(float)` of activations.

#define WARPS 8

#if K % 4 == 0
typedef float4 Part;
static __device__ __forceinline__ float product(const float4& a, const float4& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
#else
typedef float Part;
static __device__ __forceinline__ float product(float a, float b) { return a * b; }
#endif
#define PARTS (K / int(sizeof(Part) / sizeof(float)))

extern "C" __global__ void __launch_bounds__(WARPS * 32)
    matrix_vector(const float* __restrict__ input, const float* __restrict__ weights,
                  const float* __restrict__ bias,
#if ADDS
                  const float* __restrict__ addend,
#endif
                  float* __restrict__ output) {
  const int row = blockIdx.x * WARPS + threadIdx.x / 32;
  const int lane = threadIdx.x % 32;
  if (row >= M) return;
  const Part* from = reinterpret_cast<const Part*>(weights + (size_t)row * K);
  float sums[BATCH] = {};
#pragma unroll 8
  for (int k = lane; k < PARTS; k += 32) {
    const Part own = __ldg(from + k);
#pragma unroll
    for (int b = 0; b < BATCH; ++b)
      sums[b] += product(own, __ldg(reinterpret_cast<const Part*>(input + (size_t)b * K) + k));
  }
#pragma unroll
  for (int b = 0; b < BATCH; ++b) {
    float sum = sums[b];
#pragma unroll
    for (int apart = 16; apart > 0; apart /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, apart);
    if (lane != 0) continue;
    const size_t at = (size_t)b * M + row;
    float value = before(sum + __ldg(bias + row));
#if ADDS
    value += __ldg(addend + at);
#endif
    output[at] = after(value);
  }
}
