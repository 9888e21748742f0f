#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef unsigned int u32;

inline float dala_load_input(device const float* input, int a, int b) {
  if (u32(a) < u32(b)) {
    return input[a];
  }
  return 0.0f;
}

kernel void choose(
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
  int output_len = int(dala_launch[26]);
  float x = dala_load_input(input, ABSOLUTE_POS, input_len);
  float simple = x > 0.0f ? 1.0f : x;
  float t_2;
  if (x < 0.5f) {
    float t = x * 2.0f;
    t_2 = t * t;
  } else {
    t_2 = x < 1.0f ? 0.25f : 0.0f;
  }
  float with_statements = t_2;
  float t_3 = simple + with_statements;
  if (u32(ABSOLUTE_POS) < u32(output_len)) {
    output[ABSOLUTE_POS] = t_3;
  }
}
