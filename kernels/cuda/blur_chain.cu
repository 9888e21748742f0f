// A gaussian blur, and after it sharpening and brightness where the chain has them, on a frame of
// four bytes a pixel: one pass over memory. A block makes TW by TH pixels out of a tile in shared
// memory that reaches far enough to all sides; every step is rounded to bytes as it is on its own.
//
// Beyond an edge the frame goes on mirrored. So does what is made of it, because the weights are the
// same on both sides: steps can take positions outside of the frame like all others.
//
// In front of this text stand, as macros: W H, the frame, both above RADIUS + 1; RADIUS, from 1 to
// 8; SHARPENS and BRIGHTENS, 0 or 1; ARGUMENTS, the kernel's parameters behind the tensors.

#define TW 64
#define TH 32
#define UNITS 256
#define AROUND SHARPENS                       // pixels that the last step sees to each side
#define HALO (RADIUS + AROUND)
#define LEFT ((HALO + 3) / 4 * 4)             // so that what comes first is aligned
#define SPAN (TW + 8)                         // columns between the blurs, in whole fours
#define WIDE (LEFT + SPAN + RADIUS + 4)       // columns of the frame's tile
#define STRIDE ((WIDE + 3) / 4 * 4)
#define TALL (TH + 2 * HALO)
#define MIDDLE (TH + 2 * AROUND)              // rows after both blurs
#define RB 0x00ff00ffu

static __device__ __forceinline__ int mirrored(int i, int n) {
  i = i < 0 ? -i : i;
  i = i >= n ? 2 * (n - 1) - i : i;
  // Far outside, where nothing is kept of what is made of it.
  return min(max(i, 0), n - 1);
}

// Red and blue of a pixel in two halves of a word; green by itself.
struct Sums {
  unsigned rb, g;
};
static __device__ __forceinline__ Sums parts(unsigned pixel) {
  return {pixel & RB, (pixel >> 8) & 255u};
}
static __device__ __forceinline__ unsigned rounded(const Sums& sums, unsigned pixel) {
  return ((sums.rb >> 8) & RB) | (sums.g & 0xff00u) | (pixel & 0xff000000u);
}
// `window[RADIUS]` is the pixel itself.
static __device__ __forceinline__ Sums weighed(const Sums* window, const unsigned* weights) {
  Sums sums = {window[RADIUS].rb * weights[0] + 0x00800080u,
               window[RADIUS].g * weights[0] + 128u};
#pragma unroll
  for (int k = 1; k <= RADIUS; ++k) {
    sums.rb += (window[RADIUS - k].rb + window[RADIUS + k].rb) * weights[k];
    sums.g += (window[RADIUS - k].g + window[RADIUS + k].g) * weights[k];
  }
  return sums;
}

// Whole numbers below 2^23 as floats and back without a conversion, which is slow.
#define WHOLE 8388608.0f
static __device__ __forceinline__ float as_float(unsigned whole) {
  return __uint_as_float(0x4b000000u | whole) - WHOLE;
}
// (value + 0.5) as u8, as a float.
static __device__ __forceinline__ float to_byte(float value) {
  const float cut = fminf(fmaxf(__fadd_rn(value, 0.5f), 0.0f), 255.0f);
  return __fadd_rz(cut, WHOLE) - WHOLE;
}
static __device__ __forceinline__ unsigned bits_of(float byte) {
  return __float_as_uint(byte + WHOLE) & 255u;
}

struct Settings {
  float amount, offset;
};

// One channel: the pixel, and the four around it together.
static __device__ __forceinline__ unsigned finished(unsigned value, unsigned around,
                                                    const Settings& settings) {
#if SHARPENS
  const float v = as_float(value);
  float out = to_byte(__fadd_rn(v, __fmul_rn(settings.amount, 4.0f * v - as_float(around))));
#else
  float out = as_float(value);
#endif
#if BRIGHTENS
  out = to_byte(__fadd_rn(out, settings.offset));
#endif
  return bits_of(out);
}

extern "C" __global__ void __launch_bounds__(UNITS)
    blur_chain(const unsigned* __restrict__ input, const unsigned* __restrict__ table,
               unsigned* __restrict__ output ARGUMENTS) {
  Settings settings = {};
#if SHARPENS
  settings.amount = amount;
#endif
#if BRIGHTENS
  settings.offset = offset;
#endif
  __shared__ __align__(16) unsigned frame[TALL * STRIDE];
  __shared__ __align__(16) unsigned across[TALL * SPAN];
  const int x0 = blockIdx.x * TW;
  const int y0 = blockIdx.y * TH;
  unsigned weights[RADIUS + 1];
#pragma unroll
  for (int k = 0; k <= RADIUS; ++k) weights[k] = __ldg(table + k);

  // The frame's tile. Column 0 is LEFT columns to the left of x0; column 4 c of it lies where four
  // pixels are 16 bytes, if W is a multiple of four.
  const bool inside = x0 >= LEFT && x0 - LEFT + STRIDE <= W && y0 >= HALO && y0 - HALO + TALL <= H;
  if (inside && W % 4 == 0) {
    for (int i = threadIdx.x; i < TALL * (STRIDE / 4); i += UNITS) {
      const int y = i / (STRIDE / 4);
      const int x = i % (STRIDE / 4) * 4;
      reinterpret_cast<uint4*>(frame)[i] =
          __ldg(reinterpret_cast<const uint4*>(input + (size_t)(y0 - HALO + y) * W + x0 - LEFT + x));
    }
  } else {
    for (int i = threadIdx.x; i < TALL * STRIDE; i += UNITS)
      frame[i] = __ldg(input + (size_t)mirrored(y0 - HALO + i / STRIDE, H) * W +
                       mirrored(x0 - LEFT + i % STRIDE, W));
  }
  __syncthreads();

  // Across. Column 0 of the result is 4 columns to the left of x0.
  for (int i = threadIdx.x; i < TALL * (SPAN / 4); i += UNITS) {
    const int y = i / (SPAN / 4);
    const int x = i % (SPAN / 4) * 4;
    constexpr int first = LEFT - 4 - RADIUS;  // of what column 0 sees
    constexpr int skip = ((first % 4) + 4) % 4;
    const unsigned* from = frame + y * STRIDE + x + first - skip;
    unsigned pixels[(skip + 2 * RADIUS + 4 + 3) / 4 * 4];
#pragma unroll
    for (int k = 0; k < (skip + 2 * RADIUS + 4 + 3) / 4; ++k) {
      const bool there = first - skip >= 0 || x + first - skip + 4 * k >= 0;
      reinterpret_cast<uint4*>(pixels)[k] =
          there ? reinterpret_cast<const uint4*>(from)[k] : make_uint4(0, 0, 0, 0);
    }
    Sums seen[2 * RADIUS + 4];
#pragma unroll
    for (int k = 0; k < 2 * RADIUS + 4; ++k) seen[k] = parts(pixels[skip + k]);
    uint4 out;
    out.x = rounded(weighed(seen, weights), pixels[skip + RADIUS]);
    out.y = rounded(weighed(seen + 1, weights), pixels[skip + RADIUS + 1]);
    out.z = rounded(weighed(seen + 2, weights), pixels[skip + RADIUS + 2]);
    out.w = rounded(weighed(seen + 3, weights), pixels[skip + RADIUS + 3]);
    reinterpret_cast<uint4*>(across)[i] = out;
  }
  __syncthreads();

  // Down, into the frame's place. A unit goes down a column and keeps what it has seen.
  constexpr int strips = UNITS / SPAN;
  constexpr int run = (MIDDLE + strips - 1) / strips;
  unsigned* blurred = frame;
  if (threadIdx.x < strips * SPAN) {
    const int x = threadIdx.x % SPAN;
    const int top = threadIdx.x / SPAN * run;
    Sums window[2 * RADIUS + run];
    unsigned centres[2 * RADIUS + run];
#pragma unroll
    for (int k = 0; k < 2 * RADIUS + run; ++k) {
      centres[k] = top + k < TALL ? across[(top + k) * SPAN + x] : 0u;
      window[k] = parts(centres[k]);
    }
#pragma unroll
    for (int k = 0; k < run; ++k)
      if (top + k < MIDDLE)
        blurred[(top + k) * SPAN + x] = rounded(weighed(window + k, weights), centres[k + RADIUS]);
  }
  __syncthreads();

  for (int i = threadIdx.x; i < TH * (TW / 4); i += UNITS) {
    const int y = i / (TW / 4);
    const int x = i % (TW / 4) * 4;
    if (y0 + y >= H || x0 + x >= W) continue;
    const unsigned* row = blurred + (y + AROUND) * SPAN + 4 + x;
    unsigned centre[6];  // with one to each side
    unsigned above[4];
    unsigned below[4];
    const uint4 own = *reinterpret_cast<const uint4*>(row);
    centre[1] = own.x, centre[2] = own.y, centre[3] = own.z, centre[4] = own.w;
#if SHARPENS
    centre[0] = row[-1];
    centre[5] = row[4];
    const uint4 up = *reinterpret_cast<const uint4*>(row - SPAN);
    const uint4 down = *reinterpret_cast<const uint4*>(row + SPAN);
    above[0] = up.x, above[1] = up.y, above[2] = up.z, above[3] = up.w;
    below[0] = down.x, below[1] = down.y, below[2] = down.z, below[3] = down.w;
#endif
    unsigned out[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      const unsigned pixel = centre[k + 1];
      Sums around = {};
#if SHARPENS
      const Sums a = parts(above[k]);
      const Sums b = parts(below[k]);
      const Sums c = parts(centre[k]);
      const Sums d = parts(centre[k + 2]);
      around = {a.rb + b.rb + c.rb + d.rb, a.g + b.g + c.g + d.g};
#endif
      const unsigned r = finished(pixel & 255u, around.rb & 0xffffu, settings);
      const unsigned g = finished((pixel >> 8) & 255u, around.g, settings);
      const unsigned b3 = finished((pixel >> 16) & 255u, around.rb >> 16, settings);
      out[k] = r | (g << 8) | (b3 << 16) | (pixel & 0xff000000u);
    }
    unsigned* to = output + (size_t)(y0 + y) * W + x0 + x;
    if (W % 4 == 0) {
      *reinterpret_cast<uint4*>(to) = make_uint4(out[0], out[1], out[2], out[3]);
    } else {
#pragma unroll
      for (int k = 0; k < 4; ++k)
        if (x0 + x + k < W) to[k] = out[k];
    }
  }
}
