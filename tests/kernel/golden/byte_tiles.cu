namespace dala_kernel {

typedef unsigned char u8;
typedef unsigned int u32;
struct uvec2 {
  u32 x, y;
  uvec2() = default;
  __device__ uvec2(u32 x_, u32 y_) : x(x_), y(y_) {}
  __device__ explicit uvec2(u32 all) : x(all), y(all) {}
};
struct ivec4 {
  int x, y, z, w;
  ivec4() = default;
  __device__ ivec4(int x_, int y_, int z_, int w_) : x(x_), y(y_), z(z_), w(w_) {}
  __device__ explicit ivec4(int all) : x(all), y(all), z(all), w(all) {}
};
struct dala_words {
  u32 at[80];
};

template <typename T>
__device__ inline T dala_load(const T* values, int len, int i) {
  return u32(i) < u32(len) ? values[i] : T(0);
}

__device__ inline ivec4 dala_multiply_u8(uvec2 a, u32 b, ivec4 c) {
  #if __CUDA_ARCH__ >= 800
  asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.u8.u8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
      : "+r"(c.x), "+r"(c.y), "+r"(c.z), "+r"(c.w) : "r"(a.x), "r"(a.y), "r"(b));
  #else
  int unit = threadIdx.x & 31;
  for (int k = 0; k < 4; ++k) {
    {
      u32 upper = ::__shfl_sync(~0u, a.x, (unit & 28) + k);
      u32 lower = ::__shfl_sync(~0u, a.y, (unit & 28) + k);
      u32 left = ::__shfl_sync(~0u, b, (unit & 3) * 8 + k);
      u32 right = ::__shfl_sync(~0u, b, (unit & 3) * 8 + 4 + k);
      for (int shift = 0; shift < 32; shift += 8) {
        c.x = int(u32(c.x) + u32(int((upper >> shift) & 255) * int((left >> shift) & 255)));
        c.y = int(u32(c.y) + u32(int((upper >> shift) & 255) * int((right >> shift) & 255)));
        c.z = int(u32(c.z) + u32(int((lower >> shift) & 255) * int((left >> shift) & 255)));
        c.w = int(u32(c.w) + u32(int((lower >> shift) & 255) * int((right >> shift) & 255)));
      }
    }
  }
  #endif
  return c;
}

template <typename T>
__device__ inline void dala_store_shared(T* values, int len, int i, T value) {
  if (u32(i) < u32(len)) values[i] = value;
}

template <typename T>
__device__ inline T dala_load_shared(const T* values, int len, int i) {
  return u32(i) < u32(len) ? values[i] : T(0);
}

template <typename T>
__device__ inline void dala_store(T* values, int len, int i, T value) {
  if (u32(i) < u32(len)) values[i] = value;
}

__device__ inline int dala_max_s32(int a, int b) {
  return a > b ? a : b;
}

extern "C" __global__ void __launch_bounds__(32) layer(const u8* samples, const u8* weights, const int* bias, int* output, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  __shared__ int block[256];
  u32 dala_cube = blockIdx.y * 65535u + blockIdx.x;
  if (dala_cube >= dala_launch[7]) return;
  int CUBE_POS = int(dala_cube);
  int samples_len = int(dala_launch[8]);
  int UNIT_POS = int(threadIdx.x);
  int weights_len = int(dala_launch[26]);
  int bias_len = int(dala_launch[44]);
  int output_len = int(dala_launch[62]);
  for (int dala_i = UNIT_POS; dala_i < 256; dala_i += 32) block[dala_i] = 0;
  __syncthreads();
  u8 left_0 = u8(0);
  u8 left_1 = u8(0);
  u8 left_2 = u8(0);
  u8 left_3 = u8(0);
  u8 left_4 = u8(0);
  u8 left_5 = u8(0);
  u8 left_6 = u8(0);
  u8 left_7 = u8(0);
  u8 right_0 = u8(0);
  u8 right_1 = u8(0);
  u8 right_2 = u8(0);
  u8 right_3 = u8(0);
  u8 right_4 = u8(0);
  u8 right_5 = u8(0);
  u8 right_6 = u8(0);
  u8 right_7 = u8(0);
  int sums_0 = 0;
  int sums_1 = 0;
  int sums_2 = 0;
  int sums_3 = 0;
  int sums_4 = 0;
  int sums_5 = 0;
  int sums_6 = 0;
  int sums_7 = 0;
  int first = int(u32(CUBE_POS) * 256u);
  if (first >= samples_len) {
    return;
  }
  int t = int(u32(first) + u32(UNIT_POS & 3) * 4u + u32((UNIT_POS >> 2) & 7) * 16u);
  left_0 = dala_load(samples, samples_len, t);
  left_1 = dala_load(samples, samples_len, int(u32(t) + 1u));
  left_2 = dala_load(samples, samples_len, int(u32(t) + 2u));
  left_3 = dala_load(samples, samples_len, int(u32(t) + 3u));
  left_4 = dala_load(samples, samples_len, int(u32(t) + 128u));
  left_5 = dala_load(samples, samples_len, int(u32(t) + 128u + 1u));
  left_6 = dala_load(samples, samples_len, int(u32(t) + 128u + 2u));
  left_7 = dala_load(samples, samples_len, int(u32(t) + 128u + 3u));
  int t_2 = int(0u + u32(UNIT_POS & 3) * 4u + u32((UNIT_POS >> 2) & 7) * 16u);
  right_0 = dala_load(weights, weights_len, t_2);
  right_1 = dala_load(weights, weights_len, int(u32(t_2) + 1u));
  right_2 = dala_load(weights, weights_len, int(u32(t_2) + 2u));
  right_3 = dala_load(weights, weights_len, int(u32(t_2) + 3u));
  right_4 = dala_load(weights, weights_len, int(u32(t_2) + 128u));
  right_5 = dala_load(weights, weights_len, int(u32(t_2) + 128u + 1u));
  right_6 = dala_load(weights, weights_len, int(u32(t_2) + 128u + 2u));
  right_7 = dala_load(weights, weights_len, int(u32(t_2) + 128u + 3u));
  uvec2 t_3 = uvec2(((u32(left_0) | (u32(left_1) << 8u)) | (u32(left_2) << 16u)) | (u32(left_3) << 24u), ((u32(left_4) | (u32(left_5) << 8u)) | (u32(left_6) << 16u)) | (u32(left_7) << 24u));
  ivec4 t_4 = dala_multiply_u8(t_3, ((u32(right_0) | (u32(right_1) << 8u)) | (u32(right_2) << 16u)) | (u32(right_3) << 24u), ivec4(sums_0, sums_1, sums_2, sums_3));
  sums_0 = t_4.x;
  sums_1 = t_4.y;
  sums_2 = t_4.z;
  sums_3 = t_4.w;
  ivec4 t_5 = dala_multiply_u8(t_3, ((u32(right_4) | (u32(right_5) << 8u)) | (u32(right_6) << 16u)) | (u32(right_7) << 24u), ivec4(sums_4, sums_5, sums_6, sums_7));
  sums_4 = t_5.x;
  sums_5 = t_5.y;
  sums_6 = t_5.z;
  sums_7 = t_5.w;
  int t_6 = int(0u + u32(UNIT_POS & 3) * 2u + u32((UNIT_POS >> 2) & 7) * 16u);
  dala_store_shared(block, 256, t_6, sums_0);
  dala_store_shared(block, 256, int(u32(t_6) + 1u), sums_1);
  dala_store_shared(block, 256, int(u32(t_6) + 128u), sums_2);
  dala_store_shared(block, 256, int(u32(t_6) + 128u + 1u), sums_3);
  dala_store_shared(block, 256, int(u32(t_6) + 8u), sums_4);
  dala_store_shared(block, 256, int(u32(t_6) + 9u), sums_5);
  dala_store_shared(block, 256, int(u32(t_6) + 128u + 8u), sums_6);
  dala_store_shared(block, 256, int(u32(t_6) + 128u + 9u), sums_7);
  __syncthreads();
  for (int i = 0; i < 8; ++i) {
    int at = int(u32(i) * 32u + u32(UNIT_POS));
    dala_store(output, output_len, int(u32(first) + u32(at)), dala_max_s32(int(u32(dala_load_shared(block, 256, at)) + u32(dala_load(bias, bias_len, at % 16))), 0));
  }
}

}  // namespace dala_kernel
