namespace dala_kernel {

typedef unsigned char u8;
typedef unsigned int u32;
typedef long long s64;
typedef unsigned long long u64;
struct dala_words {
  u32 at[88];
};

__device__ inline u32 dala_u8_from_f32(float a) {
  if (a != a) {
    return 0u;
  }
  if (a >= 256.0f) {
    return 255u;
  }
  if (a <= 0.0f) {
    return 0u;
  }
  return u32(a);
}

__device__ inline s64 dala_at_3_s64(s64 y, s64 height, s64 x, s64 width, s64 z, s64 depth) {
  if (y < 0ll || y >= height || x < 0ll || x >= width || z < 0ll || z >= depth) {
    return -1ll;
  }
  return s64((u64(y) * u64(width) + u64(x)) * u64(depth) + u64(z));
}

__device__ inline u32 dala_load_input(const u8* input, s64 a, s64 b) {
  if (a >= 0ll && a < b) {
    return u32(input[a]);
  }
  return 0u;
}

extern "C" __global__ void luma(const u8* input, u8* output, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  s64 element = s64((u64(s64(blockIdx.y)) * u64(1073741824ll) + u64(s64(blockIdx.x))) * u64(s64(blockDim.x)) + u64(s64(threadIdx.x)));
  if (element >= (s64(u64(s64(dala_launch[13])) << u64(32ll)) | s64(dala_launch[12]))) {
    return;
  }
  s64 extent_x = s64(u64(s64(dala_launch[1])) << u64(32ll)) | s64(dala_launch[0]);
  s64 ABSOLUTE_POS_Y = element / extent_x;
  s64 ABSOLUTE_POS_X = s64(u64(element) - u64(ABSOLUTE_POS_Y) * u64(extent_x));
  s64 input_shape_0 = s64(u64(s64(dala_launch[21])) << u64(32ll)) | s64(dala_launch[20]);
  s64 input_shape_1 = s64(u64(s64(dala_launch[23])) << u64(32ll)) | s64(dala_launch[22]);
  s64 input_shape_2 = s64(u64(s64(dala_launch[25])) << u64(32ll)) | s64(dala_launch[24]);
  s64 input_len = s64(u64(s64(dala_launch[17])) << u64(32ll)) | s64(dala_launch[16]);
  s64 output_shape_0 = s64(u64(s64(dala_launch[57])) << u64(32ll)) | s64(dala_launch[56]);
  s64 output_shape_1 = s64(u64(s64(dala_launch[59])) << u64(32ll)) | s64(dala_launch[58]);
  s64 output_shape_2 = s64(u64(s64(dala_launch[61])) << u64(32ll)) | s64(dala_launch[60]);
  s64 output_len = s64(u64(s64(dala_launch[53])) << u64(32ll)) | s64(dala_launch[52]);
  s64 y = ABSOLUTE_POS_Y;
  s64 x = ABSOLUTE_POS_X;
  float grey = 0.299f * float(dala_load_input(input, dala_at_3_s64(y, input_shape_0, x, input_shape_1, 0ll, input_shape_2), input_len)) + 0.587f * float(dala_load_input(input, dala_at_3_s64(y, input_shape_0, x, input_shape_1, 1ll, input_shape_2), input_len)) + 0.114f * float(dala_load_input(input, dala_at_3_s64(y, input_shape_0, x, input_shape_1, 2ll, input_shape_2), input_len));
  for (int c = 0; c < 3; ++c) {
    s64 t = dala_at_3_s64(y, output_shape_0, x, output_shape_1, s64(c), output_shape_2);
    u32 t_2 = dala_u8_from_f32(::roundf(grey));
    if (t >= 0ll && t < output_len) {
      output[t] = u8(t_2);
    }
  }
  s64 t_3 = dala_at_3_s64(y, output_shape_0, x, output_shape_1, 3ll, output_shape_2);
  u32 t_4 = dala_load_input(input, dala_at_3_s64(y, input_shape_0, x, input_shape_1, 3ll, input_shape_2), input_len);
  if (t_3 >= 0ll && t_3 < output_len) {
    output[t_3] = u8(t_4);
  }
}

}  // namespace dala_kernel
