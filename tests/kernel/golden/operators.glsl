#version 310 es
precision highp float;
precision highp int;

layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer dala_buffer_0 { int input_[]; };
layout(std430, binding = 1) buffer dala_buffer_1 { int output_[]; };
layout(std140, binding = 0) uniform dala_words { uvec4 dala_launch[11]; };

int dala_rest_s32(int a, int b) {
  return a - b * (a / b);
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
  int input_2;
  int input_3;
  int input_4;
  int input_5;
  int output_2;
  int output_3;
  int output_4;
  int output_5;
  if (at_4 < dala_launch[1].z) {
    input_2 = input_[at];
    input_3 = input_[at_2];
    input_4 = input_[at_3];
    input_5 = input_[at_4];
    int x = input_2;
    uint y = uint(-x);
    int mixed = (((x + dala_rest_s32(2 * x, 7)) << 1) & 255) | (x ^ 3);
    bool test = (x > 1 && mixed != 4) || !(x == 3);
    output_2 = test ? mixed : int(y >> 3u) + ~x;
    int x_2 = input_3;
    uint y_2 = uint(-x_2);
    int mixed_2 = (((x_2 + dala_rest_s32(2 * x_2, 7)) << 1) & 255) | (x_2 ^ 3);
    bool test_2 = (x_2 > 1 && mixed_2 != 4) || !(x_2 == 3);
    output_3 = test_2 ? mixed_2 : int(y_2 >> 3u) + ~x_2;
    int x_3 = input_4;
    uint y_3 = uint(-x_3);
    int mixed_3 = (((x_3 + dala_rest_s32(2 * x_3, 7)) << 1) & 255) | (x_3 ^ 3);
    bool test_3 = (x_3 > 1 && mixed_3 != 4) || !(x_3 == 3);
    output_4 = test_3 ? mixed_3 : int(y_3 >> 3u) + ~x_3;
    int x_4 = input_5;
    uint y_4 = uint(-x_4);
    int mixed_4 = (((x_4 + dala_rest_s32(2 * x_4, 7)) << 1) & 255) | (x_4 ^ 3);
    bool test_4 = (x_4 > 1 && mixed_4 != 4) || !(x_4 == 3);
    output_5 = test_4 ? mixed_4 : int(y_4 >> 3u) + ~x_4;
    output_[at] = output_2;
    output_[at_2] = output_3;
    output_[at_3] = output_4;
    output_[at_4] = output_5;
  } else {
    input_2 = input_[inside];
    input_3 = input_[inside_2];
    input_4 = input_[inside_3];
    input_5 = input_[inside_4];
    int x_5 = input_2;
    uint y_5 = uint(-x_5);
    int mixed_5 = (((x_5 + dala_rest_s32(2 * x_5, 7)) << 1) & 255) | (x_5 ^ 3);
    bool test_5 = (x_5 > 1 && mixed_5 != 4) || !(x_5 == 3);
    output_2 = test_5 ? mixed_5 : int(y_5 >> 3u) + ~x_5;
    int x_6 = input_3;
    uint y_6 = uint(-x_6);
    int mixed_6 = (((x_6 + dala_rest_s32(2 * x_6, 7)) << 1) & 255) | (x_6 ^ 3);
    bool test_6 = (x_6 > 1 && mixed_6 != 4) || !(x_6 == 3);
    output_3 = test_6 ? mixed_6 : int(y_6 >> 3u) + ~x_6;
    int x_7 = input_4;
    uint y_7 = uint(-x_7);
    int mixed_7 = (((x_7 + dala_rest_s32(2 * x_7, 7)) << 1) & 255) | (x_7 ^ 3);
    bool test_7 = (x_7 > 1 && mixed_7 != 4) || !(x_7 == 3);
    output_4 = test_7 ? mixed_7 : int(y_7 >> 3u) + ~x_7;
    int x_8 = input_5;
    uint y_8 = uint(-x_8);
    int mixed_8 = (((x_8 + dala_rest_s32(2 * x_8, 7)) << 1) & 255) | (x_8 ^ 3);
    bool test_8 = (x_8 > 1 && mixed_8 != 4) || !(x_8 == 3);
    output_5 = test_8 ? mixed_8 : int(y_8 >> 3u) + ~x_8;
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
