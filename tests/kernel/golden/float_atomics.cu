namespace dala_kernel {

typedef unsigned int u32;
struct dala_words {
  u32 at[62];
};

__device__ inline float dala_load_input(const float* input, int a, int b) {
  if (u32(a) < u32(b)) {
    return input[a];
  }
  return 0.0f;
}

extern "C" __global__ void __launch_bounds__(64) total(const float* input, float* sums, float* last, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  __shared__ float part[2];
  u32 cube = blockIdx.y * 65535u + blockIdx.x;
  if (cube >= dala_launch[7]) {
    return;
  }
  int UNIT_POS = int(threadIdx.x);
  int CUBE_POS = int(cube);
  int CUBE_COUNT_X = int(dala_launch[3]);
  int CUBE_POS_X = CUBE_POS % CUBE_COUNT_X;
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
  int sums_len = int(dala_launch[26]);
  int last_len = int(dala_launch[44]);
  int t_5 = UNIT_POS;
  if (t_5 < 2) {
    part[t_5] = 0.0f;
  }
  __syncthreads();
  int t_2 = UNIT_POS % 2;
  float t_3 = dala_load_input(input, ABSOLUTE_POS, input_len);
  if (u32(t_2) < 2u) {
    ::atomicAdd(&part[t_2], t_3);
  }
  __syncthreads();
  if (UNIT_POS == 0) {
    part[0] = part[0] + part[1];
    float t_4 = part[0];
    float t;
    if (0u < u32(sums_len)) {
      t = ::atomicAdd(&sums[0], t_4);
    } else {
      t = 0.0f;
    }
    float before = t;
    if (u32(CUBE_POS) < u32(last_len)) {
      ::atomicExch(&last[CUBE_POS], before);
    }
  }
}

}  // namespace dala_kernel
