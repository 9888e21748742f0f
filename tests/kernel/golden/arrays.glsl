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

float dala_min_f32(float a, float b) {
  return b < a || (floatBitsToUint(a) & 2147483647u) > 2139095040u ? b : a;
}

float dala_max_f32(float a, float b) {
  return b > a || (floatBitsToUint(a) & 2147483647u) > 2139095040u ? b : a;
}

int dala_clamped_s32(int a, int b) {
  if (a < 0) {
    return 0;
  }
  return a < b ? a : b - 1;
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
  float weights[3];
  weights[0] = 1.0;
  weights[1] = 2.0;
  weights[2] = 1.0;
  float window[3];
  for (int dala_i = 0; dala_i < 3; ++dala_i) window[dala_i] = 0.0;
  for (int k = 0; k < 3; ++k) {
    window[k] = dala_mul_f32(dala_load_input(dala_clamped_s32(ABSOLUTE_POS + k - 1, input_len), input_len), weights[k]);
  }
  window[1] = dala_add_f32(window[1], 0.5);
  float t = dala_max_f32(dala_min_f32(window[0], window[1]), dala_min_f32(dala_max_f32(window[0], window[1]), window[2]));
  if (uint(ABSOLUTE_POS) < uint(output_len)) {
    output_[min(ABSOLUTE_POS, output_len - 1)] = t;
  }
}
