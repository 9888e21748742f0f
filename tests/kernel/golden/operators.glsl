#version 310 es
precision highp float;
precision highp int;

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer dala_buffer_0 { int input_[]; };
layout(std430, binding = 1) buffer dala_buffer_1 { int output_[]; };
layout(std430, binding = 2) readonly buffer dala_buffer_2 { uint dala_launch[]; };

int dala_load_input_(int i) {
  if (uint(i) >= dala_launch[8]) return 0;
  return input_[uint(i)];
}

int dala_rest(int a, int b) {
  return a - b * (a / b);
}

void dala_store_output_(int i, int value) {
  if (uint(i) >= dala_launch[26]) return;
  output_[uint(i)] = value;
}

void main() {
  uint dala_flat = (gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x) * 64u + gl_LocalInvocationIndex;
  if (dala_flat >= dala_launch[6]) return;
  int ABSOLUTE_POS = int(dala_flat);
  int x = dala_load_input_(ABSOLUTE_POS);
  uint y = uint(-x);
  int mixed = (((x + dala_rest(2 * x, 7)) << 1) & 255) | (x ^ 3);
  bool test = (x > 1 && mixed != 4) || !(x == 3);
  dala_store_output_(ABSOLUTE_POS, test ? mixed : int(y >> 3u) + ~x);
}
