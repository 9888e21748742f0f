#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef unsigned int u32;
typedef metal::float2 vec2;

inline float dala_max_f32(float a, float b) {
  return b > a || a != a ? b : a;
}

inline float dala_load_input(device const float* input, int a, int b) {
  if (u32(a) < u32(b)) {
    return input[a];
  }
  return 0.0f;
}

kernel void checked_root(
    device const float* input [[buffer(0)]],
    device float* output [[buffer(1)]],
    device u32* v_dala_prints [[buffer(2)]],
    device const u32* dala_launch [[buffer(3)]],
    metal::uint3 dala_group [[threadgroup_position_in_grid]],
    u32 dala_unit [[thread_index_in_threadgroup]]) {
  u32 element = (dala_group.y * 65535u + dala_group.x) * 128u + dala_unit;
  if (element >= dala_launch[6]) {
    return;
  }
  int ABSOLUTE_POS = int(element);
  int input_len = int(dala_launch[8]);
  int v_dala_prints_len = int(dala_launch[44]);
  int output_len = int(dala_launch[26]);
  int i = ABSOLUTE_POS;
  float x = dala_load_input(input, i, input_len);
  if (x < 0.0f) {
    int t = i;
    float t_2 = x;
    u32 t_3;
    if (0u < u32(v_dala_prints_len)) {
      t_3 = metal::atomic_fetch_add_explicit((device metal::atomic_uint*)&v_dala_prints[0], 1u, metal::memory_order_relaxed);
    } else {
      t_3 = 0u;
    }
    if (t_3 < 1024u) {
      int t_4 = int(u32(int(t_3)) * 5u);
      int t_9 = int(u32(t_4) + 1u);
      if (u32(t_9) < u32(v_dala_prints_len)) {
        v_dala_prints[t_9] = 1u;
      }
      int t_10 = int(u32(t_4) + 2u);
      u32 t_11 = u32(ABSOLUTE_POS);
      if (u32(t_10) < u32(v_dala_prints_len)) {
        v_dala_prints[t_10] = t_11;
      }
      int t_12 = int(u32(t_4) + 3u);
      u32 t_13 = u32(t);
      if (u32(t_12) < u32(v_dala_prints_len)) {
        v_dala_prints[t_12] = t_13;
      }
      int t_14 = int(u32(t_4) + 4u);
      u32 t_15 = as_type<u32>(t_2);
      if (u32(t_14) < u32(v_dala_prints_len)) {
        v_dala_prints[t_14] = t_15;
      }
    }
  }
  if (i == 0) {
    int t_5 = input_len;
    vec2 t_6 = vec2(x, dala_load_input(input, 1, input_len));
    u32 t_7;
    if (0u < u32(v_dala_prints_len)) {
      t_7 = metal::atomic_fetch_add_explicit((device metal::atomic_uint*)&v_dala_prints[0], 1u, metal::memory_order_relaxed);
    } else {
      t_7 = 0u;
    }
    if (t_7 < 1024u) {
      int t_8 = int(u32(int(t_7)) * 5u);
      int t_16 = int(u32(t_8) + 1u);
      if (u32(t_16) < u32(v_dala_prints_len)) {
        v_dala_prints[t_16] = 2u;
      }
      int t_17 = int(u32(t_8) + 2u);
      u32 t_18 = u32(ABSOLUTE_POS);
      if (u32(t_17) < u32(v_dala_prints_len)) {
        v_dala_prints[t_17] = t_18;
      }
      int t_19 = int(u32(t_8) + 3u);
      u32 t_20 = u32(t_5);
      if (u32(t_19) < u32(v_dala_prints_len)) {
        v_dala_prints[t_19] = t_20;
      }
      int t_21 = int(u32(t_8) + 4u);
      u32 t_22 = as_type<u32>(t_6.x);
      if (u32(t_21) < u32(v_dala_prints_len)) {
        v_dala_prints[t_21] = t_22;
      }
      int t_23 = int(u32(t_8) + 5u);
      u32 t_24 = as_type<u32>(t_6.y);
      if (u32(t_23) < u32(v_dala_prints_len)) {
        v_dala_prints[t_23] = t_24;
      }
    }
  }
  float t_25 = metal::sqrt(dala_max_f32(x, 0.0f));
  if (u32(i) < u32(output_len)) {
    output[i] = t_25;
  }
}
