namespace dala_kernel {

typedef unsigned int u32;
struct dala_words {
  u32 at[62];
};

template <typename T>
__device__ inline T dala_load(const T* values, int len, int i) {
  return u32(i) < u32(len) ? values[i] : T(0);
}

__device__ inline float dala_atomic_add_shared_f32(float* values, int len, int i, float value) {
  if (u32(i) >= u32(len)) return 0.0f;
  return ::atomicAdd(values + i, value);
}

__device__ inline float dala_atomic_add_f32(float* values, int len, int i, float value) {
  if (u32(i) >= u32(len)) return 0.0f;
  return ::atomicAdd(values + i, value);
}

__device__ inline float dala_atomic_exchange_f32(float* values, int len, int i, float value) {
  if (u32(i) >= u32(len)) return 0.0f;
  return ::atomicExch(values + i, value);
}

extern "C" __global__ void __launch_bounds__(64) total(const float* input, float* sums, float* last, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  __shared__ float part[2];
  u32 cube = blockIdx.y * 65535u + blockIdx.x;
  if (cube >= dala_launch[7]) {
    return;
  }
  int UNIT_POS = int(threadIdx.x);
  int CUBE_COUNT_X = int(dala_launch[3]);
  int CUBE_POS = int(cube);
  int CUBE_POS_X = CUBE_POS % CUBE_COUNT_X;
  int UNIT_POS_X = UNIT_POS % 64;
  int ABSOLUTE_POS_X = int(u32(CUBE_POS_X) * 64u + u32(UNIT_POS_X));
  int CUBE_COUNT_Y = int(dala_launch[4]);
  int CUBE_POS_Y = CUBE_POS / CUBE_COUNT_X % CUBE_COUNT_Y;
  int CUBE_POS_Z = CUBE_POS / CUBE_COUNT_X / CUBE_COUNT_Y;
  int extent_z = int(dala_launch[2]);
  int extent_y = int(dala_launch[1]);
  int extent_x = int(dala_launch[0]);
  int ABSOLUTE_POS = ABSOLUTE_POS_X < extent_x && CUBE_POS_Y < extent_y && CUBE_POS_Z < extent_z ? int((u32(CUBE_POS_Y) * u32(extent_x) + u32(ABSOLUTE_POS_X)) * u32(extent_z) + u32(CUBE_POS_Z)) : 2147483647;
  int t_2 = UNIT_POS;
  if (t_2 < 2) {
    part[t_2] = 0.0f;
  }
  __syncthreads();
  dala_atomic_add_shared_f32(part, 2, UNIT_POS % 2, dala_load(input, int(dala_launch[8]), ABSOLUTE_POS));
  __syncthreads();
  if (UNIT_POS == 0) {
    part[0] = part[0] + part[1];
    float t = dala_atomic_add_f32(sums, int(dala_launch[26]), 0, part[0]);
    float before = t;
    dala_atomic_exchange_f32(last, int(dala_launch[44]), CUBE_POS, before);
  }
}

}  // namespace dala_kernel
