#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef metal::float3 vec3;
typedef unsigned int u32;

template <typename T>
inline T dala_load(device const T* values, int len, int i) {
  return u32(i) < u32(len) ? values[i] : T(0);
}

template <typename T>
inline void dala_store(device T* values, int len, int i, T value) {
  if (u32(i) < u32(len)) values[i] = value;
}

inline float dala_dot_vec3(vec3 a, vec3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

inline float weighted(vec3 c, vec3 w) {
  return dala_dot_vec3(c, w);
}

inline float luma(vec3 c) {
  return weighted(c, vec3(0.299f, 0.587f, 0.114f));
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
  int p = int(u32(ABSOLUTE_POS) * 3u);
  dala_store(output, int(dala_launch[26]), ABSOLUTE_POS, luma(vec3(dala_load(input, int(dala_launch[8]), p), dala_load(input, int(dala_launch[8]), int(u32(p) + 1u)), dala_load(input, int(dala_launch[8]), int(u32(p) + 2u)))));
}
