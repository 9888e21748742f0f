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
layout(std430, binding = 0) readonly buffer dala_buffer_0 { float input_[]; };
layout(std430, binding = 1) buffer dala_buffer_1 { float output_[]; };
layout(std140, binding = 0) uniform dala_words { uvec4 dala_launch[11]; };

float dala_mul_f32(float a, float b) {
  DALA_PRECISE float c = a * b;
  return c;
}

float dala_add_f32(float a, float b) {
  DALA_PRECISE float c = a + b;
  return c;
}

float dala_div_f32(float a, float b) {
  DALA_PRECISE float c = a / b;
  return c;
}

vec3 dala_mul_vec3(vec3 a, vec3 b) {
  DALA_PRECISE vec3 c = a * b;
  return c;
}

vec4 dala_add_vec4(vec4 a, vec4 b) {
  DALA_PRECISE vec4 c = a + b;
  return c;
}

int dala_s32_from_f32(float a) {
  if ((floatBitsToUint(a) & 2147483647u) > 2139095040u) {
    return 0;
  }
  if (a >= 2147483648.0) {
    return 2147483647;
  }
  if (a <= -2147483648.0) {
    return (-2147483647 - 1);
  }
  return int(a);
}

ivec3 dala_ivec3_from_vec3(vec3 a) {
  return ivec3(dala_s32_from_f32(a.x), dala_s32_from_f32(a.y), dala_s32_from_f32(a.z));
}

float dala_dot_vec3(vec3 a, vec3 b) {
  return dala_add_f32(dala_add_f32(dala_mul_f32(a.x, b.x), dala_mul_f32(a.y, b.y)), dala_mul_f32(a.z, b.z));
}

float dala_length_vec3(vec3 a) {
  return sqrt(dala_dot_vec3(a, a));
}

float dala_quotient(float a, float b) {
  uint of = floatBitsToUint(a) & 2147483647u;
  uint by = floatBitsToUint(b) & 2147483647u;
  uint sign_ = (floatBitsToUint(a) ^ floatBitsToUint(b)) & 2147483648u;
  if (by == 0u) {
    if (of == 0u || of > 2139095040u) {
      return uintBitsToFloat(2143289344u);
    }
    return uintBitsToFloat(sign_ | 2139095040u);
  }
  if (of == 0u && by <= 2139095040u) {
    return uintBitsToFloat(sign_);
  }
  float x = a;
  float y = b;
  if ((floatBitsToUint(b) & 2139095040u) >= 2097152000u) {
    x = dala_mul_f32(a, 0.0625);
    y = dala_mul_f32(b, 0.0625);
  }
  return dala_div_f32(x, y);
}

vec3 dala_normalize_vec3(vec3 a) {
  float b = dala_length_vec3(a);
  return vec3(dala_quotient(a.x, b), dala_quotient(a.y, b), dala_quotient(a.z, b));
}

float dala_f32_from_s32(int a) {
  return dala_add_f32(dala_mul_f32(float(a >> 12), 4096.0), float(a & 4095));
}

float dala_load_input(int a, int b) {
  if (uint(a) < uint(b)) {
    int t = min(a, b - 1);
    return input_[t];
  }
  return uintBitsToFloat(uint(min(b, 0)));
}

void main() {
  uint element = (gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x) * 128u + gl_LocalInvocationIndex;
  if (element >= dala_launch[1].z) {
    return;
  }
  int ABSOLUTE_POS = int(element);
  int input_len = int(dala_launch[2].x);
  int output_len = int(dala_launch[6].z);
  int p = ABSOLUTE_POS * 4;
  vec4 c = vec4(dala_load_input(p, input_len), dala_load_input(p + 1, input_len), dala_load_input(p + 2, input_len), 1.0);
  c = vec4(dala_mul_f32(c.x, 0.5), c.y, c.z, c.w);
  c = vec4(c.x, c.y, c.z, 2.0);
  vec3 t = dala_mul_vec3(c.zyx, vec3(2.0));
  vec4 lit = dala_add_vec4(vec4(t.x, t.y, t.z, c.w), vec4(0.5));
  vec3 n = dala_normalize_vec3(lit.xyz);
  ivec3 whole = dala_ivec3_from_vec3(vec3(lit.x, n.y, dala_length_vec3(n)));
  float t_2 = dala_add_f32(dala_dot_vec3(n, c.xyz), dala_f32_from_s32(whole.x));
  if (uint(p) < uint(output_len)) {
    output_[min(p, output_len - 1)] = t_2;
  }
}
