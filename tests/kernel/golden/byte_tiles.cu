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

__device__ inline ivec4 dala_multiply_u8(uvec2 a, u32 b, ivec4 c) {
  #if __CUDA_ARCH__ >= 800
  asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.u8.u8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
      : "+r"(c.x), "+r"(c.y), "+r"(c.z), "+r"(c.w) : "r"(a.x), "r"(a.y), "r"(b));
  #else
  int lane = threadIdx.x & 31;
  for (int k = 0; k < 4; ++k) {
    {
      u32 upper = ::__shfl_sync(~0u, a.x, (lane & 28) + k);
      u32 lower = ::__shfl_sync(~0u, a.y, (lane & 28) + k);
      u32 left = ::__shfl_sync(~0u, b, (lane & 3) * 8 + k);
      u32 right = ::__shfl_sync(~0u, b, (lane & 3) * 8 + 4 + k);
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

__device__ inline int dala_max_s32(int a, int b) {
  return a > b ? a : b;
}

__device__ inline u32 dala_load_samples(const u8* samples, int a, int b) {
  if (u32(a) < u32(b)) {
    return u32(samples[a]);
  }
  return 0u;
}

__device__ inline u32 dala_load_weights(const u8* weights, int a, int b) {
  if (u32(a) < u32(b)) {
    return u32(weights[a]);
  }
  return 0u;
}

__device__ inline int dala_load_block(const int* block, int a) {
  if (u32(a) < 256u) {
    return block[a];
  }
  return 0;
}

__device__ inline int dala_load_bias(const int* bias, int a, int b) {
  if (u32(a) < u32(b)) {
    return bias[a];
  }
  return 0;
}

extern "C" __global__ void __launch_bounds__(32) layer(const u8* samples, const u8* weights, const int* bias, int* output, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  __shared__ int block[256];
  u32 cube = blockIdx.y * 65535u + blockIdx.x;
  if (cube >= dala_launch[7]) {
    return;
  }
  int CUBE_POS = int(cube);
  int samples_len = int(dala_launch[8]);
  int UNIT_POS = int(threadIdx.x);
  int weights_len = int(dala_launch[26]);
  int bias_len = int(dala_launch[44]);
  int output_len = int(dala_launch[62]);
  int t_9 = UNIT_POS;
  while (t_9 < 256) {
    block[t_9] = 0;
    t_9 = int(u32(t_9) + 32u);
  }
  __syncthreads();
  u32 left_0 = 0u;
  u32 left_1 = 0u;
  u32 left_2 = 0u;
  u32 left_3 = 0u;
  u32 left_4 = 0u;
  u32 left_5 = 0u;
  u32 left_6 = 0u;
  u32 left_7 = 0u;
  u32 right_0 = 0u;
  u32 right_1 = 0u;
  u32 right_2 = 0u;
  u32 right_3 = 0u;
  u32 right_4 = 0u;
  u32 right_5 = 0u;
  u32 right_6 = 0u;
  u32 right_7 = 0u;
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
  left_0 = dala_load_samples(samples, t, samples_len);
  left_1 = dala_load_samples(samples, int(u32(t) + 1u), samples_len);
  left_2 = dala_load_samples(samples, int(u32(t) + 2u), samples_len);
  left_3 = dala_load_samples(samples, int(u32(t) + 3u), samples_len);
  left_4 = dala_load_samples(samples, int(u32(t) + 128u), samples_len);
  left_5 = dala_load_samples(samples, int(u32(t) + 128u + 1u), samples_len);
  left_6 = dala_load_samples(samples, int(u32(t) + 128u + 2u), samples_len);
  left_7 = dala_load_samples(samples, int(u32(t) + 128u + 3u), samples_len);
  int t_2 = int(0u + u32(UNIT_POS & 3) * 4u + u32((UNIT_POS >> 2) & 7) * 16u);
  right_0 = dala_load_weights(weights, t_2, weights_len);
  right_1 = dala_load_weights(weights, int(u32(t_2) + 1u), weights_len);
  right_2 = dala_load_weights(weights, int(u32(t_2) + 2u), weights_len);
  right_3 = dala_load_weights(weights, int(u32(t_2) + 3u), weights_len);
  right_4 = dala_load_weights(weights, int(u32(t_2) + 128u), weights_len);
  right_5 = dala_load_weights(weights, int(u32(t_2) + 128u + 1u), weights_len);
  right_6 = dala_load_weights(weights, int(u32(t_2) + 128u + 2u), weights_len);
  right_7 = dala_load_weights(weights, int(u32(t_2) + 128u + 3u), weights_len);
  uvec2 t_3 = uvec2(((left_0 | (left_1 << 8u)) | (left_2 << 16u)) | (left_3 << 24u), ((left_4 | (left_5 << 8u)) | (left_6 << 16u)) | (left_7 << 24u));
  ivec4 t_4 = dala_multiply_u8(t_3, ((right_0 | (right_1 << 8u)) | (right_2 << 16u)) | (right_3 << 24u), ivec4(sums_0, sums_1, sums_2, sums_3));
  sums_0 = t_4.x;
  sums_1 = t_4.y;
  sums_2 = t_4.z;
  sums_3 = t_4.w;
  ivec4 t_5 = dala_multiply_u8(t_3, ((right_4 | (right_5 << 8u)) | (right_6 << 16u)) | (right_7 << 24u), ivec4(sums_4, sums_5, sums_6, sums_7));
  sums_4 = t_5.x;
  sums_5 = t_5.y;
  sums_6 = t_5.z;
  sums_7 = t_5.w;
  int t_6 = int(0u + u32(UNIT_POS & 3) * 2u + u32((UNIT_POS >> 2) & 7) * 16u);
  block[t_6] = sums_0;
  block[int(u32(t_6) + 1u)] = sums_1;
  block[int(u32(t_6) + 128u)] = sums_2;
  block[int(u32(t_6) + 128u + 1u)] = sums_3;
  block[int(u32(t_6) + 8u)] = sums_4;
  block[int(u32(t_6) + 9u)] = sums_5;
  block[int(u32(t_6) + 128u + 8u)] = sums_6;
  block[int(u32(t_6) + 128u + 9u)] = sums_7;
  __syncthreads();
  for (int i = 0; i < 8; ++i) {
    int at = int(u32(i) * 32u + u32(UNIT_POS));
    int t_7 = int(u32(first) + u32(at));
    int t_8 = dala_max_s32(int(u32(dala_load_block(block, at)) + u32(dala_load_bias(bias, at % 16, bias_len))), 0);
    if (u32(t_7) < u32(output_len)) {
      output[t_7] = t_8;
    }
  }
}

}  // namespace dala_kernel
