namespace dala_kernel {

typedef unsigned char u8;
typedef long long s64;
typedef unsigned long long u64;
typedef unsigned int u32;
struct dala_words {
  u32 at[88];
};

template <typename T>
__device__ inline T dala_load(const T* values, s64 len, s64 i) {
  return u64(i) < u64(len) ? values[i] : T(0);
}

template <typename T>
__device__ inline void dala_store(T* values, s64 len, s64 i, T value) {
  if (u64(i) < u64(len)) values[i] = value;
}

__device__ inline u8 dala_u8_from_f32(float a) {
  if (a != a) {
    return u8(0);
  }
  if (a >= 256.0f) {
    return u8(255);
  }
  if (a <= 0.0f) {
    return u8(0);
  }
  return u8(a);
}

__device__ inline s64 dala_at_3_s64(s64 y, s64 height, s64 x, s64 width, s64 z, s64 depth) {
  if (y < 0ll || y >= height || x < 0ll || x >= width || z < 0ll || z >= depth) {
    return -1ll;
  }
  return s64((u64(y) * u64(width) + u64(x)) * u64(depth) + u64(z));
}

extern "C" __global__ void luma(const u8* input, u8* output, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  u64 dala_flat = (u64(blockIdx.y) * 1073741824u + blockIdx.x) * blockDim.x + threadIdx.x;
  if (dala_flat >= u64(s64(u64(dala_launch[13]) << 32 | dala_launch[12]))) return;
  s64 extent_x = s64(u64(dala_launch[1]) << 32 | dala_launch[0]);
  s64 ABSOLUTE_POS_Y = s64(dala_flat / u64(extent_x));
  s64 ABSOLUTE_POS_X = s64(dala_flat - u64(ABSOLUTE_POS_Y) * u64(extent_x));
  s64 input_shape_0 = s64(u64(dala_launch[21]) << 32 | dala_launch[20]);
  s64 input_shape_1 = s64(u64(dala_launch[23]) << 32 | dala_launch[22]);
  s64 input_shape_2 = s64(u64(dala_launch[25]) << 32 | dala_launch[24]);
  s64 input_len = s64(u64(dala_launch[17]) << 32 | dala_launch[16]);
  s64 output_shape_0 = s64(u64(dala_launch[57]) << 32 | dala_launch[56]);
  s64 output_shape_1 = s64(u64(dala_launch[59]) << 32 | dala_launch[58]);
  s64 output_shape_2 = s64(u64(dala_launch[61]) << 32 | dala_launch[60]);
  s64 output_len = s64(u64(dala_launch[53]) << 32 | dala_launch[52]);
  s64 y = ABSOLUTE_POS_Y;
  s64 x = ABSOLUTE_POS_X;
  float grey = 0.299f * float(dala_load(input, input_len, dala_at_3_s64(y, input_shape_0, x, input_shape_1, 0ll, input_shape_2))) + 0.587f * float(dala_load(input, input_len, dala_at_3_s64(y, input_shape_0, x, input_shape_1, 1ll, input_shape_2))) + 0.114f * float(dala_load(input, input_len, dala_at_3_s64(y, input_shape_0, x, input_shape_1, 2ll, input_shape_2)));
  for (int c = 0; c < 3; ++c) {
    dala_store(output, output_len, dala_at_3_s64(y, output_shape_0, x, output_shape_1, s64(c), output_shape_2), dala_u8_from_f32(::roundf(grey)));
  }
  dala_store(output, output_len, dala_at_3_s64(y, output_shape_0, x, output_shape_1, 3ll, output_shape_2), dala_load(input, input_len, dala_at_3_s64(y, input_shape_0, x, input_shape_1, 3ll, input_shape_2)));
}

}  // namespace dala_kernel
