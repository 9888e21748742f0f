#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef unsigned int u32;

inline float dala_load_input(device const float* input, int a, int b) {
  if (u32(a) < u32(b)) {
    return input[a];
  }
  return 0.0f;
}

kernel void my_filter(
    device const float* input [[buffer(0)]],
    device float* output [[buffer(1)]],
    device const u32* dala_launch [[buffer(2)]],
    metal::uint3 dala_group [[threadgroup_position_in_grid]],
    u32 dala_unit [[thread_index_in_threadgroup]]) {
  u32 element = (dala_group.y * 65535u + dala_group.x) * 128u + dala_unit;
  if (element >= dala_launch[6]) {
    return;
  }
  int ABSOLUTE_POS = int(element);
  int input_len = int(dala_launch[8]);
  float strength = as_type<float>(dala_launch[44]);
  bool invert = dala_launch[48] != 0u;
  int output_len = int(dala_launch[26]);
  int i = ABSOLUTE_POS;
  float x = dala_load_input(input, i, input_len) * strength;
  float t = invert ? 1.0f - x : x;
  if (u32(i) < u32(output_len)) {
    output[i] = t;
  }
}
