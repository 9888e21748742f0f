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
  float strength = as_type<float>(dala_launch[44]);
  bool invert = dala_launch[48] != 0u;
  int i = ABSOLUTE_POS;
  float x = dala_load(input, int(dala_launch[8]), i) * strength;
  dala_store(output, int(dala_launch[26]), i, invert ? 1.0f - x : x);
}
