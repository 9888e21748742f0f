namespace dala_kernel {

typedef long long s64;
typedef unsigned long long u64;
typedef unsigned int u32;
struct dala_words {
  u32 at[92];
};

template <typename T>
__device__ inline T dala_load(const T* values, s64 len, s64 i) {
  return u64(i) < u64(len) ? values[i] : T(0);
}

template <typename T>
__device__ inline void dala_store(T* values, s64 len, s64 i, T value) {
  if (u64(i) < u64(len)) values[i] = value;
}

__device__ inline s64 start_of(s64 row, s64 width) {
  return s64(u64(row) * u64(width));
}

extern "C" __global__ void differences(const float* input, float* output, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  u64 dala_flat = (u64(blockIdx.y) * 1073741824u + blockIdx.x) * blockDim.x + threadIdx.x;
  if (dala_flat >= u64(s64(u64(dala_launch[13]) << 32 | dala_launch[12]))) return;
  s64 extent_x = s64(u64(dala_launch[1]) << 32 | dala_launch[0]);
  s64 extent_z = s64(u64(dala_launch[5]) << 32 | dala_launch[4]);
  s64 pixel = s64(dala_flat / u64(extent_z));
  s64 ABSOLUTE_POS_Y = s64(pixel / u64(extent_x));
  s64 input_shape_1 = s64(u64(dala_launch[23]) << 32 | dala_launch[22]);
  s64 ABSOLUTE_POS_X = s64(pixel - u64(ABSOLUTE_POS_Y) * u64(extent_x));
  s64 rounds = s64(u64(dala_launch[91]) << 32 | dala_launch[90]);
  int apart = int(dala_launch[88]);
  s64 input_len = s64(u64(dala_launch[17]) << 32 | dala_launch[16]);
  s64 output_len = s64(u64(dala_launch[53]) << 32 | dala_launch[52]);
  s64 at = s64(u64(start_of(ABSOLUTE_POS_Y, input_shape_1)) + u64(ABSOLUTE_POS_X));
  s64 i = at;
  float sum = 0.0f;
  for (s64 k = 0ll; k < rounds; ++k) {
    sum = sum + (dala_load(input, input_len, s64(u64(i) + u64(s64(apart)) * u64(2ll))) - dala_load(input, input_len, i));
    i = s64(u64(i) + u64(k));
  }
  dala_store(output, output_len, at, sum);
}

}  // namespace dala_kernel
