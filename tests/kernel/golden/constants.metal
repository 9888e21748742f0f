#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef unsigned int u32;

inline float weight(u32 k) {
  return k < 4u ? 0.70710677f : 1.0f;
}

inline float dala_load_input(device const float* input, int a, int b) {
  if (u32(a) < u32(b)) {
    return input[a];
  }
  return 0.0f;
}

inline float dala_load_tile(threadgroup const float* tile, int a) {
  if (u32(a) < 16u) {
    return tile[a];
  }
  return 0.0f;
}

kernel void turned(
    device const float* input [[buffer(0)]],
    device float* output [[buffer(1)]],
    device const u32* dala_launch [[buffer(2)]],
    metal::uint3 dala_group [[threadgroup_position_in_grid]],
    u32 dala_unit [[thread_index_in_threadgroup]]) {
  threadgroup float tile[16];
  u32 cube = dala_group.y * 65535u + dala_group.x;
  if (cube >= dala_launch[7]) {
    return;
  }
  int CUBE_POS = int(cube);
  int CUBE_COUNT_X = int(dala_launch[3]);
  int CUBE_POS_X = CUBE_POS % CUBE_COUNT_X;
  int UNIT_POS = int(dala_unit);
  int UNIT_POS_X = UNIT_POS % 4;
  int ABSOLUTE_POS_X = int(u32(CUBE_POS_X) * 4u + u32(UNIT_POS_X));
  int CUBE_COUNT_Y = int(dala_launch[4]);
  int CUBE_POS_Y = CUBE_POS / CUBE_COUNT_X % CUBE_COUNT_Y;
  int UNIT_POS_Y = UNIT_POS / 4 % 4;
  int ABSOLUTE_POS_Y = int(u32(CUBE_POS_Y) * 4u + u32(UNIT_POS_Y));
  int CUBE_POS_Z = CUBE_POS / CUBE_COUNT_X / CUBE_COUNT_Y;
  int extent_x = int(dala_launch[0]);
  int extent_y = int(dala_launch[1]);
  int extent_z = int(dala_launch[2]);
  int ABSOLUTE_POS = ABSOLUTE_POS_X < extent_x && ABSOLUTE_POS_Y < extent_y && CUBE_POS_Z < extent_z ? int((u32(ABSOLUTE_POS_Y) * u32(extent_x) + u32(ABSOLUTE_POS_X)) * u32(extent_z) + u32(CUBE_POS_Z)) : 2147483647;
  int input_len = int(dala_launch[8]);
  int output_len = int(dala_launch[26]);
  int t_3 = UNIT_POS;
  tile[t_3] = 0.0f;
  metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
  float t = dala_load_input(input, ABSOLUTE_POS, input_len) * weight(u32(UNIT_POS));
  if (u32(UNIT_POS) < 16u) {
    tile[UNIT_POS] = t;
  }
  metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
  float ends[2];
  {
    float dala_value = tile[0];
    for (int dala_i = 0; dala_i < 2; ++dala_i) ends[dala_i] = dala_value;
  }
  ends[1] = tile[15];
  float t_2 = dala_load_tile(tile, int(15u - u32(UNIT_POS))) + ends[0] - ends[1];
  if (u32(ABSOLUTE_POS) < u32(output_len)) {
    output[ABSOLUTE_POS] = t_2;
  }
}
