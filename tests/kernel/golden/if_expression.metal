#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef unsigned int u32;

template <typename T>
inline T dala_load(device const T* values, int len, int i) {
  return u32(i) < u32(len) ? values[i] : T(0);
}

template <typename T>
inline void dala_store(device T* values, int len, int i, T value) {
  if (u32(i) < u32(len)) values[i] = value;
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
  float x = dala_load(input, int(dala_launch[8]), ABSOLUTE_POS);
  float simple = x > 0.0f ? 1.0f : x;
  float t_2;
  if (x < 0.5f) {
    float t = x * 2.0f;
    t_2 = t * t;
  } else {
    t_2 = x < 1.0f ? 0.25f : 0.0f;
  }
  float with_statements = t_2;
  dala_store(output, int(dala_launch[26]), ABSOLUTE_POS, simple + with_statements);
}
