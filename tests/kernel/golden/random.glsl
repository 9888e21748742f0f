#version 310 es
#ifdef GL_EXT_gpu_shader5
#extension GL_EXT_gpu_shader5 : require
#define DALA_PRECISE precise
#else
#define DALA_PRECISE
#endif
precision highp float;
precision highp int;

layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer dala_buffer_0 { float points[]; };
layout(std430, binding = 1) buffer dala_buffer_1 { uint bits[]; };
layout(std140, binding = 0) uniform dala_words { uvec4 dala_launch[12]; };

float dala_mul_f32(float a, float b) {
  DALA_PRECISE float c = a * b;
  return c;
}

float dala_add_f32(float a, float b) {
  DALA_PRECISE float c = a + b;
  return c;
}

uint dala_mul_hi_u32(uint a, uint b) {
  uint low = a & 65535u;
  uint high = a >> 16u;
  uint middle = high * (b & 65535u) + ((low * (b & 65535u)) >> 16u);
  uint other = low * (b >> 16u) + (middle & 65535u);
  return high * (b >> 16u) + (middle >> 16u) + (other >> 16u);
}

uvec2 dala_mul_hi_uvec2(uvec2 a, uvec2 b) {
  return uvec2(dala_mul_hi_u32(a.x, b.x), dala_mul_hi_u32(a.y, b.y));
}

uvec4 philox(uvec4 counter, uvec2 key) {
  uvec2 factors = uvec2(3528531795u, 3449720151u);
  uvec2 steps = uvec2(2654435769u, 3144134277u);
  uvec4 c = counter;
  uvec2 k = key;
  for (int round_ = 0; round_ < 10; ++round_) {
    uvec2 high = dala_mul_hi_uvec2(factors, c.xz);
    uvec2 low = factors * c.xz;
    c = uvec4((high.y ^ c.y) ^ k.x, low.y, (high.x ^ c.w) ^ k.y, low.x);
    k = k + steps;
  }
  return c;
}

uint random_u32(uint seed, uint counter) {
  return philox(uvec4(counter, 0u, 0u, 0u), uvec2(seed, 0u)).x;
}

float dala_f32_from_u32(uint a) {
  return dala_add_f32(dala_mul_f32(float(a >> 12u), 4096.0), float(a & 4095u));
}

float random(uint seed, uint counter) {
  return dala_mul_f32(dala_f32_from_u32(random_u32(seed, counter) >> 8u), 5.9604645e-08);
}

void main() {
  uint seed = dala_launch[11].x;
  uint group = gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x;
  uint first = group * 512u + gl_LocalInvocationIndex;
  uint at = first;
  uint inside = min(at, dala_launch[1].z - 1u);
  uint at_2 = first + 128u;
  uint inside_2 = min(at_2, dala_launch[1].z - 1u);
  uint at_3 = first + 256u;
  uint inside_3 = min(at_3, dala_launch[1].z - 1u);
  uint at_4 = first + 384u;
  uint inside_4 = min(at_4, dala_launch[1].z - 1u);
  int ABSOLUTE_POS = int(inside);
  int ABSOLUTE_POS_2 = int(inside_2);
  int ABSOLUTE_POS_3 = int(inside_3);
  int ABSOLUTE_POS_4 = int(inside_4);
  uint i = uint(ABSOLUTE_POS);
  float turn = dala_mul_f32(random(seed, 2u * i), 6.2831855);
  float radius = dala_add_f32(0.5, dala_mul_f32(0.5, random(seed, 2u * i + 1u)));
  float points_2 = i % 2u == 0u ? radius : turn;
  uvec4 four = philox(uvec4(i, 0u, 0u, 1u), uvec2(seed, 7u));
  uint bits_2 = (four.x ^ four.w) ^ random_u32(seed, i);
  uint i_2 = uint(ABSOLUTE_POS_2);
  float turn_2 = dala_mul_f32(random(seed, 2u * i_2), 6.2831855);
  float radius_2 = dala_add_f32(0.5, dala_mul_f32(0.5, random(seed, 2u * i_2 + 1u)));
  float points_3 = i_2 % 2u == 0u ? radius_2 : turn_2;
  uvec4 four_2 = philox(uvec4(i_2, 0u, 0u, 1u), uvec2(seed, 7u));
  uint bits_3 = (four_2.x ^ four_2.w) ^ random_u32(seed, i_2);
  uint i_3 = uint(ABSOLUTE_POS_3);
  float turn_3 = dala_mul_f32(random(seed, 2u * i_3), 6.2831855);
  float radius_3 = dala_add_f32(0.5, dala_mul_f32(0.5, random(seed, 2u * i_3 + 1u)));
  float points_4 = i_3 % 2u == 0u ? radius_3 : turn_3;
  uvec4 four_3 = philox(uvec4(i_3, 0u, 0u, 1u), uvec2(seed, 7u));
  uint bits_4 = (four_3.x ^ four_3.w) ^ random_u32(seed, i_3);
  uint i_4 = uint(ABSOLUTE_POS_4);
  float turn_4 = dala_mul_f32(random(seed, 2u * i_4), 6.2831855);
  float radius_4 = dala_add_f32(0.5, dala_mul_f32(0.5, random(seed, 2u * i_4 + 1u)));
  float points_5 = i_4 % 2u == 0u ? radius_4 : turn_4;
  uvec4 four_4 = philox(uvec4(i_4, 0u, 0u, 1u), uvec2(seed, 7u));
  uint bits_5 = (four_4.x ^ four_4.w) ^ random_u32(seed, i_4);
  if (at_4 < dala_launch[1].z) {
    points[at] = points_2;
    points[at_2] = points_3;
    points[at_3] = points_4;
    points[at_4] = points_5;
    bits[at] = bits_2;
    bits[at_2] = bits_3;
    bits[at_3] = bits_4;
    bits[at_4] = bits_5;
  } else {
    if (at < dala_launch[1].z) {
      points[at] = points_2;
    }
    if (at_2 < dala_launch[1].z) {
      points[at_2] = points_3;
    }
    if (at_3 < dala_launch[1].z) {
      points[at_3] = points_4;
    }
    if (at < dala_launch[1].z) {
      bits[at] = bits_2;
    }
    if (at_2 < dala_launch[1].z) {
      bits[at_2] = bits_3;
    }
    if (at_3 < dala_launch[1].z) {
      bits[at_3] = bits_4;
    }
  }
}
