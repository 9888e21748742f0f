#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef metal::float3 vec3;
typedef metal::int3 ivec3;
typedef unsigned int u32;
typedef metal::float4 vec4;

inline vec3 dala_zyx_of_vec4(vec4 a) {
  return vec3(a.z, a.y, a.x);
}

inline vec3 dala_xyz_of_vec4(vec4 a) {
  return vec3(a.x, a.y, a.z);
}

inline int dala_s32_from_f32(float a) {
  if (a != a) {
    return 0;
  }
  if (a >= 2147483648.0f) {
    return 2147483647;
  }
  if (a <= -2147483648.0f) {
    return (-2147483647 - 1);
  }
  return int(a);
}

inline ivec3 dala_ivec3_from_vec3(vec3 a) {
  return ivec3(dala_s32_from_f32(a.x), dala_s32_from_f32(a.y), dala_s32_from_f32(a.z));
}

inline float dala_dot_vec3(vec3 a, vec3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

inline float dala_length_vec3(vec3 a) {
  return metal::sqrt(dala_dot_vec3(a, a));
}

inline vec3 dala_normalize_vec3(vec3 a) {
  float b = dala_length_vec3(a);
  return vec3(a.x / b, a.y / b, a.z / b);
}

inline float dala_load_input(device const float* input, int a, int b) {
  if (u32(a) < u32(b)) {
    return input[a];
  }
  return 0.0f;
}

kernel void vectors(
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
  int p = int(u32(ABSOLUTE_POS) * 4u);
  vec4 c = vec4(dala_load_input(input, p, input_len), dala_load_input(input, int(u32(p) + 1u), input_len), dala_load_input(input, int(u32(p) + 2u), input_len), 1.0f);
  c = vec4(c.x * 0.5f, c.y, c.z, c.w);
  c = vec4(c.x, c.y, c.z, 2.0f);
  vec3 t = dala_zyx_of_vec4(c) * vec3(2.0f);
  vec4 lit = vec4(t.x, t.y, t.z, c.w) + vec4(0.5f);
  vec3 n = dala_normalize_vec3(dala_xyz_of_vec4(lit));
  ivec3 whole = dala_ivec3_from_vec3(vec3(lit.x, n.y, dala_length_vec3(n)));
  float t_2 = dala_dot_vec3(n, dala_xyz_of_vec4(c)) + float(whole.x);
  if (u32(p) < u32(output_len)) {
    output[p] = t_2;
  }
}
