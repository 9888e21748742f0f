#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef long s64;
typedef unsigned int u32;
typedef unsigned long u64;

inline float dala_load_input(device const float* input, s64 a, s64 b) {
  if (a >= 0l && a < b) {
    return input[a];
  }
  return 0.0f;
}

inline float dala_load_tile(threadgroup const float* tile, int a) {
  if (u32(a) < 4u) {
    return tile[a];
  }
  return 0.0f;
}

kernel void sum_of_cubes(
    device const float* input [[buffer(0)]],
    device float* output [[buffer(1)]],
    device const u32* dala_launch [[buffer(2)]],
    metal::uint3 dala_group [[threadgroup_position_in_grid]],
    u32 dala_unit [[thread_index_in_threadgroup]]) {
  threadgroup float tile[4];
  s64 cube = s64(u64(s64(dala_group.y)) * u64(1073741824l) + u64(s64(dala_group.x)));
  if (cube >= (s64(u64(s64(dala_launch[15])) << u64(32l)) | s64(dala_launch[14]))) {
    return;
  }
  s64 CUBE_POS = cube;
  s64 CUBE_COUNT_X = s64(u64(s64(dala_launch[7])) << u64(32l)) | s64(dala_launch[6]);
  s64 CUBE_POS_X = CUBE_POS % CUBE_COUNT_X;
  int UNIT_POS = int(dala_unit);
  int UNIT_POS_X = UNIT_POS % 4;
  s64 ABSOLUTE_POS_X = s64(u64(CUBE_POS_X) * u64(4l) + u64(s64(UNIT_POS_X)));
  s64 CUBE_COUNT_Y = s64(u64(s64(dala_launch[9])) << u64(32l)) | s64(dala_launch[8]);
  s64 CUBE_POS_Y = CUBE_POS / CUBE_COUNT_X % CUBE_COUNT_Y;
  s64 CUBE_POS_Z = CUBE_POS / CUBE_COUNT_X / CUBE_COUNT_Y;
  s64 extent_x = s64(u64(s64(dala_launch[1])) << u64(32l)) | s64(dala_launch[0]);
  s64 extent_y = s64(u64(s64(dala_launch[3])) << u64(32l)) | s64(dala_launch[2]);
  s64 extent_z = s64(u64(s64(dala_launch[5])) << u64(32l)) | s64(dala_launch[4]);
  s64 ABSOLUTE_POS = ABSOLUTE_POS_X < extent_x && CUBE_POS_Y < extent_y && CUBE_POS_Z < extent_z ? s64((u64(CUBE_POS_Y) * u64(extent_x) + u64(ABSOLUTE_POS_X)) * u64(extent_z) + u64(CUBE_POS_Z)) : 9223372036854775807l;
  s64 input_len = s64(u64(s64(dala_launch[17])) << u64(32l)) | s64(dala_launch[16]);
  s64 output_len = s64(u64(s64(dala_launch[53])) << u64(32l)) | s64(dala_launch[52]);
  int t_4 = UNIT_POS;
  tile[t_4] = 0.0f;
  metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
  float t = dala_load_input(input, ABSOLUTE_POS, input_len);
  if (u32(UNIT_POS) < 4u) {
    tile[UNIT_POS] = t;
  }
  metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
  int step = 4 / 2;
  while (step > 0) {
    if (UNIT_POS < step) {
      float t_2 = dala_load_tile(tile, UNIT_POS) + dala_load_tile(tile, int(u32(UNIT_POS) + u32(step)));
      if (u32(UNIT_POS) < 4u) {
        tile[UNIT_POS] = t_2;
      }
    }
    metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
    step = step / 2;
  }
  if (UNIT_POS == 0) {
    float t_3 = tile[0];
    if (CUBE_POS >= 0l && CUBE_POS < output_len) {
      output[CUBE_POS] = t_3;
    }
  }
}
