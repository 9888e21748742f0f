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

uint dala_load_input_(int dala_i) {
  if (uint(dala_i) >= dala_launch[2].x) return 0u;
  uint dala_at = min(uint(dala_i), dala_launch[2].x - 1u);
  return (input_[dala_at >> 2] >> ((dala_at & 3u) * 8u)) & 255u;
}

float dala_mul_f32(float a, float b) {
  DALA_PRECISE float c = a * b;
  return c;
}

void dala_store_output_(int dala_i, uint dala_value) {
  if (uint(dala_i) >= dala_launch[6].z) return;
  uint dala_at = min(uint(dala_i), dala_launch[6].z - 1u);
  uint dala_shift = (dala_at & 3u) * 8u;
  atomicAnd(output_[dala_at >> 2], ~(255u << dala_shift));
  atomicOr(output_[dala_at >> 2], dala_value << dala_shift);
}

uint dala_u8_from_f32(float a) {
  if ((floatBitsToUint(a) & 0x7fffffffu) > 0x7f800000u) {
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
  int output_shape_0 = int(dala_launch[7].x);
  int output_shape_1 = int(dala_launch[7].y);
  int output_shape_2 = int(dala_launch[7].z);
  int y = ABSOLUTE_POS_Y;
  int x = ABSOLUTE_POS_X;
  float grey = dala_add_f32(dala_add_f32(dala_mul_f32(0.299, float(dala_load_input_(dala_at_3_s32(y, input_shape_0, x, input_shape_1, 0, input_shape_2)))), dala_mul_f32(0.587, float(dala_load_input_(dala_at_3_s32(y, input_shape_0, x, input_shape_1, 1, input_shape_2))))), dala_mul_f32(0.114, float(dala_load_input_(dala_at_3_s32(y, input_shape_0, x, input_shape_1, 2, input_shape_2)))));
  for (int c = 0; c < 3; ++c) {
    dala_store_output_(dala_at_3_s32(y, output_shape_0, x, output_shape_1, c, output_shape_2), dala_u8_from_f32(dala_round(grey)));
  }
  dala_store_output_(dala_at_3_s32(y, output_shape_0, x, output_shape_1, 3, output_shape_2), dala_load_input_(dala_at_3_s32(y, input_shape_0, x, input_shape_1, 3, input_shape_2)));
}
