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

float dala_mul_f32(float a, float b) {
  DALA_PRECISE float c = a * b;
  return c;
}

void main() {
  float strength = uintBitsToFloat(dala_launch[11].x);
  uint group = gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x;
  uint first = group * 512u + gl_LocalInvocationIndex;
  uint at = first;
  uint inside = min(at, dala_launch[1].z - 1u);
  uint at_2 = first + 128u;
  uint inside_2 = min(at_2, dala_launch[1].z - 1u);
  uint at_3 = first + 256u;
  uint inside_3 = min(at_3, dala_launch[1].z - 1u);
  uint at_4 = first + 384u;
  uint inside_4 = min(at_4, dala_launch[1].z - 1u);
  int ABSOLUTE_POS = int(at);
  int ABSOLUTE_POS_2 = int(at_2);
  int ABSOLUTE_POS_3 = int(at_3);
  int ABSOLUTE_POS_4 = int(at_4);
  int ABSOLUTE_POS_5 = int(inside);
  int ABSOLUTE_POS_6 = int(inside_2);
  int ABSOLUTE_POS_7 = int(inside_3);
  int ABSOLUTE_POS_8 = int(inside_4);
  float input_2;
  float input_3;
  float input_4;
  float input_5;
  float output_2;
  float output_3;
  float output_4;
  float output_5;
  if (at_4 < dala_launch[1].z) {
    input_2 = input_[at];
    input_3 = input_[at_2];
    input_4 = input_[at_3];
    input_5 = input_[at_4];
    int i = ABSOLUTE_POS;
    output_2 = dala_mul_f32(input_2, strength);
    int i_2 = ABSOLUTE_POS_2;
    output_3 = dala_mul_f32(input_3, strength);
    int i_3 = ABSOLUTE_POS_3;
    output_4 = dala_mul_f32(input_4, strength);
    int i_4 = ABSOLUTE_POS_4;
    output_5 = dala_mul_f32(input_5, strength);
    output_[at] = output_2;
    output_[at_2] = output_3;
    output_[at_3] = output_4;
    output_[at_4] = output_5;
  } else {
    input_2 = input_[inside];
    input_3 = input_[inside_2];
    input_4 = input_[inside_3];
    input_5 = input_[inside_4];
    int i_5 = ABSOLUTE_POS_5;
    output_2 = dala_mul_f32(input_2, strength);
    int i_6 = ABSOLUTE_POS_6;
    output_3 = dala_mul_f32(input_3, strength);
    int i_7 = ABSOLUTE_POS_7;
    output_4 = dala_mul_f32(input_4, strength);
    int i_8 = ABSOLUTE_POS_8;
    output_5 = dala_mul_f32(input_5, strength);
    if (at < dala_launch[1].z) {
      output_[at] = output_2;
    }
    if (at_2 < dala_launch[1].z) {
      output_[at_2] = output_3;
    }
    if (at_3 < dala_launch[1].z) {
      output_[at_3] = output_4;
    }
  }
}
