#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef unsigned char u8;
typedef unsigned int u32;

inline u32 dala_load_input(device const u8* input, int a, int b) {
  if (u32(a) < u32(b)) {
    return u32(input[a]);
  }
  return 0u;
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
  int input_len = int(dala_launch[8]);
  int bins_len = int(dala_launch[26]);
  int order_len = int(dala_launch[44]);
  u32 value = dala_load_input(input, ABSOLUTE_POS, input_len);
  int t_2 = int(value);
  u32 t;
  if (u32(t_2) < u32(bins_len)) {
    t = metal::atomic_fetch_add_explicit((device metal::atomic_uint*)&bins[t_2], 1u, metal::memory_order_relaxed);
  } else {
    t = 0u;
  }
  u32 t_3 = t + 1u;
  if (u32(ABSOLUTE_POS) < u32(order_len)) {
    order[ABSOLUTE_POS] = t_3;
  }
  u32 t_4 = value;
  if (256u < u32(bins_len)) {
    metal::atomic_fetch_max_explicit((device metal::atomic_uint*)&bins[256], t_4, metal::memory_order_relaxed);
  }
}
