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

void dala_store_points(int dala_i, float dala_value) {
  if (uint(dala_i) >= dala_launch[2].x) return;
  uint dala_at = min(uint(dala_i), dala_launch[2].x - 1u);
  points[dala_at] = dala_value;
}

void dala_store_bits(int dala_i, uint dala_value) {
  if (uint(dala_i) >= dala_launch[6].z) return;
  uint dala_at = min(uint(dala_i), dala_launch[6].z - 1u);
  bits[dala_at] = dala_value;
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

uint random_u32(uint seed_2, uint counter) {
  return philox(uvec4(counter, 0u, 0u, 0u), uvec2(seed_2, 0u)).x;
}

float dala_f32_from_u32(uint a) {
  return dala_add_f32(dala_mul_f32(float(a >> 12u), 4096.0), float(a & 4095u));
}

float random(uint seed_2, uint counter) {
  return dala_mul_f32(dala_f32_from_u32(random_u32(seed_2, counter) >> 8u), 5.9604645e-08);
}

void dala_element(uint dala_flat, out float dala_of_points, out uint dala_of_bits) {
  int ABSOLUTE_POS = int(dala_flat);
  uint seed = dala_launch[11].x;
  uint i = uint(ABSOLUTE_POS);
  float turn = dala_mul_f32(random(seed, 2u * i), 6.2831855);
  float radius = dala_add_f32(0.5, dala_mul_f32(0.5, random(seed, 2u * i + 1u)));
  dala_of_points = i % 2u == 0u ? radius : turn;
  uvec4 four = philox(uvec4(i, 0u, 0u, 1u), uvec2(seed, 7u));
  dala_of_bits = (four.x ^ four.w) ^ random_u32(seed, i);
}

void main() {
  uint dala_group = gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x;
  uint dala_unit = dala_group * 128u + gl_LocalInvocationIndex;
  uint dala_at_0 = dala_group * 512u + gl_LocalInvocationIndex + 0u;
  uint dala_at_1 = dala_group * 512u + gl_LocalInvocationIndex + 128u;
  uint dala_at_2 = dala_group * 512u + gl_LocalInvocationIndex + 256u;
  uint dala_at_3 = dala_group * 512u + gl_LocalInvocationIndex + 384u;
  if (dala_at_3 < dala_launch[1].z && dala_at_3 < dala_launch[2].x && dala_at_3 < dala_launch[6].z) {
    float dala_0_of_points;
    float dala_1_of_points;
    float dala_2_of_points;
    float dala_3_of_points;
    uint dala_0_of_bits;
    uint dala_1_of_bits;
    uint dala_2_of_bits;
    uint dala_3_of_bits;
    dala_element(dala_at_0, dala_0_of_points, dala_0_of_bits);
    dala_element(dala_at_1, dala_1_of_points, dala_1_of_bits);
    dala_element(dala_at_2, dala_2_of_points, dala_2_of_bits);
    dala_element(dala_at_3, dala_3_of_points, dala_3_of_bits);
    points[dala_at_0] = dala_0_of_points;
    points[dala_at_1] = dala_1_of_points;
    points[dala_at_2] = dala_2_of_points;
    points[dala_at_3] = dala_3_of_points;
    bits[dala_at_0] = dala_0_of_bits;
    bits[dala_at_1] = dala_1_of_bits;
    bits[dala_at_2] = dala_2_of_bits;
    bits[dala_at_3] = dala_3_of_bits;
    return;
  }
  float dala_0_of_points = 0.0;
  float dala_1_of_points = 0.0;
  float dala_2_of_points = 0.0;
  float dala_3_of_points = 0.0;
  uint dala_0_of_bits = 0u;
  uint dala_1_of_bits = 0u;
  uint dala_2_of_bits = 0u;
  uint dala_3_of_bits = 0u;
  if (dala_at_0 < dala_launch[1].z) dala_element(dala_at_0, dala_0_of_points, dala_0_of_bits);
  if (dala_at_1 < dala_launch[1].z) dala_element(dala_at_1, dala_1_of_points, dala_1_of_bits);
  if (dala_at_2 < dala_launch[1].z) dala_element(dala_at_2, dala_2_of_points, dala_2_of_bits);
  if (dala_at_3 < dala_launch[1].z) dala_element(dala_at_3, dala_3_of_points, dala_3_of_bits);
  if (dala_at_0 < dala_launch[1].z) dala_store_points(int(dala_at_0), dala_0_of_points);
  if (dala_at_1 < dala_launch[1].z) dala_store_points(int(dala_at_1), dala_1_of_points);
  if (dala_at_2 < dala_launch[1].z) dala_store_points(int(dala_at_2), dala_2_of_points);
  if (dala_at_3 < dala_launch[1].z) dala_store_points(int(dala_at_3), dala_3_of_points);
  if (dala_at_0 < dala_launch[1].z) dala_store_bits(int(dala_at_0), dala_0_of_bits);
  if (dala_at_1 < dala_launch[1].z) dala_store_bits(int(dala_at_1), dala_1_of_bits);
  if (dala_at_2 < dala_launch[1].z) dala_store_bits(int(dala_at_2), dala_2_of_bits);
  if (dala_at_3 < dala_launch[1].z) dala_store_bits(int(dala_at_3), dala_3_of_bits);
}
