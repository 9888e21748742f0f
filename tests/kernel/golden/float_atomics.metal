#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef unsigned int u32;

inline u32 dala_compare_exchange_shared(threadgroup metal::atomic_uint* at, u32 expected, u32 value) {
  u32 old = expected;
  while (!metal::atomic_compare_exchange_weak_explicit(
             at, &old, value, metal::memory_order_relaxed, metal::memory_order_relaxed) &&
         old == expected) {
  }
  return old;
}

inline float dala_load_input(device const float* input, int a, int b) {
  if (u32(a) < u32(b)) {
    return input[a];
  }
  return 0.0f;
}

kernel void total(
    device const float* input [[buffer(0)]],
    device float* sums [[buffer(1)]],
    device u32* last [[buffer(2)]],
    device const u32* dala_launch [[buffer(3)]],
    metal::uint3 dala_group [[threadgroup_position_in_grid]],
    u32 dala_unit [[thread_index_in_threadgroup]]) {
  threadgroup u32 part[2];
  u32 cube = dala_group.y * 65535u + dala_group.x;
  if (cube >= dala_launch[7]) {
    return;
  }
  int UNIT_POS = int(dala_unit);
  int CUBE_POS = int(cube);
  int CUBE_COUNT_X = int(dala_launch[3]);
  int CUBE_POS_X = CUBE_POS % CUBE_COUNT_X;
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
  int sums_len = int(dala_launch[26]);
  int last_len = int(dala_launch[44]);
  int t_8 = UNIT_POS;
  if (t_8 < 2) {
    part[t_8] = 0u;
  }
  metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
  int t_2 = UNIT_POS % 2;
  float t_3 = dala_load_input(input, ABSOLUTE_POS, input_len);
  if (u32(t_2) < 2u) {
    u32 t_5 = part[t_2];
    while (true) {
      u32 t_6 = t_5;
      t_5 = dala_compare_exchange_shared((threadgroup metal::atomic_uint*)&part[t_2], t_6, as_type<u32>(as_type<float>(t_6) + t_3));
      if (t_5 == t_6) {
        break;
      }
    }
  }
  metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
  if (UNIT_POS == 0) {
    part[0] = as_type<u32>(as_type<float>(part[0]) + as_type<float>(part[1]));
    float t_4 = as_type<float>(part[0]);
    float t;
    if (0u < u32(sums_len)) {
      t = metal::atomic_fetch_add_explicit((device metal::atomic_float*)&sums[0], t_4, metal::memory_order_relaxed);
    } else {
      t = 0.0f;
    }
    float before = t;
    if (u32(CUBE_POS) < u32(last_len)) {
      u32 t_7 = metal::atomic_exchange_explicit((device metal::atomic_uint*)&last[CUBE_POS], as_type<u32>(before), metal::memory_order_relaxed);
    }
  }
}
