namespace dala_kernel {

typedef long long s64;
typedef unsigned long long u64;
typedef unsigned int u32;
struct dala_words {
  u32 at[92];
};

__device__ inline s64 start_of(s64 row, s64 width) {
  return s64(u64(row) * u64(width));
}

__device__ inline float dala_load_input(const float* input, s64 a, s64 b) {
  if (a >= 0ll && a < b) {
    return input[a];
  }
  return 0.0f;
}

extern "C" __global__ void differences(const float* input, float* output, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  s64 element = s64((u64(s64(blockIdx.y)) * u64(1073741824ll) + u64(s64(blockIdx.x))) * u64(s64(blockDim.x)) + u64(s64(threadIdx.x)));
  if (element >= (s64(u64(s64(dala_launch[13])) << u64(32ll)) | s64(dala_launch[12]))) {
    return;
  }
  s64 extent_x = s64(u64(s64(dala_launch[1])) << u64(32ll)) | s64(dala_launch[0]);
  s64 extent_z = s64(u64(s64(dala_launch[5])) << u64(32ll)) | s64(dala_launch[4]);
  s64 pixel = element / extent_z;
  s64 ABSOLUTE_POS_Y = pixel / extent_x;
  s64 input_shape_1 = s64(u64(s64(dala_launch[23])) << u64(32ll)) | s64(dala_launch[22]);
  s64 ABSOLUTE_POS_X = s64(u64(pixel) - u64(ABSOLUTE_POS_Y) * u64(extent_x));
  s64 rounds = s64(u64(s64(dala_launch[91])) << u64(32ll)) | s64(dala_launch[90]);
  int apart = int(dala_launch[88]);
  s64 input_len = s64(u64(s64(dala_launch[17])) << u64(32ll)) | s64(dala_launch[16]);
  s64 output_len = s64(u64(s64(dala_launch[53])) << u64(32ll)) | s64(dala_launch[52]);
  s64 at = s64(u64(start_of(ABSOLUTE_POS_Y, input_shape_1)) + u64(ABSOLUTE_POS_X));
  s64 i = at;
  float sum = 0.0f;
  for (s64 k = 0ll; k < rounds; ++k) {
    sum = sum + (dala_load_input(input, s64(u64(i) + u64(s64(apart)) * u64(2ll)), input_len) - dala_load_input(input, i, input_len));
    i = s64(u64(i) + u64(k));
  }
  if (at >= 0ll && at < output_len) {
    output[at] = sum;
  }
}

}  // namespace dala_kernel
