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

float dala_f32_from_s32(int a) {
  return dala_add_f32(dala_mul_f32(float(a >> 12), 4096.0), float(a & 4095));
}

int dala_clamped_s32(int a, int b) {
  if (a < 0) {
    return 0;
  }
  return a < b ? a : b - 1;
}

int dala_at_3_s32(int y, int height, int x, int width, int z, int depth) {
  if (y < 0 || y >= height || x < 0 || x >= width || z < 0 || z >= depth) {
    return -1;
  }
  return (y * width + x) * depth + z;
}

int dala_mirrored_u32(uint a, int b) {
  if (a < uint(b)) {
    return int(a);
  }
  if (b < 2) {
    return b - 1;
  }
  uint period = 2u * uint(b - 1);
  uint at = a % period;
  return int(at < uint(b) ? at : period - at);
}

int dala_mirrored_s32(int a, int b) {
  return dala_mirrored_u32(a < 0 ? 0u - uint(a) : uint(a), b);
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
  int extent_x = int(dala_launch[0].x);
  int extent_z = int(dala_launch[0].z);
  uint pixel = element / uint(extent_z);
  int ABSOLUTE_POS_Y = int(pixel / uint(extent_x));
  int ABSOLUTE_POS_X = int(pixel - uint(ABSOLUTE_POS_Y) * uint(extent_x));
  int ABSOLUTE_POS_Z = int(element - pixel * uint(extent_z));
  int input_shape_0 = int(dala_launch[2].z);
  int input_shape_1 = int(dala_launch[2].w);
  int input_shape_2 = int(dala_launch[3].x);
  int input_len = int(dala_launch[2].x);
  int input_stride_0 = int(dala_launch[4].z);
  int input_rank = int(dala_launch[2].y);
  int output_shape_0 = int(dala_launch[7].x);
  int output_shape_1 = int(dala_launch[7].y);
  int output_shape_2 = int(dala_launch[7].z);
  int output_len = int(dala_launch[6].z);
  int y = ABSOLUTE_POS_Y;
  int x = ABSOLUTE_POS_X;
  int c = ABSOLUTE_POS_Z;
  float edges = dala_add_f32(dala_load_input(dala_at_3_s32(dala_clamped_s32(y - 1, input_shape_0), input_shape_0, dala_clamped_s32(x, input_shape_1), input_shape_1, dala_clamped_s32(c, input_shape_2), input_shape_2), input_len), dala_load_input(dala_at_3_s32(dala_mirrored_s32(y + 1, input_shape_0), input_shape_0, dala_mirrored_s32(x, input_shape_1), input_shape_1, dala_mirrored_s32(c, input_shape_2), input_shape_2), input_len));
  int size = input_shape_0 * input_stride_0 + input_rank + input_len;
  int t = dala_at_3_s32(y, output_shape_0, x, output_shape_1, c, output_shape_2);
  float t_2 = dala_add_f32(dala_add_f32(dala_load_input(dala_at_3_s32(y, input_shape_0, x, input_shape_1, c, input_shape_2), input_len), dala_mul_f32(edges, 0.5)), dala_f32_from_s32(size));
  if (uint(t) < uint(output_len)) {
    output_[min(t, output_len - 1)] = t_2;
  }
}
