#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef long s64;
typedef unsigned long u64;
typedef unsigned int u32;

template <typename T>
inline T dala_load(device const T* values, s64 len, s64 i) {
  return u64(i) < u64(len) ? values[i] : T(0);
}

template <typename T>
inline void dala_store(device T* values, s64 len, s64 i, T value) {
  if (u64(i) < u64(len)) values[i] = value;
}

inline s64 start_of(s64 row, s64 width) {
  return s64(u64(row) * u64(width));
}

kernel void differences(
    device const float* input [[buffer(0)]],
    device float* output [[buffer(1)]],
    device const u32* dala_launch [[buffer(2)]],
    metal::uint3 dala_group [[threadgroup_position_in_grid]],
    u32 dala_unit [[thread_index_in_threadgroup]]) {
  u64 dala_flat = (u64(dala_group.y) * 1073741824u + dala_group.x) * 128u + dala_unit;
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
  for (s64 k = 0l; k < rounds; ++k) {
    sum = sum + (dala_load(input, input_len, s64(u64(i) + u64(s64(apart)) * u64(2l))) - dala_load(input, input_len, i));
    i = s64(u64(i) + u64(k));
  }
  dala_store(output, output_len, at, sum);
}
