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

float dala_add_f32(float a, float b) {
  DALA_PRECISE float c = a + b;
  return c;
}

int dala_rest_s32(int a, int b) {
  return a - b * (a / b);
}

float dala_load_input(int a, int b) {
  if (uint(a) < uint(b)) {
    int t = min(a, b - 1);
    return input_[t];
  }
  return uintBitsToFloat(uint(min(b, 0)));
}

void main() {
  uint cube = gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x;
  if (cube >= dala_launch[1].w) {
    return;
  }
  int UNIT_POS = int(gl_LocalInvocationIndex);
  int CUBE_POS = int(cube);
  int CUBE_COUNT_X = int(dala_launch[0].w);
  int CUBE_POS_X = CUBE_POS % CUBE_COUNT_X;
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
  int sums_len = int(dala_launch[6].z);
  int last_len = int(dala_launch[11].x);
  int t_12 = UNIT_POS;
  if (t_12 < 2) {
    part[t_12] = 0u;
  }
  dala_sync();
  int t_2 = dala_rest_s32(UNIT_POS, 2);
  float t_3 = dala_load_input(ABSOLUTE_POS, input_len);
  if (uint(t_2) < uint(2)) {
    int t_5 = t_2 & 1;
    uint t_6 = part[t_5];
    while (true) {
      uint t_7 = t_6;
      t_6 = atomicCompSwap(part[t_5], t_7, floatBitsToUint(dala_add_f32(uintBitsToFloat(t_7), t_3)));
      if (t_6 == t_7) {
        break;
      }
    }
  }
  dala_sync();
  if (UNIT_POS == 0) {
    part[0] = floatBitsToUint(dala_add_f32(uintBitsToFloat(part[0]), uintBitsToFloat(part[1])));
    float t_4 = uintBitsToFloat(part[0]);
    float t;
    if (uint(0) < uint(sums_len)) {
      int t_8 = min(0, sums_len - 1);
      uint t_9 = sums[t_8];
      while (true) {
        uint t_10 = t_9;
        t_9 = atomicCompSwap(sums[t_8], t_10, floatBitsToUint(dala_add_f32(uintBitsToFloat(t_10), t_4)));
        if (t_9 == t_10) {
          break;
        }
      }
      t = uintBitsToFloat(t_9);
    } else {
      t = 0.0;
    }
    float before = t;
    if (uint(CUBE_POS) < uint(last_len)) {
      uint t_11 = atomicExchange(last[min(CUBE_POS, last_len - 1)], floatBitsToUint(before));
    }
  }
}
