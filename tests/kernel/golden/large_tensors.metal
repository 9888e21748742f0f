#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef unsigned int u32;

inline int start_of(int row, int width) {
  return int(u32(row) * u32(width));
}

inline float dala_load_input(device const float* input, int a, int b) {
  if (u32(a) < u32(b)) {
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
  u32 element = (dala_group.y * 65535u + dala_group.x) * 128u + dala_unit;
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
