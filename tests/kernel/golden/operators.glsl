#version 310 es
precision highp float;
precision highp int;

layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer dala_buffer_0 { int input_[]; };
layout(std430, binding = 1) buffer dala_buffer_1 { int output_[]; };
layout(std140, binding = 0) uniform dala_words { uvec4 dala_launch[11]; };

int dala_load_input_(int dala_i) {
  if (uint(dala_i) >= dala_launch[2].x) return 0;
  uint dala_at = min(uint(dala_i), dala_launch[2].x - 1u);
  return input_[dala_at];
}

void dala_store_output_(int dala_i, int dala_value) {
  if (uint(dala_i) >= dala_launch[6].z) return;
  uint dala_at = min(uint(dala_i), dala_launch[6].z - 1u);
  output_[dala_at] = dala_value;
}

int dala_rest_s32(int a, int b) {
  return a - b * (a / b);
}

void dala_element(uint dala_flat, int dala_of_input_, out int dala_of_output_) {
  int x = dala_of_input_;
  uint y = uint(-x);
  int mixed = (((x + dala_rest_s32(2 * x, 7)) << 1) & 255) | (x ^ 3);
  bool test = (x > 1 && mixed != 4) || !(x == 3);
  dala_of_output_ = test ? mixed : int(y >> 3u) + ~x;
}

void main() {
  uint dala_group = gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x;
  uint dala_unit = dala_group * 128u + gl_LocalInvocationIndex;
  uint dala_at_0 = dala_group * 512u + gl_LocalInvocationIndex + 0u;
  uint dala_at_1 = dala_group * 512u + gl_LocalInvocationIndex + 128u;
  uint dala_at_2 = dala_group * 512u + gl_LocalInvocationIndex + 256u;
  uint dala_at_3 = dala_group * 512u + gl_LocalInvocationIndex + 384u;
  if (dala_at_3 < dala_launch[1].z && dala_at_3 < dala_launch[2].x && dala_at_3 < dala_launch[6].z) {
    int dala_0_of_input_ = input_[dala_at_0];
    int dala_1_of_input_ = input_[dala_at_1];
    int dala_2_of_input_ = input_[dala_at_2];
    int dala_3_of_input_ = input_[dala_at_3];
    int dala_0_of_output_;
    int dala_1_of_output_;
    int dala_2_of_output_;
    int dala_3_of_output_;
    dala_element(dala_at_0, dala_0_of_input_, dala_0_of_output_);
    dala_element(dala_at_1, dala_1_of_input_, dala_1_of_output_);
    dala_element(dala_at_2, dala_2_of_input_, dala_2_of_output_);
    dala_element(dala_at_3, dala_3_of_input_, dala_3_of_output_);
    output_[dala_at_0] = dala_0_of_output_;
    output_[dala_at_1] = dala_1_of_output_;
    output_[dala_at_2] = dala_2_of_output_;
    output_[dala_at_3] = dala_3_of_output_;
    return;
  }
  int dala_0_of_input_ = dala_load_input_(int(dala_at_0));
  int dala_1_of_input_ = dala_load_input_(int(dala_at_1));
  int dala_2_of_input_ = dala_load_input_(int(dala_at_2));
  int dala_3_of_input_ = dala_load_input_(int(dala_at_3));
  int dala_0_of_output_ = 0;
  int dala_1_of_output_ = 0;
  int dala_2_of_output_ = 0;
  int dala_3_of_output_ = 0;
  if (dala_at_0 < dala_launch[1].z) dala_element(dala_at_0, dala_0_of_input_, dala_0_of_output_);
  if (dala_at_1 < dala_launch[1].z) dala_element(dala_at_1, dala_1_of_input_, dala_1_of_output_);
  if (dala_at_2 < dala_launch[1].z) dala_element(dala_at_2, dala_2_of_input_, dala_2_of_output_);
  if (dala_at_3 < dala_launch[1].z) dala_element(dala_at_3, dala_3_of_input_, dala_3_of_output_);
  if (dala_at_0 < dala_launch[1].z) dala_store_output_(int(dala_at_0), dala_0_of_output_);
  if (dala_at_1 < dala_launch[1].z) dala_store_output_(int(dala_at_1), dala_1_of_output_);
  if (dala_at_2 < dala_launch[1].z) dala_store_output_(int(dala_at_2), dala_2_of_output_);
  if (dala_at_3 < dala_launch[1].z) dala_store_output_(int(dala_at_3), dala_3_of_output_);
}
