#version 310 es
#ifdef GL_EXT_gpu_shader5
#extension GL_EXT_gpu_shader5 : require
#define DALA_PRECISE precise
#else
#define DALA_PRECISE
#endif
precision highp float;
precision highp int;

layout(local_size_x = 4) in;
layout(std430, binding = 0) readonly buffer dala_buffer_0 { float input_[]; };
layout(std430, binding = 1) buffer dala_buffer_1 { float output_[]; };
layout(std140, binding = 0) uniform dala_words { uvec4 dala_launch[11]; };
shared float tile[4];

void dala_sync() {
  memoryBarrierShared();
  barrier();
}

float dala_add_f32(float a, float b) {
  DALA_PRECISE float c = a + b;
  return c;
}

float dala_load_input(int a, int b) {
  if (uint(a) < uint(b)) {
    int t = min(a, b - 1);
    return input_[t];
  }
  return uintBitsToFloat(uint(min(b, 0)));
}

float dala_load_tile(int a) {
  if (uint(a) < uint(4)) {
    int t = a & 3;
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
  int CUBE_POS_Z = CUBE_POS / CUBE_COUNT_X / CUBE_COUNT_Y;
  int extent_x = int(dala_launch[0].x);
  int extent_y = int(dala_launch[0].y);
  int extent_z = int(dala_launch[0].z);
  int ABSOLUTE_POS = ABSOLUTE_POS_X < extent_x && CUBE_POS_Y < extent_y && CUBE_POS_Z < extent_z ? (CUBE_POS_Y * extent_x + ABSOLUTE_POS_X) * extent_z + CUBE_POS_Z : 2147483647;
  int input_len = int(dala_launch[2].x);
  int output_len = int(dala_launch[6].z);
  int t_4 = UNIT_POS;
  tile[t_4] = 0.0;
  dala_sync();
  float t = dala_load_input(ABSOLUTE_POS, input_len);
  if (uint(UNIT_POS) < uint(4)) {
    tile[UNIT_POS & 3] = t;
  }
  dala_sync();
  int step_ = 4 / 2;
  while (step_ > 0) {
    if (UNIT_POS < step_) {
      float t_2 = dala_add_f32(dala_load_tile(UNIT_POS), dala_load_tile(UNIT_POS + step_));
      if (uint(UNIT_POS) < uint(4)) {
        tile[UNIT_POS & 3] = t_2;
      }
    }
    dala_sync();
    step_ = step_ / 2;
  }
  if (UNIT_POS == 0) {
    float t_3 = tile[0];
    if (uint(CUBE_POS) < uint(output_len)) {
      output_[min(CUBE_POS, output_len - 1)] = t_3;
    }
  }
}
