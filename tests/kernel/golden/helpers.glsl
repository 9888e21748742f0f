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

float dala_dot_vec3(vec3 a, vec3 b) {
  return dala_add_f32(dala_add_f32(dala_mul_f32(a.x, b.x), dala_mul_f32(a.y, b.y)), dala_mul_f32(a.z, b.z));
}

float weighted(vec3 c, vec3 w) {
  return dala_dot_vec3(c, w);
}

float luma(vec3 c) {
  return weighted(c, vec3(0.299, 0.587, 0.114));
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
  int p = ABSOLUTE_POS * 3;
  float t = luma(vec3(dala_load_input(p, input_len), dala_load_input(p + 1, input_len), dala_load_input(p + 2, input_len)));
  if (uint(ABSOLUTE_POS) < uint(output_len)) {
    output_[min(ABSOLUTE_POS, output_len - 1)] = t;
  }
}
