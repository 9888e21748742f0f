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
layout(std430, binding = 1) buffer dala_buffer_1 { uint sums[]; };
layout(std430, binding = 2) buffer dala_buffer_2 { uint last[]; };
layout(std140, binding = 0) uniform dala_words { uvec4 dala_launch[16]; };
shared uint part[2];

void dala_sync() {
  memoryBarrierShared();
  barrier();
}

float dala_load_input_(int dala_i) {
  if (uint(dala_i) >= dala_launch[2].x) return 0.0;
  uint dala_at = min(uint(dala_i), dala_launch[2].x - 1u);
  return input_[dala_at];
}

float dala_add_f32(float a, float b) {
  DALA_PRECISE float c = a + b;
  return c;
}

float dala_atomic_add_part(int dala_i, float dala_value) {
  if (uint(dala_i) >= 2u) return 0.0;
  uint dala_at = uint(dala_i & 1);
  uint dala_old = part[dala_at];
  uint dala_seen;
  do {
    dala_seen = dala_old;
    dala_old = atomicCompSwap(part[dala_at], dala_seen, floatBitsToUint(dala_add_f32(uintBitsToFloat(dala_seen), dala_value)));
  } while (dala_old != dala_seen);
  return uintBitsToFloat(dala_old);
}

float dala_atomic_add_sums(int dala_i, float dala_value) {
  if (uint(dala_i) >= dala_launch[6].z) return 0.0;
  uint dala_at = min(uint(dala_i), dala_launch[6].z - 1u);
  uint dala_old = sums[dala_at];
  uint dala_seen;
  do {
    dala_seen = dala_old;
    dala_old = atomicCompSwap(sums[dala_at], dala_seen, floatBitsToUint(dala_add_f32(uintBitsToFloat(dala_seen), dala_value)));
  } while (dala_old != dala_seen);
  return uintBitsToFloat(dala_old);
}

float dala_atomic_exchange_last(int dala_i, float dala_value) {
  if (uint(dala_i) >= dala_launch[11].x) return 0.0;
  uint dala_at = min(uint(dala_i), dala_launch[11].x - 1u);
  return uintBitsToFloat(atomicExchange(last[dala_at], floatBitsToUint(dala_value)));
}

int dala_rest_s32(int a, int b) {
  return a - b * (a / b);
}

void main() {
  uint cube = gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x;
  if (cube >= dala_launch[1].w) {
    return;
  }
  int UNIT_POS = int(gl_LocalInvocationIndex);
  int CUBE_COUNT_X = int(dala_launch[0].w);
  int CUBE_POS = int(cube);
  int CUBE_POS_X = CUBE_POS % CUBE_COUNT_X;
  int UNIT_POS_X = UNIT_POS % 64;
  int ABSOLUTE_POS_X = CUBE_POS_X * 64 + UNIT_POS_X;
  int CUBE_COUNT_Y = int(dala_launch[1].x);
  int CUBE_POS_Y = CUBE_POS / CUBE_COUNT_X % CUBE_COUNT_Y;
  int CUBE_POS_Z = CUBE_POS / CUBE_COUNT_X / CUBE_COUNT_Y;
  int extent_z = int(dala_launch[0].z);
  int extent_y = int(dala_launch[0].y);
  int extent_x = int(dala_launch[0].x);
  int ABSOLUTE_POS = ABSOLUTE_POS_X < extent_x && CUBE_POS_Y < extent_y && CUBE_POS_Z < extent_z ? (CUBE_POS_Y * extent_x + ABSOLUTE_POS_X) * extent_z + CUBE_POS_Z : 2147483647;
  int t_2 = UNIT_POS;
  if (t_2 < 2) {
    part[t_2] = floatBitsToUint(0.0);
  }
  dala_sync();
  dala_atomic_add_part(dala_rest_s32(UNIT_POS, 2), dala_load_input_(ABSOLUTE_POS));
  dala_sync();
  if (UNIT_POS == 0) {
    part[0] = floatBitsToUint(dala_add_f32(uintBitsToFloat(part[0]), uintBitsToFloat(part[1])));
    float t = dala_atomic_add_sums(0, uintBitsToFloat(part[0]));
    float before = t;
    dala_atomic_exchange_last(CUBE_POS, before);
  }
}
