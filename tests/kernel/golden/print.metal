#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef unsigned int u32;
typedef metal::float2 vec2;

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
  u32 dala_flat = (dala_group.y * 65535u + dala_group.x) * 128u + dala_unit;
  if (dala_flat >= dala_launch[6]) return;
  int ABSOLUTE_POS = int(dala_flat);
  int input_len = int(dala_launch[8]);
  int v_dala_prints_len = int(dala_launch[44]);
  int output_len = int(dala_launch[26]);
  int i = ABSOLUTE_POS;
  float x = dala_load(input, input_len, i);
  if (x < 0.0f) {
    int t = i;
    float t_2 = x;
    u32 t_3 = dala_atomic_add_u32(v_dala_prints, v_dala_prints_len, 0, 1u);
    if (t_3 < 1024u) {
      int t_4 = int(u32(int(t_3)) * 5u);
      dala_store(v_dala_prints, v_dala_prints_len, int(u32(t_4) + 1u), 1u);
      dala_store(v_dala_prints, v_dala_prints_len, int(u32(t_4) + 2u), u32(ABSOLUTE_POS));
      dala_store(v_dala_prints, v_dala_prints_len, int(u32(t_4) + 3u), u32(t));
      dala_store(v_dala_prints, v_dala_prints_len, int(u32(t_4) + 4u), as_type<u32>(t_2));
    }
  }
  if (i == 0) {
    int t_5 = input_len;
    vec2 t_6 = vec2(x, dala_load(input, input_len, 1));
    u32 t_7 = dala_atomic_add_u32(v_dala_prints, v_dala_prints_len, 0, 1u);
    if (t_7 < 1024u) {
      int t_8 = int(u32(int(t_7)) * 5u);
      dala_store(v_dala_prints, v_dala_prints_len, int(u32(t_8) + 1u), 2u);
      dala_store(v_dala_prints, v_dala_prints_len, int(u32(t_8) + 2u), u32(ABSOLUTE_POS));
      dala_store(v_dala_prints, v_dala_prints_len, int(u32(t_8) + 3u), u32(t_5));
      dala_store(v_dala_prints, v_dala_prints_len, int(u32(t_8) + 4u), as_type<u32>(t_6.x));
      dala_store(v_dala_prints, v_dala_prints_len, int(u32(t_8) + 5u), as_type<u32>(t_6.y));
    }
  }
  dala_store(output, output_len, i, metal::sqrt(dala_max_f32(x, 0.0f)));
}
