#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef unsigned int u32;

inline int dala_load_output(device const int* output, int a, int b) {
  if (u32(a) < u32(b)) {
    return output[a];
  }
  return 0;
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
  int output_len = int(dala_launch[8]);
  int a = dala_load_output(output, 0, output_len);
  int t_2 = dala_load_output(output, 0, output_len);
  int t;
  if (0u < u32(output_len)) {
    t = metal::atomic_fetch_add_explicit((device metal::atomic_int*)&output[0], 5, metal::memory_order_relaxed);
  } else {
    t = 0;
  }
  int before = int(u32(t_2) + u32(t) + u32(dala_load_output(output, 0, output_len)));
  bool t_4 = a > 0;
  if (t_4) {
    int t_3;
    if (1u < u32(output_len)) {
      t_3 = metal::atomic_fetch_add_explicit((device metal::atomic_int*)&output[1], 1, metal::memory_order_relaxed);
    } else {
      t_3 = 0;
    }
    t_4 = t_3 == 0;
  }
  bool guarded = t_4;
  while (true) {
    int t_5;
    if (2u < u32(output_len)) {
      t_5 = metal::atomic_fetch_add_explicit((device metal::atomic_int*)&output[2], 1, metal::memory_order_relaxed);
    } else {
      t_5 = 0;
    }
    if (!(t_5 < 3)) {
      break;
    }
    a = int(u32(a) + 1u);
  }
  int t_7 = a;
  int t_6;
  if (3u < u32(output_len)) {
    t_6 = metal::atomic_exchange_explicit((device metal::atomic_int*)&output[3], 7, metal::memory_order_relaxed);
  } else {
    t_6 = 0;
  }
  int t_8 = int(u32(t_7) + u32(t_6));
  if (u32(t_8) < u32(output_len)) {
    output[t_8] = before;
  }
  int t_9 = guarded ? a : int(-u32(a));
  if (4u < u32(output_len)) {
    output[4] = t_9;
  }
}
