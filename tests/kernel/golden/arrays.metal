#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef unsigned int u32;

inline float dala_min_f32(float a, float b) {
  return b < a || a != a ? b : a;
}

inline float dala_max_f32(float a, float b) {
  return b > a || a != a ? b : a;
}

inline int dala_clamped_s32(int a, int b) {
  if (a < 0) {
    return 0;
  }
  return a < b ? a : int(u32(b) - 1u);
}

inline float dala_load_input(device const float* input, int a, int b) {
  if (u32(a) < u32(b)) {
    return input[a];
  }
  return 0.0f;
}

kernel void median3(
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
  float weights[3];
  weights[0] = 1.0f;
  weights[1] = 2.0f;
  weights[2] = 1.0f;
  float window[3];
  for (int dala_i = 0; dala_i < 3; ++dala_i) window[dala_i] = 0.0f;
  for (int k = 0; k < 3; ++k) {
    window[k] = dala_load_input(input, dala_clamped_s32(int(u32(ABSOLUTE_POS) + u32(k) - 1u), input_len), input_len) * weights[k];
  }
  window[1] = window[1] + 0.5f;
  float t = dala_max_f32(dala_min_f32(window[0], window[1]), dala_min_f32(dala_max_f32(window[0], window[1]), window[2]));
  if (u32(ABSOLUTE_POS) < u32(output_len)) {
    output[ABSOLUTE_POS] = t;
  }
}
