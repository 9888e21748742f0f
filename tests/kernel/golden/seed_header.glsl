#version 310 es
#ifdef GL_EXT_gpu_shader5
#extension GL_EXT_gpu_shader5 : require
#define DALA_PRECISE precise
#else
#define DALA_PRECISE
#endif
precision highp float;
precision highp int;

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer dala_buffer_0 { float input_[]; };
layout(std430, binding = 1) buffer dala_buffer_1 { float output_[]; };
layout(std430, binding = 2) readonly buffer dala_buffer_2 { uint dala_launch[]; };

float dala_load_input_(int i) {
  if (uint(i) >= dala_launch[8]) return 0.0;
  return input_[uint(i)];
}

float dala_mul_f32(float a, float b) {
  DALA_PRECISE float c = a * b;
  return c;
}

float dala_sub_f32(float a, float b) {
  DALA_PRECISE float c = a - b;
  return c;
}

void dala_store_output_(int i, float value) {
  if (uint(i) >= dala_launch[26]) return;
  output_[uint(i)] = value;
}

void main() {
  uint dala_flat = (gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x) * 64u + gl_LocalInvocationIndex;
  if (dala_flat >= dala_launch[6]) return;
  int ABSOLUTE_POS = int(dala_flat);
  float strength = uintBitsToFloat(dala_launch[44]);
  bool invert = dala_launch[48] != 0u;
  int i = ABSOLUTE_POS;
  float x = dala_mul_f32(dala_load_input_(i), strength);
  dala_store_output_(i, invert ? dala_sub_f32(1.0, x) : x);
}
