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

float dala_sub_f32(float a, float b) {
  DALA_PRECISE float c = a - b;
  return c;
}

float dala_add_f32(float a, float b) {
  DALA_PRECISE float c = a + b;
  return c;
}

int start_of(int row, int width) {
  return row * width;
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
  int input_shape_1 = int(dala_launch[2].w);
  int ABSOLUTE_POS_X = int(pixel - uint(ABSOLUTE_POS_Y) * uint(extent_x));
  int rounds = int(dala_launch[11].z);
  int apart = int(dala_launch[11].x);
  int input_len = int(dala_launch[2].x);
  int output_len = int(dala_launch[6].z);
  int at = start_of(ABSOLUTE_POS_Y, input_shape_1) + ABSOLUTE_POS_X;
  int i = at;
  float sum = 0.0;
  for (int k = 0; k < rounds; ++k) {
    sum = dala_add_f32(sum, dala_sub_f32(dala_load_input(i + apart * 2, input_len), dala_load_input(i, input_len)));
    i = i + k;
  }
  if (uint(at) < uint(output_len)) {
    output_[min(at, output_len - 1)] = sum;
  }
}
