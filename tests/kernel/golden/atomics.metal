#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef unsigned int u32;
typedef unsigned char u8;

template <typename T>
inline T dala_load(device const T* values, int len, int i) {
  return u32(i) < u32(len) ? values[i] : T(0);
}

inline u32 dala_atomic_add_u32(device u32* values, int len, int i, u32 value) {
  if (u32(i) >= u32(len)) return 0u;
  return metal::atomic_fetch_add_explicit((device metal::atomic_uint*)(values + i), value, metal::memory_order_relaxed);
}

template <typename T>
inline void dala_store(device T* values, int len, int i, T value) {
  if (u32(i) < u32(len)) values[i] = value;
}

inline u32 dala_atomic_max_u32(device u32* values, int len, int i, u32 value) {
  if (u32(i) >= u32(len)) return 0u;
  return metal::atomic_fetch_max_explicit((device metal::atomic_uint*)(values + i), value, metal::memory_order_relaxed);
}

kernel void histogram(
    device const u8* input [[buffer(0)]],
    device u32* bins [[buffer(1)]],
    device u32* order [[buffer(2)]],
    device const u32* dala_launch [[buffer(3)]],
    metal::uint3 dala_group [[threadgroup_position_in_grid]],
    u32 dala_unit [[thread_index_in_threadgroup]]) {
  u32 element = (dala_group.y * 65535u + dala_group.x) * 128u + dala_unit;
  if (element >= dala_launch[6]) {
    return;
  }
  int ABSOLUTE_POS = int(element);
  u8 value = dala_load(input, int(dala_launch[8]), ABSOLUTE_POS);
  u32 t = dala_atomic_add_u32(bins, int(dala_launch[26]), int(value), 1u);
  dala_store(order, int(dala_launch[44]), ABSOLUTE_POS, t + 1u);
  dala_atomic_max_u32(bins, int(dala_launch[26]), 256, u32(value));
}
