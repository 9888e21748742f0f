namespace dala_kernel {

typedef unsigned int u32;
struct dala_words {
  u32 at[44];
};

__device__ inline int dala_clamped_s32(int a, int b) {
  if (a < 0) {
    return 0;
  }
  return a < b ? a : int(u32(b) - 1u);
}

__device__ inline int dala_at_3_s32(int y, int height, int x, int width, int z, int depth) {
  if (y < 0 || y >= height || x < 0 || x >= width || z < 0 || z >= depth) {
    return -1;
  }
  return int((u32(y) * u32(width) + u32(x)) * u32(depth) + u32(z));
}

__device__ inline int dala_mirrored_u32(u32 a, int b) {
  if (a < u32(b)) {
    return int(a);
  }
  if (b < 2) {
    return int(u32(b) - 1u);
  }
  u32 period = 2u * (u32(b) - 1u);
  u32 at = a % period;
  return int(at < u32(b) ? at : period - at);
}

__device__ inline int dala_mirrored_s32(int a, int b) {
  return dala_mirrored_u32(a < 0 ? 0u - u32(a) : u32(a), b);
}

__device__ inline float dala_load_input(const float* input, int a, int b) {
  if (u32(a) < u32(b)) {
    return input[a];
  }
  return 0.0f;
}

extern "C" __global__ void blur(const float* input, float* output, const __grid_constant__ dala_words dala_given) {
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
  int ABSOLUTE_POS_Z = int(element - pixel * u32(extent_z));
  int input_shape_0 = int(dala_launch[10]);
  int input_shape_1 = int(dala_launch[11]);
  int input_shape_2 = int(dala_launch[12]);
  int input_len = int(dala_launch[8]);
  int input_stride_0 = int(dala_launch[18]);
  int input_rank = int(dala_launch[9]);
  int output_shape_0 = int(dala_launch[28]);
  int output_shape_1 = int(dala_launch[29]);
  int output_shape_2 = int(dala_launch[30]);
  int output_len = int(dala_launch[26]);
  int y = ABSOLUTE_POS_Y;
  int x = ABSOLUTE_POS_X;
  int c = ABSOLUTE_POS_Z;
  float edges = dala_load_input(input, dala_at_3_s32(dala_clamped_s32(int(u32(y) - 1u), input_shape_0), input_shape_0, dala_clamped_s32(x, input_shape_1), input_shape_1, dala_clamped_s32(c, input_shape_2), input_shape_2), input_len) + dala_load_input(input, dala_at_3_s32(dala_mirrored_s32(int(u32(y) + 1u), input_shape_0), input_shape_0, dala_mirrored_s32(x, input_shape_1), input_shape_1, dala_mirrored_s32(c, input_shape_2), input_shape_2), input_len);
  int size = int(u32(input_shape_0) * u32(input_stride_0) + u32(input_rank) + u32(input_len));
  int t = dala_at_3_s32(y, output_shape_0, x, output_shape_1, c, output_shape_2);
  float t_2 = dala_load_input(input, dala_at_3_s32(y, input_shape_0, x, input_shape_1, c, input_shape_2), input_len) + edges * 0.5f + float(size);
  if (u32(t) < u32(output_len)) {
    output[t] = t_2;
  }
}

}  // namespace dala_kernel
