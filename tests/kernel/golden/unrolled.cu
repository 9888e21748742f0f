namespace dala_kernel {

typedef unsigned int u32;
struct dala_words {
  u32 at[62];
};

__device__ inline int dala_clamped_s32(int a, int b) {
  if (a < 0) {
    return 0;
  }
  return a < b ? a : int(u32(b) - 1u);
}

__device__ inline int dala_at_2_s32(int y, int height, int x, int width) {
  if (y < 0 || y >= height || x < 0 || x >= width) {
    return -1;
  }
  return int(u32(y) * u32(width) + u32(x));
}

__device__ inline float dala_load_input(const float* input, int a, int b) {
  if (u32(a) < u32(b)) {
    return input[a];
  }
  return 0.0f;
}

__device__ inline float dala_load_weights(const float* weights, int a, int b) {
  if (u32(a) < u32(b)) {
    return weights[a];
  }
  return 0.0f;
}

extern "C" __global__ void smoothed(const float* input, const float* weights, float* output, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  u32 element = (blockIdx.y * 65535u + blockIdx.x) * blockDim.x + threadIdx.x;
  if (element >= dala_launch[6]) {
    return;
  }
  int extent_x = int(dala_launch[0]);
  int extent_z = int(dala_launch[2]);
  u32 pixel = element / u32(extent_z);
  int ABSOLUTE_POS_Y = int(pixel / u32(extent_x));
  int ABSOLUTE_POS_X = int(pixel - u32(ABSOLUTE_POS_Y) * u32(extent_x));
  int input_shape_0 = int(dala_launch[10]);
  int input_shape_1 = int(dala_launch[11]);
  int input_len = int(dala_launch[8]);
  int weights_len = int(dala_launch[26]);
  int output_shape_0 = int(dala_launch[46]);
  int output_shape_1 = int(dala_launch[47]);
  int output_len = int(dala_launch[44]);
  int y = ABSOLUTE_POS_Y;
  int x = ABSOLUTE_POS_X;
  float sum = 0.0f;
  sum = sum + dala_load_input(input, dala_at_2_s32(dala_clamped_s32(y, input_shape_0), input_shape_0, dala_clamped_s32(int(u32(x) + u32(-1)), input_shape_1), input_shape_1), input_len) * dala_load_weights(weights, 0, weights_len);
  sum = sum + dala_load_input(input, dala_at_2_s32(dala_clamped_s32(y, input_shape_0), input_shape_0, dala_clamped_s32(int(u32(x) + 0u), input_shape_1), input_shape_1), input_len) * dala_load_weights(weights, 1, weights_len);
  sum = sum + dala_load_input(input, dala_at_2_s32(dala_clamped_s32(y, input_shape_0), input_shape_0, dala_clamped_s32(int(u32(x) + 1u), input_shape_1), input_shape_1), input_len) * dala_load_weights(weights, 2, weights_len);
  int t = dala_at_2_s32(y, output_shape_0, x, output_shape_1);
  if (u32(t) < u32(output_len)) {
    output[t] = sum;
  }
}

}  // namespace dala_kernel
