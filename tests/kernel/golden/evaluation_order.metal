#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef unsigned int u32;

template <typename T>
inline T dala_load(device const T* values, int len, int i) {
  return u32(i) < u32(len) ? values[i] : T(0);
}

inline int dala_atomic_add_s32(device int* values, int len, int i, int value) {
  if (u32(i) >= u32(len)) return 0;
  return metal::atomic_fetch_add_explicit((device metal::atomic_int*)(values + i), value, metal::memory_order_relaxed);
}

inline int dala_atomic_exchange_s32(device int* values, int len, int i, int value) {
  if (u32(i) >= u32(len)) return 0;
  return metal::atomic_exchange_explicit((device metal::atomic_int*)(values + i), value, metal::memory_order_relaxed);
}

template <typename T>
inline void dala_store(device T* values, int len, int i, T value) {
  if (u32(i) < u32(len)) values[i] = value;
}

kernel void order(
    device int* output [[buffer(0)]],
    device const u32* dala_launch [[buffer(1)]],
    metal::uint3 dala_group [[threadgroup_position_in_grid]],
    u32 dala_unit [[thread_index_in_threadgroup]]) {
  u32 element = (dala_group.y * 65535u + dala_group.x) * 128u + dala_unit;
  if (element >= dala_launch[6]) {
    return;
  }
  int a = dala_load(output, int(dala_launch[8]), 0);
  int t_2 = dala_load(output, int(dala_launch[8]), 0);
  int t = dala_atomic_add_s32(output, int(dala_launch[8]), 0, 5);
  int before = int(u32(t_2) + u32(t) + u32(dala_load(output, int(dala_launch[8]), 0)));
  bool t_4 = a > 0;
  if (t_4) {
    int t_3 = dala_atomic_add_s32(output, int(dala_launch[8]), 1, 1);
    t_4 = t_3 == 0;
  }
  bool guarded = t_4;
  while (true) {
    int t_5 = dala_atomic_add_s32(output, int(dala_launch[8]), 2, 1);
    if (!(t_5 < 3)) {
      break;
    }
    a = int(u32(a) + 1u);
  }
  int t_7 = a;
  int t_6 = dala_atomic_exchange_s32(output, int(dala_launch[8]), 3, 7);
  dala_store(output, int(dala_launch[8]), int(u32(t_7) + u32(t_6)), before);
  dala_store(output, int(dala_launch[8]), 4, guarded ? a : int(-u32(a)));
}
