namespace dala_kernel {

typedef unsigned int u32;
struct dala_words {
  u32 at[80];
};

__device__ inline float dala_max_f32(float a, float b) {
  return b > a || a != a ? b : a;
}

__device__ inline float dala_min_f32(float a, float b) {
  return b < a || a != a ? b : a;
}

__device__ inline float dala_load_input(const float* input, int a, int b) {
  if (u32(a) < u32(b)) {
    return input[a];
  }
  return 0.0f;
}

extern "C" __global__ void __launch_bounds__(64) subgroups(const float* input, float* sums, float* turned, u32* flags, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  u32 cube = blockIdx.y * 65535u + blockIdx.x;
  if (cube >= dala_launch[7]) {
    return;
  }
  int CUBE_POS = int(cube);
  int CUBE_COUNT_X = int(dala_launch[3]);
  int CUBE_POS_X = CUBE_POS % CUBE_COUNT_X;
  int UNIT_POS = int(threadIdx.x);
  int UNIT_POS_X = UNIT_POS % 64;
  int ABSOLUTE_POS_X = int(u32(CUBE_POS_X) * 64u + u32(UNIT_POS_X));
  int CUBE_COUNT_Y = int(dala_launch[4]);
  int CUBE_POS_Y = CUBE_POS / CUBE_COUNT_X % CUBE_COUNT_Y;
  int CUBE_POS_Z = CUBE_POS / CUBE_COUNT_X / CUBE_COUNT_Y;
  int extent_x = int(dala_launch[0]);
  int extent_y = int(dala_launch[1]);
  int extent_z = int(dala_launch[2]);
  int ABSOLUTE_POS = ABSOLUTE_POS_X < extent_x && CUBE_POS_Y < extent_y && CUBE_POS_Z < extent_z ? int((u32(CUBE_POS_Y) * u32(extent_x) + u32(ABSOLUTE_POS_X)) * u32(extent_z) + u32(CUBE_POS_Z)) : 2147483647;
  int input_len = int(dala_launch[8]);
  int turned_len = int(dala_launch[44]);
  int sums_len = int(dala_launch[26]);
  int flags_len = int(dala_launch[62]);
  float x = dala_load_input(input, ABSOLUTE_POS, input_len);
  float t_7 = x;
  float t_8 = ::__shfl_sync(~0u, t_7, int(u32(UNIT_POS & 31) + 16u));
  t_7 = dala_max_f32(t_7, t_8);
  float t_9 = ::__shfl_sync(~0u, t_7, int(u32(UNIT_POS & 31) + 8u));
  t_7 = dala_max_f32(t_7, t_9);
  float t_10 = ::__shfl_sync(~0u, t_7, int(u32(UNIT_POS & 31) + 4u));
  t_7 = dala_max_f32(t_7, t_10);
  float t_11 = ::__shfl_sync(~0u, t_7, int(u32(UNIT_POS & 31) + 2u));
  t_7 = dala_max_f32(t_7, t_11);
  float t_12 = ::__shfl_sync(~0u, t_7, int(u32(UNIT_POS & 31) + 1u));
  t_7 = dala_max_f32(t_7, t_12);
  float t = ::__shfl_sync(~0u, t_7, 0);
  float t_13 = x;
  float t_14 = ::__shfl_sync(~0u, t_13, int(u32(UNIT_POS & 31) + 16u));
  t_13 = dala_min_f32(t_13, t_14);
  float t_15 = ::__shfl_sync(~0u, t_13, int(u32(UNIT_POS & 31) + 8u));
  t_13 = dala_min_f32(t_13, t_15);
  float t_16 = ::__shfl_sync(~0u, t_13, int(u32(UNIT_POS & 31) + 4u));
  t_13 = dala_min_f32(t_13, t_16);
  float t_17 = ::__shfl_sync(~0u, t_13, int(u32(UNIT_POS & 31) + 2u));
  t_13 = dala_min_f32(t_13, t_17);
  float t_18 = ::__shfl_sync(~0u, t_13, int(u32(UNIT_POS & 31) + 1u));
  t_13 = dala_min_f32(t_13, t_18);
  float t_2 = ::__shfl_sync(~0u, t_13, 0);
  float spread = t - t_2;
  float t_3 = ::__shfl_sync(~0u, x, int(31u - u32(UNIT_POS % 32)));
  float t_25 = t_3 / spread;
  if (u32(ABSOLUTE_POS) < u32(turned_len)) {
    turned[ABSOLUTE_POS] = t_25;
  }
  float t_4 = ::__shfl_sync(~0u, x, 0);
  float t_19 = x - t_4;
  float t_20 = ::__shfl_sync(~0u, t_19, int(u32(UNIT_POS & 31) + 16u));
  t_19 = t_19 + t_20;
  float t_21 = ::__shfl_sync(~0u, t_19, int(u32(UNIT_POS & 31) + 8u));
  t_19 = t_19 + t_21;
  float t_22 = ::__shfl_sync(~0u, t_19, int(u32(UNIT_POS & 31) + 4u));
  t_19 = t_19 + t_22;
  float t_23 = ::__shfl_sync(~0u, t_19, int(u32(UNIT_POS & 31) + 2u));
  t_19 = t_19 + t_23;
  float t_24 = ::__shfl_sync(~0u, t_19, int(u32(UNIT_POS & 31) + 1u));
  t_19 = t_19 + t_24;
  float t_5 = ::__shfl_sync(~0u, t_19, 0);
  float sum = t_5;
  u32 t_6 = ::__ballot_sync(~0u, x > 0.0f);
  u32 positive = t_6;
  if (UNIT_POS % 32 == 0) {
    int at = int(u32(CUBE_POS) * 2u + u32(UNIT_POS / 32));
    if (u32(at) < u32(sums_len)) {
      sums[at] = sum;
    }
    if (u32(at) < u32(flags_len)) {
      flags[at] = positive;
    }
  }
}

}  // namespace dala_kernel
