namespace dala_kernel {

typedef unsigned int u32;
struct dala_words {
  u32 at[48];
};

__device__ inline int start_of(int row, int width) {
  return int(u32(row) * u32(width));
}

__device__ inline float dala_load_input(const float* input, int a, int b) {
  if (u32(a) < u32(b)) {
    return input[a];
  }
  return 0.0f;
}

extern "C" __global__ void differences(const float* input, float* output, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  u32 element = (blockIdx.y * 65535u + blockIdx.x) * blockDim.x + threadIdx.x;
  if (element >= dala_launch[6]) {
    return;
  }
  int extent_x = int(dala_launch[0]);
  int extent_z = int(dala_launch[2]);
  u32 pixel = element / u32(extent_z);
  int ABSOLUTE_POS_Y = int(pixel / u32(extent_x));
  int input_shape_1 = int(dala_launch[11]);
  int ABSOLUTE_POS_X = int(pixel - u32(ABSOLUTE_POS_Y) * u32(extent_x));
  int rounds = int(dala_launch[46]);
  int apart = int(dala_launch[44]);
  int input_len = int(dala_launch[8]);
  int output_len = int(dala_launch[26]);
  int at = int(u32(start_of(ABSOLUTE_POS_Y, input_shape_1)) + u32(ABSOLUTE_POS_X));
  int i = at;
  float sum = 0.0f;
  for (int k = 0; k < rounds; ++k) {
    sum = sum + (dala_load_input(input, int(u32(i) + u32(apart) * 2u), input_len) - dala_load_input(input, i, input_len));
    i = int(u32(i) + u32(k));
  }
  if (u32(at) < u32(output_len)) {
    output[at] = sum;
  }
}

}  // namespace dala_kernel
