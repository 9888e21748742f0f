// Three convolutions as one kernel, as mobile networks have them one after the other: expand (1 by 1,
// to many channels), depthwise, project (1 by 1, to few). The many channels between never go to
// memory. A block makes TH by TW pixels of all output channels of one picture: it goes through the
// channels between by CHUNK, and each time expands the pixels that its outputs see, filters them, and
// adds what they give to the outputs. With SPLIT_K above 1 that many blocks, a cluster, share out the
// channels between, and add up in the end.
//
// In front of this text stand, as macros:
//   TENSORS                                            the arguments before the output, by these names:
//                                                      input, bias, and the tables expand, filter, project
//   ADDEND                                             where something is added: its name
//   CIN MIDDLE COUT                                    channels: of the picture, between, of the output
//   H W OH OW KH KW SY SX DY DX PY PX                  the window of the depthwise step
//   TH TW SPLIT_K
//   WARP_ROWS                                               warps below each other in the projection
//   PRECISION                                          32: f32, 19: TF32, 16: f16
// and the functions `float expanded(float)`, `float filtered(float)`, `float before(float)` and `float
// after(float)` of activations.
//
// Products are the tensor cores'. For f32 each number is the sum of two of TF32, and three of the four
// products of those are taken; the fourth is less than what rounding takes away.
//
// Weights lie by the tiles of the tensor cores, so that a thread finds its part in 16 bytes; those of the
// depthwise step, with its bias and that of the expansion behind them, by CHUNK channels. A chunk's are
// brought to shared memory while the one before it is worked on.

#define CHUNK 32
#define CHUNKS ((MIDDLE + CHUNK - 1) / CHUNK)
#define WARPS 8
#define WARP_COLUMNS (WARPS / WARP_ROWS)
#if PRECISION == 16
#define DEEP 16  // channels in one product
#else
#define DEEP 8
#endif
#define PARTS (PRECISION == 32 ? 2 : 1)  // of a number, each of which a product takes

// What the block's outputs see, and what of that is in the picture: as many pixels in every block, of
// which some at the edges are not seen.
#define SEEN_H ((TH - 1) * SY + (KH - 1) * DY + 1)
#define SEEN_W ((TW - 1) * SX + (KW - 1) * DX + 1)
#define REGION_H (SEEN_H < H ? SEEN_H : H)
#define REGION_W (SEEN_W < W ? SEEN_W : W)
#define REGION (REGION_H * REGION_W)
#define REGION_TILES ((REGION + 7) / 8)
#define PIXELS (TH * TW)
#define PIXEL_TILES ((PIXELS + 7) / 8)
#define OUT_TILES ((COUT + 15) / 16)
#define IN_STEPS ((CIN + DEEP - 1) / DEEP)
#define STEPS (CHUNK / DEEP)  // of a chunk

// Rows in shared memory, in words: a product takes 8 words of a pixel, and no two threads of a load meet
// in a bank.
#define PICTURE_ROW (IN_STEPS * 8 + 4)
#define FILTERED_ROW (STEPS * 8 + 4)
#define EXPANDED_ROW ((SEEN_H * SEEN_W + 26) / 32 * 32 + 5)
#define SUMS_ROW (PIXEL_TILES * 8 + (PIXEL_TILES % 2 == 0 ? 8 : 0))

#define PICTURE_WORDS (REGION_TILES * 8 * PICTURE_ROW)
#define EXPAND_TILES (2 * IN_STEPS)  // of weights, in a chunk
#define PROJECT_TILES (OUT_TILES * STEPS)
#define TILE_WORDS 128
#define EXPANDED_WORDS (CHUNK * EXPANDED_ROW)
#define FILTERED_WORDS (PIXEL_TILES * 8 * FILTERED_ROW)

#define THREADS (WARPS * 32)

// Older devices have no clusters: one block of each does all, and the others nothing.
#if SPLIT_K > 1 && __CUDA_ARCH__ >= 900
#define SHARES SPLIT_K
#define CLUSTER __cluster_dims__(1, 1, SPLIT_K)
#else
#define SHARES 1
#define CLUSTER
#endif

#ifndef DALA_ON_CPU  // tests have their own of what is the device's
static __device__ __forceinline__ void multiply(float* d, const uint4& a, unsigned b0, unsigned b1) {
#if PRECISION == 16
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},"
      "{%0,%1,%2,%3};"
#else
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},"
      "{%0,%1,%2,%3};"
#endif
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(b0), "r"(b1));
}

#if PRECISION == 19
static __device__ __forceinline__ unsigned tf32(float value) {
  unsigned out;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(out) : "f"(value));
  return out;
}
#elif PRECISION == 16
static __device__ __forceinline__ unsigned short half(float value) {
  unsigned short out;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(out) : "f"(value));
  return out;
}
#endif

#if SHARES > 1
// All blocks of the cluster have arrived, and see what the others wrote.
static __device__ __forceinline__ void sync_cluster() {
  asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
}

// A number of the same shared array in another block of the cluster.
static __device__ __forceinline__ float other_block(const float* at, unsigned block) {
  float value;
  asm volatile(
      "{\n.reg .u32 there;\nmapa.shared::cluster.u32 there, %1, %2;\n"
      "ld.shared::cluster.f32 %0, [there];\n}"
      : "=f"(value)
      : "r"((unsigned)__cvta_generic_to_shared(at)), "r"(block)
      : "memory");
  return value;
}
#endif

// 16 bytes on their way to shared memory, and waiting for all of the own ones.
static __device__ __forceinline__ void fetch(unsigned* to, const uint4* from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                   (unsigned)__cvta_generic_to_shared(to)),
               "l"(from)
               : "memory");
}
static __device__ __forceinline__ void wait_fetched() {
  asm volatile("cp.async.wait_all;" ::: "memory");
}
#endif

#if PRECISION == 32
// The nearest number that TF32 has, and the nearest to what it leaves.
static __device__ __forceinline__ unsigned most(unsigned word) {
  return (word + 0x1000u) & 0xffffe000u;
}
static __device__ __forceinline__ unsigned rest(unsigned word) {
  return most(__float_as_uint(__uint_as_float(word) - __uint_as_float(most(word))));
}
#endif

// A product's part of the pixels: eight of them, DEEP channels.
struct Operand {
  unsigned at[PARTS][2];
};
static __device__ __forceinline__ Operand operand(const unsigned* words) {
  Operand b;
#if PRECISION == 32
  b.at[1][0] = rest(words[0]);
  b.at[1][1] = rest(words[4]);
  b.at[0][0] = most(words[0]);
  b.at[0][1] = most(words[4]);
#else
  b.at[0][0] = words[0];
  b.at[0][1] = words[4];
#endif
  return b;
}

// And of the weights.
struct Weights {
  uint4 at[PARTS];
};
static __device__ __forceinline__ Weights weights_at(const unsigned* tiles, int tile, int lane) {
  const uint4 words = reinterpret_cast<const uint4*>(tiles)[tile * 32 + lane];
  Weights a;
#if PRECISION == 32
  a.at[1] = make_uint4(rest(words.x), rest(words.y), rest(words.z), rest(words.w));
  a.at[0] = make_uint4(most(words.x), most(words.y), most(words.z), most(words.w));
#else
  a.at[0] = words;
#endif
  return a;
}

static __device__ __forceinline__ void product(float* d, const Weights& a, const Operand& b) {
#if PRECISION == 32
  multiply(d, a.at[1], b.at[0][0], b.at[0][1]);
  multiply(d, a.at[0], b.at[1][0], b.at[1][1]);
#endif
  multiply(d, a.at[0], b.at[0][0], b.at[0][1]);
}

#if PRECISION != 16
// A number as products take it.
static __device__ __forceinline__ unsigned as_word(float value) {
#if PRECISION == 19
  return tf32(value);
#else
  return __float_as_uint(value);
#endif
}
#endif

extern "C" __global__ void CLUSTER __launch_bounds__(THREADS)
    bottleneck(TENSORS, float* __restrict__ output) {
  const int slice = blockIdx.z;
  if (slice >= SHARES) return;
  extern __shared__ __align__(16) unsigned shared[];
  unsigned* expand_tiles = shared;
  unsigned* project_tiles = expand_tiles + EXPAND_TILES * TILE_WORDS;      // of two chunks
  unsigned* picture = project_tiles + 2 * PROJECT_TILES * TILE_WORDS;      // {pixel, channel}
  float* middle = reinterpret_cast<float*>(picture + PICTURE_WORDS);       // {channel, place}
  unsigned* between = picture + PICTURE_WORDS + EXPANDED_WORDS;            // {pixel, channel}
  short* places = reinterpret_cast<short*>(between + FILTERED_WORDS);      // in what is seen
  const int thread = threadIdx.x;
  const int lane = thread % 32;
  const int warp = thread / 32;
  constexpr int tile_columns = (OW + TW - 1) / TW;
  const int y0 = blockIdx.x / tile_columns * TH;
  const int x0 = blockIdx.x % tile_columns * TW;
  const int b = blockIdx.y;
  const int seen_y = y0 * SY - PY;
  const int seen_x = x0 * SX - PX;
  const int region_y = min(max(seen_y, 0), H - REGION_H);
  const int region_x = min(max(seen_x, 0), W - REGION_W);
  const int first = CHUNKS * slice / SHARES;
  const int last = CHUNKS * (slice + 1) / SHARES;

  // Weights of a chunk, on their way.
  const auto fetch_chunk = [&](int chunk) {
    for (int tile = warp; tile < EXPAND_TILES; tile += WARPS)
      fetch(expand_tiles + tile * TILE_WORDS + lane * 4,
            expand + (chunk * EXPAND_TILES + tile) * 32 + lane);
    unsigned* to = project_tiles + chunk % 2 * PROJECT_TILES * TILE_WORDS;
    for (int tile = warp; tile < PROJECT_TILES; tile += WARPS)
      fetch(to + tile * TILE_WORDS + lane * 4,
            project + ((tile / STEPS * CHUNKS + chunk) * STEPS + tile % STEPS) * 32 + lane);
  };
  fetch_chunk(first);

  for (int i = thread; i < REGION_TILES * 8; i += THREADS) {
    const int y = region_y + i / REGION_W - seen_y;
    const int x = region_x + i % REGION_W - seen_x;
    const bool seen = i < REGION && y >= 0 && y < SEEN_H && x >= 0 && x < SEEN_W;
    places[i] = seen ? short(y * SEEN_W + x) : short(-1);
  }
  // Beyond the picture there are zeros, which nothing writes over.
  for (int i = thread; i < EXPANDED_WORDS; i += THREADS) middle[i] = 0.0f;
  // Many loads at once, which all wait for the same memory.
  constexpr int at_once = 8;
  const float* from = input + ((size_t)b * CIN * H + region_y) * W + region_x;
  for (int start = thread; start < REGION_TILES * IN_STEPS * 64; start += at_once * THREADS) {
    float values[at_once][2];
#pragma unroll
    for (int j = 0; j < at_once; ++j) {
      const int i = start + j * THREADS;
      const int pixel = i / 32 % REGION_TILES * 8 + i % 8;
      const int word = i / (32 * REGION_TILES) * 4 + i / 8 % 4;
      const int offset = pixel / REGION_W * W + pixel % REGION_W;
#pragma unroll
      for (int k = 0; k < DEEP / 8; ++k) {
        const int channel = word * (DEEP / 8) + k;
        values[j][k] = channel < CIN && pixel < REGION
                           ? __ldg(from + (size_t)channel * (H * W) + offset)
                           : 0.0f;
      }
    }
#pragma unroll
    for (int j = 0; j < at_once; ++j) {
      const int i = start + j * THREADS;
      if (i >= REGION_TILES * IN_STEPS * 64) break;
      const int pixel = i / 32 % REGION_TILES * 8 + i % 8;
      const int word = i / (32 * REGION_TILES) * 4 + i / 8 % 4;
#if PRECISION == 16
      picture[pixel * PICTURE_ROW + word] = half(values[j][0]) | half(values[j][1]) << 16;
#else
      picture[pixel * PICTURE_ROW + word] = as_word(values[j][0]);
#endif
    }
  }

  constexpr int rows_each = (OUT_TILES + WARP_ROWS - 1) / WARP_ROWS;
  constexpr int columns_each = (PIXEL_TILES + WARP_COLUMNS - 1) / WARP_COLUMNS;
  const int first_row = warp / WARP_COLUMNS * rows_each;
  const int first_column = warp % WARP_COLUMNS * columns_each;
  float sums[rows_each][columns_each][4] = {};

  for (int chunk = first; chunk < last; ++chunk) {
    // A thread filters one channel. What it needs for that is loaded before it waits for others.
    constexpr int settings = KH * KW + 2;
    const float* of_chunk = filter + chunk * settings * CHUNK;
    float taps[KH * KW + 1];
#pragma unroll
    for (int i = 0; i <= KH * KW; ++i) taps[i] = __ldg(of_chunk + i * CHUNK + lane);
    float shifts[4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
      shifts[i] = __ldg(of_chunk + (KH * KW + 1) * CHUNK + i * 8 + lane / 4);
    wait_fetched();
    __syncthreads();

    constexpr int each = (REGION_TILES + WARPS - 1) / WARPS;
    float values[2][each][4] = {};
#pragma unroll
    for (int k = 0; k < IN_STEPS; ++k) {
      const Weights upper = weights_at(expand_tiles, k, lane);
      const Weights lower = weights_at(expand_tiles, IN_STEPS + k, lane);
#pragma unroll
      for (int j = 0; j < each; ++j) {
        // Of tiles that are not there, any: nothing is kept of what they give.
        const int tile = min(warp + j * WARPS, REGION_TILES - 1);
        const Operand pixels =
            operand(picture + (tile * 8 + lane / 4) * PICTURE_ROW + k * 8 + lane % 4);
        product(values[0][j], upper, pixels);
        product(values[1][j], lower, pixels);
      }
    }
#pragma unroll
    for (int j = 0; j < each; ++j) {
      if (warp + j * WARPS >= REGION_TILES) break;
      const short* place = places + (warp + j * WARPS) * 8 + lane % 4 * 2;
#pragma unroll
      for (int i = 0; i < 2; ++i) {
        if (place[i] < 0) continue;
        float* to = middle + lane / 4 * EXPANDED_ROW + place[i];
#pragma unroll
        for (int part = 0; part < 4; ++part)
          to[part * 8 * EXPANDED_ROW] =
              expanded(values[part / 2][j][part % 2 * 2 + i] + shifts[part]);
      }
    }
    __syncthreads();
    // All have done with the expansion's weights, and with those of the projection before.
    if (chunk + 1 < last) fetch_chunk(chunk + 1);

    for (int y = warp; y < TH; y += WARPS) {
      float filters[TW];
#pragma unroll
      for (int x = 0; x < TW; ++x) filters[x] = taps[KH * KW];
#pragma unroll
      for (int ky = 0; ky < KH; ++ky)
#pragma unroll
        for (int at = 0; at < SEEN_W; ++at) {
          const float value = middle[lane * EXPANDED_ROW + (y * SY + ky * DY) * SEEN_W + at];
#pragma unroll
          for (int x = 0; x < TW; ++x) {
            const int offset = at - x * SX;
            if (offset < 0 || offset % DX != 0 || offset / DX >= KW) continue;
            filters[x] += value * taps[ky * KW + offset / DX];
          }
        }
#pragma unroll
      for (int x = 0; x < TW; ++x) {
        unsigned* to = between + (y * TW + x) * FILTERED_ROW;
#if PRECISION == 16
        reinterpret_cast<unsigned short*>(to)[lane] = half(filtered(filters[x]));
#else
        to[lane] = as_word(filtered(filters[x]));
#endif
      }
    }
    __syncthreads();

    const unsigned* tiles = project_tiles + chunk % 2 * PROJECT_TILES * TILE_WORDS;
#pragma unroll
    for (int k = 0; k < STEPS; ++k) {
      Operand pixels[columns_each];
#pragma unroll
      for (int j = 0; j < columns_each; ++j) {
        const int tile = min(first_column + j, PIXEL_TILES - 1);
        pixels[j] = operand(between + (tile * 8 + lane / 4) * FILTERED_ROW + k * 8 + lane % 4);
      }
#pragma unroll
      for (int i = 0; i < rows_each; ++i) {
        const int row = min(first_row + i, OUT_TILES - 1);
        const Weights rows = weights_at(tiles, row * STEPS + k, lane);
#pragma unroll
        for (int j = 0; j < columns_each; ++j) product(sums[i][j], rows, pixels[j]);
      }
    }
  }

  __syncthreads();
  float* finished = reinterpret_cast<float*>(shared);  // {channel, pixel}
#pragma unroll
  for (int i = 0; i < rows_each; ++i)
#pragma unroll
    for (int j = 0; j < columns_each; ++j) {
      if (first_row + i >= OUT_TILES || first_column + j >= PIXEL_TILES) continue;
      float* to = finished + ((first_row + i) * 16 + lane / 4) * SUMS_ROW + (first_column + j) * 8 +
                  lane % 4 * 2;
      *reinterpret_cast<float2*>(to) = make_float2(sums[i][j][0], sums[i][j][1]);
      *reinterpret_cast<float2*>(to + 8 * SUMS_ROW) = make_float2(sums[i][j][2], sums[i][j][3]);
    }
#if SHARES > 1
  sync_cluster();
#else
  __syncthreads();
#endif
#pragma unroll 4
  for (int i = slice * THREADS + thread; i < COUT * PIXELS; i += SHARES * THREADS) {
    const int channel = i / PIXELS;
    const int y = y0 + i % PIXELS / TW;
    const int x = x0 + i % PIXELS % TW;
    if (y >= OH || x >= OW) continue;
    const float* at = finished + channel * SUMS_ROW + i % PIXELS;
#if SHARES > 1
    float sum = 0.0f;
#pragma unroll
    for (int block = 0; block < SHARES; ++block) sum += other_block(at, block);
#else
    const float sum = *at;
#endif
    const size_t to = (((size_t)b * COUT + channel) * OH + y) * OW + x;
    float value = before(sum + __ldg(bias + channel));
#ifdef ADDEND
    value += __ldg(ADDEND + to);
#endif
    output[to] = after(value);
  }
#if SHARES > 1
  sync_cluster();  // before what the others still read is gone
#endif
}
