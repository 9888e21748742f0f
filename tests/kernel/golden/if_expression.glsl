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

bool dala_greater_f32(float a, float b) {
  return !((floatBitsToUint(a) & 2147483647u) > 2139095040u) && !((floatBitsToUint(b) & 2147483647u) > 2139095040u) && a > b;
}

bool dala_less_f32(float a, float b) {
  return !((floatBitsToUint(a) & 2147483647u) > 2139095040u) && !((floatBitsToUint(b) & 2147483647u) > 2139095040u) && a < b;
}

void main() {
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
    float x = input_2;
    float simple = dala_greater_f32(x, 0.0) ? 1.0 : x;
    float t_9;
    if (dala_less_f32(x, 0.5)) {
      float t = dala_mul_f32(x, 2.0);
      t_9 = dala_mul_f32(t, t);
    } else {
      t_9 = dala_less_f32(x, 1.0) ? 0.25 : 0.0;
    }
    float with_statements = t_9;
    output_2 = dala_add_f32(simple, with_statements);
    float x_2 = input_3;
    float simple_2 = dala_greater_f32(x_2, 0.0) ? 1.0 : x_2;
    float t_10;
    if (dala_less_f32(x_2, 0.5)) {
      float t_2 = dala_mul_f32(x_2, 2.0);
      t_10 = dala_mul_f32(t_2, t_2);
    } else {
      t_10 = dala_less_f32(x_2, 1.0) ? 0.25 : 0.0;
    }
    float with_statements_2 = t_10;
    output_3 = dala_add_f32(simple_2, with_statements_2);
    float x_3 = input_4;
    float simple_3 = dala_greater_f32(x_3, 0.0) ? 1.0 : x_3;
    float t_11;
    if (dala_less_f32(x_3, 0.5)) {
      float t_3 = dala_mul_f32(x_3, 2.0);
      t_11 = dala_mul_f32(t_3, t_3);
    } else {
      t_11 = dala_less_f32(x_3, 1.0) ? 0.25 : 0.0;
    }
    float with_statements_3 = t_11;
    output_4 = dala_add_f32(simple_3, with_statements_3);
    float x_4 = input_5;
    float simple_4 = dala_greater_f32(x_4, 0.0) ? 1.0 : x_4;
    float t_12;
    if (dala_less_f32(x_4, 0.5)) {
      float t_4 = dala_mul_f32(x_4, 2.0);
      t_12 = dala_mul_f32(t_4, t_4);
    } else {
      t_12 = dala_less_f32(x_4, 1.0) ? 0.25 : 0.0;
    }
    float with_statements_4 = t_12;
    output_5 = dala_add_f32(simple_4, with_statements_4);
    output_[at] = output_2;
    output_[at_2] = output_3;
    output_[at_3] = output_4;
    output_[at_4] = output_5;
  } else {
    input_2 = input_[inside];
    input_3 = input_[inside_2];
    input_4 = input_[inside_3];
    input_5 = input_[inside_4];
    float x_5 = input_2;
    float simple_5 = dala_greater_f32(x_5, 0.0) ? 1.0 : x_5;
    float t_13;
    if (dala_less_f32(x_5, 0.5)) {
      float t_5 = dala_mul_f32(x_5, 2.0);
      t_13 = dala_mul_f32(t_5, t_5);
    } else {
      t_13 = dala_less_f32(x_5, 1.0) ? 0.25 : 0.0;
    }
    float with_statements_5 = t_13;
    output_2 = dala_add_f32(simple_5, with_statements_5);
    float x_6 = input_3;
    float simple_6 = dala_greater_f32(x_6, 0.0) ? 1.0 : x_6;
    float t_14;
    if (dala_less_f32(x_6, 0.5)) {
      float t_6 = dala_mul_f32(x_6, 2.0);
      t_14 = dala_mul_f32(t_6, t_6);
    } else {
      t_14 = dala_less_f32(x_6, 1.0) ? 0.25 : 0.0;
    }
    float with_statements_6 = t_14;
    output_3 = dala_add_f32(simple_6, with_statements_6);
    float x_7 = input_4;
    float simple_7 = dala_greater_f32(x_7, 0.0) ? 1.0 : x_7;
    float t_15;
    if (dala_less_f32(x_7, 0.5)) {
      float t_7 = dala_mul_f32(x_7, 2.0);
      t_15 = dala_mul_f32(t_7, t_7);
    } else {
      t_15 = dala_less_f32(x_7, 1.0) ? 0.25 : 0.0;
    }
    float with_statements_7 = t_15;
    output_4 = dala_add_f32(simple_7, with_statements_7);
    float x_8 = input_5;
    float simple_8 = dala_greater_f32(x_8, 0.0) ? 1.0 : x_8;
    float t_16;
    if (dala_less_f32(x_8, 0.5)) {
      float t_8 = dala_mul_f32(x_8, 2.0);
      t_16 = dala_mul_f32(t_8, t_8);
    } else {
      t_16 = dala_less_f32(x_8, 1.0) ? 0.25 : 0.0;
    }
    float with_statements_8 = t_16;
    output_5 = dala_add_f32(simple_8, with_statements_8);
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
