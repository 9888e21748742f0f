#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef long s64;
typedef unsigned long u64;
typedef unsigned int u32;
typedef metal::float2 vec2;

template <typename T>
inline T dala_load(device const T* values, s64 len, s64 i) {
  return u64(i) < u64(len) ? values[i] : T(0);
}

inline u32 dala_atomic_add_u32(device u32* values, s64 len, s64 i, u32 value) {
  if (u64(i) >= u64(len)) return 0u;
  return metal::atomic_fetch_add_explicit((device metal::atomic_uint*)(values + i), value, metal::memory_order_relaxed);
}

template <typename T>
inline void dala_store(device T* values, s64 len, s64 i, T value) {
  if (u64(i) < u64(len)) values[i] = value;
}

inline float dala_max_f32(float a, float b) {
  return b > a || a != a ? b : a;
}

kernel void checked_root(
    device const float* input [[buffer(0)]],
    device float* output [[buffer(1)]],
    device u32* v_dala_prints [[buffer(2)]],
    device const u32* dala_launch [[buffer(3)]],
    metal::uint3 dala_group [[threadgroup_position_in_grid]],
    u32 dala_unit [[thread_index_in_threadgroup]]) {
  u64 dala_flat = (u64(dala_group.y) * 1073741824u + dala_group.x) * 128u + dala_unit;
  if (dala_flat >= u64(s64(u64(dala_launch[13]) << 32 | dala_launch[12]))) return;
  s64 ABSOLUTE_POS = s64(dala_flat);
  s64 input_len = s64(u64(dala_launch[17]) << 32 | dala_launch[16]);
  s64 v_dala_prints_len = s64(u64(dala_launch[89]) << 32 | dala_launch[88]);
  s64 output_len = s64(u64(dala_launch[53]) << 32 | dala_launch[52]);
  s64 i = ABSOLUTE_POS;
  float x = dala_load(input, input_len, i);
  if (x < 0.0f) {
    s64 t = i;
    float t_2 = x;
    u32 t_3 = dala_atomic_add_u32(v_dala_prints, v_dala_prints_len, 0l, 1u);
    if (t_3 < 1024u) {
      int t_4 = int(u32(int(t_3)) * 7u);
      dala_store(v_dala_prints, v_dala_prints_len, s64(int(u32(t_4) + 1u)), 1u);
      s64 t_5 = ABSOLUTE_POS;
      dala_store(v_dala_prints, v_dala_prints_len, s64(int(u32(t_4) + 2u)), u32(t_5));
      dala_store(v_dala_prints, v_dala_prints_len, s64(int(u32(t_4) + 3u)), u32(t_5 >> 32l));
      dala_store(v_dala_prints, v_dala_prints_len, s64(int(u32(t_4) + 4u)), u32(t));
      dala_store(v_dala_prints, v_dala_prints_len, s64(int(u32(t_4) + 5u)), u32(t >> 32l));
      dala_store(v_dala_prints, v_dala_prints_len, s64(int(u32(t_4) + 6u)), as_type<u32>(t_2));
    }
  }
  if (i == 0l) {
    s64 t_6 = input_len;
    vec2 t_7 = vec2(x, dala_load(input, input_len, 1l));
    u32 t_8 = dala_atomic_add_u32(v_dala_prints, v_dala_prints_len, 0l, 1u);
    if (t_8 < 1024u) {
      int t_9 = int(u32(int(t_8)) * 7u);
      dala_store(v_dala_prints, v_dala_prints_len, s64(int(u32(t_9) + 1u)), 2u);
      s64 t_10 = ABSOLUTE_POS;
      dala_store(v_dala_prints, v_dala_prints_len, s64(int(u32(t_9) + 2u)), u32(t_10));
      dala_store(v_dala_prints, v_dala_prints_len, s64(int(u32(t_9) + 3u)), u32(t_10 >> 32l));
      dala_store(v_dala_prints, v_dala_prints_len, s64(int(u32(t_9) + 4u)), u32(t_6));
      dala_store(v_dala_prints, v_dala_prints_len, s64(int(u32(t_9) + 5u)), u32(t_6 >> 32l));
      dala_store(v_dala_prints, v_dala_prints_len, s64(int(u32(t_9) + 6u)), as_type<u32>(t_7.x));
      dala_store(v_dala_prints, v_dala_prints_len, s64(int(u32(t_9) + 7u)), as_type<u32>(t_7.y));
    }
  }
  dala_store(output, output_len, i, metal::sqrt(dala_max_f32(x, 0.0f)));
}
