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

float dala_sub_f32(float a, float b) {
  DALA_PRECISE float c = a - b;
  return c;
}

float dala_load_input_(int dala_i) {
  if (uint(dala_i) >= dala_launch[2].x) return 0.0;
  uint dala_at = min(uint(dala_i), dala_launch[2].x - 1u);
  return input_[dala_at];
}

void dala_store_output_(int dala_i, float dala_value) {
  if (uint(dala_i) >= dala_launch[6].z) return;
  uint dala_at = min(uint(dala_i), dala_launch[6].z - 1u);
  output_[dala_at] = dala_value;
}

float dala_f32_from_u32(uint a) {
  return dala_add_f32(dala_mul_f32(float(a >> 12u), 4096.0), float(a & 4095u));
}

uint dala_mul_hi_u32(uint a, uint b) {
  uint low = a & 65535u;
  uint high = a >> 16u;
  uint middle = high * (b & 65535u) + ((low * (b & 65535u)) >> 16u);
  uint other = low * (b >> 16u) + (middle & 65535u);
  return high * (b >> 16u) + (middle >> 16u) + (other >> 16u);
}

void dala_element(uint dala_flat, float dala_of_input_, out float dala_of_output_) {
  float x = dala_of_input_;
  float guess = uintBitsToFloat(1597463007u - (floatBitsToUint(x) >> 1u));
  uvec2 sign_ = floatBitsToUint(vec2(x, guess)) & uvec2(2147483648u);
  uint hash = dala_mul_hi_u32(floatBitsToUint(x), 2654435769u) ^ sign_.x;
  dala_of_output_ = dala_add_f32(dala_mul_f32(guess, dala_sub_f32(1.5, dala_mul_f32(dala_mul_f32(dala_mul_f32(0.5, x), guess), guess))), dala_f32_from_u32(hash >> 24u));
}

void main() {
  uint dala_group = gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x;
  uint dala_unit = dala_group * 128u + gl_LocalInvocationIndex;
  uint dala_at_0 = dala_group * 512u + gl_LocalInvocationIndex + 0u;
  uint dala_at_1 = dala_group * 512u + gl_LocalInvocationIndex + 128u;
  uint dala_at_2 = dala_group * 512u + gl_LocalInvocationIndex + 256u;
  uint dala_at_3 = dala_group * 512u + gl_LocalInvocationIndex + 384u;
  if (dala_at_3 < dala_launch[1].z && dala_at_3 < dala_launch[2].x && dala_at_3 < dala_launch[6].z) {
    float dala_0_of_input_ = input_[dala_at_0];
    float dala_1_of_input_ = input_[dala_at_1];
    float dala_2_of_input_ = input_[dala_at_2];
    float dala_3_of_input_ = input_[dala_at_3];
    float dala_0_of_output_;
    float dala_1_of_output_;
    float dala_2_of_output_;
    float dala_3_of_output_;
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
  float dala_0_of_input_ = dala_load_input_(int(dala_at_0));
  float dala_1_of_input_ = dala_load_input_(int(dala_at_1));
  float dala_2_of_input_ = dala_load_input_(int(dala_at_2));
  float dala_3_of_input_ = dala_load_input_(int(dala_at_3));
  float dala_0_of_output_ = 0.0;
  float dala_1_of_output_ = 0.0;
  float dala_2_of_output_ = 0.0;
  float dala_3_of_output_ = 0.0;
  if (dala_at_0 < dala_launch[1].z) dala_element(dala_at_0, dala_0_of_input_, dala_0_of_output_);
  if (dala_at_1 < dala_launch[1].z) dala_element(dala_at_1, dala_1_of_input_, dala_1_of_output_);
  if (dala_at_2 < dala_launch[1].z) dala_element(dala_at_2, dala_2_of_input_, dala_2_of_output_);
  if (dala_at_3 < dala_launch[1].z) dala_element(dala_at_3, dala_3_of_input_, dala_3_of_output_);
  if (dala_at_0 < dala_launch[1].z) dala_store_output_(int(dala_at_0), dala_0_of_output_);
  if (dala_at_1 < dala_launch[1].z) dala_store_output_(int(dala_at_1), dala_1_of_output_);
  if (dala_at_2 < dala_launch[1].z) dala_store_output_(int(dala_at_2), dala_2_of_output_);
  if (dala_at_3 < dala_launch[1].z) dala_store_output_(int(dala_at_3), dala_3_of_output_);
}
