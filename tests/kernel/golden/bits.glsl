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
    float guess = uintBitsToFloat(1597463007u - (floatBitsToUint(x) >> 1u));
    uvec2 sign_ = floatBitsToUint(vec2(x, guess)) & uvec2(2147483648u);
    uint hash = dala_mul_hi_u32(floatBitsToUint(x), 2654435769u) ^ sign_.x;
    output_2 = dala_add_f32(dala_mul_f32(guess, dala_sub_f32(1.5, dala_mul_f32(dala_mul_f32(dala_mul_f32(0.5, x), guess), guess))), dala_f32_from_u32(hash >> 24u));
    float x_2 = input_3;
    float guess_2 = uintBitsToFloat(1597463007u - (floatBitsToUint(x_2) >> 1u));
    uvec2 sign_2 = floatBitsToUint(vec2(x_2, guess_2)) & uvec2(2147483648u);
    uint hash_2 = dala_mul_hi_u32(floatBitsToUint(x_2), 2654435769u) ^ sign_2.x;
    output_3 = dala_add_f32(dala_mul_f32(guess_2, dala_sub_f32(1.5, dala_mul_f32(dala_mul_f32(dala_mul_f32(0.5, x_2), guess_2), guess_2))), dala_f32_from_u32(hash_2 >> 24u));
    float x_3 = input_4;
    float guess_3 = uintBitsToFloat(1597463007u - (floatBitsToUint(x_3) >> 1u));
    uvec2 sign_3 = floatBitsToUint(vec2(x_3, guess_3)) & uvec2(2147483648u);
    uint hash_3 = dala_mul_hi_u32(floatBitsToUint(x_3), 2654435769u) ^ sign_3.x;
    output_4 = dala_add_f32(dala_mul_f32(guess_3, dala_sub_f32(1.5, dala_mul_f32(dala_mul_f32(dala_mul_f32(0.5, x_3), guess_3), guess_3))), dala_f32_from_u32(hash_3 >> 24u));
    float x_4 = input_5;
    float guess_4 = uintBitsToFloat(1597463007u - (floatBitsToUint(x_4) >> 1u));
    uvec2 sign_4 = floatBitsToUint(vec2(x_4, guess_4)) & uvec2(2147483648u);
    uint hash_4 = dala_mul_hi_u32(floatBitsToUint(x_4), 2654435769u) ^ sign_4.x;
    output_5 = dala_add_f32(dala_mul_f32(guess_4, dala_sub_f32(1.5, dala_mul_f32(dala_mul_f32(dala_mul_f32(0.5, x_4), guess_4), guess_4))), dala_f32_from_u32(hash_4 >> 24u));
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
    float guess_5 = uintBitsToFloat(1597463007u - (floatBitsToUint(x_5) >> 1u));
    uvec2 sign_5 = floatBitsToUint(vec2(x_5, guess_5)) & uvec2(2147483648u);
    uint hash_5 = dala_mul_hi_u32(floatBitsToUint(x_5), 2654435769u) ^ sign_5.x;
    output_2 = dala_add_f32(dala_mul_f32(guess_5, dala_sub_f32(1.5, dala_mul_f32(dala_mul_f32(dala_mul_f32(0.5, x_5), guess_5), guess_5))), dala_f32_from_u32(hash_5 >> 24u));
    float x_6 = input_3;
    float guess_6 = uintBitsToFloat(1597463007u - (floatBitsToUint(x_6) >> 1u));
    uvec2 sign_6 = floatBitsToUint(vec2(x_6, guess_6)) & uvec2(2147483648u);
    uint hash_6 = dala_mul_hi_u32(floatBitsToUint(x_6), 2654435769u) ^ sign_6.x;
    output_3 = dala_add_f32(dala_mul_f32(guess_6, dala_sub_f32(1.5, dala_mul_f32(dala_mul_f32(dala_mul_f32(0.5, x_6), guess_6), guess_6))), dala_f32_from_u32(hash_6 >> 24u));
    float x_7 = input_4;
    float guess_7 = uintBitsToFloat(1597463007u - (floatBitsToUint(x_7) >> 1u));
    uvec2 sign_7 = floatBitsToUint(vec2(x_7, guess_7)) & uvec2(2147483648u);
    uint hash_7 = dala_mul_hi_u32(floatBitsToUint(x_7), 2654435769u) ^ sign_7.x;
    output_4 = dala_add_f32(dala_mul_f32(guess_7, dala_sub_f32(1.5, dala_mul_f32(dala_mul_f32(dala_mul_f32(0.5, x_7), guess_7), guess_7))), dala_f32_from_u32(hash_7 >> 24u));
    float x_8 = input_5;
    float guess_8 = uintBitsToFloat(1597463007u - (floatBitsToUint(x_8) >> 1u));
    uvec2 sign_8 = floatBitsToUint(vec2(x_8, guess_8)) & uvec2(2147483648u);
    uint hash_8 = dala_mul_hi_u32(floatBitsToUint(x_8), 2654435769u) ^ sign_8.x;
    output_5 = dala_add_f32(dala_mul_f32(guess_8, dala_sub_f32(1.5, dala_mul_f32(dala_mul_f32(dala_mul_f32(0.5, x_8), guess_8), guess_8))), dala_f32_from_u32(hash_8 >> 24u));
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
