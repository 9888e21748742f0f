// A convolution as a matrix product, output {M, N} = weights {M, K} times pictures {K, N}: M output
// channels, K = input channels and taps, N pixels of all pictures. A block computes BM by BN of it.
// Its threads form KS groups that share out K, because small pictures have too few outputs to keep a
// device busy; the groups' sums are added up in the end.
//
// In front of this text stand, as macros:
//   M K CIN H W OH OW KH KW SY SX DY DX PY PX BATCH    the convolution
//   BM BN BK KS                                        the tile; BK values of K for each group
//   TM TN                                              with PRECISION 32: outputs of a thread
//   MT NT                                              else: 16 by 8 tiles of a warp
//   PRECISION                                          32: f32, 19: TF32, 16: f16
//   ADDS                                               1: an addend comes before the output
// and the functions `float before(float)` and `float after(float)` of activations.
//
// Tensors: the pictures, the weights {M, K} (not read here), the weights once more in the order they
// are read in, the bias, the addend where there is one, the output. The order: with PRECISION 32
// {K, M}, with M rounded up to a multiple of BM. Else by the tiles of the tensor cores, so that a
// thread finds its part in 16 bytes.

#define P (OH * OW)
#define N (BATCH * P)
#define MP ((M + BM - 1) / BM * BM)
#define KT (BK * KS)
#define STEPS ((K + KT - 1) / KT)
#define IS_POINT (KH == 1 && KW == 1 && SY == 1 && SX == 1 && PY == 0 && PX == 0 && OH == H && OW == W)

#if PRECISION == 32
#define THREADS ((BM / TM) * (BN / TN) * KS)
#else
#define THREADS ((BM / (16 * MT)) * (BN / (8 * NT)) * KS * 32)
#endif

// Where a column of the pictures begins.
struct Column {
  const float* at;
  int y, x;
  bool inside;
};

static __device__ __forceinline__ Column column_of(const float* input, int n) {
  Column c;
  c.inside = n < N;
  const int b = c.inside ? n / P : 0;
  const int p = c.inside ? n - b * P : 0;
#if IS_POINT
  c.at = input + (size_t)b * CIN * P + p;
  c.y = c.x = 0;
#else
  c.y = p / OW * SY - PY;
  c.x = p % OW * SX - PX;
  c.at = input + (size_t)b * CIN * H * W;
#endif
  return c;
}

static __device__ __forceinline__ float value_of(const Column& c, int k) {
#if IS_POINT
  return c.inside && k < K ? __ldg(c.at + (size_t)k * P) : 0.0f;
#else
  const int channel = k / (KH * KW);
  const int tap = k - channel * (KH * KW);
  const int y = c.y + tap / KW * DY;
  const int x = c.x + tap % KW * DX;
  const bool there = c.inside && k < K && (unsigned)y < (unsigned)H && (unsigned)x < (unsigned)W;
  return there ? __ldg(c.at + (channel * H + y) * W + x) : 0.0f;
#endif
}

// Where a column of the output is, in channel 0; nothing outside.
struct Target {
  size_t at;
  bool inside;
};

static __device__ __forceinline__ Target target_of(int n) {
  const int b = n / P;
  return {(size_t)b * M * P + (n - b * P), n < N};
}

static __device__ __forceinline__ float finished(float sum, float bias, float addend) {
#if ADDS
  return after(before(sum + bias) + addend);
#else
  return after(before(sum + bias));
#endif
}

static __device__ __forceinline__ void epilogue(float sum, int m, const Target& target,
                                              const float* bias, const float* addend,
                                              float* output) {
  if (m >= M || !target.inside) return;
  const size_t at = target.at + (size_t)m * P;
  output[at] = finished(sum, __ldg(bias + m), ADDS ? __ldg(addend + at) : 0.0f);
}

// Rows of the tile of pictures lie this far apart: no two threads of a load meet in a bank.
#define ROW (BN + (PRECISION == 16 ? 4 : 8))
#define PICTURES (KT * ROW)
#define EACH (KT * BN / THREADS)
static_assert(KT * BN % THREADS == 0 && EACH >= 1, "threads share the tile of pictures evenly");

#if BN <= THREADS
static_assert(THREADS % BN == 0, "");
#define COLUMNS 1
#else
static_assert(BN % THREADS == 0, "");
#define COLUMNS (BN / THREADS)
#endif

#if PRECISION == 32

#define WEIGHTS (KT * BM)
#define EACH_WEIGHT (KT * BM / THREADS)
static_assert(KT * BM % THREADS == 0, "threads share the tile of weights evenly");
#define SHARED_MIN ((PICTURES + WEIGHTS))
#define SHARED_SUMS ((KS - 1) * BM * BN)

extern "C" __global__ void __launch_bounds__(THREADS)
    convolution(const float* __restrict__ input, const float*,
                const float* __restrict__ weights, const float* __restrict__ bias,
#if ADDS
                const float* __restrict__ addend,
#endif
                float* __restrict__ output) {
#if !ADDS
  const float* addend = nullptr;
#endif
  __shared__ __align__(16) float shared[SHARED_MIN > SHARED_SUMS ? SHARED_MIN : SHARED_SUMS];
  float* pictures = shared;
  float* tile = shared + PICTURES;
  const int thread = threadIdx.x;
  const int n0 = blockIdx.x * BN;
  const int m0 = blockIdx.y * BM;
  constexpr int across = BN / TN;
  constexpr int in_group = across * (BM / TM);
  const int group = thread / in_group;
  const int tx = thread % in_group % across;
  const int ty = thread % in_group / across;

  Column columns[COLUMNS];
#pragma unroll
  for (int i = 0; i < COLUMNS; ++i) columns[i] = column_of(input, n0 + (thread + i * THREADS) % BN);

  float sums[TM][TN] = {};
  float next[EACH];
  float next_weights[EACH_WEIGHT];
  auto load = [&](int step) {
#pragma unroll
    for (int i = 0; i < EACH; ++i)
      next[i] = value_of(columns[i % COLUMNS], step * KT + (thread + i * THREADS) / BN);
#pragma unroll
    for (int i = 0; i < EACH_WEIGHT; ++i) {
      const int at = thread + i * THREADS;
      const int k = step * KT + at / BM;
      next_weights[i] = k < K ? __ldg(weights + (size_t)k * MP + m0 + at % BM) : 0.0f;
    }
  };
  load(0);
  for (int step = 0; step < STEPS; ++step) {
    if (step > 0) __syncthreads();
#pragma unroll
    for (int i = 0; i < EACH; ++i) {
      const int at = thread + i * THREADS;
      pictures[at / BN * ROW + at % BN] = next[i];
    }
#pragma unroll
    for (int i = 0; i < EACH_WEIGHT; ++i) tile[thread + i * THREADS] = next_weights[i];
    __syncthreads();
    if (step + 1 < STEPS) load(step + 1);
#pragma unroll
    for (int k = 0; k < BK; ++k) {
      const float* row = pictures + (group * BK + k) * ROW + tx;
      const float* side = tile + (group * BK + k) * BM + ty * TM;
      float b[TN];
      float a[TM];
#pragma unroll
      for (int j = 0; j < TN; ++j) b[j] = row[j * across];
#pragma unroll
      for (int i = 0; i < TM; ++i) a[i] = side[i];
#pragma unroll
      for (int i = 0; i < TM; ++i)
#pragma unroll
        for (int j = 0; j < TN; ++j) sums[i][j] += a[i] * b[j];
    }
  }
#if KS > 1
  __syncthreads();
  if (group > 0) {
#pragma unroll
    for (int i = 0; i < TM; ++i)
#pragma unroll
      for (int j = 0; j < TN; ++j)
        shared[((group - 1) * TM * TN + i * TN + j) * in_group + thread % in_group] = sums[i][j];
  }
  __syncthreads();
  if (group > 0) return;
#pragma unroll
  for (int g = 0; g < KS - 1; ++g)
#pragma unroll
    for (int i = 0; i < TM; ++i)
#pragma unroll
      for (int j = 0; j < TN; ++j) sums[i][j] += shared[(g * TM * TN + i * TN + j) * in_group + thread];
#endif
#pragma unroll
  for (int j = 0; j < TN; ++j) {
    const Target target = target_of(n0 + tx + j * across);
#pragma unroll
    for (int i = 0; i < TM; ++i)
      epilogue(sums[i][j], m0 + ty * TM + i, target, bias, addend, output);
  }
}

#else  // tensor cores

#if PRECISION == 16
#define DEEP 16  // values of K in one product
#else
#define DEEP 8
#endif
static_assert(BK % DEEP == 0, "a group's part of K is whole products");
#define SHARED_SUMS ((KS - 1) * BM * BN)

static __device__ __forceinline__ void product(float* d, const uint4& a, const unsigned* b) {
#if PRECISION == 16
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},"
      "{%0,%1,%2,%3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(b[0]), "r"(b[1]));
#else
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},"
      "{%0,%1,%2,%3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(b[0]), "r"(b[1]));
#endif
}

#if PRECISION == 16
static __device__ __forceinline__ unsigned pair(float low, float high) {
  unsigned out;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(out) : "f"(high), "f"(low));
  return out;
}
#else
static __device__ __forceinline__ unsigned rounded(float value) {
  unsigned out;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(out) : "f"(value));
  return out;
}
#endif

extern "C" __global__ void __launch_bounds__(THREADS)
    convolution(const float* __restrict__ input, const float*,
                const uint4* __restrict__ weights, const float* __restrict__ bias,
#if ADDS
                const float* __restrict__ addend,
#endif
                float* __restrict__ output) {
#if !ADDS
  const float* addend = nullptr;
#endif
  __shared__ float shared[2 * PICTURES > SHARED_SUMS ? 2 * PICTURES : SHARED_SUMS];
  const int thread = threadIdx.x;
  const int lane = thread % 32;
  const int n0 = blockIdx.x * BN;
  const int m0 = blockIdx.y * BM;
  constexpr int across = BN / (8 * NT);
  constexpr int in_group = across * (BM / (16 * MT));  // warps
  const int warp = thread / 32;
  const int group = warp / in_group;
  const int wx = warp % in_group % across;
  const int wy = warp % in_group / across;
  // Of K, in whole products; the rest of the last step has weights of zero.
  constexpr int deep_count = STEPS * KT / DEEP;
  const uint4* side = weights + ((size_t)(m0 / 16 + wy * MT) * deep_count + group * (BK / DEEP)) * 32 + lane;

  Column columns[COLUMNS];
#pragma unroll
  for (int i = 0; i < COLUMNS; ++i) columns[i] = column_of(input, n0 + (thread + i * THREADS) % BN);

  float sums[MT][NT][4] = {};
  float next[EACH];
  uint4 a[MT][BK / DEEP];
  auto load = [&](int step) {
#pragma unroll
    for (int i = 0; i < EACH; ++i)
      next[i] = value_of(columns[i % COLUMNS], step * KT + (thread + i * THREADS) / BN);
  };
  auto load_weights = [&](int step) {
#pragma unroll
    for (int i = 0; i < MT; ++i)
#pragma unroll
      for (int k = 0; k < BK / DEEP; ++k)
        a[i][k] = __ldg(side + ((size_t)i * deep_count + step * (KT / DEEP) + k) * 32);
  };
  auto store = [&](int step) {
    float* to = shared + step % 2 * PICTURES;
#pragma unroll
    for (int i = 0; i < EACH; ++i) {
      const int at = thread + i * THREADS;
      to[at / BN * ROW + at % BN] = next[i];
    }
  };
  load(0);
  load_weights(0);
  store(0);
  __syncthreads();
  for (int step = 0; step < STEPS; ++step) {
    if (step + 1 < STEPS) load(step + 1);
    const float* from = shared + step % 2 * PICTURES + group * BK * ROW + wx * 8 * NT + lane / 4;
#pragma unroll
    for (int k = 0; k < BK / DEEP; ++k) {
      unsigned b[NT][2];
#pragma unroll
      for (int j = 0; j < NT; ++j) {
#if PRECISION == 16
        const float* at = from + (k * 16 + lane % 4 * 2) * ROW + j * 8;
        b[j][0] = pair(at[0], at[ROW]);
        b[j][1] = pair(at[8 * ROW], at[9 * ROW]);
#else
        const float* at = from + (k * 8 + lane % 4) * ROW + j * 8;
        b[j][0] = rounded(at[0]);
        b[j][1] = rounded(at[4 * ROW]);
#endif
      }
#pragma unroll
      for (int i = 0; i < MT; ++i)
#pragma unroll
        for (int j = 0; j < NT; ++j) product(sums[i][j], a[i][k], b[j]);
    }
    if (step + 1 < STEPS) {
      load_weights(step + 1);
      store(step + 1);
    }
    __syncthreads();
  }
#if KS > 1
  constexpr int parts = in_group * 32;
  if (group > 0) {
#pragma unroll
    for (int i = 0; i < MT; ++i)
#pragma unroll
      for (int j = 0; j < NT; ++j)
#pragma unroll
        for (int c = 0; c < 4; ++c)
          shared[((group - 1) * MT * NT * 4 + (i * NT + j) * 4 + c) * parts + thread % parts] =
              sums[i][j][c];
  }
  __syncthreads();
  if (group > 0) return;
#pragma unroll
  for (int g = 0; g < KS - 1; ++g)
#pragma unroll
    for (int i = 0; i < MT; ++i)
#pragma unroll
      for (int j = 0; j < NT; ++j)
#pragma unroll
        for (int c = 0; c < 4; ++c)
          sums[i][j][c] += shared[(g * MT * NT * 4 + (i * NT + j) * 4 + c) * parts + thread];
#endif
#pragma unroll
  for (int j = 0; j < NT; ++j) {
    // Two columns beside each other, of which the first is even.
    const int n = n0 + (wx * NT + j) * 8 + lane % 4 * 2;
    const Target target = target_of(n);
#if P % 2 == 0
    if (!target.inside) continue;
#else
    const Target beside = target_of(n + 1);
#endif
#pragma unroll
    for (int i = 0; i < MT; ++i)
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        const int m = m0 + (wy * MT + i) * 16 + lane / 4 + half * 8;
        const float* sum = sums[i][j] + half * 2;
#if P % 2 == 0
        if (m >= M) continue;
        const size_t at = target.at + (size_t)m * P;
        const float shift = __ldg(bias + m);
        float2 more = make_float2(0.0f, 0.0f);
#if ADDS
        more = __ldg(reinterpret_cast<const float2*>(addend + at));
#endif
        *reinterpret_cast<float2*>(output + at) = make_float2(
            finished(sum[0], shift, more.x), finished(sum[1], shift, more.y));
#else
        epilogue(sum[0], m, target, bias, addend, output);
        epilogue(sum[1], m, beside, bias, addend, output);
#endif
      }
  }
}

#endif
