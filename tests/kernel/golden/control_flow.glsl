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

float dala_add_f32(float a, float b) {
  DALA_PRECISE float c = a + b;
  return c;
}

float dala_div_f32(float a, float b) {
  DALA_PRECISE float c = a / b;
  return c;
}

float dala_sub_f32(float a, float b) {
  DALA_PRECISE float c = a - b;
  return c;
}

bool dala_greater_f32(float a, float b) {
  return !((floatBitsToUint(a) & 2147483647u) > 2139095040u) && !((floatBitsToUint(b) & 2147483647u) > 2139095040u) && a > b;
}

bool dala_less_f32(float a, float b) {
  return !((floatBitsToUint(a) & 2147483647u) > 2139095040u) && !((floatBitsToUint(b) & 2147483647u) > 2139095040u) && a < b;
}

float dala_f32_from_u32(uint a) {
  return dala_add_f32(dala_mul_f32(float(a >> 12u), 4096.0), float(a & 4095u));
}

float dala_quotient(float a, float b) {
  uint of = floatBitsToUint(a) & 2147483647u;
  uint by = floatBitsToUint(b) & 2147483647u;
  uint sign_ = (floatBitsToUint(a) ^ floatBitsToUint(b)) & 2147483648u;
  if (by == 0u) {
    if (of == 0u || of > 2139095040u) {
      return uintBitsToFloat(2143289344u);
    }
    return uintBitsToFloat(sign_ | 2139095040u);
  }
  if (of == 0u && by <= 2139095040u) {
    return uintBitsToFloat(sign_);
  }
  float x = a;
  float y = b;
  if ((floatBitsToUint(b) & 2139095040u) >= 2097152000u) {
    x = dala_mul_f32(a, 0.0625);
    y = dala_mul_f32(b, 0.0625);
  }
  return dala_div_f32(x, y);
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
  int ABSOLUTE_POS = int(element);
  int input_len = int(dala_launch[2].x);
  uint rounds = dala_launch[11].x;
  int output_len = int(dala_launch[6].z);
  if (ABSOLUTE_POS >= input_len) {
    return;
  }
  float x = dala_load_input(ABSOLUTE_POS, input_len);
  for (uint i = 0u; i < rounds; ++i) {
    if (i % 2u == 0u) {
      continue;
    }
    x = dala_add_f32(x, dala_f32_from_u32(i));
  }
  while (dala_greater_f32(x, 100.0)) {
    x = dala_quotient(x, 2.0);
  }
  while (true) {
    x = dala_sub_f32(x, 1.0);
    if (dala_less_f32(x, 0.0)) {
      break;
    } else if (x == 0.0) {
      x = -1.0;
    }
  }
  if (uint(ABSOLUTE_POS) < uint(output_len)) {
    output_[min(ABSOLUTE_POS, output_len - 1)] = x;
  }
}
