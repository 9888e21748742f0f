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
layout(std140, binding = 0) uniform dala_words { uvec4 dala_launch[12]; };

float dala_load_input_(int dala_i) {
  if (uint(dala_i) >= dala_launch[2].x) return 0.0;
  uint dala_at = min(uint(dala_i), dala_launch[2].x - 1u);
  return input_[dala_at];
}

float dala_sub_f32(float a, float b) {
  DALA_PRECISE float c = a - b;
  return c;
}

float dala_add_f32(float a, float b) {
  DALA_PRECISE float c = a + b;
  return c;
}

void dala_store_output_(int dala_i, float dala_value) {
  if (uint(dala_i) >= dala_launch[6].z) return;
  uint dala_at = min(uint(dala_i), dala_launch[6].z - 1u);
  output_[dala_at] = dala_value;
}

int start_of(int row, int width) {
  return row * width;
}

void main() {
  uint dala_flat = (gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x) * 128u + gl_LocalInvocationIndex;
  if (dala_flat >= dala_launch[1].z) return;
  int extent_x = int(dala_launch[0].x);
  int extent_z = int(dala_launch[0].z);
  uint pixel = dala_flat / uint(extent_z);
  int ABSOLUTE_POS_Y = int(pixel / uint(extent_x));
  int input_shape_1 = int(dala_launch[2].w);
  int ABSOLUTE_POS_X = int(pixel - uint(ABSOLUTE_POS_Y) * uint(extent_x));
  int rounds = int(dala_launch[11].z);
  int apart = int(dala_launch[11].x);
  int at = start_of(ABSOLUTE_POS_Y, input_shape_1) + ABSOLUTE_POS_X;
  int i = at;
  float sum = 0.0;
  for (int k = 0; k < rounds; ++k) {
    sum = dala_add_f32(sum, dala_sub_f32(dala_load_input_(i + apart * 2), dala_load_input_(i)));
    i = i + k;
  }
  dala_store_output_(at, sum);
}
