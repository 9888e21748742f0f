#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef long s64;
typedef unsigned long u64;
typedef unsigned int u32;
typedef metal::float2 vec2;

inline float dala_max_f32(float a, float b) {
  return b > a || a != a ? b : a;
}

inline float dala_load_input(device const float* input, s64 a, s64 b) {
  if (a >= 0l && a < b) {
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
  s64 element = s64((u64(s64(dala_group.y)) * u64(1073741824l) + u64(s64(dala_group.x))) * u64(s64(128u)) + u64(s64(dala_unit)));
  if (element >= (s64(u64(s64(dala_launch[13])) << u64(32l)) | s64(dala_launch[12]))) {
    return;
  }
  s64 ABSOLUTE_POS = element;
  s64 input_len = s64(u64(s64(dala_launch[17])) << u64(32l)) | s64(dala_launch[16]);
  s64 v_dala_prints_len = s64(u64(s64(dala_launch[89])) << u64(32l)) | s64(dala_launch[88]);
  s64 output_len = s64(u64(s64(dala_launch[53])) << u64(32l)) | s64(dala_launch[52]);
  s64 i = ABSOLUTE_POS;
  float x = dala_load_input(input, i, input_len);
  if (x < 0.0f) {
    s64 t = i;
    float t_2 = x;
    u32 t_3;
    if (0l >= 0l && 0l < v_dala_prints_len) {
      t_3 = metal::atomic_fetch_add_explicit((device metal::atomic_uint*)&v_dala_prints[0l], 1u, metal::memory_order_relaxed);
    } else {
      t_3 = 0u;
    }
    if (t_3 < 1024u) {
      int t_4 = int(u32(int(t_3)) * 7u);
      s64 t_11 = s64(int(u32(t_4) + 1u));
      if (t_11 >= 0l && t_11 < v_dala_prints_len) {
        v_dala_prints[t_11] = 1u;
      }
      s64 t_5 = ABSOLUTE_POS;
      s64 t_12 = s64(int(u32(t_4) + 2u));
      u32 t_13 = u32(t_5);
      if (t_12 >= 0l && t_12 < v_dala_prints_len) {
        v_dala_prints[t_12] = t_13;
      }
      s64 t_14 = s64(int(u32(t_4) + 3u));
      u32 t_15 = u32(t_5 >> 32l);
      if (t_14 >= 0l && t_14 < v_dala_prints_len) {
        v_dala_prints[t_14] = t_15;
      }
      s64 t_16 = s64(int(u32(t_4) + 4u));
      u32 t_17 = u32(t);
      if (t_16 >= 0l && t_16 < v_dala_prints_len) {
        v_dala_prints[t_16] = t_17;
      }
      s64 t_18 = s64(int(u32(t_4) + 5u));
      u32 t_19 = u32(t >> 32l);
      if (t_18 >= 0l && t_18 < v_dala_prints_len) {
        v_dala_prints[t_18] = t_19;
      }
      s64 t_20 = s64(int(u32(t_4) + 6u));
      u32 t_21 = as_type<u32>(t_2);
      if (t_20 >= 0l && t_20 < v_dala_prints_len) {
        v_dala_prints[t_20] = t_21;
      }
    }
  }
  if (i == 0l) {
    s64 t_6 = input_len;
    vec2 t_7 = vec2(x, dala_load_input(input, 1l, input_len));
    u32 t_8;
    if (0l >= 0l && 0l < v_dala_prints_len) {
      t_8 = metal::atomic_fetch_add_explicit((device metal::atomic_uint*)&v_dala_prints[0l], 1u, metal::memory_order_relaxed);
    } else {
      t_8 = 0u;
    }
    if (t_8 < 1024u) {
      int t_9 = int(u32(int(t_8)) * 7u);
      s64 t_22 = s64(int(u32(t_9) + 1u));
      if (t_22 >= 0l && t_22 < v_dala_prints_len) {
        v_dala_prints[t_22] = 2u;
      }
      s64 t_10 = ABSOLUTE_POS;
      s64 t_23 = s64(int(u32(t_9) + 2u));
      u32 t_24 = u32(t_10);
      if (t_23 >= 0l && t_23 < v_dala_prints_len) {
        v_dala_prints[t_23] = t_24;
      }
      s64 t_25 = s64(int(u32(t_9) + 3u));
      u32 t_26 = u32(t_10 >> 32l);
      if (t_25 >= 0l && t_25 < v_dala_prints_len) {
        v_dala_prints[t_25] = t_26;
      }
      s64 t_27 = s64(int(u32(t_9) + 4u));
      u32 t_28 = u32(t_6);
      if (t_27 >= 0l && t_27 < v_dala_prints_len) {
        v_dala_prints[t_27] = t_28;
      }
      s64 t_29 = s64(int(u32(t_9) + 5u));
      u32 t_30 = u32(t_6 >> 32l);
      if (t_29 >= 0l && t_29 < v_dala_prints_len) {
        v_dala_prints[t_29] = t_30;
      }
      s64 t_31 = s64(int(u32(t_9) + 6u));
      u32 t_32 = as_type<u32>(t_7.x);
      if (t_31 >= 0l && t_31 < v_dala_prints_len) {
        v_dala_prints[t_31] = t_32;
      }
      s64 t_33 = s64(int(u32(t_9) + 7u));
      u32 t_34 = as_type<u32>(t_7.y);
      if (t_33 >= 0l && t_33 < v_dala_prints_len) {
        v_dala_prints[t_33] = t_34;
      }
    }
  }
  float t_35 = metal::sqrt(dala_max_f32(x, 0.0f));
  if (i >= 0l && i < output_len) {
    output[i] = t_35;
  }
}
