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
layout(std430, binding = 0) readonly buffer dala_buffer_0 { uint a[]; };
layout(std430, binding = 1) readonly buffer dala_buffer_1 { uint b[]; };
layout(std430, binding = 2) buffer dala_buffer_2 { uint sum[]; };
layout(std430, binding = 3) buffer dala_buffer_3 { uint root[]; };
layout(std140, binding = 0) uniform dala_words { uvec4 dala_launch[21]; };

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

uint dala_f16_from_f32(float a_2) {
  uint bits = floatBitsToUint(a_2);
  uint sign_ = (bits >> 16u) & 32768u;
  uint size = bits & 2147483647u;
  if (size > 2139095040u) {
    return ((sign_ | 32256u) | ((size >> 13u) & 1023u)) & 65535u;
  }
  if (size >= 1199570944u) {
    return (sign_ | 31744u) & 65535u;
  }
  if (size >= 947912704u) {
    return (sign_ | ((size - 939524096u + 4095u + ((size >> 13u) & 1u)) >> 13u)) & 65535u;
  }
  if (size <= 855638016u) {
    return sign_ & 65535u;
  }
  uint digits = (size & 8388607u) | 8388608u;
  uint below = 126u - (size >> 23u);
  uint whole = digits >> (below & 31u);
  uint rest = digits & ((1u << (below & 31u)) - 1u);
  uint half_ = 1u << ((below - 1u) & 31u);
  uint up = rest > half_ || (rest == half_ && (whole & 1u) == 1u) ? 1u : 0u;
  return (sign_ | (whole + up)) & 65535u;
}

uint dala_bf16_from_f32(float a_2) {
  uint bits = floatBitsToUint(a_2);
  if ((bits & 2147483647u) > 2139095040u) {
    return ((bits >> 16u) | 64u) & 65535u;
  }
  return ((bits + 32767u + ((bits >> 16u) & 1u)) >> 16u) & 65535u;
}

float dala_f32_from_u32(uint a_2) {
  return dala_add_f32(dala_mul_f32(float(a_2 >> 12u), 4096.0), float(a_2 & 4095u));
}

float dala_f32_from_f16(uint a_2) {
  uint sign_ = (a_2 & 32768u) << 16u;
  uint size = a_2 & 32767u;
  if (size < 1024u) {
    return uintBitsToFloat(sign_ | floatBitsToUint(dala_mul_f32(dala_f32_from_u32(size), 5.9604645e-08)));
  }
  if (size < 31744u) {
    return uintBitsToFloat(sign_ | ((size << 13u) + 939524096u));
  }
  return uintBitsToFloat((sign_ | 2139095040u) | (size << 13u));
}

float dala_f32_from_bf16(uint a_2) {
  return uintBitsToFloat(a_2 << 16u);
}

bool dala_less_f32(float a_2, float b_2) {
  return !((floatBitsToUint(a_2) & 2147483647u) > 2139095040u) && !((floatBitsToUint(b_2) & 2147483647u) > 2139095040u) && a_2 < b_2;
}

float dala_quotient(float a_2, float b_2) {
  uint of = floatBitsToUint(a_2) & 2147483647u;
  uint by = floatBitsToUint(b_2) & 2147483647u;
  uint sign_ = (floatBitsToUint(a_2) ^ floatBitsToUint(b_2)) & 2147483648u;
  if (by == 0u) {
    if (of == 0u || of > 2139095040u) {
      return uintBitsToFloat(2143289344u);
    }
    return uintBitsToFloat(sign_ | 2139095040u);
  }
  if (of == 0u && by <= 2139095040u) {
    return uintBitsToFloat(sign_);
  }
  float x = a_2;
  float y = b_2;
  if ((floatBitsToUint(b_2) & 2139095040u) >= 2097152000u) {
    x = dala_mul_f32(a_2, 0.0625);
    y = dala_mul_f32(b_2, 0.0625);
  }
  return dala_div_f32(x, y);
}

uint dala_load_a(int a_2, int b_2) {
  if (uint(a_2) < uint(b_2)) {
    int t = min(a_2, b_2 - 1);
    return (a[t >> 1] >> (uint(t & 1) << 4u)) & 65535u;
  }
  return 0u;
}

uint dala_load_b(int a_2, int b_2) {
  if (uint(a_2) < uint(b_2)) {
    int t = min(a_2, b_2 - 1);
    return (b[t >> 1] >> (uint(t & 1) << 4u)) & 65535u;
  }
  return 0u;
}

void main() {
  uint element = (gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x) * 128u + gl_LocalInvocationIndex;
  if (element >= dala_launch[1].z) {
    return;
  }
  int ABSOLUTE_POS = int(element);
  int a_len = int(dala_launch[2].x);
  uint share = dala_launch[20].x & 65535u;
  int b_len = int(dala_launch[6].z);
  int sum_len = int(dala_launch[11].x);
  int root_len = int(dala_launch[15].z);
  int i = ABSOLUTE_POS;
  uint x = dala_f16_from_f32(dala_add_f32(dala_f32_from_f16(dala_f16_from_f32(dala_mul_f32(dala_f32_from_f16(dala_load_a(i, a_len)), dala_f32_from_f16(share)))), dala_f32_from_f16(14336u)));
  uint t = dala_less_f32(dala_f32_from_f16(x), dala_f32_from_f16(dala_load_a(i + 1, a_len))) ? dala_f16_from_f32(-dala_f32_from_f16(x)) : dala_f16_from_f32(dala_quotient(dala_f32_from_f16(x), dala_f32_from_f16(dala_f16_from_f32(dala_f32_from_bf16(dala_load_b(i, b_len))))));
  if (uint(i) < uint(sum_len)) {
    int t_3 = min(i, sum_len - 1);
    uint t_4 = uint(t_3 & 1) << 4u;
    atomicAnd(sum[t_3 >> 1], ~(65535u << t_4));
    atomicOr(sum[t_3 >> 1], t << t_4);
  }
  uint t_2 = dala_bf16_from_f32(dala_sub_f32(dala_f32_from_bf16(dala_bf16_from_f32(sqrt(dala_f32_from_bf16(dala_bf16_from_f32(abs(dala_f32_from_bf16(dala_load_b(i, b_len)))))))), dala_f32_from_bf16(15045u)));
  if (uint(i) < uint(root_len)) {
    int t_5 = min(i, root_len - 1);
    uint t_6 = uint(t_5 & 1) << 4u;
    atomicAnd(root[t_5 >> 1], ~(65535u << t_6));
    atomicOr(root[t_5 >> 1], t_2 << t_6);
  }
}
