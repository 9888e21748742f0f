#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef unsigned int u32;

template <typename T>
inline T dala_load(device const T* values, int len, int i) {
  return u32(i) < u32(len) ? values[i] : T(0);
}

template <typename T>
inline void dala_store_shared(threadgroup T* values, int len, int i, T value) {
  if (u32(i) < u32(len)) values[i] = value;
}

template <typename T>
inline T dala_load_shared(threadgroup const T* values, int len, int i) {
  return u32(i) < u32(len) ? values[i] : T(0);
}

template <typename T>
inline void dala_store(device T* values, int len, int i, T value) {
  if (u32(i) < u32(len)) values[i] = value;
}

inline int dala_at_2_s32(int y, int height, int x, int width) {
  if (y < 0 || y >= height || x < 0 || x >= width) {
    return -1;
  }
  return int(u32(y) * u32(width) + u32(x));
}

kernel void matrix_product(
    device const float* a [[buffer(0)]],
    device const float* b [[buffer(1)]],
    device float* c [[buffer(2)]],
    device const u32* dala_launch [[buffer(3)]],
    metal::uint3 dala_group [[threadgroup_position_in_grid]],
    u32 dala_unit [[thread_index_in_threadgroup]]) {
  threadgroup float v_dala_tiles_f32[2048];
  u32 dala_cube = dala_group.y * 65535u + dala_group.x;
  if (dala_cube >= dala_launch[7]) return;
  int CUBE_COUNT_Y = int(dala_launch[4]);
  int CUBE_COUNT_X = int(dala_launch[3]);
  int CUBE_POS = int(dala_cube);
  int CUBE_POS_Y = CUBE_POS / CUBE_COUNT_X % CUBE_COUNT_Y;
  int CUBE_POS_X = CUBE_POS % CUBE_COUNT_X;
  int UNIT_POS = int(dala_unit);
  int c_shape_0 = int(dala_launch[46]);
  int a_shape_1 = int(dala_launch[11]);
  int a_shape_0 = int(dala_launch[10]);
  int a_len = int(dala_launch[8]);
  int b_shape_0 = int(dala_launch[28]);
  int b_shape_1 = int(dala_launch[29]);
  int b_len = int(dala_launch[26]);
  int c_shape_1 = int(dala_launch[47]);
  int c_len = int(dala_launch[44]);
  float left_0 = 0.0f;
  float left_1 = 0.0f;
  float left_2 = 0.0f;
  float left_3 = 0.0f;
  float left_4 = 0.0f;
  float left_5 = 0.0f;
  float left_6 = 0.0f;
  float left_7 = 0.0f;
  float right_0 = 0.0f;
  float right_1 = 0.0f;
  float right_2 = 0.0f;
  float right_3 = 0.0f;
  float right_4 = 0.0f;
  float right_5 = 0.0f;
  float right_6 = 0.0f;
  float right_7 = 0.0f;
  float near_0 = 0.0f;
  float near_1 = 0.0f;
  float near_2 = 0.0f;
  float near_3 = 0.0f;
  float near_4 = 0.0f;
  float near_5 = 0.0f;
  float near_6 = 0.0f;
  float near_7 = 0.0f;
  float far_0 = 0.0f;
  float far_1 = 0.0f;
  float far_2 = 0.0f;
  float far_3 = 0.0f;
  float far_4 = 0.0f;
  float far_5 = 0.0f;
  float far_6 = 0.0f;
  float far_7 = 0.0f;
  int y = int(u32(CUBE_POS_Y) * 16u);
  int x = int(u32(CUBE_POS_X) * 128u + u32(UNIT_POS / 32) * 32u);
  if (y >= c_shape_0) {
    return;
  }
  for (int step = 0, step_end = int(u32(a_shape_1) + 15u) / 16; step < step_end; ++step) {
    int k = int(u32(step) * 16u);
    int t = int(u32(y) + u32((UNIT_POS >> 3) & 3));
    int t_2 = int(u32(k) + u32(UNIT_POS & 7));
    left_0 = dala_load(a, a_len, dala_at_2_s32(t, a_shape_0, t_2, a_shape_1));
    left_1 = dala_load(a, a_len, dala_at_2_s32(t, a_shape_0, int(u32(t_2) + 8u), a_shape_1));
    left_2 = dala_load(a, a_len, dala_at_2_s32(int(u32(t) + 4u), a_shape_0, t_2, a_shape_1));
    left_3 = dala_load(a, a_len, dala_at_2_s32(int(u32(t) + 4u), a_shape_0, int(u32(t_2) + 8u), a_shape_1));
    left_4 = dala_load(a, a_len, dala_at_2_s32(int(u32(t) + 8u), a_shape_0, t_2, a_shape_1));
    left_5 = dala_load(a, a_len, dala_at_2_s32(int(u32(t) + 8u), a_shape_0, int(u32(t_2) + 8u), a_shape_1));
    left_6 = dala_load(a, a_len, dala_at_2_s32(int(u32(t) + 12u), a_shape_0, t_2, a_shape_1));
    left_7 = dala_load(a, a_len, dala_at_2_s32(int(u32(t) + 12u), a_shape_0, int(u32(t_2) + 8u), a_shape_1));
    int t_3 = int(u32(k) + u32((UNIT_POS >> 3) & 3));
    int t_4 = int(u32(x) + u32(UNIT_POS & 7));
    right_0 = dala_load(b, b_len, dala_at_2_s32(t_3, b_shape_0, t_4, b_shape_1));
    right_1 = dala_load(b, b_len, dala_at_2_s32(t_3, b_shape_0, int(u32(t_4) + 8u), b_shape_1));
    right_2 = dala_load(b, b_len, dala_at_2_s32(int(u32(t_3) + 4u), b_shape_0, t_4, b_shape_1));
    right_3 = dala_load(b, b_len, dala_at_2_s32(int(u32(t_3) + 4u), b_shape_0, int(u32(t_4) + 8u), b_shape_1));
    right_4 = dala_load(b, b_len, dala_at_2_s32(int(u32(t_3) + 8u), b_shape_0, t_4, b_shape_1));
    right_5 = dala_load(b, b_len, dala_at_2_s32(int(u32(t_3) + 8u), b_shape_0, int(u32(t_4) + 8u), b_shape_1));
    right_6 = dala_load(b, b_len, dala_at_2_s32(int(u32(t_3) + 12u), b_shape_0, t_4, b_shape_1));
    right_7 = dala_load(b, b_len, dala_at_2_s32(int(u32(t_3) + 12u), b_shape_0, int(u32(t_4) + 8u), b_shape_1));
    int t_5 = int(u32(UNIT_POS / 32) * 512u);
    int t_6 = UNIT_POS & 7;
    int t_7 = int(u32(t_5) + u32(t_6) * 32u + u32((UNIT_POS >> 3) & 3));
    dala_store_shared(v_dala_tiles_f32, 2048, t_7, left_0);
    dala_store_shared(v_dala_tiles_f32, 2048, int(u32(t_7) + 256u), left_1);
    dala_store_shared(v_dala_tiles_f32, 2048, int(u32(t_7) + 4u), left_2);
    dala_store_shared(v_dala_tiles_f32, 2048, int(u32(t_7) + 260u), left_3);
    dala_store_shared(v_dala_tiles_f32, 2048, int(u32(t_7) + 8u), left_4);
    dala_store_shared(v_dala_tiles_f32, 2048, int(u32(t_7) + 264u), left_5);
    dala_store_shared(v_dala_tiles_f32, 2048, int(u32(t_7) + 12u), left_6);
    dala_store_shared(v_dala_tiles_f32, 2048, int(u32(t_7) + 268u), left_7);
    int t_8 = (UNIT_POS >> 3) & 3;
    int t_9 = int(u32(t_5) + u32(t_8) * 32u + u32(UNIT_POS & 7));
    dala_store_shared(v_dala_tiles_f32, 2048, int(u32(t_9) + 16u), right_0);
    dala_store_shared(v_dala_tiles_f32, 2048, int(u32(t_9) + 24u), right_1);
    dala_store_shared(v_dala_tiles_f32, 2048, int(u32(t_9) + 144u), right_2);
    dala_store_shared(v_dala_tiles_f32, 2048, int(u32(t_9) + 152u), right_3);
    dala_store_shared(v_dala_tiles_f32, 2048, int(u32(t_9) + 272u), right_4);
    dala_store_shared(v_dala_tiles_f32, 2048, int(u32(t_9) + 280u), right_5);
    dala_store_shared(v_dala_tiles_f32, 2048, int(u32(t_9) + 400u), right_6);
    dala_store_shared(v_dala_tiles_f32, 2048, int(u32(t_9) + 408u), right_7);
    metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
    int t_10 = int(u32(t_5) + u32((UNIT_POS >> 3) & 3));
    int t_11 = int(u32(t_5) + u32(UNIT_POS & 7) + 16u);
    for (int t_12 = 0; t_12 < 16; ++t_12) {
      float t_13 = dala_load_shared(v_dala_tiles_f32, 2048, int(u32(t_10) + u32(t_12) * 32u));
      float t_14 = dala_load_shared(v_dala_tiles_f32, 2048, int(u32(t_11) + u32(t_12) * 32u));
      float t_15 = dala_load_shared(v_dala_tiles_f32, 2048, int(u32(t_11) + 8u + u32(t_12) * 32u));
      float t_16 = dala_load_shared(v_dala_tiles_f32, 2048, int(u32(t_10) + 4u + u32(t_12) * 32u));
      float t_17 = dala_load_shared(v_dala_tiles_f32, 2048, int(u32(t_10) + 8u + u32(t_12) * 32u));
      float t_18 = dala_load_shared(v_dala_tiles_f32, 2048, int(u32(t_10) + 12u + u32(t_12) * 32u));
      near_0 = near_0 + t_13 * t_14;
      near_1 = near_1 + t_13 * t_15;
      near_2 = near_2 + t_16 * t_14;
      near_3 = near_3 + t_16 * t_15;
      near_4 = near_4 + t_17 * t_14;
      near_5 = near_5 + t_17 * t_15;
      near_6 = near_6 + t_18 * t_14;
      near_7 = near_7 + t_18 * t_15;
    }
    metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
    int t_19 = int(u32(x) + 16u);
    int t_20 = int(u32(k) + u32((UNIT_POS >> 3) & 3));
    int t_21 = int(u32(t_19) + u32(UNIT_POS & 7));
    right_0 = dala_load(b, b_len, dala_at_2_s32(t_20, b_shape_0, t_21, b_shape_1));
    right_1 = dala_load(b, b_len, dala_at_2_s32(t_20, b_shape_0, int(u32(t_21) + 8u), b_shape_1));
    right_2 = dala_load(b, b_len, dala_at_2_s32(int(u32(t_20) + 4u), b_shape_0, t_21, b_shape_1));
    right_3 = dala_load(b, b_len, dala_at_2_s32(int(u32(t_20) + 4u), b_shape_0, int(u32(t_21) + 8u), b_shape_1));
    right_4 = dala_load(b, b_len, dala_at_2_s32(int(u32(t_20) + 8u), b_shape_0, t_21, b_shape_1));
    right_5 = dala_load(b, b_len, dala_at_2_s32(int(u32(t_20) + 8u), b_shape_0, int(u32(t_21) + 8u), b_shape_1));
    right_6 = dala_load(b, b_len, dala_at_2_s32(int(u32(t_20) + 12u), b_shape_0, t_21, b_shape_1));
    right_7 = dala_load(b, b_len, dala_at_2_s32(int(u32(t_20) + 12u), b_shape_0, int(u32(t_21) + 8u), b_shape_1));
    int t_22 = int(u32(UNIT_POS / 32) * 512u);
    int t_23 = UNIT_POS & 7;
    int t_24 = int(u32(t_22) + u32(t_23) * 32u + u32((UNIT_POS >> 3) & 3));
    dala_store_shared(v_dala_tiles_f32, 2048, t_24, left_0);
    dala_store_shared(v_dala_tiles_f32, 2048, int(u32(t_24) + 256u), left_1);
    dala_store_shared(v_dala_tiles_f32, 2048, int(u32(t_24) + 4u), left_2);
    dala_store_shared(v_dala_tiles_f32, 2048, int(u32(t_24) + 260u), left_3);
    dala_store_shared(v_dala_tiles_f32, 2048, int(u32(t_24) + 8u), left_4);
    dala_store_shared(v_dala_tiles_f32, 2048, int(u32(t_24) + 264u), left_5);
    dala_store_shared(v_dala_tiles_f32, 2048, int(u32(t_24) + 12u), left_6);
    dala_store_shared(v_dala_tiles_f32, 2048, int(u32(t_24) + 268u), left_7);
    int t_25 = (UNIT_POS >> 3) & 3;
    int t_26 = int(u32(t_22) + u32(t_25) * 32u + u32(UNIT_POS & 7));
    dala_store_shared(v_dala_tiles_f32, 2048, int(u32(t_26) + 16u), right_0);
    dala_store_shared(v_dala_tiles_f32, 2048, int(u32(t_26) + 24u), right_1);
    dala_store_shared(v_dala_tiles_f32, 2048, int(u32(t_26) + 144u), right_2);
    dala_store_shared(v_dala_tiles_f32, 2048, int(u32(t_26) + 152u), right_3);
    dala_store_shared(v_dala_tiles_f32, 2048, int(u32(t_26) + 272u), right_4);
    dala_store_shared(v_dala_tiles_f32, 2048, int(u32(t_26) + 280u), right_5);
    dala_store_shared(v_dala_tiles_f32, 2048, int(u32(t_26) + 400u), right_6);
    dala_store_shared(v_dala_tiles_f32, 2048, int(u32(t_26) + 408u), right_7);
    metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
    int t_27 = int(u32(t_22) + u32((UNIT_POS >> 3) & 3));
    int t_28 = int(u32(t_22) + u32(UNIT_POS & 7) + 16u);
    for (int t_29 = 0; t_29 < 16; ++t_29) {
      float t_30 = dala_load_shared(v_dala_tiles_f32, 2048, int(u32(t_27) + u32(t_29) * 32u));
      float t_31 = dala_load_shared(v_dala_tiles_f32, 2048, int(u32(t_28) + u32(t_29) * 32u));
      float t_32 = dala_load_shared(v_dala_tiles_f32, 2048, int(u32(t_28) + 8u + u32(t_29) * 32u));
      float t_33 = dala_load_shared(v_dala_tiles_f32, 2048, int(u32(t_27) + 4u + u32(t_29) * 32u));
      float t_34 = dala_load_shared(v_dala_tiles_f32, 2048, int(u32(t_27) + 8u + u32(t_29) * 32u));
      float t_35 = dala_load_shared(v_dala_tiles_f32, 2048, int(u32(t_27) + 12u + u32(t_29) * 32u));
      far_0 = far_0 + t_30 * t_31;
      far_1 = far_1 + t_30 * t_32;
      far_2 = far_2 + t_33 * t_31;
      far_3 = far_3 + t_33 * t_32;
      far_4 = far_4 + t_34 * t_31;
      far_5 = far_5 + t_34 * t_32;
      far_6 = far_6 + t_35 * t_31;
      far_7 = far_7 + t_35 * t_32;
    }
    metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
  }
  int t_36 = int(u32(y) + u32((UNIT_POS >> 3) & 3));
  int t_37 = int(u32(x) + u32(UNIT_POS & 7));
  dala_store(c, c_len, dala_at_2_s32(t_36, c_shape_0, t_37, c_shape_1), near_0);
  dala_store(c, c_len, dala_at_2_s32(t_36, c_shape_0, int(u32(t_37) + 8u), c_shape_1), near_1);
  dala_store(c, c_len, dala_at_2_s32(int(u32(t_36) + 4u), c_shape_0, t_37, c_shape_1), near_2);
  dala_store(c, c_len, dala_at_2_s32(int(u32(t_36) + 4u), c_shape_0, int(u32(t_37) + 8u), c_shape_1), near_3);
  dala_store(c, c_len, dala_at_2_s32(int(u32(t_36) + 8u), c_shape_0, t_37, c_shape_1), near_4);
  dala_store(c, c_len, dala_at_2_s32(int(u32(t_36) + 8u), c_shape_0, int(u32(t_37) + 8u), c_shape_1), near_5);
  dala_store(c, c_len, dala_at_2_s32(int(u32(t_36) + 12u), c_shape_0, t_37, c_shape_1), near_6);
  dala_store(c, c_len, dala_at_2_s32(int(u32(t_36) + 12u), c_shape_0, int(u32(t_37) + 8u), c_shape_1), near_7);
  int t_38 = int(u32(x) + 16u);
  int t_39 = int(u32(y) + u32((UNIT_POS >> 3) & 3));
  int t_40 = int(u32(t_38) + u32(UNIT_POS & 7));
  dala_store(c, c_len, dala_at_2_s32(t_39, c_shape_0, t_40, c_shape_1), far_0);
  dala_store(c, c_len, dala_at_2_s32(t_39, c_shape_0, int(u32(t_40) + 8u), c_shape_1), far_1);
  dala_store(c, c_len, dala_at_2_s32(int(u32(t_39) + 4u), c_shape_0, t_40, c_shape_1), far_2);
  dala_store(c, c_len, dala_at_2_s32(int(u32(t_39) + 4u), c_shape_0, int(u32(t_40) + 8u), c_shape_1), far_3);
  dala_store(c, c_len, dala_at_2_s32(int(u32(t_39) + 8u), c_shape_0, t_40, c_shape_1), far_4);
  dala_store(c, c_len, dala_at_2_s32(int(u32(t_39) + 8u), c_shape_0, int(u32(t_40) + 8u), c_shape_1), far_5);
  dala_store(c, c_len, dala_at_2_s32(int(u32(t_39) + 12u), c_shape_0, t_40, c_shape_1), far_6);
  dala_store(c, c_len, dala_at_2_s32(int(u32(t_39) + 12u), c_shape_0, int(u32(t_40) + 8u), c_shape_1), far_7);
}
