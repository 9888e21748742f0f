#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef metal::float2 vec2;
typedef unsigned int u32;
typedef metal::uint2 uvec2;

inline uvec2 dala_to_bits_vec2(vec2 a) {
  return uvec2(as_type<u32>(a.x), as_type<u32>(a.y));
}

inline uvec2 dala_and_uvec2(uvec2 a, uvec2 b) {
  return uvec2(a.x & b.x, a.y & b.y);
}

inline float dala_load_input(device const float* input, int a, int b) {
  if (u32(a) < u32(b)) {
    return input[a];
  }
  return 0.0f;
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
  int input_len = int(dala_launch[8]);
  int output_len = int(dala_launch[26]);
  float x = dala_load_input(input, ABSOLUTE_POS, input_len);
  float guess = as_type<float>(1597463007u - (as_type<u32>(x) >> 1u));
  uvec2 sign = dala_and_uvec2(dala_to_bits_vec2(vec2(x, guess)), uvec2(2147483648u));
  u32 hash = metal::mulhi(as_type<u32>(x), 2654435769u) ^ sign.x;
  float t = guess * (1.5f - 0.5f * x * guess * guess) + float(hash >> 24u);
  if (u32(ABSOLUTE_POS) < u32(output_len)) {
    output[ABSOLUTE_POS] = t;
  }
}
