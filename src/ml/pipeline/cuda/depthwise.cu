// A convolution of every channel by itself. A thread computes ROWS outputs below each other and keeps
// what they share; neighbours to the sides share through the cache.
//
// In front of this text stand, as macros: CHANNELS H W OH OW KH KW SY SX DY DX PY PX BATCH THREADS ROWS
// and ADDS, and the functions `float before(float)` and `float after(float)` of activations.

#define STRIPS ((OH + ROWS - 1) / ROWS)
// Rows of the picture that the outputs of a thread see.
#define SEEN ((ROWS - 1) * SY + (KH - 1) * DY + 1)

extern "C" __global__ void __launch_bounds__(THREADS)
    depthwise(const float* __restrict__ input, const float* __restrict__ weights,
              const float* __restrict__ bias,
#if ADDS
              const float* __restrict__ addend,
#endif
              float* __restrict__ output) {
  const int p = blockIdx.x * THREADS + threadIdx.x;
  const int plane = blockIdx.y;  // of all pictures
  if (p >= STRIPS * OW) return;
  const int channel = plane % CHANNELS;
  const int top = p / OW * ROWS;
  const int left = p % OW;
  const int y0 = top * SY - PY;
  const int x0 = left * SX - PX;
  const float* from = input + (size_t)plane * (H * W);
  float w[KH * KW];
#pragma unroll
  for (int i = 0; i < KH * KW; ++i) w[i] = __ldg(weights + channel * (KH * KW) + i);
  const float shift = __ldg(bias + channel);
  float sums[ROWS];
#pragma unroll
  for (int r = 0; r < ROWS; ++r) sums[r] = shift;
#pragma unroll
  for (int s = 0; s < SEEN; ++s) {
    const int y = y0 + s;
    const bool in_row = (unsigned)y < (unsigned)H;
    float seen[KW];
#pragma unroll
    for (int kx = 0; kx < KW; ++kx) {
      const int x = x0 + kx * DX;
      seen[kx] = in_row && (unsigned)x < (unsigned)W ? __ldg(from + y * W + x) : 0.0f;
    }
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
      const int offset = s - r * SY;
      if (offset < 0 || offset % DY != 0 || offset / DY >= KH) continue;
#pragma unroll
      for (int kx = 0; kx < KW; ++kx) sums[r] += seen[kx] * w[offset / DY * KW + kx];
    }
  }
#pragma unroll
  for (int r = 0; r < ROWS; ++r) {
    if (top + r >= OH) break;
    const size_t at = (size_t)plane * (OH * OW) + (top + r) * OW + left;
    float value = before(sums[r]);
#if ADDS
    value += __ldg(addend + at);
#endif
    output[at] = after(value);
  }
}
