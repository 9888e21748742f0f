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

float dala_load_input_(int dala_i) {
  if (uint(dala_i) >= dala_launch[2].x) return 0.0;
  uint dala_at = min(uint(dala_i), dala_launch[2].x - 1u);
  return input_[dala_at];
}

float dala_mul_f32(float a, float b) {
  DALA_PRECISE float c = a * b;
  return c;
}

void dala_store_tile(int dala_i, float dala_value) {
  if (uint(dala_i) < 16u) tile[dala_i & 15] = dala_value;
}

float dala_load_tile(int dala_i) {
  if (uint(dala_i) >= 16u) return 0.0;
  return tile[dala_i & 15];
}

float dala_add_f32(float a, float b) {
  DALA_PRECISE float c = a + b;
  return c;
}

float dala_sub_f32(float a, float b) {
  DALA_PRECISE float c = a - b;
  return c;
}

void dala_store_output_(int dala_i, float dala_value) {
  if (uint(dala_i) >= dala_launch[6].z) return;
  uint dala_at = min(uint(dala_i), dala_launch[6].z - 1u);
  output_[dala_at] = dala_value;
}

float weight(uint k) {
  return k < 4u ? 0.70710677 : 1.0;
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
  int UNIT_POS_X = UNIT_POS % 4;
  int ABSOLUTE_POS_X = CUBE_POS_X * 4 + UNIT_POS_X;
  int CUBE_COUNT_Y = int(dala_launch[1].x);
  int CUBE_POS_Y = CUBE_POS / CUBE_COUNT_X % CUBE_COUNT_Y;
  int UNIT_POS_Y = UNIT_POS / 4 % 4;
  int ABSOLUTE_POS_Y = CUBE_POS_Y * 4 + UNIT_POS_Y;
  int CUBE_POS_Z = CUBE_POS / CUBE_COUNT_X / CUBE_COUNT_Y;
  int extent_z = int(dala_launch[0].z);
  int extent_y = int(dala_launch[0].y);
  int extent_x = int(dala_launch[0].x);
  int ABSOLUTE_POS = ABSOLUTE_POS_X < extent_x && ABSOLUTE_POS_Y < extent_y && CUBE_POS_Z < extent_z ? (ABSOLUTE_POS_Y * extent_x + ABSOLUTE_POS_X) * extent_z + CUBE_POS_Z : 2147483647;
  int t = UNIT_POS;
  if (t < 16) {
    tile[t] = 0.0;
  }
  dala_sync();
  dala_store_tile(UNIT_POS, dala_mul_f32(dala_load_input_(ABSOLUTE_POS), weight(uint(UNIT_POS))));
  dala_sync();
  float ends[3];
  ends[2] = 0.0;
  {
    float dala_value = tile[0];
    for (int dala_i = 0; dala_i < 2; ++dala_i) ends[dala_i] = dala_value;
  }
  ends[1] = tile[15];
  dala_store_output_(ABSOLUTE_POS, dala_sub_f32(dala_add_f32(dala_load_tile(15 - UNIT_POS), ends[0]), ends[1]));
}
