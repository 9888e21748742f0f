#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef unsigned int u32;
typedef metal::uint2 uvec2;
typedef metal::uint4 uvec4;

inline uvec2 dala_xz_of_uvec4(uvec4 a) {
  return uvec2(a.x, a.z);
}

inline uvec2 dala_mul_hi_uvec2(uvec2 a, uvec2 b) {
  return uvec2(metal::mulhi(a.x, b.x), metal::mulhi(a.y, b.y));
}

inline uvec2 dala_mul_uvec2(uvec2 a, uvec2 b) {
  return uvec2(a.x * b.x, a.y * b.y);
}

inline uvec2 dala_add_uvec2(uvec2 a, uvec2 b) {
  return uvec2(a.x + b.x, a.y + b.y);
}

inline uvec4 philox(uvec4 counter, uvec2 key) {
  uvec2 factors = uvec2(3528531795u, 3449720151u);
  uvec2 steps = uvec2(2654435769u, 3144134277u);
  uvec4 c = counter;
  uvec2 k = key;
  for (int round = 0; round < 10; ++round) {
    uvec2 high = dala_mul_hi_uvec2(factors, dala_xz_of_uvec4(c));
    uvec2 low = dala_mul_uvec2(factors, dala_xz_of_uvec4(c));
    c = uvec4((high.y ^ c.y) ^ k.x, low.y, (high.x ^ c.w) ^ k.y, low.x);
    k = dala_add_uvec2(k, steps);
  }
  return c;
}

inline u32 random_u32(u32 seed, u32 counter) {
  return philox(uvec4(counter, 0u, 0u, 0u), uvec2(seed, 0u)).x;
}

inline float random(u32 seed, u32 counter) {
  return float(random_u32(seed, counter) >> 8u) * 5.9604645e-08f;
}

kernel void scattered(
    device float* points [[buffer(0)]],
    device u32* bits [[buffer(1)]],
    device const u32* dala_launch [[buffer(2)]],
    metal::uint3 dala_group [[threadgroup_position_in_grid]],
    u32 dala_unit [[thread_index_in_threadgroup]]) {
  u32 element = (dala_group.y * 65535u + dala_group.x) * 128u + dala_unit;
  if (element >= dala_launch[6]) {
    return;
  }
  int ABSOLUTE_POS = int(element);
  u32 seed = dala_launch[44];
  int points_len = int(dala_launch[8]);
  int bits_len = int(dala_launch[26]);
  u32 i = u32(ABSOLUTE_POS);
  float turn = random(seed, 2u * i) * 6.2831855f;
  float radius = 0.5f + 0.5f * random(seed, 2u * i + 1u);
  float t = i % 2u == 0u ? radius : turn;
  if (u32(ABSOLUTE_POS) < u32(points_len)) {
    points[ABSOLUTE_POS] = t;
  }
  uvec4 four = philox(uvec4(i, 0u, 0u, 1u), uvec2(seed, 7u));
  u32 t_2 = (four.x ^ four.w) ^ random_u32(seed, i);
  if (u32(ABSOLUTE_POS) < u32(bits_len)) {
    bits[ABSOLUTE_POS] = t_2;
  }
}
