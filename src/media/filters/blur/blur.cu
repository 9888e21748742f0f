// A Gaussian blur, optionally followed by sharpening and brightness, on a frame of four bytes a
// pixel, in one pass over memory. A thread block computes TW by TH pixels from a tile in shared
// memory with a margin on all sides; every step is rounded to bytes as it would be on its own.
//
// In shared memory the channels are separate planes with four pixels in a word, for the instruction
// that multiplies and adds four bytes (dp4a): four neighbouring outputs read the same few words, each
// with the weights shifted by a byte. For the vertical blur, a word holds four pixels of a column.
//
// Beyond an edge the frame is mirrored. The intermediate results are then mirrored as well, because
// the weights are symmetric, so positions outside of the frame need no special case.
//
// Macros defined before this source: W H, the frame, both above RADIUS + 1; RADIUS, from 1 to 8;
// SHARPENS and BRIGHTENS, 0 or 1; ARGUMENTS, the kernel's parameters after the tensors.

#define AROUND SHARPENS              // margin of the last step, in pixels
#define TW 64
#define BLURRED 32                   // rows after both blurs
#define TH (BLURRED - 2 * AROUND)
#define WARPS 8
#define THREADS (WARPS * 32)
#define ROWS (BLURRED + 2 * RADIUS)  // of the frame's tile
#define SIDE ((RADIUS + 7) / 4)      // its margin to each side of the block's pixels, in words
#define WIDE (TW / 4 + 2 * SIDE)     // words in a row of it
#define SPAN (TW / 4 + 2)            // the same between the two blurs: a margin of one word
// The position, within its word, of the first pixel that the first output of a word reads.
#define SKIP (4 * (SIDE - 1) - RADIUS)
// How many words the four outputs of a word read horizontally, and four outputs in a column
// vertically, where a word holds four rows.
#define SEEN_HORIZONTAL ((SKIP + 3 + 2 * RADIUS) / 4 + 1)
#define SEEN_VERTICAL ((3 + 2 * RADIUS) / 4 + 1)
#define FOURS (BLURRED / 4 - 1 + SEEN_VERTICAL)  // groups of four rows between the blurs

// Words of a channel's plane. Threads continue from a row of one channel to that of the next, so the
// planes are padded to avoid conflicts of shared memory banks.
#define FRAME_WORDS (ROWS * WIDE)
#define BESIDE(words) (((words) + 31) / 32 * 32 + SPAN)
#define HORIZONTAL_WORDS BESIDE(FOURS * 4 * SPAN)
#define BLURRED_WORDS BESIDE(BLURRED * SPAN)
#define FIRST_WORDS (FRAME_WORDS > BLURRED_WORDS ? FRAME_WORDS : BLURRED_WORDS)

// Whether output number `output` of four, from pixel `first` on, reads any byte of a word.
#define SEES(output, word, first) \
  ((word) * 4 + 3 >= (first) + (output) && (word) * 4 <= (first) + (output) + 2 * RADIUS)

static __device__ __forceinline__ int mirrored(int i, int n) {
  i = i < 0 ? -i : i;
  i = i >= n ? 2 * (n - 1) - i : i;
    // Far outside any value will do: no result depends on it.
  return min(max(i, 0), n - 1);
}

#ifndef DALA_ON_CPU  // tests that run this on the CPU define these functions themselves
// The dot product of four bytes with four bytes, added to `sum`.
static __device__ __forceinline__ unsigned dot(unsigned a, unsigned b, unsigned sum) {
  unsigned out;
  asm("dp4a.u32.u32 %0, %1, %2, %3;" : "=r"(out) : "r"(a), "r"(b), "r"(sum));
  return out;
}
// `sum` minus four bytes.
static __device__ __forceinline__ unsigned less(unsigned a, unsigned sum) {
  unsigned out;
  asm("dp4a.u32.s32 %0, %1, %2, %3;" : "=r"(out) : "r"(a), "r"(0xffffffffu), "r"(sum));
  return out;
}
// Two integers saturated to bytes, in the low half; the low half of `rest` becomes the high one.
static __device__ __forceinline__ unsigned pair(int first, int second, unsigned rest) {
  unsigned out;
  asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;" : "=r"(out) : "r"(second), "r"(first), "r"(rest));
  return out;
}
#endif

struct Four {
  unsigned at[4];
};
// Transposes 4 by 4 bytes: byte j of word i becomes byte i of word j.
static __device__ __forceinline__ Four transposed(unsigned a, unsigned b, unsigned c, unsigned d) {
  const unsigned low_ab = __byte_perm(a, b, 0x5140);
  const unsigned high_ab = __byte_perm(a, b, 0x7362);
  const unsigned low_cd = __byte_perm(c, d, 0x5140);
  const unsigned high_cd = __byte_perm(c, d, 0x7362);
  return {{__byte_perm(low_ab, low_cd, 0x5410), __byte_perm(low_ab, low_cd, 0x7632),
           __byte_perm(high_ab, high_cd, 0x5410), __byte_perm(high_ab, high_cd, 0x7632)}};
}
// The second byte of each: the sums divided by 256.
static __device__ __forceinline__ unsigned shortened(unsigned a, unsigned b, unsigned c, unsigned d) {
  return __byte_perm(__byte_perm(a, b, 0x0051), __byte_perm(c, d, 0x0051), 0x5410);
}

// Adding these constants puts an integer below 2^22 into the low bits of a float's mantissa, which
// replaces the slow conversion instructions.
#define WHOLE 8388608.0f
#define SIGNED 12582912.0f
#define SIGNED_BITS 0x4b400000u
static __device__ __forceinline__ float byte_as_float(unsigned word, int i) {
  return __uint_as_float(__byte_perm(word, 0x4b000000u, 0x7440 + i)) - WHOLE;
}
// value + 0.5 rounded down to an integer, not yet saturated to a byte.
static __device__ __forceinline__ int rounded(float value) {
  const float whole = __fadd_rz(__fadd_rn(value, 0.5f), SIGNED);
  return int(__float_as_uint(whole) - SIGNED_BITS);
}

// Four pixels of the frame.
static __device__ __forceinline__ uint4 pixels_at(const unsigned* __restrict__ input, int y, int x,
                                                  bool inside) {
  if (inside) return __ldg(reinterpret_cast<const uint4*>(input + (size_t)y * W + x));
  const unsigned* row = input + (size_t)mirrored(y, H) * W;
  return make_uint4(__ldg(row + mirrored(x, W)), __ldg(row + mirrored(x + 1, W)),
                    __ldg(row + mirrored(x + 2, W)), __ldg(row + mirrored(x + 3, W)));
}

extern "C" __global__ void __launch_bounds__(THREADS)
    blur_chain(const unsigned* __restrict__ input, const unsigned* __restrict__ table,
               unsigned* __restrict__ output ARGUMENTS) {
    // All are {channel, row, word}. `frame` is reused for the result of both blurs.
  __shared__ __align__(8) unsigned frame[3 * FIRST_WORDS + 2];
  __shared__ __align__(8) unsigned horizontal[3 * HORIZONTAL_WORDS];
  __shared__ unsigned alpha[TH * (TW / 4)];
  __shared__ unsigned weights[4 * (SEEN_HORIZONTAL + SEEN_VERTICAL)];
  unsigned* const blurred = frame;
  const int thread = threadIdx.x;
  const int lane = thread % 32;
  const int warp = thread / 32;
  const int x0 = blockIdx.x * TW;
  const int y0 = blockIdx.y * TH;

    // For output i and word j: the weight of each byte.
  if (thread < 4 * (SEEN_HORIZONTAL + SEEN_VERTICAL)) {
    const bool is_vertical = thread >= 4 * SEEN_HORIZONTAL;
    const int i = is_vertical ? thread - 4 * SEEN_HORIZONTAL : thread;
    const int seen = is_vertical ? SEEN_VERTICAL : SEEN_HORIZONTAL;
    unsigned word = 0;
    for (int k = 0; k < 4; ++k) {
      const int tap = i % seen * 4 + k - i / seen - (is_vertical ? 0 : SKIP);
      if (tap >= 0 && tap <= 2 * RADIUS) word |= min(__ldg(table + abs(tap - RADIUS)), 255u) << 8 * k;
    }
    weights[thread] = word;
  }
    // A weight of 256 is the only one that is not 0, and does not fit into a byte: 255 with another
  // rounding constant gives the same result.
  const unsigned half = __ldg(table) > 255u ? 255u : 128u;

  const bool inside = W % 4 == 0 && x0 >= 4 * SIDE && x0 + TW + 4 * SIDE <= W &&
                      y0 >= RADIUS + AROUND && y0 + TH + RADIUS + AROUND <= H;
  constexpr int each = (FRAME_WORDS + THREADS - 1) / THREADS;
  uint4 pixels[each];
#pragma unroll
  for (int j = 0; j < each; ++j) {
    const int i = thread + j * THREADS;
    if (i < FRAME_WORDS)
      pixels[j] = pixels_at(input, y0 - AROUND - RADIUS + i / WIDE, x0 + (i % WIDE - SIDE) * 4, inside);
  }
#pragma unroll
  for (int j = 0; j < each; ++j) {
    const int i = thread + j * THREADS;
    if (i >= FRAME_WORDS) break;
    const Four channels = transposed(pixels[j].x, pixels[j].y, pixels[j].z, pixels[j].w);
#pragma unroll
    for (int c = 0; c < 3; ++c) frame[c * FRAME_WORDS + i] = channels.at[c];
    const int y = i / WIDE - AROUND - RADIUS;
    const int x = i % WIDE - SIDE;
    if (y >= 0 && y < TH && x >= 0 && x < TW / 4) alpha[y * (TW / 4) + x] = channels.at[3];
  }
  __syncthreads();

    // Horizontal: a thread computes two words of a row.
  if (lane < 3 * (SPAN / 2)) {
    const int channel = lane / (SPAN / 2);
    const int x = lane % (SPAN / 2) * 2;
    unsigned counts[4][SEEN_HORIZONTAL];
#pragma unroll
    for (int i = 0; i < 4 * SEEN_HORIZONTAL; ++i) counts[i / SEEN_HORIZONTAL][i % SEEN_HORIZONTAL] = weights[i];
    for (int y = warp; y < ROWS; y += WARPS) {
      const unsigned* from = frame + channel * FRAME_WORDS + y * WIDE + x;
      constexpr int pairs = (SEEN_HORIZONTAL + 2) / 2;
      unsigned seen[2 * pairs];
#pragma unroll
      for (int j = 0; j < pairs; ++j) {
        const uint2 two = reinterpret_cast<const uint2*>(from)[j];
        seen[2 * j] = two.x;
        seen[2 * j + 1] = two.y;
      }
      unsigned made[2];
#pragma unroll
      for (int word = 0; word < 2; ++word) {
        unsigned sums[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) {
          sums[i] = half;
#pragma unroll
          for (int j = 0; j < SEEN_HORIZONTAL; ++j)
            if (SEES(i, j, SKIP)) sums[i] = dot(seen[word + j], counts[i][j], sums[i]);
        }
        made[word] = shortened(sums[0], sums[1], sums[2], sums[3]);
      }
      *reinterpret_cast<uint2*>(horizontal + channel * HORIZONTAL_WORDS + y * SPAN + x) =
          make_uint2(made[0], made[1]);
    }
  }
  __syncthreads();

    // Vertical, into the memory of `frame`: a thread has a word of a row and steps by four rows.
  constexpr int columns = 3 * SPAN;
  constexpr int strips = THREADS / columns;
  constexpr int run = (BLURRED / 4 + strips - 1) / strips;
  if (thread < strips * columns) {
    const int channel = thread % columns / SPAN;
    const int x = thread % columns % SPAN;
    const int first = thread / columns * run;
    unsigned counts[4][SEEN_VERTICAL];
#pragma unroll
    for (int i = 0; i < 4 * SEEN_VERTICAL; ++i)
      counts[i / SEEN_VERTICAL][i % SEEN_VERTICAL] = weights[4 * SEEN_HORIZONTAL + i];
    Four seen[SEEN_VERTICAL - 1 + run];
#pragma unroll
    for (int j = 0; j < SEEN_VERTICAL - 1 + run; ++j) {
      if (first + j >= FOURS) break;
      const unsigned* from = horizontal + channel * HORIZONTAL_WORDS + (first + j) * 4 * SPAN + x;
      seen[j] = transposed(from[0], from[SPAN], from[2 * SPAN], from[3 * SPAN]);
    }
#pragma unroll
    for (int g = 0; g < run; ++g) {
      if (first + g >= BLURRED / 4) break;
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        unsigned sums[4];
#pragma unroll
        for (int column = 0; column < 4; ++column) {
          sums[column] = half;
#pragma unroll
          for (int j = 0; j < SEEN_VERTICAL; ++j)
            if (SEES(i, j, 0)) sums[column] = dot(seen[g + j].at[column], counts[i][j], sums[column]);
        }
        blurred[channel * BLURRED_WORDS + ((first + g) * 4 + i) * SPAN + x] =
            shortened(sums[0], sums[1], sums[2], sums[3]);
      }
    }
  }
  __syncthreads();

  for (int i = thread; i < TH * (TW / 4); i += THREADS) {
    const int y = i / (TW / 4);
    const int x = i % (TW / 4);
    if (y0 + y >= H || x0 + x * 4 >= W) continue;
    unsigned made[4];
#pragma unroll
    for (int c = 0; c < 3; ++c) {
      const unsigned* at = blurred + c * BLURRED_WORDS + (y + AROUND) * SPAN + 1 + x;
      unsigned word = *at;
#if SHARPENS
      const Four around = transposed(at[-SPAN], at[SPAN], __byte_perm(at[-1], word, 0x6543),
                                 __byte_perm(word, at[1], 0x4321));
      int sharp[4];
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        const float value = byte_as_float(word, k);
        const float others = __uint_as_float(less(around.at[k], SIGNED_BITS)) - SIGNED;
        const float apart = 4.0f * value + others;
        sharp[k] = rounded(__fadd_rn(value, __fmul_rn(amount, apart)));
      }
      word = pair(sharp[0], sharp[1], pair(sharp[2], sharp[3], 0u));
#endif
#if BRIGHTENS
      int bright[4];
#pragma unroll
      for (int k = 0; k < 4; ++k) bright[k] = rounded(__fadd_rn(byte_as_float(word, k), offset));
      word = pair(bright[0], bright[1], pair(bright[2], bright[3], 0u));
#endif
      made[c] = word;
    }
    made[3] = alpha[i];
    const Four out = transposed(made[0], made[1], made[2], made[3]);
    unsigned* to = output + (size_t)(y0 + y) * W + x0 + x * 4;
    if (W % 4 == 0) {
      *reinterpret_cast<uint4*>(to) = make_uint4(out.at[0], out.at[1], out.at[2], out.at[3]);
    } else {
#pragma unroll
      for (int k = 0; k < 4; ++k)
        if (x0 + x * 4 + k < W) to[k] = out.at[k];
    }
  }
}
