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

float dala_load_input_(int dala_i) {
  if (uint(dala_i) >= dala_launch[2].x) return 0.0;
  uint dala_at = min(uint(dala_i), dala_launch[2].x - 1u);
  return input_[dala_at];
}

void dala_store_v_dala_exchanged_f32(int dala_i, float dala_value) {
  if (uint(dala_i) < 64u) v_dala_exchanged_f32[dala_i & 63] = dala_value;
}

void dala_sync() {
  memoryBarrierShared();
  barrier();
}

float dala_load_v_dala_exchanged_f32(int dala_i) {
  if (uint(dala_i) >= 64u) return 0.0;
  return v_dala_exchanged_f32[dala_i & 63];
}

float dala_sub_f32(float a, float b) {
  DALA_PRECISE float c = a - b;
  return c;
}

void dala_store_turned(int dala_i, float dala_value) {
  if (uint(dala_i) >= dala_launch[11].x) return;
  uint dala_at = min(uint(dala_i), dala_launch[11].x - 1u);
  turned[dala_at] = dala_value;
}

float dala_add_f32(float a, float b) {
  DALA_PRECISE float c = a + b;
  return c;
}

void dala_store_v_dala_exchanged_u32(int dala_i, uint dala_value) {
  if (uint(dala_i) < 64u) v_dala_exchanged_u32[dala_i & 63] = dala_value;
}

uint dala_load_v_dala_exchanged_u32(int dala_i) {
  if (uint(dala_i) >= 64u) return 0u;
  return v_dala_exchanged_u32[dala_i & 63];
}

void dala_store_sums(int dala_i, float dala_value) {
  if (uint(dala_i) >= dala_launch[6].z) return;
  uint dala_at = min(uint(dala_i), dala_launch[6].z - 1u);
  sums[dala_at] = dala_value;
}

void dala_store_flags(int dala_i, uint dala_value) {
  if (uint(dala_i) >= dala_launch[15].z) return;
  uint dala_at = min(uint(dala_i), dala_launch[15].z - 1u);
  flags[dala_at] = dala_value;
}

bool dala_greater_f32(float a, float b) {
  return !((floatBitsToUint(a) & 0x7fffffffu) > 0x7f800000u) && !((floatBitsToUint(b) & 0x7fffffffu) > 0x7f800000u) && a > b;
}

float dala_max_f32(float a, float b) {
  return b > a || (floatBitsToUint(a) & 0x7fffffffu) > 0x7f800000u ? b : a;
}

float dala_min_f32(float a, float b) {
  return b < a || (floatBitsToUint(a) & 0x7fffffffu) > 0x7f800000u ? b : a;
}

int dala_rest_s32(int a, int b) {
  return a - b * (a / b);
}

float dala_quotient(float a, float b) {
  if ((floatBitsToUint(b) & 2147483647u) == 0u) {
    uint x = floatBitsToUint(a) & 2147483647u;
    if (x == 0u || x > 2139095040u) {
      return uintBitsToFloat(2143289344u);
    }
    uint sign_ = (floatBitsToUint(a) ^ floatBitsToUint(b)) & 2147483648u;
    return uintBitsToFloat(sign_ | 2139095040u);
  }
  float x_2 = a;
  float y = b;
  if ((floatBitsToUint(b) & 2139095040u) >= 2097152000u) {
    x_2 = dala_mul_f32(a, 0.0625);
    y = dala_mul_f32(b, 0.0625);
  }
  return dala_div_f32(x_2, y);
}

void main() {
  uint cube = gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x;
  if (cube >= dala_launch[1].w) {
    return;
  }
  int CUBE_COUNT_X = int(dala_launch[0].w);
  int CUBE_POS = int(cube);
  int CUBE_POS_X = CUBE_POS % CUBE_COUNT_X;
  int UNIT_POS = int(gl_LocalInvocationIndex);
  int UNIT_POS_X = UNIT_POS % 64;
  int ABSOLUTE_POS_X = CUBE_POS_X * 64 + UNIT_POS_X;
  int CUBE_COUNT_Y = int(dala_launch[1].x);
  int CUBE_POS_Y = CUBE_POS / CUBE_COUNT_X % CUBE_COUNT_Y;
  int CUBE_POS_Z = CUBE_POS / CUBE_COUNT_X / CUBE_COUNT_Y;
  int extent_z = int(dala_launch[0].z);
  int extent_y = int(dala_launch[0].y);
  int extent_x = int(dala_launch[0].x);
  int ABSOLUTE_POS = ABSOLUTE_POS_X < extent_x && CUBE_POS_Y < extent_y && CUBE_POS_Z < extent_z ? (CUBE_POS_Y * extent_x + ABSOLUTE_POS_X) * extent_z + CUBE_POS_Z : 2147483647;
  float x = dala_load_input_(ABSOLUTE_POS);
  dala_store_v_dala_exchanged_f32(UNIT_POS, x);
  dala_sync();
  int t_7 = UNIT_POS & -32;
  float t = dala_max_f32(dala_max_f32(dala_max_f32(dala_max_f32(dala_max_f32(dala_load_v_dala_exchanged_f32(t_7 + 0), dala_load_v_dala_exchanged_f32(t_7 + 16)), dala_max_f32(dala_load_v_dala_exchanged_f32(t_7 + 8), dala_load_v_dala_exchanged_f32(t_7 + 24))), dala_max_f32(dala_max_f32(dala_load_v_dala_exchanged_f32(t_7 + 4), dala_load_v_dala_exchanged_f32(t_7 + 20)), dala_max_f32(dala_load_v_dala_exchanged_f32(t_7 + 12), dala_load_v_dala_exchanged_f32(t_7 + 28)))), dala_max_f32(dala_max_f32(dala_max_f32(dala_load_v_dala_exchanged_f32(t_7 + 2), dala_load_v_dala_exchanged_f32(t_7 + 18)), dala_max_f32(dala_load_v_dala_exchanged_f32(t_7 + 10), dala_load_v_dala_exchanged_f32(t_7 + 26))), dala_max_f32(dala_max_f32(dala_load_v_dala_exchanged_f32(t_7 + 6), dala_load_v_dala_exchanged_f32(t_7 + 22)), dala_max_f32(dala_load_v_dala_exchanged_f32(t_7 + 14), dala_load_v_dala_exchanged_f32(t_7 + 30))))), dala_max_f32(dala_max_f32(dala_max_f32(dala_max_f32(dala_load_v_dala_exchanged_f32(t_7 + 1), dala_load_v_dala_exchanged_f32(t_7 + 17)), dala_max_f32(dala_load_v_dala_exchanged_f32(t_7 + 9), dala_load_v_dala_exchanged_f32(t_7 + 25))), dala_max_f32(dala_max_f32(dala_load_v_dala_exchanged_f32(t_7 + 5), dala_load_v_dala_exchanged_f32(t_7 + 21)), dala_max_f32(dala_load_v_dala_exchanged_f32(t_7 + 13), dala_load_v_dala_exchanged_f32(t_7 + 29)))), dala_max_f32(dala_max_f32(dala_max_f32(dala_load_v_dala_exchanged_f32(t_7 + 3), dala_load_v_dala_exchanged_f32(t_7 + 19)), dala_max_f32(dala_load_v_dala_exchanged_f32(t_7 + 11), dala_load_v_dala_exchanged_f32(t_7 + 27))), dala_max_f32(dala_max_f32(dala_load_v_dala_exchanged_f32(t_7 + 7), dala_load_v_dala_exchanged_f32(t_7 + 23)), dala_max_f32(dala_load_v_dala_exchanged_f32(t_7 + 15), dala_load_v_dala_exchanged_f32(t_7 + 31))))));
  dala_sync();
  dala_store_v_dala_exchanged_f32(UNIT_POS, x);
  dala_sync();
  int t_8 = UNIT_POS & -32;
  float t_2 = dala_min_f32(dala_min_f32(dala_min_f32(dala_min_f32(dala_min_f32(dala_load_v_dala_exchanged_f32(t_8 + 0), dala_load_v_dala_exchanged_f32(t_8 + 16)), dala_min_f32(dala_load_v_dala_exchanged_f32(t_8 + 8), dala_load_v_dala_exchanged_f32(t_8 + 24))), dala_min_f32(dala_min_f32(dala_load_v_dala_exchanged_f32(t_8 + 4), dala_load_v_dala_exchanged_f32(t_8 + 20)), dala_min_f32(dala_load_v_dala_exchanged_f32(t_8 + 12), dala_load_v_dala_exchanged_f32(t_8 + 28)))), dala_min_f32(dala_min_f32(dala_min_f32(dala_load_v_dala_exchanged_f32(t_8 + 2), dala_load_v_dala_exchanged_f32(t_8 + 18)), dala_min_f32(dala_load_v_dala_exchanged_f32(t_8 + 10), dala_load_v_dala_exchanged_f32(t_8 + 26))), dala_min_f32(dala_min_f32(dala_load_v_dala_exchanged_f32(t_8 + 6), dala_load_v_dala_exchanged_f32(t_8 + 22)), dala_min_f32(dala_load_v_dala_exchanged_f32(t_8 + 14), dala_load_v_dala_exchanged_f32(t_8 + 30))))), dala_min_f32(dala_min_f32(dala_min_f32(dala_min_f32(dala_load_v_dala_exchanged_f32(t_8 + 1), dala_load_v_dala_exchanged_f32(t_8 + 17)), dala_min_f32(dala_load_v_dala_exchanged_f32(t_8 + 9), dala_load_v_dala_exchanged_f32(t_8 + 25))), dala_min_f32(dala_min_f32(dala_load_v_dala_exchanged_f32(t_8 + 5), dala_load_v_dala_exchanged_f32(t_8 + 21)), dala_min_f32(dala_load_v_dala_exchanged_f32(t_8 + 13), dala_load_v_dala_exchanged_f32(t_8 + 29)))), dala_min_f32(dala_min_f32(dala_min_f32(dala_load_v_dala_exchanged_f32(t_8 + 3), dala_load_v_dala_exchanged_f32(t_8 + 19)), dala_min_f32(dala_load_v_dala_exchanged_f32(t_8 + 11), dala_load_v_dala_exchanged_f32(t_8 + 27))), dala_min_f32(dala_min_f32(dala_load_v_dala_exchanged_f32(t_8 + 7), dala_load_v_dala_exchanged_f32(t_8 + 23)), dala_min_f32(dala_load_v_dala_exchanged_f32(t_8 + 15), dala_load_v_dala_exchanged_f32(t_8 + 31))))));
  dala_sync();
  float spread = dala_sub_f32(t, t_2);
  int t_9 = (31 - dala_rest_s32(UNIT_POS, 32)) & 31;
  dala_store_v_dala_exchanged_f32(UNIT_POS, x);
  dala_sync();
  float t_3 = dala_load_v_dala_exchanged_f32((UNIT_POS & -32) + t_9);
  dala_sync();
  dala_store_turned(ABSOLUTE_POS, dala_quotient(t_3, spread));
  int t_10 = 0 & 31;
  dala_store_v_dala_exchanged_f32(UNIT_POS, x);
  dala_sync();
  float t_4 = dala_load_v_dala_exchanged_f32((UNIT_POS & -32) + t_10);
  dala_sync();
  dala_store_v_dala_exchanged_f32(UNIT_POS, dala_sub_f32(x, t_4));
  dala_sync();
  int t_11 = UNIT_POS & -32;
  float t_5 = dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_load_v_dala_exchanged_f32(t_11 + 0), dala_load_v_dala_exchanged_f32(t_11 + 16)), dala_add_f32(dala_load_v_dala_exchanged_f32(t_11 + 8), dala_load_v_dala_exchanged_f32(t_11 + 24))), dala_add_f32(dala_add_f32(dala_load_v_dala_exchanged_f32(t_11 + 4), dala_load_v_dala_exchanged_f32(t_11 + 20)), dala_add_f32(dala_load_v_dala_exchanged_f32(t_11 + 12), dala_load_v_dala_exchanged_f32(t_11 + 28)))), dala_add_f32(dala_add_f32(dala_add_f32(dala_load_v_dala_exchanged_f32(t_11 + 2), dala_load_v_dala_exchanged_f32(t_11 + 18)), dala_add_f32(dala_load_v_dala_exchanged_f32(t_11 + 10), dala_load_v_dala_exchanged_f32(t_11 + 26))), dala_add_f32(dala_add_f32(dala_load_v_dala_exchanged_f32(t_11 + 6), dala_load_v_dala_exchanged_f32(t_11 + 22)), dala_add_f32(dala_load_v_dala_exchanged_f32(t_11 + 14), dala_load_v_dala_exchanged_f32(t_11 + 30))))), dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_load_v_dala_exchanged_f32(t_11 + 1), dala_load_v_dala_exchanged_f32(t_11 + 17)), dala_add_f32(dala_load_v_dala_exchanged_f32(t_11 + 9), dala_load_v_dala_exchanged_f32(t_11 + 25))), dala_add_f32(dala_add_f32(dala_load_v_dala_exchanged_f32(t_11 + 5), dala_load_v_dala_exchanged_f32(t_11 + 21)), dala_add_f32(dala_load_v_dala_exchanged_f32(t_11 + 13), dala_load_v_dala_exchanged_f32(t_11 + 29)))), dala_add_f32(dala_add_f32(dala_add_f32(dala_load_v_dala_exchanged_f32(t_11 + 3), dala_load_v_dala_exchanged_f32(t_11 + 19)), dala_add_f32(dala_load_v_dala_exchanged_f32(t_11 + 11), dala_load_v_dala_exchanged_f32(t_11 + 27))), dala_add_f32(dala_add_f32(dala_load_v_dala_exchanged_f32(t_11 + 7), dala_load_v_dala_exchanged_f32(t_11 + 23)), dala_add_f32(dala_load_v_dala_exchanged_f32(t_11 + 15), dala_load_v_dala_exchanged_f32(t_11 + 31))))));
  dala_sync();
  float sum = t_5;
  dala_store_v_dala_exchanged_u32(UNIT_POS, dala_greater_f32(x, 0.0) ? 1u << (uint(UNIT_POS & 31) & 31u) : 0u);
  dala_sync();
  int t_12 = UNIT_POS & -32;
  uint t_6 = ((((dala_load_v_dala_exchanged_u32(t_12 + 0) | dala_load_v_dala_exchanged_u32(t_12 + 16)) | (dala_load_v_dala_exchanged_u32(t_12 + 8) | dala_load_v_dala_exchanged_u32(t_12 + 24))) | ((dala_load_v_dala_exchanged_u32(t_12 + 4) | dala_load_v_dala_exchanged_u32(t_12 + 20)) | (dala_load_v_dala_exchanged_u32(t_12 + 12) | dala_load_v_dala_exchanged_u32(t_12 + 28)))) | (((dala_load_v_dala_exchanged_u32(t_12 + 2) | dala_load_v_dala_exchanged_u32(t_12 + 18)) | (dala_load_v_dala_exchanged_u32(t_12 + 10) | dala_load_v_dala_exchanged_u32(t_12 + 26))) | ((dala_load_v_dala_exchanged_u32(t_12 + 6) | dala_load_v_dala_exchanged_u32(t_12 + 22)) | (dala_load_v_dala_exchanged_u32(t_12 + 14) | dala_load_v_dala_exchanged_u32(t_12 + 30))))) | ((((dala_load_v_dala_exchanged_u32(t_12 + 1) | dala_load_v_dala_exchanged_u32(t_12 + 17)) | (dala_load_v_dala_exchanged_u32(t_12 + 9) | dala_load_v_dala_exchanged_u32(t_12 + 25))) | ((dala_load_v_dala_exchanged_u32(t_12 + 5) | dala_load_v_dala_exchanged_u32(t_12 + 21)) | (dala_load_v_dala_exchanged_u32(t_12 + 13) | dala_load_v_dala_exchanged_u32(t_12 + 29)))) | (((dala_load_v_dala_exchanged_u32(t_12 + 3) | dala_load_v_dala_exchanged_u32(t_12 + 19)) | (dala_load_v_dala_exchanged_u32(t_12 + 11) | dala_load_v_dala_exchanged_u32(t_12 + 27))) | ((dala_load_v_dala_exchanged_u32(t_12 + 7) | dala_load_v_dala_exchanged_u32(t_12 + 23)) | (dala_load_v_dala_exchanged_u32(t_12 + 15) | dala_load_v_dala_exchanged_u32(t_12 + 31)))));
  dala_sync();
  uint positive = t_6;
  if (dala_rest_s32(UNIT_POS, 32) == 0) {
    int at = CUBE_POS * 2 + UNIT_POS / 32;
    dala_store_sums(at, sum);
    dala_store_flags(at, positive);
  }
}
