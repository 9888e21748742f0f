#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef metal::float3 vec3;
typedef unsigned int u32;

inline float dala_dot_vec3(vec3 a, vec3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

inline float weighted(vec3 c, vec3 w) {
  return dala_dot_vec3(c, w);
}

inline float luma(vec3 c) {
  return weighted(c, vec3(0.299f, 0.587f, 0.114f));
}

inline float dala_load_input(device const float* input, int a, int b) {
  if (u32(a) < u32(b)) {
    return input[a];
  }
  return 0.0f;
}

kernel void grey(
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
  int p = int(u32(ABSOLUTE_POS) * 3u);
  float t = luma(vec3(dala_load_input(input, p, input_len), dala_load_input(input, int(u32(p) + 1u), input_len), dala_load_input(input, int(u32(p) + 2u), input_len)));
  if (u32(ABSOLUTE_POS) < u32(output_len)) {
    output[ABSOLUTE_POS] = t;
  }
}
