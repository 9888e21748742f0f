#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef unsigned int u32;

template <typename T>
inline T dala_load(device const T* values, int len, int i) {
  return u32(i) < u32(len) ? values[i] : T(0);
}

inline float dala_add_bits(threadgroup metal::atomic_uint* bits, float value) {
  u32 old = metal::atomic_load_explicit(bits, metal::memory_order_relaxed);
  while (!metal::atomic_compare_exchange_weak_explicit(
      bits, &old, as_type<u32>(as_type<float>(old) + value), metal::memory_order_relaxed,
      metal::memory_order_relaxed)) {
  }
  return as_type<float>(old);
}

inline float dala_atomic_add_shared_f32(threadgroup float* values, int len, int i, float value) {
  if (u32(i) >= u32(len)) return 0.0f;
  return dala_add_bits((threadgroup metal::atomic_uint*)(values + i), value);
}

inline float dala_atomic_add_f32(device float* values, int len, int i, float value) {
  if (u32(i) >= u32(len)) return 0.0f;
  return metal::atomic_fetch_add_explicit((device metal::atomic_float*)(values + i), value, metal::memory_order_relaxed);
}

inline float dala_atomic_exchange_f32(device float* values, int len, int i, float value) {
  if (u32(i) >= u32(len)) return 0.0f;
  return as_type<float>(metal::atomic_exchange_explicit((device metal::atomic_uint*)(values + i), as_type<u32>(value), metal::memory_order_relaxed));
}

kernel void total(
    device const float* input [[buffer(0)]],
    device float* sums [[buffer(1)]],
    device float* last [[buffer(2)]],
    device const u32* dala_launch [[buffer(3)]],
    metal::uint3 dala_group [[threadgroup_position_in_grid]],
    u32 dala_unit [[thread_index_in_threadgroup]]) {
  threadgroup float part[2];
  u32 cube = dala_group.y * 65535u + dala_group.x;
  if (cube >= dala_launch[7]) {
    return;
  }
  int UNIT_POS = int(dala_unit);
  int CUBE_COUNT_X = int(dala_launch[3]);
  int CUBE_POS = int(cube);
  int CUBE_POS_X = CUBE_POS % CUBE_COUNT_X;
  int UNIT_POS_X = UNIT_POS % 64;
  int ABSOLUTE_POS_X = int(u32(CUBE_POS_X) * 64u + u32(UNIT_POS_X));
  int CUBE_COUNT_Y = int(dala_launch[4]);
  int CUBE_POS_Y = CUBE_POS / CUBE_COUNT_X % CUBE_COUNT_Y;
  int CUBE_POS_Z = CUBE_POS / CUBE_COUNT_X / CUBE_COUNT_Y;
  int extent_z = int(dala_launch[2]);
  int extent_y = int(dala_launch[1]);
  int extent_x = int(dala_launch[0]);
  int ABSOLUTE_POS = ABSOLUTE_POS_X < extent_x && CUBE_POS_Y < extent_y && CUBE_POS_Z < extent_z ? int((u32(CUBE_POS_Y) * u32(extent_x) + u32(ABSOLUTE_POS_X)) * u32(extent_z) + u32(CUBE_POS_Z)) : 2147483647;
  int t_2 = UNIT_POS;
  if (t_2 < 2) {
    part[t_2] = 0.0f;
  }
  metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
  dala_atomic_add_shared_f32(part, 2, UNIT_POS % 2, dala_load(input, int(dala_launch[8]), ABSOLUTE_POS));
  metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
  if (UNIT_POS == 0) {
    part[0] = part[0] + part[1];
    float t = dala_atomic_add_f32(sums, int(dala_launch[26]), 0, part[0]);
    float before = t;
    dala_atomic_exchange_f32(last, int(dala_launch[44]), CUBE_POS, before);
  }
}
