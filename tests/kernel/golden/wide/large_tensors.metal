#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef long s64;
typedef unsigned long u64;
typedef unsigned int u32;

inline s64 start_of(s64 row, s64 width) {
  return s64(u64(row) * u64(width));
}

inline float dala_load_input(device const float* input, s64 a, s64 b) {
  if (a >= 0l && a < b) {
    return input[a];
  }
  return 0.0f;
}

kernel void differences(
    device const float* input [[buffer(0)]],
    device float* output [[buffer(1)]],
    device const u32* dala_launch [[buffer(2)]],
    metal::uint3 dala_group [[threadgroup_position_in_grid]],
    u32 dala_unit [[thread_index_in_threadgroup]]) {
  s64 element = s64((u64(s64(dala_group.y)) * u64(1073741824l) + u64(s64(dala_group.x))) * u64(s64(128u)) + u64(s64(dala_unit)));
  if (element >= (s64(u64(s64(dala_launch[13])) << u64(32l)) | s64(dala_launch[12]))) {
    return;
  }
  s64 extent_x = s64(u64(s64(dala_launch[1])) << u64(32l)) | s64(dala_launch[0]);
  s64 extent_z = s64(u64(s64(dala_launch[5])) << u64(32l)) | s64(dala_launch[4]);
  s64 pixel = element / extent_z;
  s64 ABSOLUTE_POS_Y = pixel / extent_x;
  s64 input_shape_1 = s64(u64(s64(dala_launch[23])) << u64(32l)) | s64(dala_launch[22]);
  s64 ABSOLUTE_POS_X = s64(u64(pixel) - u64(ABSOLUTE_POS_Y) * u64(extent_x));
  s64 rounds = s64(u64(s64(dala_launch[91])) << u64(32l)) | s64(dala_launch[90]);
  int apart = int(dala_launch[88]);
  s64 input_len = s64(u64(s64(dala_launch[17])) << u64(32l)) | s64(dala_launch[16]);
  s64 output_len = s64(u64(s64(dala_launch[53])) << u64(32l)) | s64(dala_launch[52]);
  s64 at = s64(u64(start_of(ABSOLUTE_POS_Y, input_shape_1)) + u64(ABSOLUTE_POS_X));
  s64 i = at;
  float sum = 0.0f;
  for (s64 k = 0l; k < rounds; ++k) {
    sum = sum + (dala_load_input(input, s64(u64(i) + u64(s64(apart)) * u64(2l)), input_len) - dala_load_input(input, i, input_len));
    i = s64(u64(i) + u64(k));
  }
  if (at >= 0l && at < output_len) {
    output[at] = sum;
  }
}
