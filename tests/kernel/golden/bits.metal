#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef metal::float2 vec2;
typedef unsigned int u32;
typedef metal::uint2 uvec2;

template <typename T>
inline T dala_load(device const T* values, int len, int i) {
  return u32(i) < u32(len) ? values[i] : T(0);
}

template <typename T>
inline void dala_store(device T* values, int len, int i, T value) {
  if (u32(i) < u32(len)) values[i] = value;
}

inline uvec2 dala_to_bits_vec2(vec2 a) {
  return uvec2(as_type<u32>(a.x), as_type<u32>(a.y));
}

inline uvec2 dala_and_uvec2(uvec2 a, uvec2 b) {
  return uvec2(a.x & b.x, a.y & b.y);
}

kernel void bits(
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
  float guess = as_type<float>(1597463007u - (as_type<u32>(x) >> 1u));
  uvec2 sign = dala_and_uvec2(dala_to_bits_vec2(vec2(x, guess)), uvec2(2147483648u));
  u32 hash = metal::mulhi(as_type<u32>(x), 2654435769u) ^ sign.x;
  dala_store(output, int(dala_launch[26]), ABSOLUTE_POS, guess * (1.5f - 0.5f * x * guess * guess) + float(hash >> 24u));
}
