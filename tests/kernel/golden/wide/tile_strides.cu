namespace dala_kernel {

typedef long long s64;
typedef unsigned long long u64;
typedef unsigned int u32;
struct dala_words {
  u32 at[128];
};

__device__ inline s64 dala_at_2_s64(s64 y, s64 height, s64 x, s64 width) {
  if (y < 0ll || y >= height || x < 0ll || x >= width) {
    return -1ll;
  }
  return s64(u64(y) * u64(width) + u64(x));
}

__device__ inline float dala_load_a(const float* a, s64 a_2, s64 b_2) {
  if (a_2 >= 0ll && a_2 < b_2) {
    return a[a_2];
  }
  return 0.0f;
}

__device__ inline float dala_load_b(const float* b, s64 a_2, s64 b_2) {
  if (a_2 >= 0ll && a_2 < b_2) {
    return b[a_2];
  }
  return 0.0f;
}

__device__ inline float dala_load_dala_tiles_f32(const float* v_dala_tiles_f32, int a_2) {
  if (u32(a_2) < 512u) {
    return v_dala_tiles_f32[a_2];
  }
  return 0.0f;
}

extern "C" __global__ void __launch_bounds__(32) tile_strides(const float* a, const float* b, float* output, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  __shared__ float part[256];
  __shared__ float v_dala_tiles_f32[512];
  s64 cube = s64(u64(s64(blockIdx.y)) * u64(1073741824ll) + u64(s64(blockIdx.x)));
  if (cube >= (s64(u64(s64(dala_launch[15])) << u64(32ll)) | s64(dala_launch[14]))) {
    return;
  }
  int rows = int(dala_launch[124]);
  int width = int(dala_launch[126]);
  int UNIT_POS = int(threadIdx.x);
  s64 a_len = s64(u64(s64(dala_launch[17])) << u64(32ll)) | s64(dala_launch[16]);
  s64 CUBE_POS = cube;
  s64 b_shape_0 = s64(u64(s64(dala_launch[57])) << u64(32ll)) | s64(dala_launch[56]);
  s64 b_shape_1 = s64(u64(s64(dala_launch[59])) << u64(32ll)) | s64(dala_launch[58]);
  s64 b_len = s64(u64(s64(dala_launch[53])) << u64(32ll)) | s64(dala_launch[52]);
  s64 output_len = s64(u64(s64(dala_launch[89])) << u64(32ll)) | s64(dala_launch[88]);
  int t_56 = UNIT_POS;
  while (t_56 < 256) {
    part[t_56] = 0.0f;
    t_56 = int(u32(t_56) + 32u);
  }
  __syncthreads();
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
  float sum_0 = 0.0f;
  float sum_1 = 0.0f;
  float sum_2 = 0.0f;
  float sum_3 = 0.0f;
  float sum_4 = 0.0f;
  float sum_5 = 0.0f;
  float sum_6 = 0.0f;
  float sum_7 = 0.0f;
  s64 t = s64(u64(s64(rows)) * u64(s64(width)));
  s64 t_2 = s64(u64(s64(rows)) * u64(s64(width)));
  s64 t_3 = s64(u64(t) + u64(s64(UNIT_POS & 7)) + u64(s64((UNIT_POS >> 3) & 3)) * u64(t_2));
  left_0 = dala_load_a(a, t_3, a_len);
  left_1 = dala_load_a(a, s64(u64(t_3) + u64(8ll)), a_len);
  left_2 = dala_load_a(a, s64(u64(t_3) + u64(t_2) * u64(4ll)), a_len);
  left_3 = dala_load_a(a, s64(u64(t_3) + u64(t_2) * u64(4ll) + u64(8ll)), a_len);
  left_4 = dala_load_a(a, s64(u64(t_3) + u64(t_2) * u64(8ll)), a_len);
  left_5 = dala_load_a(a, s64(u64(t_3) + u64(t_2) * u64(8ll) + u64(8ll)), a_len);
  left_6 = dala_load_a(a, s64(u64(t_3) + u64(t_2) * u64(12ll)), a_len);
  left_7 = dala_load_a(a, s64(u64(t_3) + u64(t_2) * u64(12ll) + u64(8ll)), a_len);
  s64 t_4 = s64(u64(CUBE_POS) * u64(16ll));
  s64 t_5 = s64(u64(s64(rows)) + u64(s64(width)));
  s64 t_6 = s64(u64(t_4) + u64(s64((UNIT_POS >> 3) & 3)));
  s64 t_7 = s64(u64(t_5) + u64(s64(UNIT_POS & 7)));
  right_0 = dala_load_b(b, dala_at_2_s64(t_6, b_shape_0, t_7, b_shape_1), b_len);
  right_1 = dala_load_b(b, dala_at_2_s64(t_6, b_shape_0, s64(u64(t_7) + u64(8ll)), b_shape_1), b_len);
  right_2 = dala_load_b(b, dala_at_2_s64(s64(u64(t_6) + u64(4ll)), b_shape_0, t_7, b_shape_1), b_len);
  right_3 = dala_load_b(b, dala_at_2_s64(s64(u64(t_6) + u64(4ll)), b_shape_0, s64(u64(t_7) + u64(8ll)), b_shape_1), b_len);
  right_4 = dala_load_b(b, dala_at_2_s64(s64(u64(t_6) + u64(8ll)), b_shape_0, t_7, b_shape_1), b_len);
  right_5 = dala_load_b(b, dala_at_2_s64(s64(u64(t_6) + u64(8ll)), b_shape_0, s64(u64(t_7) + u64(8ll)), b_shape_1), b_len);
  right_6 = dala_load_b(b, dala_at_2_s64(s64(u64(t_6) + u64(12ll)), b_shape_0, t_7, b_shape_1), b_len);
  right_7 = dala_load_b(b, dala_at_2_s64(s64(u64(t_6) + u64(12ll)), b_shape_0, s64(u64(t_7) + u64(8ll)), b_shape_1), b_len);
  int t_8 = int(u32(UNIT_POS / 32) * 512u);
  int t_9 = UNIT_POS & 7;
  int t_10 = int(u32(t_8) + u32(t_9) * 32u + u32((UNIT_POS >> 3) & 3));
  if (u32(t_10) < 512u) {
    v_dala_tiles_f32[t_10] = left_0;
  }
  int t_27 = int(u32(t_10) + 256u);
  if (u32(t_27) < 512u) {
    v_dala_tiles_f32[t_27] = left_1;
  }
  int t_28 = int(u32(t_10) + 4u);
  if (u32(t_28) < 512u) {
    v_dala_tiles_f32[t_28] = left_2;
  }
  int t_29 = int(u32(t_10) + 260u);
  if (u32(t_29) < 512u) {
    v_dala_tiles_f32[t_29] = left_3;
  }
  int t_30 = int(u32(t_10) + 8u);
  if (u32(t_30) < 512u) {
    v_dala_tiles_f32[t_30] = left_4;
  }
  int t_31 = int(u32(t_10) + 264u);
  if (u32(t_31) < 512u) {
    v_dala_tiles_f32[t_31] = left_5;
  }
  int t_32 = int(u32(t_10) + 12u);
  if (u32(t_32) < 512u) {
    v_dala_tiles_f32[t_32] = left_6;
  }
  int t_33 = int(u32(t_10) + 268u);
  if (u32(t_33) < 512u) {
    v_dala_tiles_f32[t_33] = left_7;
  }
  int t_11 = (UNIT_POS >> 3) & 3;
  int t_12 = int(u32(t_8) + u32(t_11) * 32u + u32(UNIT_POS & 7));
  int t_34 = int(u32(t_12) + 16u);
  if (u32(t_34) < 512u) {
    v_dala_tiles_f32[t_34] = right_0;
  }
  int t_35 = int(u32(t_12) + 24u);
  if (u32(t_35) < 512u) {
    v_dala_tiles_f32[t_35] = right_1;
  }
  int t_36 = int(u32(t_12) + 144u);
  if (u32(t_36) < 512u) {
    v_dala_tiles_f32[t_36] = right_2;
  }
  int t_37 = int(u32(t_12) + 152u);
  if (u32(t_37) < 512u) {
    v_dala_tiles_f32[t_37] = right_3;
  }
  int t_38 = int(u32(t_12) + 272u);
  if (u32(t_38) < 512u) {
    v_dala_tiles_f32[t_38] = right_4;
  }
  int t_39 = int(u32(t_12) + 280u);
  if (u32(t_39) < 512u) {
    v_dala_tiles_f32[t_39] = right_5;
  }
  int t_40 = int(u32(t_12) + 400u);
  if (u32(t_40) < 512u) {
    v_dala_tiles_f32[t_40] = right_6;
  }
  int t_41 = int(u32(t_12) + 408u);
  if (u32(t_41) < 512u) {
    v_dala_tiles_f32[t_41] = right_7;
  }
  __syncthreads();
  int t_13 = int(u32(t_8) + u32((UNIT_POS >> 3) & 3));
  int t_14 = int(u32(t_8) + u32(UNIT_POS & 7) + 16u);
  for (int t_15 = 0; t_15 < 16; ++t_15) {
    float t_16 = dala_load_dala_tiles_f32(v_dala_tiles_f32, int(u32(t_13) + u32(t_15) * 32u));
    float t_17 = dala_load_dala_tiles_f32(v_dala_tiles_f32, int(u32(t_14) + u32(t_15) * 32u));
    float t_18 = dala_load_dala_tiles_f32(v_dala_tiles_f32, int(u32(t_14) + 8u + u32(t_15) * 32u));
    float t_19 = dala_load_dala_tiles_f32(v_dala_tiles_f32, int(u32(t_13) + 4u + u32(t_15) * 32u));
    float t_20 = dala_load_dala_tiles_f32(v_dala_tiles_f32, int(u32(t_13) + 8u + u32(t_15) * 32u));
    float t_21 = dala_load_dala_tiles_f32(v_dala_tiles_f32, int(u32(t_13) + 12u + u32(t_15) * 32u));
    sum_0 = sum_0 + t_16 * t_17;
    sum_1 = sum_1 + t_16 * t_18;
    sum_2 = sum_2 + t_19 * t_17;
    sum_3 = sum_3 + t_19 * t_18;
    sum_4 = sum_4 + t_20 * t_17;
    sum_5 = sum_5 + t_20 * t_18;
    sum_6 = sum_6 + t_21 * t_17;
    sum_7 = sum_7 + t_21 * t_18;
  }
  __syncthreads();
  int t_22 = int(u32(rows) * 2u);
  int t_23 = int(u32(width) * 2u);
  int t_24 = int(u32(t_22) + u32(UNIT_POS & 7) + u32((UNIT_POS >> 3) & 3) * u32(t_23));
  if (u32(t_24) < 256u) {
    part[t_24] = sum_0;
  }
  int t_42 = int(u32(t_24) + 8u);
  if (u32(t_42) < 256u) {
    part[t_42] = sum_1;
  }
  int t_43 = int(u32(t_24) + u32(t_23) * 4u);
  if (u32(t_43) < 256u) {
    part[t_43] = sum_2;
  }
  int t_44 = int(u32(t_24) + u32(t_23) * 4u + 8u);
  if (u32(t_44) < 256u) {
    part[t_44] = sum_3;
  }
  int t_45 = int(u32(t_24) + u32(t_23) * 8u);
  if (u32(t_45) < 256u) {
    part[t_45] = sum_4;
  }
  int t_46 = int(u32(t_24) + u32(t_23) * 8u + 8u);
  if (u32(t_46) < 256u) {
    part[t_46] = sum_5;
  }
  int t_47 = int(u32(t_24) + u32(t_23) * 12u);
  if (u32(t_47) < 256u) {
    part[t_47] = sum_6;
  }
  int t_48 = int(u32(t_24) + u32(t_23) * 12u + 8u);
  if (u32(t_48) < 256u) {
    part[t_48] = sum_7;
  }
  s64 t_25 = s64(u64(CUBE_POS) * u64(256ll));
  s64 t_26 = s64(u64(t_25) + u64(s64(UNIT_POS & 7)) + u64(s64((UNIT_POS >> 3) & 3)) * u64(16ll));
  if (t_26 >= 0ll && t_26 < output_len) {
    output[t_26] = sum_0;
  }
  s64 t_49 = s64(u64(t_26) + u64(8ll));
  if (t_49 >= 0ll && t_49 < output_len) {
    output[t_49] = sum_1;
  }
  s64 t_50 = s64(u64(t_26) + u64(64ll));
  if (t_50 >= 0ll && t_50 < output_len) {
    output[t_50] = sum_2;
  }
  s64 t_51 = s64(u64(t_26) + u64(64ll) + u64(8ll));
  if (t_51 >= 0ll && t_51 < output_len) {
    output[t_51] = sum_3;
  }
  s64 t_52 = s64(u64(t_26) + u64(128ll));
  if (t_52 >= 0ll && t_52 < output_len) {
    output[t_52] = sum_4;
  }
  s64 t_53 = s64(u64(t_26) + u64(128ll) + u64(8ll));
  if (t_53 >= 0ll && t_53 < output_len) {
    output[t_53] = sum_5;
  }
  s64 t_54 = s64(u64(t_26) + u64(192ll));
  if (t_54 >= 0ll && t_54 < output_len) {
    output[t_54] = sum_6;
  }
  s64 t_55 = s64(u64(t_26) + u64(192ll) + u64(8ll));
  if (t_55 >= 0ll && t_55 < output_len) {
    output[t_55] = sum_7;
  }
}

}  // namespace dala_kernel
