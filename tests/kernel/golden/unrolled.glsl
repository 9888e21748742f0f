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
layout(std430, binding = 1) readonly buffer dala_buffer_1 { float weights[]; };
layout(std430, binding = 2) buffer dala_buffer_2 { float output_[]; };
layout(std140, binding = 0) uniform dala_words { uvec4 dala_launch[16]; };

float dala_mul_f32(float a, float b) {
  DALA_PRECISE float c = a * b;
  return c;
}

float dala_add_f32(float a, float b) {
  DALA_PRECISE float c = a + b;
  return c;
}

int dala_clamped_s32(int a, int b) {
  if (a < 0) {
    return 0;
  }
  return a < b ? a : b - 1;
}

int dala_at_2_s32(int y, int height, int x, int width) {
  if (y < 0 || y >= height || x < 0 || x >= width) {
    return -1;
  }
  return y * width + x;
}

float dala_load_input(int a, int b) {
  if (uint(a) < uint(b)) {
    int t = min(a, b - 1);
    return input_[t];
  }
  return uintBitsToFloat(uint(min(b, 0)));
}

float dala_load_weights(int a, int b) {
  if (uint(a) < uint(b)) {
    int t = min(a, b - 1);
    return weights[t];
  }
  return uintBitsToFloat(uint(min(b, 0)));
}

void main() {
  uint element = (gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x) * 128u + gl_LocalInvocationIndex;
  if (element >= dala_launch[1].z) {
    return;
  }
  int extent_x = int(dala_launch[0].x);
  int extent_z = int(dala_launch[0].z);
  uint pixel = element / uint(extent_z);
  int ABSOLUTE_POS_Y = int(pixel / uint(extent_x));
  int ABSOLUTE_POS_X = int(pixel - uint(ABSOLUTE_POS_Y) * uint(extent_x));
  int input_shape_0 = int(dala_launch[2].z);
  int input_shape_1 = int(dala_launch[2].w);
  int input_len = int(dala_launch[2].x);
  int weights_len = int(dala_launch[6].z);
  int output_shape_0 = int(dala_launch[11].z);
  int output_shape_1 = int(dala_launch[11].w);
  int output_len = int(dala_launch[11].x);
  int y = ABSOLUTE_POS_Y;
  int x = ABSOLUTE_POS_X;
  float sum = 0.0;
  sum = dala_add_f32(sum, dala_mul_f32(dala_load_input(dala_at_2_s32(dala_clamped_s32(y, input_shape_0), input_shape_0, dala_clamped_s32(x + -1, input_shape_1), input_shape_1), input_len), dala_load_weights(0, weights_len)));
  sum = dala_add_f32(sum, dala_mul_f32(dala_load_input(dala_at_2_s32(dala_clamped_s32(y, input_shape_0), input_shape_0, dala_clamped_s32(x + 0, input_shape_1), input_shape_1), input_len), dala_load_weights(1, weights_len)));
  sum = dala_add_f32(sum, dala_mul_f32(dala_load_input(dala_at_2_s32(dala_clamped_s32(y, input_shape_0), input_shape_0, dala_clamped_s32(x + 1, input_shape_1), input_shape_1), input_len), dala_load_weights(2, weights_len)));
  int t = dala_at_2_s32(y, output_shape_0, x, output_shape_1);
  if (uint(t) < uint(output_len)) {
    output_[min(t, output_len - 1)] = sum;
  }
}
