#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef unsigned int u32;

inline float dala_load_input(device const float* input, int a, int b) {
  if (u32(a) < u32(b)) {
    return input[a];
  }
  return 0.0f;
}

kernel void control(
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
  u32 rounds = dala_launch[44];
  int output_len = int(dala_launch[26]);
  if (ABSOLUTE_POS >= input_len) {
    return;
  }
  float x = dala_load_input(input, ABSOLUTE_POS, input_len);
  for (u32 i = 0u; i < rounds; ++i) {
    if (i % 2u == 0u) {
      continue;
    }
    x = x + float(i);
  }
  while (x > 100.0f) {
    x = x / 2.0f;
  }
  while (true) {
    x = x - 1.0f;
    if (x < 0.0f) {
      break;
    } else if (x == 0.0f) {
      x = -1.0f;
    }
  }
  if (u32(ABSOLUTE_POS) < u32(output_len)) {
    output[ABSOLUTE_POS] = x;
  }
}
