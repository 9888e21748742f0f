#version 310 es
#ifdef GL_EXT_gpu_shader5
#extension GL_EXT_gpu_shader5 : require
#define DALA_PRECISE precise
#else
#define DALA_PRECISE
#endif
precision highp float;
precision highp int;

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer dala_buffer_0 { float input_[]; };
layout(std430, binding = 1) buffer dala_buffer_1 { float sums[]; };
layout(std430, binding = 2) buffer dala_buffer_2 { float turned[]; };
layout(std430, binding = 3) buffer dala_buffer_3 { uint flags[]; };
layout(std140, binding = 0) uniform dala_words { uvec4 dala_launch[20]; };
shared float v_dala_exchanged_f32[64];
shared uint v_dala_exchanged_u32[64];

float dala_mul_f32(float a, float b) {
  DALA_PRECISE float c = a * b;
  return c;
}

float dala_div_f32(float a, float b) {
  DALA_PRECISE float c = a / b;
  return c;
}

void dala_sync() {
  memoryBarrierShared();
  barrier();
}

float dala_sub_f32(float a, float b) {
  DALA_PRECISE float c = a - b;
  return c;
}

float dala_add_f32(float a, float b) {
  DALA_PRECISE float c = a + b;
  return c;
}

bool dala_greater_f32(float a, float b) {
  return !((floatBitsToUint(a) & 2147483647u) > 2139095040u) && !((floatBitsToUint(b) & 2147483647u) > 2139095040u) && a > b;
}

float dala_max_f32(float a, float b) {
  return b > a || (floatBitsToUint(a) & 2147483647u) > 2139095040u ? b : a;
}

float dala_min_f32(float a, float b) {
  return b < a || (floatBitsToUint(a) & 2147483647u) > 2139095040u ? b : a;
}

int dala_rest_s32(int a, int b) {
  return a - b * (a / b);
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

float dala_load_dala_exchanged_f32(int a) {
  if (uint(a) < uint(64)) {
    int t = a & 63;
    return v_dala_exchanged_f32[t];
  }
  return 0.0;
}

uint dala_load_dala_exchanged_u32(int a) {
  if (uint(a) < uint(64)) {
    int t = a & 63;
    return v_dala_exchanged_u32[t];
  }
  return 0u;
}

void main() {
  uint cube = gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x;
  if (cube >= dala_launch[1].w) {
    return;
  }
  int CUBE_POS = int(cube);
  int CUBE_COUNT_X = int(dala_launch[0].w);
  int CUBE_POS_X = CUBE_POS % CUBE_COUNT_X;
  int UNIT_POS = int(gl_LocalInvocationIndex);
  int UNIT_POS_X = UNIT_POS % 64;
  int ABSOLUTE_POS_X = CUBE_POS_X * 64 + UNIT_POS_X;
  int CUBE_COUNT_Y = int(dala_launch[1].x);
  int CUBE_POS_Y = CUBE_POS / CUBE_COUNT_X % CUBE_COUNT_Y;
  int CUBE_POS_Z = CUBE_POS / CUBE_COUNT_X / CUBE_COUNT_Y;
  int extent_x = int(dala_launch[0].x);
  int extent_y = int(dala_launch[0].y);
  int extent_z = int(dala_launch[0].z);
  int ABSOLUTE_POS = ABSOLUTE_POS_X < extent_x && CUBE_POS_Y < extent_y && CUBE_POS_Z < extent_z ? (CUBE_POS_Y * extent_x + ABSOLUTE_POS_X) * extent_z + CUBE_POS_Z : 2147483647;
  int input_len = int(dala_launch[2].x);
  int turned_len = int(dala_launch[11].x);
  int sums_len = int(dala_launch[6].z);
  int flags_len = int(dala_launch[15].z);
  float x = dala_load_input(ABSOLUTE_POS, input_len);
  if (uint(UNIT_POS) < uint(64)) {
    v_dala_exchanged_f32[UNIT_POS & 63] = x;
  }
  dala_sync();
  int t_7 = UNIT_POS & -32;
  float t = dala_max_f32(dala_max_f32(dala_max_f32(dala_max_f32(dala_max_f32(dala_load_dala_exchanged_f32(t_7 + 0), dala_load_dala_exchanged_f32(t_7 + 16)), dala_max_f32(dala_load_dala_exchanged_f32(t_7 + 8), dala_load_dala_exchanged_f32(t_7 + 24))), dala_max_f32(dala_max_f32(dala_load_dala_exchanged_f32(t_7 + 4), dala_load_dala_exchanged_f32(t_7 + 20)), dala_max_f32(dala_load_dala_exchanged_f32(t_7 + 12), dala_load_dala_exchanged_f32(t_7 + 28)))), dala_max_f32(dala_max_f32(dala_max_f32(dala_load_dala_exchanged_f32(t_7 + 2), dala_load_dala_exchanged_f32(t_7 + 18)), dala_max_f32(dala_load_dala_exchanged_f32(t_7 + 10), dala_load_dala_exchanged_f32(t_7 + 26))), dala_max_f32(dala_max_f32(dala_load_dala_exchanged_f32(t_7 + 6), dala_load_dala_exchanged_f32(t_7 + 22)), dala_max_f32(dala_load_dala_exchanged_f32(t_7 + 14), dala_load_dala_exchanged_f32(t_7 + 30))))), dala_max_f32(dala_max_f32(dala_max_f32(dala_max_f32(dala_load_dala_exchanged_f32(t_7 + 1), dala_load_dala_exchanged_f32(t_7 + 17)), dala_max_f32(dala_load_dala_exchanged_f32(t_7 + 9), dala_load_dala_exchanged_f32(t_7 + 25))), dala_max_f32(dala_max_f32(dala_load_dala_exchanged_f32(t_7 + 5), dala_load_dala_exchanged_f32(t_7 + 21)), dala_max_f32(dala_load_dala_exchanged_f32(t_7 + 13), dala_load_dala_exchanged_f32(t_7 + 29)))), dala_max_f32(dala_max_f32(dala_max_f32(dala_load_dala_exchanged_f32(t_7 + 3), dala_load_dala_exchanged_f32(t_7 + 19)), dala_max_f32(dala_load_dala_exchanged_f32(t_7 + 11), dala_load_dala_exchanged_f32(t_7 + 27))), dala_max_f32(dala_max_f32(dala_load_dala_exchanged_f32(t_7 + 7), dala_load_dala_exchanged_f32(t_7 + 23)), dala_max_f32(dala_load_dala_exchanged_f32(t_7 + 15), dala_load_dala_exchanged_f32(t_7 + 31))))));
  dala_sync();
  if (uint(UNIT_POS) < uint(64)) {
    v_dala_exchanged_f32[UNIT_POS & 63] = x;
  }
  dala_sync();
  int t_8 = UNIT_POS & -32;
  float t_2 = dala_min_f32(dala_min_f32(dala_min_f32(dala_min_f32(dala_min_f32(dala_load_dala_exchanged_f32(t_8 + 0), dala_load_dala_exchanged_f32(t_8 + 16)), dala_min_f32(dala_load_dala_exchanged_f32(t_8 + 8), dala_load_dala_exchanged_f32(t_8 + 24))), dala_min_f32(dala_min_f32(dala_load_dala_exchanged_f32(t_8 + 4), dala_load_dala_exchanged_f32(t_8 + 20)), dala_min_f32(dala_load_dala_exchanged_f32(t_8 + 12), dala_load_dala_exchanged_f32(t_8 + 28)))), dala_min_f32(dala_min_f32(dala_min_f32(dala_load_dala_exchanged_f32(t_8 + 2), dala_load_dala_exchanged_f32(t_8 + 18)), dala_min_f32(dala_load_dala_exchanged_f32(t_8 + 10), dala_load_dala_exchanged_f32(t_8 + 26))), dala_min_f32(dala_min_f32(dala_load_dala_exchanged_f32(t_8 + 6), dala_load_dala_exchanged_f32(t_8 + 22)), dala_min_f32(dala_load_dala_exchanged_f32(t_8 + 14), dala_load_dala_exchanged_f32(t_8 + 30))))), dala_min_f32(dala_min_f32(dala_min_f32(dala_min_f32(dala_load_dala_exchanged_f32(t_8 + 1), dala_load_dala_exchanged_f32(t_8 + 17)), dala_min_f32(dala_load_dala_exchanged_f32(t_8 + 9), dala_load_dala_exchanged_f32(t_8 + 25))), dala_min_f32(dala_min_f32(dala_load_dala_exchanged_f32(t_8 + 5), dala_load_dala_exchanged_f32(t_8 + 21)), dala_min_f32(dala_load_dala_exchanged_f32(t_8 + 13), dala_load_dala_exchanged_f32(t_8 + 29)))), dala_min_f32(dala_min_f32(dala_min_f32(dala_load_dala_exchanged_f32(t_8 + 3), dala_load_dala_exchanged_f32(t_8 + 19)), dala_min_f32(dala_load_dala_exchanged_f32(t_8 + 11), dala_load_dala_exchanged_f32(t_8 + 27))), dala_min_f32(dala_min_f32(dala_load_dala_exchanged_f32(t_8 + 7), dala_load_dala_exchanged_f32(t_8 + 23)), dala_min_f32(dala_load_dala_exchanged_f32(t_8 + 15), dala_load_dala_exchanged_f32(t_8 + 31))))));
  dala_sync();
  float spread = dala_sub_f32(t, t_2);
  int t_9 = (31 - dala_rest_s32(UNIT_POS, 32)) & 31;
  if (uint(UNIT_POS) < uint(64)) {
    v_dala_exchanged_f32[UNIT_POS & 63] = x;
  }
  dala_sync();
  float t_3 = dala_load_dala_exchanged_f32((UNIT_POS & -32) + t_9);
  dala_sync();
  float t_13 = dala_quotient(t_3, spread);
  if (uint(ABSOLUTE_POS) < uint(turned_len)) {
    turned[min(ABSOLUTE_POS, turned_len - 1)] = t_13;
  }
  int t_10 = 0 & 31;
  if (uint(UNIT_POS) < uint(64)) {
    v_dala_exchanged_f32[UNIT_POS & 63] = x;
  }
  dala_sync();
  float t_4 = dala_load_dala_exchanged_f32((UNIT_POS & -32) + t_10);
  dala_sync();
  float t_14 = dala_sub_f32(x, t_4);
  if (uint(UNIT_POS) < uint(64)) {
    v_dala_exchanged_f32[UNIT_POS & 63] = t_14;
  }
  dala_sync();
  int t_11 = UNIT_POS & -32;
  float t_5 = dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_load_dala_exchanged_f32(t_11 + 0), dala_load_dala_exchanged_f32(t_11 + 16)), dala_add_f32(dala_load_dala_exchanged_f32(t_11 + 8), dala_load_dala_exchanged_f32(t_11 + 24))), dala_add_f32(dala_add_f32(dala_load_dala_exchanged_f32(t_11 + 4), dala_load_dala_exchanged_f32(t_11 + 20)), dala_add_f32(dala_load_dala_exchanged_f32(t_11 + 12), dala_load_dala_exchanged_f32(t_11 + 28)))), dala_add_f32(dala_add_f32(dala_add_f32(dala_load_dala_exchanged_f32(t_11 + 2), dala_load_dala_exchanged_f32(t_11 + 18)), dala_add_f32(dala_load_dala_exchanged_f32(t_11 + 10), dala_load_dala_exchanged_f32(t_11 + 26))), dala_add_f32(dala_add_f32(dala_load_dala_exchanged_f32(t_11 + 6), dala_load_dala_exchanged_f32(t_11 + 22)), dala_add_f32(dala_load_dala_exchanged_f32(t_11 + 14), dala_load_dala_exchanged_f32(t_11 + 30))))), dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_load_dala_exchanged_f32(t_11 + 1), dala_load_dala_exchanged_f32(t_11 + 17)), dala_add_f32(dala_load_dala_exchanged_f32(t_11 + 9), dala_load_dala_exchanged_f32(t_11 + 25))), dala_add_f32(dala_add_f32(dala_load_dala_exchanged_f32(t_11 + 5), dala_load_dala_exchanged_f32(t_11 + 21)), dala_add_f32(dala_load_dala_exchanged_f32(t_11 + 13), dala_load_dala_exchanged_f32(t_11 + 29)))), dala_add_f32(dala_add_f32(dala_add_f32(dala_load_dala_exchanged_f32(t_11 + 3), dala_load_dala_exchanged_f32(t_11 + 19)), dala_add_f32(dala_load_dala_exchanged_f32(t_11 + 11), dala_load_dala_exchanged_f32(t_11 + 27))), dala_add_f32(dala_add_f32(dala_load_dala_exchanged_f32(t_11 + 7), dala_load_dala_exchanged_f32(t_11 + 23)), dala_add_f32(dala_load_dala_exchanged_f32(t_11 + 15), dala_load_dala_exchanged_f32(t_11 + 31))))));
  dala_sync();
  float sum = t_5;
  uint t_15 = dala_greater_f32(x, 0.0) ? 1u << (uint(UNIT_POS & 31) & 31u) : 0u;
  if (uint(UNIT_POS) < uint(64)) {
    v_dala_exchanged_u32[UNIT_POS & 63] = t_15;
  }
  dala_sync();
  int t_12 = UNIT_POS & -32;
  uint t_6 = ((((dala_load_dala_exchanged_u32(t_12 + 0) | dala_load_dala_exchanged_u32(t_12 + 16)) | (dala_load_dala_exchanged_u32(t_12 + 8) | dala_load_dala_exchanged_u32(t_12 + 24))) | ((dala_load_dala_exchanged_u32(t_12 + 4) | dala_load_dala_exchanged_u32(t_12 + 20)) | (dala_load_dala_exchanged_u32(t_12 + 12) | dala_load_dala_exchanged_u32(t_12 + 28)))) | (((dala_load_dala_exchanged_u32(t_12 + 2) | dala_load_dala_exchanged_u32(t_12 + 18)) | (dala_load_dala_exchanged_u32(t_12 + 10) | dala_load_dala_exchanged_u32(t_12 + 26))) | ((dala_load_dala_exchanged_u32(t_12 + 6) | dala_load_dala_exchanged_u32(t_12 + 22)) | (dala_load_dala_exchanged_u32(t_12 + 14) | dala_load_dala_exchanged_u32(t_12 + 30))))) | ((((dala_load_dala_exchanged_u32(t_12 + 1) | dala_load_dala_exchanged_u32(t_12 + 17)) | (dala_load_dala_exchanged_u32(t_12 + 9) | dala_load_dala_exchanged_u32(t_12 + 25))) | ((dala_load_dala_exchanged_u32(t_12 + 5) | dala_load_dala_exchanged_u32(t_12 + 21)) | (dala_load_dala_exchanged_u32(t_12 + 13) | dala_load_dala_exchanged_u32(t_12 + 29)))) | (((dala_load_dala_exchanged_u32(t_12 + 3) | dala_load_dala_exchanged_u32(t_12 + 19)) | (dala_load_dala_exchanged_u32(t_12 + 11) | dala_load_dala_exchanged_u32(t_12 + 27))) | ((dala_load_dala_exchanged_u32(t_12 + 7) | dala_load_dala_exchanged_u32(t_12 + 23)) | (dala_load_dala_exchanged_u32(t_12 + 15) | dala_load_dala_exchanged_u32(t_12 + 31)))));
  dala_sync();
  uint positive = t_6;
  if (dala_rest_s32(UNIT_POS, 32) == 0) {
    int at = CUBE_POS * 2 + UNIT_POS / 32;
    if (uint(at) < uint(sums_len)) {
      sums[min(at, sums_len - 1)] = sum;
    }
    if (uint(at) < uint(flags_len)) {
      flags[min(at, flags_len - 1)] = positive;
    }
  }
}
