#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef unsigned int u32;

inline float dala_max_f32(float a, float b) {
  return b > a || a != a ? b : a;
}

inline float dala_min_f32(float a, float b) {
  return b < a || a != a ? b : a;
}

inline float dala_load_input(device const float* input, int a, int b) {
  if (u32(a) < u32(b)) {
    return input[a];
  }
  return 0.0f;
}

inline float dala_load_dala_exchanged_f32(threadgroup const float* v_dala_exchanged_f32, int a) {
  if (u32(a) < 64u) {
    return v_dala_exchanged_f32[a];
  }
  return 0.0f;
}

inline u32 dala_load_dala_exchanged_u32(threadgroup const u32* v_dala_exchanged_u32, int a) {
  if (u32(a) < 64u) {
    return v_dala_exchanged_u32[a];
  }
  return 0u;
}

kernel void subgroups(
    device const float* input [[buffer(0)]],
    device float* sums [[buffer(1)]],
    device float* turned [[buffer(2)]],
    device u32* flags [[buffer(3)]],
    device const u32* dala_launch [[buffer(4)]],
    metal::uint3 dala_group [[threadgroup_position_in_grid]],
    u32 dala_unit [[thread_index_in_threadgroup]]) {
  threadgroup float v_dala_exchanged_f32[64];
  threadgroup u32 v_dala_exchanged_u32[64];
  u32 cube = dala_group.y * 65535u + dala_group.x;
  if (cube >= dala_launch[7]) {
    return;
  }
  int CUBE_POS = int(cube);
  int CUBE_COUNT_X = int(dala_launch[3]);
  int CUBE_POS_X = CUBE_POS % CUBE_COUNT_X;
  int UNIT_POS = int(dala_unit);
  int UNIT_POS_X = UNIT_POS % 64;
  int ABSOLUTE_POS_X = int(u32(CUBE_POS_X) * 64u + u32(UNIT_POS_X));
  int CUBE_COUNT_Y = int(dala_launch[4]);
  int CUBE_POS_Y = CUBE_POS / CUBE_COUNT_X % CUBE_COUNT_Y;
  int CUBE_POS_Z = CUBE_POS / CUBE_COUNT_X / CUBE_COUNT_Y;
  int extent_x = int(dala_launch[0]);
  int extent_y = int(dala_launch[1]);
  int extent_z = int(dala_launch[2]);
  int ABSOLUTE_POS = ABSOLUTE_POS_X < extent_x && CUBE_POS_Y < extent_y && CUBE_POS_Z < extent_z ? int((u32(CUBE_POS_Y) * u32(extent_x) + u32(ABSOLUTE_POS_X)) * u32(extent_z) + u32(CUBE_POS_Z)) : 2147483647;
  int input_len = int(dala_launch[8]);
  int turned_len = int(dala_launch[44]);
  int sums_len = int(dala_launch[26]);
  int flags_len = int(dala_launch[62]);
  float x = dala_load_input(input, ABSOLUTE_POS, input_len);
  if (u32(UNIT_POS) < 64u) {
    v_dala_exchanged_f32[UNIT_POS] = x;
  }
  metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
  int t_7 = UNIT_POS & -32;
  float t = dala_max_f32(dala_max_f32(dala_max_f32(dala_max_f32(dala_max_f32(dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_7) + 0u)), dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_7) + 16u))), dala_max_f32(dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_7) + 8u)), dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_7) + 24u)))), dala_max_f32(dala_max_f32(dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_7) + 4u)), dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_7) + 20u))), dala_max_f32(dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_7) + 12u)), dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_7) + 28u))))), dala_max_f32(dala_max_f32(dala_max_f32(dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_7) + 2u)), dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_7) + 18u))), dala_max_f32(dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_7) + 10u)), dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_7) + 26u)))), dala_max_f32(dala_max_f32(dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_7) + 6u)), dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_7) + 22u))), dala_max_f32(dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_7) + 14u)), dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_7) + 30u)))))), dala_max_f32(dala_max_f32(dala_max_f32(dala_max_f32(dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_7) + 1u)), dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_7) + 17u))), dala_max_f32(dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_7) + 9u)), dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_7) + 25u)))), dala_max_f32(dala_max_f32(dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_7) + 5u)), dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_7) + 21u))), dala_max_f32(dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_7) + 13u)), dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_7) + 29u))))), dala_max_f32(dala_max_f32(dala_max_f32(dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_7) + 3u)), dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_7) + 19u))), dala_max_f32(dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_7) + 11u)), dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_7) + 27u)))), dala_max_f32(dala_max_f32(dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_7) + 7u)), dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_7) + 23u))), dala_max_f32(dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_7) + 15u)), dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_7) + 31u)))))));
  metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
  if (u32(UNIT_POS) < 64u) {
    v_dala_exchanged_f32[UNIT_POS] = x;
  }
  metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
  int t_8 = UNIT_POS & -32;
  float t_2 = dala_min_f32(dala_min_f32(dala_min_f32(dala_min_f32(dala_min_f32(dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_8) + 0u)), dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_8) + 16u))), dala_min_f32(dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_8) + 8u)), dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_8) + 24u)))), dala_min_f32(dala_min_f32(dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_8) + 4u)), dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_8) + 20u))), dala_min_f32(dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_8) + 12u)), dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_8) + 28u))))), dala_min_f32(dala_min_f32(dala_min_f32(dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_8) + 2u)), dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_8) + 18u))), dala_min_f32(dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_8) + 10u)), dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_8) + 26u)))), dala_min_f32(dala_min_f32(dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_8) + 6u)), dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_8) + 22u))), dala_min_f32(dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_8) + 14u)), dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_8) + 30u)))))), dala_min_f32(dala_min_f32(dala_min_f32(dala_min_f32(dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_8) + 1u)), dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_8) + 17u))), dala_min_f32(dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_8) + 9u)), dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_8) + 25u)))), dala_min_f32(dala_min_f32(dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_8) + 5u)), dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_8) + 21u))), dala_min_f32(dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_8) + 13u)), dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_8) + 29u))))), dala_min_f32(dala_min_f32(dala_min_f32(dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_8) + 3u)), dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_8) + 19u))), dala_min_f32(dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_8) + 11u)), dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_8) + 27u)))), dala_min_f32(dala_min_f32(dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_8) + 7u)), dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_8) + 23u))), dala_min_f32(dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_8) + 15u)), dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_8) + 31u)))))));
  metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
  float spread = t - t_2;
  int t_9 = int(31u - u32(UNIT_POS % 32)) & 31;
  if (u32(UNIT_POS) < 64u) {
    v_dala_exchanged_f32[UNIT_POS] = x;
  }
  metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
  float t_3 = dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(UNIT_POS & -32) + u32(t_9)));
  metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
  float t_13 = t_3 / spread;
  if (u32(ABSOLUTE_POS) < u32(turned_len)) {
    turned[ABSOLUTE_POS] = t_13;
  }
  int t_10 = 0 & 31;
  if (u32(UNIT_POS) < 64u) {
    v_dala_exchanged_f32[UNIT_POS] = x;
  }
  metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
  float t_4 = dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(UNIT_POS & -32) + u32(t_10)));
  metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
  float t_14 = x - t_4;
  if (u32(UNIT_POS) < 64u) {
    v_dala_exchanged_f32[UNIT_POS] = t_14;
  }
  metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
  int t_11 = UNIT_POS & -32;
  float t_5 = dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_11) + 0u)) + dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_11) + 16u)) + (dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_11) + 8u)) + dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_11) + 24u))) + (dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_11) + 4u)) + dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_11) + 20u)) + (dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_11) + 12u)) + dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_11) + 28u)))) + (dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_11) + 2u)) + dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_11) + 18u)) + (dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_11) + 10u)) + dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_11) + 26u))) + (dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_11) + 6u)) + dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_11) + 22u)) + (dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_11) + 14u)) + dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_11) + 30u))))) + (dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_11) + 1u)) + dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_11) + 17u)) + (dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_11) + 9u)) + dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_11) + 25u))) + (dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_11) + 5u)) + dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_11) + 21u)) + (dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_11) + 13u)) + dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_11) + 29u)))) + (dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_11) + 3u)) + dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_11) + 19u)) + (dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_11) + 11u)) + dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_11) + 27u))) + (dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_11) + 7u)) + dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_11) + 23u)) + (dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_11) + 15u)) + dala_load_dala_exchanged_f32(v_dala_exchanged_f32, int(u32(t_11) + 31u))))));
  metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
  float sum = t_5;
  u32 t_15 = x > 0.0f ? 1u << (u32(UNIT_POS & 31) & 31u) : 0u;
  if (u32(UNIT_POS) < 64u) {
    v_dala_exchanged_u32[UNIT_POS] = t_15;
  }
  metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
  int t_12 = UNIT_POS & -32;
  u32 t_6 = ((((dala_load_dala_exchanged_u32(v_dala_exchanged_u32, int(u32(t_12) + 0u)) | dala_load_dala_exchanged_u32(v_dala_exchanged_u32, int(u32(t_12) + 16u))) | (dala_load_dala_exchanged_u32(v_dala_exchanged_u32, int(u32(t_12) + 8u)) | dala_load_dala_exchanged_u32(v_dala_exchanged_u32, int(u32(t_12) + 24u)))) | ((dala_load_dala_exchanged_u32(v_dala_exchanged_u32, int(u32(t_12) + 4u)) | dala_load_dala_exchanged_u32(v_dala_exchanged_u32, int(u32(t_12) + 20u))) | (dala_load_dala_exchanged_u32(v_dala_exchanged_u32, int(u32(t_12) + 12u)) | dala_load_dala_exchanged_u32(v_dala_exchanged_u32, int(u32(t_12) + 28u))))) | (((dala_load_dala_exchanged_u32(v_dala_exchanged_u32, int(u32(t_12) + 2u)) | dala_load_dala_exchanged_u32(v_dala_exchanged_u32, int(u32(t_12) + 18u))) | (dala_load_dala_exchanged_u32(v_dala_exchanged_u32, int(u32(t_12) + 10u)) | dala_load_dala_exchanged_u32(v_dala_exchanged_u32, int(u32(t_12) + 26u)))) | ((dala_load_dala_exchanged_u32(v_dala_exchanged_u32, int(u32(t_12) + 6u)) | dala_load_dala_exchanged_u32(v_dala_exchanged_u32, int(u32(t_12) + 22u))) | (dala_load_dala_exchanged_u32(v_dala_exchanged_u32, int(u32(t_12) + 14u)) | dala_load_dala_exchanged_u32(v_dala_exchanged_u32, int(u32(t_12) + 30u)))))) | ((((dala_load_dala_exchanged_u32(v_dala_exchanged_u32, int(u32(t_12) + 1u)) | dala_load_dala_exchanged_u32(v_dala_exchanged_u32, int(u32(t_12) + 17u))) | (dala_load_dala_exchanged_u32(v_dala_exchanged_u32, int(u32(t_12) + 9u)) | dala_load_dala_exchanged_u32(v_dala_exchanged_u32, int(u32(t_12) + 25u)))) | ((dala_load_dala_exchanged_u32(v_dala_exchanged_u32, int(u32(t_12) + 5u)) | dala_load_dala_exchanged_u32(v_dala_exchanged_u32, int(u32(t_12) + 21u))) | (dala_load_dala_exchanged_u32(v_dala_exchanged_u32, int(u32(t_12) + 13u)) | dala_load_dala_exchanged_u32(v_dala_exchanged_u32, int(u32(t_12) + 29u))))) | (((dala_load_dala_exchanged_u32(v_dala_exchanged_u32, int(u32(t_12) + 3u)) | dala_load_dala_exchanged_u32(v_dala_exchanged_u32, int(u32(t_12) + 19u))) | (dala_load_dala_exchanged_u32(v_dala_exchanged_u32, int(u32(t_12) + 11u)) | dala_load_dala_exchanged_u32(v_dala_exchanged_u32, int(u32(t_12) + 27u)))) | ((dala_load_dala_exchanged_u32(v_dala_exchanged_u32, int(u32(t_12) + 7u)) | dala_load_dala_exchanged_u32(v_dala_exchanged_u32, int(u32(t_12) + 23u))) | (dala_load_dala_exchanged_u32(v_dala_exchanged_u32, int(u32(t_12) + 15u)) | dala_load_dala_exchanged_u32(v_dala_exchanged_u32, int(u32(t_12) + 31u))))));
  metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
  u32 positive = t_6;
  if (UNIT_POS % 32 == 0) {
    int at = int(u32(CUBE_POS) * 2u + u32(UNIT_POS / 32));
    if (u32(at) < u32(sums_len)) {
      sums[at] = sum;
    }
    if (u32(at) < u32(flags_len)) {
      flags[at] = positive;
    }
  }
}
