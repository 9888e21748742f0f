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
layout(std430, binding = 0) readonly buffer dala_buffer_0 { uint input_[]; };
layout(std430, binding = 1) buffer dala_buffer_1 { uint output_[]; };
layout(std140, binding = 0) uniform dala_words { uvec4 dala_launch[11]; };

float dala_sub_f32(float a, float b) {
  DALA_PRECISE float c = a - b;
  return c;
}

float dala_add_f32(float a, float b) {
  DALA_PRECISE float c = a + b;
  return c;
}

float dala_mul_f32(float a, float b) {
  DALA_PRECISE float c = a * b;
  return c;
}

uint dala_u8_from_f32(float a) {
  if ((floatBitsToUint(a) & 2147483647u) > 2139095040u) {
    return 0u;
  }
  if (a >= 256.0) {
    return 255u;
  }
  if (a <= 0.0) {
    return 0u;
  }
  return uint(a);
}

float dala_round(float a) {
  float t = trunc(a);
  if (abs(dala_sub_f32(a, t)) < 0.5) {
    return t;
  }
  return a < 0.0 ? dala_sub_f32(t, 1.0) : dala_add_f32(t, 1.0);
}

int dala_at_3_s32(int y, int height, int x, int width, int z, int depth) {
  if (y < 0 || y >= height || x < 0 || x >= width || z < 0 || z >= depth) {
    return -1;
  }
  return (y * width + x) * depth + z;
}

uint dala_load_input(int a, int b) {
  if (uint(a) < uint(b)) {
    int t = min(a, b - 1);
    return (input_[t >> 2] >> (uint(t & 3) << 3u)) & 255u;
  }
  return 0u;
}

void main() {
  uint element = (gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x) * 128u + gl_LocalInvocationIndex;
  if (element >= dala_launch[1].z) {
    return;
  }
  int extent_x = int(dala_launch[0].x);
  int ABSOLUTE_POS_Y = int(element / uint(extent_x));
  int ABSOLUTE_POS_X = int(element - uint(ABSOLUTE_POS_Y) * uint(extent_x));
  int input_shape_0 = int(dala_launch[2].z);
  int input_shape_1 = int(dala_launch[2].w);
  int input_shape_2 = int(dala_launch[3].x);
  int input_len = int(dala_launch[2].x);
  int output_shape_0 = int(dala_launch[7].x);
  int output_shape_1 = int(dala_launch[7].y);
  int output_shape_2 = int(dala_launch[7].z);
  int output_len = int(dala_launch[6].z);
  int y = ABSOLUTE_POS_Y;
  int x = ABSOLUTE_POS_X;
  float grey = dala_add_f32(dala_add_f32(dala_mul_f32(0.299, float(dala_load_input(dala_at_3_s32(y, input_shape_0, x, input_shape_1, 0, input_shape_2), input_len))), dala_mul_f32(0.587, float(dala_load_input(dala_at_3_s32(y, input_shape_0, x, input_shape_1, 1, input_shape_2), input_len)))), dala_mul_f32(0.114, float(dala_load_input(dala_at_3_s32(y, input_shape_0, x, input_shape_1, 2, input_shape_2), input_len))));
  for (int c = 0; c < 3; ++c) {
    int t = dala_at_3_s32(y, output_shape_0, x, output_shape_1, c, output_shape_2);
    uint t_2 = dala_u8_from_f32(dala_round(grey));
    if (uint(t) < uint(output_len)) {
      int t_5 = min(t, output_len - 1);
      uint t_6 = uint(t_5 & 3) << 3u;
      atomicAnd(output_[t_5 >> 2], ~(255u << t_6));
      atomicOr(output_[t_5 >> 2], t_2 << t_6);
    }
  }
  int t_3 = dala_at_3_s32(y, output_shape_0, x, output_shape_1, 3, output_shape_2);
  uint t_4 = dala_load_input(dala_at_3_s32(y, input_shape_0, x, input_shape_1, 3, input_shape_2), input_len);
  if (uint(t_3) < uint(output_len)) {
    int t_7 = min(t_3, output_len - 1);
    uint t_8 = uint(t_7 & 3) << 3u;
    atomicAnd(output_[t_7 >> 2], ~(255u << t_8));
    atomicOr(output_[t_7 >> 2], t_4 << t_8);
  }
}
