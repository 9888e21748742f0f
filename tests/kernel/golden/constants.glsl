#version 310 es
#ifdef GL_EXT_gpu_shader5
#extension GL_EXT_gpu_shader5 : require
#define DALA_PRECISE precise
#else
#define DALA_PRECISE
#endif
precision highp float;
precision highp int;

layout(local_size_x = 16) in;
layout(std430, binding = 0) readonly buffer dala_buffer_0 { float input_[]; };
layout(std430, binding = 1) buffer dala_buffer_1 { float output_[]; };
layout(std140, binding = 0) uniform dala_words { uvec4 dala_launch[11]; };
shared float tile[16];

void dala_sync() {
  memoryBarrierShared();
  barrier();
}

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

float weight(uint k) {
  return k < 4u ? 0.70710677 : 1.0;
}

float dala_load_input(int a, int b) {
  if (uint(a) < uint(b)) {
    int t = min(a, b - 1);
    return input_[t];
  }
  return uintBitsToFloat(uint(min(b, 0)));
}

float dala_load_tile(int a) {
  if (uint(a) < uint(16)) {
    int t = a & 15;
    return tile[t];
  }
  return 0.0;
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
  int UNIT_POS_X = UNIT_POS % 4;
  int ABSOLUTE_POS_X = CUBE_POS_X * 4 + UNIT_POS_X;
  int CUBE_COUNT_Y = int(dala_launch[1].x);
  int CUBE_POS_Y = CUBE_POS / CUBE_COUNT_X % CUBE_COUNT_Y;
  int UNIT_POS_Y = UNIT_POS / 4 % 4;
  int ABSOLUTE_POS_Y = CUBE_POS_Y * 4 + UNIT_POS_Y;
  int CUBE_POS_Z = CUBE_POS / CUBE_COUNT_X / CUBE_COUNT_Y;
  int extent_x = int(dala_launch[0].x);
  int extent_y = int(dala_launch[0].y);
  int extent_z = int(dala_launch[0].z);
  int ABSOLUTE_POS = ABSOLUTE_POS_X < extent_x && ABSOLUTE_POS_Y < extent_y && CUBE_POS_Z < extent_z ? (ABSOLUTE_POS_Y * extent_x + ABSOLUTE_POS_X) * extent_z + CUBE_POS_Z : 2147483647;
  int input_len = int(dala_launch[2].x);
  int output_len = int(dala_launch[6].z);
  int t_3 = UNIT_POS;
  tile[t_3] = 0.0;
  dala_sync();
  float t = dala_mul_f32(dala_load_input(ABSOLUTE_POS, input_len), weight(uint(UNIT_POS)));
  if (uint(UNIT_POS) < uint(16)) {
    tile[UNIT_POS & 15] = t;
  }
  dala_sync();
  float ends[2];
  {
    float dala_value = tile[0];
    for (int dala_i = 0; dala_i < 2; ++dala_i) ends[dala_i] = dala_value;
  }
  ends[1] = tile[15];
  float t_2 = dala_sub_f32(dala_add_f32(dala_load_tile(15 - UNIT_POS), ends[0]), ends[1]);
  if (uint(ABSOLUTE_POS) < uint(output_len)) {
    output_[min(ABSOLUTE_POS, output_len - 1)] = t_2;
  }
}
