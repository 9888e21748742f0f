namespace dala_kernel {

typedef unsigned int u32;
struct dala_words {
  u32 at[44];
};

__device__ inline float dala_load_input(const float* input, int a, int b) {
  if (u32(a) < u32(b)) {
    return input[a];
  }
  return 0.0f;
}

__device__ inline float dala_load_tile(const float* tile, int a) {
  if (u32(a) < 4u) {
    return tile[a];
  }
  return 0.0f;
}

extern "C" __global__ void __launch_bounds__(4) sum_of_cubes(const float* input, float* output, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  __shared__ float tile[4];
  u32 cube = blockIdx.y * 65535u + blockIdx.x;
  if (cube >= dala_launch[7]) {
    return;
  }
  int CUBE_POS = int(cube);
  int CUBE_COUNT_X = int(dala_launch[3]);
  int CUBE_POS_X = CUBE_POS % CUBE_COUNT_X;
  int UNIT_POS = int(threadIdx.x);
  int UNIT_POS_X = UNIT_POS % 4;
  int ABSOLUTE_POS_X = int(u32(CUBE_POS_X) * 4u + u32(UNIT_POS_X));
  int CUBE_COUNT_Y = int(dala_launch[4]);
  int CUBE_POS_Y = CUBE_POS / CUBE_COUNT_X % CUBE_COUNT_Y;
  int CUBE_POS_Z = CUBE_POS / CUBE_COUNT_X / CUBE_COUNT_Y;
  int extent_x = int(dala_launch[0]);
  int extent_y = int(dala_launch[1]);
  int extent_z = int(dala_launch[2]);
  int ABSOLUTE_POS = ABSOLUTE_POS_X < extent_x && CUBE_POS_Y < extent_y && CUBE_POS_Z < extent_z ? int((u32(CUBE_POS_Y) * u32(extent_x) + u32(ABSOLUTE_POS_X)) * u32(extent_z) + u32(CUBE_POS_Z)) : 2147483647;
  int input_len = int(dala_launch[8]);
  int output_len = int(dala_launch[26]);
  int t_4 = UNIT_POS;
  tile[t_4] = 0.0f;
  __syncthreads();
  float t = dala_load_input(input, ABSOLUTE_POS, input_len);
  if (u32(UNIT_POS) < 4u) {
    tile[UNIT_POS] = t;
  }
  __syncthreads();
  int step = 4 / 2;
  while (step > 0) {
    if (UNIT_POS < step) {
      float t_2 = dala_load_tile(tile, UNIT_POS) + dala_load_tile(tile, int(u32(UNIT_POS) + u32(step)));
      if (u32(UNIT_POS) < 4u) {
        tile[UNIT_POS] = t_2;
      }
    }
    __syncthreads();
    step = step / 2;
  }
  if (UNIT_POS == 0) {
    float t_3 = tile[0];
    if (u32(CUBE_POS) < u32(output_len)) {
      output[CUBE_POS] = t_3;
    }
  }
}

}  // namespace dala_kernel
