#version 310 es
#ifdef GL_EXT_gpu_shader5
#extension GL_EXT_gpu_shader5 : require
#define DALA_PRECISE precise
#else
#define DALA_PRECISE
#endif
precision highp float;
precision highp int;

layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer dala_buffer_0 { float a[]; };
layout(std430, binding = 1) readonly buffer dala_buffer_1 { float b[]; };
layout(std430, binding = 2) buffer dala_buffer_2 { float c[]; };
layout(std140, binding = 0) uniform dala_words { uvec4 dala_launch[16]; };
shared float v_dala_tiles_f32[2048];

float dala_load_a(int dala_i) {
  if (uint(dala_i) >= dala_launch[2].x) return 0.0;
  uint dala_at = min(uint(dala_i), dala_launch[2].x - 1u);
  return a[dala_at];
}

float dala_load_b(int dala_i) {
  if (uint(dala_i) >= dala_launch[6].z) return 0.0;
  uint dala_at = min(uint(dala_i), dala_launch[6].z - 1u);
  return b[dala_at];
}

void dala_store_v_dala_tiles_f32(int dala_i, float dala_value) {
  if (uint(dala_i) < 2048u) v_dala_tiles_f32[dala_i & 2047] = dala_value;
}

void dala_sync() {
  memoryBarrierShared();
  barrier();
}

float dala_load_v_dala_tiles_f32(int dala_i) {
  if (uint(dala_i) >= 2048u) return 0.0;
  return v_dala_tiles_f32[dala_i & 2047];
}

float dala_mul_f32(float a, float b) {
  DALA_PRECISE float c = a * b;
  return c;
}

float dala_add_f32(float a, float b) {
  DALA_PRECISE float c = a + b;
  return c;
}

void dala_store_c(int dala_i, float dala_value) {
  if (uint(dala_i) >= dala_launch[11].x) return;
  uint dala_at = min(uint(dala_i), dala_launch[11].x - 1u);
  c[dala_at] = dala_value;
}

int dala_at_2_s32(int y, int height, int x, int width) {
  if (y < 0 || y >= height || x < 0 || x >= width) {
    return -1;
  }
  return y * width + x;
}

void main() {
  uint dala_cube = gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x;
  if (dala_cube >= dala_launch[1].w) return;
  int CUBE_COUNT_Y = int(dala_launch[1].x);
  int CUBE_COUNT_X = int(dala_launch[0].w);
  int CUBE_POS = int(dala_cube);
  int CUBE_POS_Y = CUBE_POS / CUBE_COUNT_X % CUBE_COUNT_Y;
  int CUBE_POS_X = CUBE_POS % CUBE_COUNT_X;
  int UNIT_POS = int(gl_LocalInvocationIndex);
  int c_shape_0 = int(dala_launch[11].z);
  int a_shape_1 = int(dala_launch[2].w);
  int a_shape_0 = int(dala_launch[2].z);
  int b_shape_0 = int(dala_launch[7].x);
  int b_shape_1 = int(dala_launch[7].y);
  int c_shape_1 = int(dala_launch[11].w);
  float left_0 = 0.0;
  float left_1 = 0.0;
  float left_2 = 0.0;
  float left_3 = 0.0;
  float left_4 = 0.0;
  float left_5 = 0.0;
  float left_6 = 0.0;
  float left_7 = 0.0;
  float right_0 = 0.0;
  float right_1 = 0.0;
  float right_2 = 0.0;
  float right_3 = 0.0;
  float right_4 = 0.0;
  float right_5 = 0.0;
  float right_6 = 0.0;
  float right_7 = 0.0;
  float near_0 = 0.0;
  float near_1 = 0.0;
  float near_2 = 0.0;
  float near_3 = 0.0;
  float near_4 = 0.0;
  float near_5 = 0.0;
  float near_6 = 0.0;
  float near_7 = 0.0;
  float far_0 = 0.0;
  float far_1 = 0.0;
  float far_2 = 0.0;
  float far_3 = 0.0;
  float far_4 = 0.0;
  float far_5 = 0.0;
  float far_6 = 0.0;
  float far_7 = 0.0;
  int y = CUBE_POS_Y * 16;
  int x = CUBE_POS_X * 128 + UNIT_POS / 32 * 32;
  if (y >= c_shape_0) {
    return;
  }
  for (int step_ = 0, step_end = (a_shape_1 + 15) / 16; step_ < step_end; ++step_) {
    int k = step_ * 16;
    int t = y + ((UNIT_POS >> 3) & 3);
    int t_2 = k + (UNIT_POS & 7);
    left_0 = dala_load_a(dala_at_2_s32(t, a_shape_0, t_2, a_shape_1));
    left_1 = dala_load_a(dala_at_2_s32(t, a_shape_0, t_2 + 8, a_shape_1));
    left_2 = dala_load_a(dala_at_2_s32(t + 4, a_shape_0, t_2, a_shape_1));
    left_3 = dala_load_a(dala_at_2_s32(t + 4, a_shape_0, t_2 + 8, a_shape_1));
    left_4 = dala_load_a(dala_at_2_s32(t + 8, a_shape_0, t_2, a_shape_1));
    left_5 = dala_load_a(dala_at_2_s32(t + 8, a_shape_0, t_2 + 8, a_shape_1));
    left_6 = dala_load_a(dala_at_2_s32(t + 12, a_shape_0, t_2, a_shape_1));
    left_7 = dala_load_a(dala_at_2_s32(t + 12, a_shape_0, t_2 + 8, a_shape_1));
    int t_3 = k + ((UNIT_POS >> 3) & 3);
    int t_4 = x + (UNIT_POS & 7);
    right_0 = dala_load_b(dala_at_2_s32(t_3, b_shape_0, t_4, b_shape_1));
    right_1 = dala_load_b(dala_at_2_s32(t_3, b_shape_0, t_4 + 8, b_shape_1));
    right_2 = dala_load_b(dala_at_2_s32(t_3 + 4, b_shape_0, t_4, b_shape_1));
    right_3 = dala_load_b(dala_at_2_s32(t_3 + 4, b_shape_0, t_4 + 8, b_shape_1));
    right_4 = dala_load_b(dala_at_2_s32(t_3 + 8, b_shape_0, t_4, b_shape_1));
    right_5 = dala_load_b(dala_at_2_s32(t_3 + 8, b_shape_0, t_4 + 8, b_shape_1));
    right_6 = dala_load_b(dala_at_2_s32(t_3 + 12, b_shape_0, t_4, b_shape_1));
    right_7 = dala_load_b(dala_at_2_s32(t_3 + 12, b_shape_0, t_4 + 8, b_shape_1));
    int t_5 = UNIT_POS / 32 * 512;
    int t_6 = UNIT_POS & 7;
    int t_7 = t_5 + t_6 * 32 + ((UNIT_POS >> 3) & 3);
    dala_store_v_dala_tiles_f32(t_7, left_0);
    dala_store_v_dala_tiles_f32(t_7 + 256, left_1);
    dala_store_v_dala_tiles_f32(t_7 + 4, left_2);
    dala_store_v_dala_tiles_f32(t_7 + 260, left_3);
    dala_store_v_dala_tiles_f32(t_7 + 8, left_4);
    dala_store_v_dala_tiles_f32(t_7 + 264, left_5);
    dala_store_v_dala_tiles_f32(t_7 + 12, left_6);
    dala_store_v_dala_tiles_f32(t_7 + 268, left_7);
    int t_8 = (UNIT_POS >> 3) & 3;
    int t_9 = t_5 + t_8 * 32 + (UNIT_POS & 7);
    dala_store_v_dala_tiles_f32(t_9 + 16, right_0);
    dala_store_v_dala_tiles_f32(t_9 + 24, right_1);
    dala_store_v_dala_tiles_f32(t_9 + 144, right_2);
    dala_store_v_dala_tiles_f32(t_9 + 152, right_3);
    dala_store_v_dala_tiles_f32(t_9 + 272, right_4);
    dala_store_v_dala_tiles_f32(t_9 + 280, right_5);
    dala_store_v_dala_tiles_f32(t_9 + 400, right_6);
    dala_store_v_dala_tiles_f32(t_9 + 408, right_7);
    dala_sync();
    int t_10 = t_5 + ((UNIT_POS >> 3) & 3);
    int t_11 = t_5 + (UNIT_POS & 7) + 16;
    for (int t_12 = 0; t_12 < 16; ++t_12) {
      float t_13 = dala_load_v_dala_tiles_f32(t_10 + t_12 * 32);
      float t_14 = dala_load_v_dala_tiles_f32(t_11 + t_12 * 32);
      float t_15 = dala_load_v_dala_tiles_f32(t_11 + 8 + t_12 * 32);
      float t_16 = dala_load_v_dala_tiles_f32(t_10 + 4 + t_12 * 32);
      float t_17 = dala_load_v_dala_tiles_f32(t_10 + 8 + t_12 * 32);
      float t_18 = dala_load_v_dala_tiles_f32(t_10 + 12 + t_12 * 32);
      near_0 = dala_add_f32(near_0, dala_mul_f32(t_13, t_14));
      near_1 = dala_add_f32(near_1, dala_mul_f32(t_13, t_15));
      near_2 = dala_add_f32(near_2, dala_mul_f32(t_16, t_14));
      near_3 = dala_add_f32(near_3, dala_mul_f32(t_16, t_15));
      near_4 = dala_add_f32(near_4, dala_mul_f32(t_17, t_14));
      near_5 = dala_add_f32(near_5, dala_mul_f32(t_17, t_15));
      near_6 = dala_add_f32(near_6, dala_mul_f32(t_18, t_14));
      near_7 = dala_add_f32(near_7, dala_mul_f32(t_18, t_15));
    }
    dala_sync();
    int t_19 = x + 16;
    int t_20 = k + ((UNIT_POS >> 3) & 3);
    int t_21 = t_19 + (UNIT_POS & 7);
    right_0 = dala_load_b(dala_at_2_s32(t_20, b_shape_0, t_21, b_shape_1));
    right_1 = dala_load_b(dala_at_2_s32(t_20, b_shape_0, t_21 + 8, b_shape_1));
    right_2 = dala_load_b(dala_at_2_s32(t_20 + 4, b_shape_0, t_21, b_shape_1));
    right_3 = dala_load_b(dala_at_2_s32(t_20 + 4, b_shape_0, t_21 + 8, b_shape_1));
    right_4 = dala_load_b(dala_at_2_s32(t_20 + 8, b_shape_0, t_21, b_shape_1));
    right_5 = dala_load_b(dala_at_2_s32(t_20 + 8, b_shape_0, t_21 + 8, b_shape_1));
    right_6 = dala_load_b(dala_at_2_s32(t_20 + 12, b_shape_0, t_21, b_shape_1));
    right_7 = dala_load_b(dala_at_2_s32(t_20 + 12, b_shape_0, t_21 + 8, b_shape_1));
    int t_22 = UNIT_POS / 32 * 512;
    int t_23 = UNIT_POS & 7;
    int t_24 = t_22 + t_23 * 32 + ((UNIT_POS >> 3) & 3);
    dala_store_v_dala_tiles_f32(t_24, left_0);
    dala_store_v_dala_tiles_f32(t_24 + 256, left_1);
    dala_store_v_dala_tiles_f32(t_24 + 4, left_2);
    dala_store_v_dala_tiles_f32(t_24 + 260, left_3);
    dala_store_v_dala_tiles_f32(t_24 + 8, left_4);
    dala_store_v_dala_tiles_f32(t_24 + 264, left_5);
    dala_store_v_dala_tiles_f32(t_24 + 12, left_6);
    dala_store_v_dala_tiles_f32(t_24 + 268, left_7);
    int t_25 = (UNIT_POS >> 3) & 3;
    int t_26 = t_22 + t_25 * 32 + (UNIT_POS & 7);
    dala_store_v_dala_tiles_f32(t_26 + 16, right_0);
    dala_store_v_dala_tiles_f32(t_26 + 24, right_1);
    dala_store_v_dala_tiles_f32(t_26 + 144, right_2);
    dala_store_v_dala_tiles_f32(t_26 + 152, right_3);
    dala_store_v_dala_tiles_f32(t_26 + 272, right_4);
    dala_store_v_dala_tiles_f32(t_26 + 280, right_5);
    dala_store_v_dala_tiles_f32(t_26 + 400, right_6);
    dala_store_v_dala_tiles_f32(t_26 + 408, right_7);
    dala_sync();
    int t_27 = t_22 + ((UNIT_POS >> 3) & 3);
    int t_28 = t_22 + (UNIT_POS & 7) + 16;
    for (int t_29 = 0; t_29 < 16; ++t_29) {
      float t_30 = dala_load_v_dala_tiles_f32(t_27 + t_29 * 32);
      float t_31 = dala_load_v_dala_tiles_f32(t_28 + t_29 * 32);
      float t_32 = dala_load_v_dala_tiles_f32(t_28 + 8 + t_29 * 32);
      float t_33 = dala_load_v_dala_tiles_f32(t_27 + 4 + t_29 * 32);
      float t_34 = dala_load_v_dala_tiles_f32(t_27 + 8 + t_29 * 32);
      float t_35 = dala_load_v_dala_tiles_f32(t_27 + 12 + t_29 * 32);
      far_0 = dala_add_f32(far_0, dala_mul_f32(t_30, t_31));
      far_1 = dala_add_f32(far_1, dala_mul_f32(t_30, t_32));
      far_2 = dala_add_f32(far_2, dala_mul_f32(t_33, t_31));
      far_3 = dala_add_f32(far_3, dala_mul_f32(t_33, t_32));
      far_4 = dala_add_f32(far_4, dala_mul_f32(t_34, t_31));
      far_5 = dala_add_f32(far_5, dala_mul_f32(t_34, t_32));
      far_6 = dala_add_f32(far_6, dala_mul_f32(t_35, t_31));
      far_7 = dala_add_f32(far_7, dala_mul_f32(t_35, t_32));
    }
    dala_sync();
  }
  int t_36 = y + ((UNIT_POS >> 3) & 3);
  int t_37 = x + (UNIT_POS & 7);
  dala_store_c(dala_at_2_s32(t_36, c_shape_0, t_37, c_shape_1), near_0);
  dala_store_c(dala_at_2_s32(t_36, c_shape_0, t_37 + 8, c_shape_1), near_1);
  dala_store_c(dala_at_2_s32(t_36 + 4, c_shape_0, t_37, c_shape_1), near_2);
  dala_store_c(dala_at_2_s32(t_36 + 4, c_shape_0, t_37 + 8, c_shape_1), near_3);
  dala_store_c(dala_at_2_s32(t_36 + 8, c_shape_0, t_37, c_shape_1), near_4);
  dala_store_c(dala_at_2_s32(t_36 + 8, c_shape_0, t_37 + 8, c_shape_1), near_5);
  dala_store_c(dala_at_2_s32(t_36 + 12, c_shape_0, t_37, c_shape_1), near_6);
  dala_store_c(dala_at_2_s32(t_36 + 12, c_shape_0, t_37 + 8, c_shape_1), near_7);
  int t_38 = x + 16;
  int t_39 = y + ((UNIT_POS >> 3) & 3);
  int t_40 = t_38 + (UNIT_POS & 7);
  dala_store_c(dala_at_2_s32(t_39, c_shape_0, t_40, c_shape_1), far_0);
  dala_store_c(dala_at_2_s32(t_39, c_shape_0, t_40 + 8, c_shape_1), far_1);
  dala_store_c(dala_at_2_s32(t_39 + 4, c_shape_0, t_40, c_shape_1), far_2);
  dala_store_c(dala_at_2_s32(t_39 + 4, c_shape_0, t_40 + 8, c_shape_1), far_3);
  dala_store_c(dala_at_2_s32(t_39 + 8, c_shape_0, t_40, c_shape_1), far_4);
  dala_store_c(dala_at_2_s32(t_39 + 8, c_shape_0, t_40 + 8, c_shape_1), far_5);
  dala_store_c(dala_at_2_s32(t_39 + 12, c_shape_0, t_40, c_shape_1), far_6);
  dala_store_c(dala_at_2_s32(t_39 + 12, c_shape_0, t_40 + 8, c_shape_1), far_7);
}
