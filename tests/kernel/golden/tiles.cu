namespace dala_kernel {

typedef unsigned int u32;
struct dala_words {
  u32 at[62];
};

__device__ inline int dala_at_2_s32(int y, int height, int x, int width) {
  if (y < 0 || y >= height || x < 0 || x >= width) {
    return -1;
  }
  return int(u32(y) * u32(width) + u32(x));
}

__device__ inline float dala_load_a(const float* a, int a_2, int b_2) {
  if (u32(a_2) < u32(b_2)) {
    return a[a_2];
  }
  return 0.0f;
}

__device__ inline float dala_load_b(const float* b, int a_2, int b_2) {
  if (u32(a_2) < u32(b_2)) {
    return b[a_2];
  }
  return 0.0f;
}

__device__ inline float dala_load_dala_tiles_f32(const float* v_dala_tiles_f32, int a_2) {
  if (u32(a_2) < 2048u) {
    return v_dala_tiles_f32[a_2];
  }
  return 0.0f;
}

extern "C" __global__ void __launch_bounds__(128) matrix_product(const float* a, const float* b, float* c, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  __shared__ float v_dala_tiles_f32[2048];
  u32 cube = blockIdx.y * 65535u + blockIdx.x;
  if (cube >= dala_launch[7]) {
    return;
  }
  int CUBE_POS = int(cube);
  int CUBE_COUNT_X = int(dala_launch[3]);
  int CUBE_COUNT_Y = int(dala_launch[4]);
  int CUBE_POS_Y = CUBE_POS / CUBE_COUNT_X % CUBE_COUNT_Y;
  int CUBE_POS_X = CUBE_POS % CUBE_COUNT_X;
  int UNIT_POS = int(threadIdx.x);
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
    left_0 = dala_load_a(a, dala_at_2_s32(t, a_shape_0, t_2, a_shape_1), a_len);
    left_1 = dala_load_a(a, dala_at_2_s32(t, a_shape_0, int(u32(t_2) + 8u), a_shape_1), a_len);
    left_2 = dala_load_a(a, dala_at_2_s32(int(u32(t) + 4u), a_shape_0, t_2, a_shape_1), a_len);
    left_3 = dala_load_a(a, dala_at_2_s32(int(u32(t) + 4u), a_shape_0, int(u32(t_2) + 8u), a_shape_1), a_len);
    left_4 = dala_load_a(a, dala_at_2_s32(int(u32(t) + 8u), a_shape_0, t_2, a_shape_1), a_len);
    left_5 = dala_load_a(a, dala_at_2_s32(int(u32(t) + 8u), a_shape_0, int(u32(t_2) + 8u), a_shape_1), a_len);
    left_6 = dala_load_a(a, dala_at_2_s32(int(u32(t) + 12u), a_shape_0, t_2, a_shape_1), a_len);
    left_7 = dala_load_a(a, dala_at_2_s32(int(u32(t) + 12u), a_shape_0, int(u32(t_2) + 8u), a_shape_1), a_len);
    int t_3 = int(u32(k) + u32((UNIT_POS >> 3) & 3));
    int t_4 = int(u32(x) + u32(UNIT_POS & 7));
    right_0 = dala_load_b(b, dala_at_2_s32(t_3, b_shape_0, t_4, b_shape_1), b_len);
    right_1 = dala_load_b(b, dala_at_2_s32(t_3, b_shape_0, int(u32(t_4) + 8u), b_shape_1), b_len);
    right_2 = dala_load_b(b, dala_at_2_s32(int(u32(t_3) + 4u), b_shape_0, t_4, b_shape_1), b_len);
    right_3 = dala_load_b(b, dala_at_2_s32(int(u32(t_3) + 4u), b_shape_0, int(u32(t_4) + 8u), b_shape_1), b_len);
    right_4 = dala_load_b(b, dala_at_2_s32(int(u32(t_3) + 8u), b_shape_0, t_4, b_shape_1), b_len);
    right_5 = dala_load_b(b, dala_at_2_s32(int(u32(t_3) + 8u), b_shape_0, int(u32(t_4) + 8u), b_shape_1), b_len);
    right_6 = dala_load_b(b, dala_at_2_s32(int(u32(t_3) + 12u), b_shape_0, t_4, b_shape_1), b_len);
    right_7 = dala_load_b(b, dala_at_2_s32(int(u32(t_3) + 12u), b_shape_0, int(u32(t_4) + 8u), b_shape_1), b_len);
    int t_5 = int(u32(UNIT_POS / 32) * 512u);
    int t_6 = UNIT_POS & 7;
    int t_7 = int(u32(t_5) + u32(t_6) * 32u + u32((UNIT_POS >> 3) & 3));
    if (u32(t_7) < 2048u) {
      v_dala_tiles_f32[t_7] = left_0;
    }
    int t_41 = int(u32(t_7) + 256u);
    if (u32(t_41) < 2048u) {
      v_dala_tiles_f32[t_41] = left_1;
    }
    int t_42 = int(u32(t_7) + 4u);
    if (u32(t_42) < 2048u) {
      v_dala_tiles_f32[t_42] = left_2;
    }
    int t_43 = int(u32(t_7) + 260u);
    if (u32(t_43) < 2048u) {
      v_dala_tiles_f32[t_43] = left_3;
    }
    int t_44 = int(u32(t_7) + 8u);
    if (u32(t_44) < 2048u) {
      v_dala_tiles_f32[t_44] = left_4;
    }
    int t_45 = int(u32(t_7) + 264u);
    if (u32(t_45) < 2048u) {
      v_dala_tiles_f32[t_45] = left_5;
    }
    int t_46 = int(u32(t_7) + 12u);
    if (u32(t_46) < 2048u) {
      v_dala_tiles_f32[t_46] = left_6;
    }
    int t_47 = int(u32(t_7) + 268u);
    if (u32(t_47) < 2048u) {
      v_dala_tiles_f32[t_47] = left_7;
    }
    int t_8 = (UNIT_POS >> 3) & 3;
    int t_9 = int(u32(t_5) + u32(t_8) * 32u + u32(UNIT_POS & 7));
    int t_48 = int(u32(t_9) + 16u);
    if (u32(t_48) < 2048u) {
      v_dala_tiles_f32[t_48] = right_0;
    }
    int t_49 = int(u32(t_9) + 24u);
    if (u32(t_49) < 2048u) {
      v_dala_tiles_f32[t_49] = right_1;
    }
    int t_50 = int(u32(t_9) + 144u);
    if (u32(t_50) < 2048u) {
      v_dala_tiles_f32[t_50] = right_2;
    }
    int t_51 = int(u32(t_9) + 152u);
    if (u32(t_51) < 2048u) {
      v_dala_tiles_f32[t_51] = right_3;
    }
    int t_52 = int(u32(t_9) + 272u);
    if (u32(t_52) < 2048u) {
      v_dala_tiles_f32[t_52] = right_4;
    }
    int t_53 = int(u32(t_9) + 280u);
    if (u32(t_53) < 2048u) {
      v_dala_tiles_f32[t_53] = right_5;
    }
    int t_54 = int(u32(t_9) + 400u);
    if (u32(t_54) < 2048u) {
      v_dala_tiles_f32[t_54] = right_6;
    }
    int t_55 = int(u32(t_9) + 408u);
    if (u32(t_55) < 2048u) {
      v_dala_tiles_f32[t_55] = right_7;
    }
    __syncthreads();
    int t_10 = int(u32(t_5) + u32((UNIT_POS >> 3) & 3));
    int t_11 = int(u32(t_5) + u32(UNIT_POS & 7) + 16u);
    for (int t_12 = 0; t_12 < 16; ++t_12) {
      float t_13 = dala_load_dala_tiles_f32(v_dala_tiles_f32, int(u32(t_10) + u32(t_12) * 32u));
      float t_14 = dala_load_dala_tiles_f32(v_dala_tiles_f32, int(u32(t_11) + u32(t_12) * 32u));
      float t_15 = dala_load_dala_tiles_f32(v_dala_tiles_f32, int(u32(t_11) + 8u + u32(t_12) * 32u));
      float t_16 = dala_load_dala_tiles_f32(v_dala_tiles_f32, int(u32(t_10) + 4u + u32(t_12) * 32u));
      float t_17 = dala_load_dala_tiles_f32(v_dala_tiles_f32, int(u32(t_10) + 8u + u32(t_12) * 32u));
      float t_18 = dala_load_dala_tiles_f32(v_dala_tiles_f32, int(u32(t_10) + 12u + u32(t_12) * 32u));
      near_0 = near_0 + t_13 * t_14;
      near_1 = near_1 + t_13 * t_15;
      near_2 = near_2 + t_16 * t_14;
      near_3 = near_3 + t_16 * t_15;
      near_4 = near_4 + t_17 * t_14;
      near_5 = near_5 + t_17 * t_15;
      near_6 = near_6 + t_18 * t_14;
      near_7 = near_7 + t_18 * t_15;
    }
    __syncthreads();
    int t_19 = int(u32(x) + 16u);
    int t_20 = int(u32(k) + u32((UNIT_POS >> 3) & 3));
    int t_21 = int(u32(t_19) + u32(UNIT_POS & 7));
    right_0 = dala_load_b(b, dala_at_2_s32(t_20, b_shape_0, t_21, b_shape_1), b_len);
    right_1 = dala_load_b(b, dala_at_2_s32(t_20, b_shape_0, int(u32(t_21) + 8u), b_shape_1), b_len);
    right_2 = dala_load_b(b, dala_at_2_s32(int(u32(t_20) + 4u), b_shape_0, t_21, b_shape_1), b_len);
    right_3 = dala_load_b(b, dala_at_2_s32(int(u32(t_20) + 4u), b_shape_0, int(u32(t_21) + 8u), b_shape_1), b_len);
    right_4 = dala_load_b(b, dala_at_2_s32(int(u32(t_20) + 8u), b_shape_0, t_21, b_shape_1), b_len);
    right_5 = dala_load_b(b, dala_at_2_s32(int(u32(t_20) + 8u), b_shape_0, int(u32(t_21) + 8u), b_shape_1), b_len);
    right_6 = dala_load_b(b, dala_at_2_s32(int(u32(t_20) + 12u), b_shape_0, t_21, b_shape_1), b_len);
    right_7 = dala_load_b(b, dala_at_2_s32(int(u32(t_20) + 12u), b_shape_0, int(u32(t_21) + 8u), b_shape_1), b_len);
    int t_22 = int(u32(UNIT_POS / 32) * 512u);
    int t_23 = UNIT_POS & 7;
    int t_24 = int(u32(t_22) + u32(t_23) * 32u + u32((UNIT_POS >> 3) & 3));
    if (u32(t_24) < 2048u) {
      v_dala_tiles_f32[t_24] = left_0;
    }
    int t_56 = int(u32(t_24) + 256u);
    if (u32(t_56) < 2048u) {
      v_dala_tiles_f32[t_56] = left_1;
    }
    int t_57 = int(u32(t_24) + 4u);
    if (u32(t_57) < 2048u) {
      v_dala_tiles_f32[t_57] = left_2;
    }
    int t_58 = int(u32(t_24) + 260u);
    if (u32(t_58) < 2048u) {
      v_dala_tiles_f32[t_58] = left_3;
    }
    int t_59 = int(u32(t_24) + 8u);
    if (u32(t_59) < 2048u) {
      v_dala_tiles_f32[t_59] = left_4;
    }
    int t_60 = int(u32(t_24) + 264u);
    if (u32(t_60) < 2048u) {
      v_dala_tiles_f32[t_60] = left_5;
    }
    int t_61 = int(u32(t_24) + 12u);
    if (u32(t_61) < 2048u) {
      v_dala_tiles_f32[t_61] = left_6;
    }
    int t_62 = int(u32(t_24) + 268u);
    if (u32(t_62) < 2048u) {
      v_dala_tiles_f32[t_62] = left_7;
    }
    int t_25 = (UNIT_POS >> 3) & 3;
    int t_26 = int(u32(t_22) + u32(t_25) * 32u + u32(UNIT_POS & 7));
    int t_63 = int(u32(t_26) + 16u);
    if (u32(t_63) < 2048u) {
      v_dala_tiles_f32[t_63] = right_0;
    }
    int t_64 = int(u32(t_26) + 24u);
    if (u32(t_64) < 2048u) {
      v_dala_tiles_f32[t_64] = right_1;
    }
    int t_65 = int(u32(t_26) + 144u);
    if (u32(t_65) < 2048u) {
      v_dala_tiles_f32[t_65] = right_2;
    }
    int t_66 = int(u32(t_26) + 152u);
    if (u32(t_66) < 2048u) {
      v_dala_tiles_f32[t_66] = right_3;
    }
    int t_67 = int(u32(t_26) + 272u);
    if (u32(t_67) < 2048u) {
      v_dala_tiles_f32[t_67] = right_4;
    }
    int t_68 = int(u32(t_26) + 280u);
    if (u32(t_68) < 2048u) {
      v_dala_tiles_f32[t_68] = right_5;
    }
    int t_69 = int(u32(t_26) + 400u);
    if (u32(t_69) < 2048u) {
      v_dala_tiles_f32[t_69] = right_6;
    }
    int t_70 = int(u32(t_26) + 408u);
    if (u32(t_70) < 2048u) {
      v_dala_tiles_f32[t_70] = right_7;
    }
    __syncthreads();
    int t_27 = int(u32(t_22) + u32((UNIT_POS >> 3) & 3));
    int t_28 = int(u32(t_22) + u32(UNIT_POS & 7) + 16u);
    for (int t_29 = 0; t_29 < 16; ++t_29) {
      float t_30 = dala_load_dala_tiles_f32(v_dala_tiles_f32, int(u32(t_27) + u32(t_29) * 32u));
      float t_31 = dala_load_dala_tiles_f32(v_dala_tiles_f32, int(u32(t_28) + u32(t_29) * 32u));
      float t_32 = dala_load_dala_tiles_f32(v_dala_tiles_f32, int(u32(t_28) + 8u + u32(t_29) * 32u));
      float t_33 = dala_load_dala_tiles_f32(v_dala_tiles_f32, int(u32(t_27) + 4u + u32(t_29) * 32u));
      float t_34 = dala_load_dala_tiles_f32(v_dala_tiles_f32, int(u32(t_27) + 8u + u32(t_29) * 32u));
      float t_35 = dala_load_dala_tiles_f32(v_dala_tiles_f32, int(u32(t_27) + 12u + u32(t_29) * 32u));
      far_0 = far_0 + t_30 * t_31;
      far_1 = far_1 + t_30 * t_32;
      far_2 = far_2 + t_33 * t_31;
      far_3 = far_3 + t_33 * t_32;
      far_4 = far_4 + t_34 * t_31;
      far_5 = far_5 + t_34 * t_32;
      far_6 = far_6 + t_35 * t_31;
      far_7 = far_7 + t_35 * t_32;
    }
    __syncthreads();
  }
  int t_36 = int(u32(y) + u32((UNIT_POS >> 3) & 3));
  int t_37 = int(u32(x) + u32(UNIT_POS & 7));
  int t_71 = dala_at_2_s32(t_36, c_shape_0, t_37, c_shape_1);
  if (u32(t_71) < u32(c_len)) {
    c[t_71] = near_0;
  }
  int t_72 = dala_at_2_s32(t_36, c_shape_0, int(u32(t_37) + 8u), c_shape_1);
  if (u32(t_72) < u32(c_len)) {
    c[t_72] = near_1;
  }
  int t_73 = dala_at_2_s32(int(u32(t_36) + 4u), c_shape_0, t_37, c_shape_1);
  if (u32(t_73) < u32(c_len)) {
    c[t_73] = near_2;
  }
  int t_74 = dala_at_2_s32(int(u32(t_36) + 4u), c_shape_0, int(u32(t_37) + 8u), c_shape_1);
  if (u32(t_74) < u32(c_len)) {
    c[t_74] = near_3;
  }
  int t_75 = dala_at_2_s32(int(u32(t_36) + 8u), c_shape_0, t_37, c_shape_1);
  if (u32(t_75) < u32(c_len)) {
    c[t_75] = near_4;
  }
  int t_76 = dala_at_2_s32(int(u32(t_36) + 8u), c_shape_0, int(u32(t_37) + 8u), c_shape_1);
  if (u32(t_76) < u32(c_len)) {
    c[t_76] = near_5;
  }
  int t_77 = dala_at_2_s32(int(u32(t_36) + 12u), c_shape_0, t_37, c_shape_1);
  if (u32(t_77) < u32(c_len)) {
    c[t_77] = near_6;
  }
  int t_78 = dala_at_2_s32(int(u32(t_36) + 12u), c_shape_0, int(u32(t_37) + 8u), c_shape_1);
  if (u32(t_78) < u32(c_len)) {
    c[t_78] = near_7;
  }
  int t_38 = int(u32(x) + 16u);
  int t_39 = int(u32(y) + u32((UNIT_POS >> 3) & 3));
  int t_40 = int(u32(t_38) + u32(UNIT_POS & 7));
  int t_79 = dala_at_2_s32(t_39, c_shape_0, t_40, c_shape_1);
  if (u32(t_79) < u32(c_len)) {
    c[t_79] = far_0;
  }
  int t_80 = dala_at_2_s32(t_39, c_shape_0, int(u32(t_40) + 8u), c_shape_1);
  if (u32(t_80) < u32(c_len)) {
    c[t_80] = far_1;
  }
  int t_81 = dala_at_2_s32(int(u32(t_39) + 4u), c_shape_0, t_40, c_shape_1);
  if (u32(t_81) < u32(c_len)) {
    c[t_81] = far_2;
  }
  int t_82 = dala_at_2_s32(int(u32(t_39) + 4u), c_shape_0, int(u32(t_40) + 8u), c_shape_1);
  if (u32(t_82) < u32(c_len)) {
    c[t_82] = far_3;
  }
  int t_83 = dala_at_2_s32(int(u32(t_39) + 8u), c_shape_0, t_40, c_shape_1);
  if (u32(t_83) < u32(c_len)) {
    c[t_83] = far_4;
  }
  int t_84 = dala_at_2_s32(int(u32(t_39) + 8u), c_shape_0, int(u32(t_40) + 8u), c_shape_1);
  if (u32(t_84) < u32(c_len)) {
    c[t_84] = far_5;
  }
  int t_85 = dala_at_2_s32(int(u32(t_39) + 12u), c_shape_0, t_40, c_shape_1);
  if (u32(t_85) < u32(c_len)) {
    c[t_85] = far_6;
  }
  int t_86 = dala_at_2_s32(int(u32(t_39) + 12u), c_shape_0, int(u32(t_40) + 8u), c_shape_1);
  if (u32(t_86) < u32(c_len)) {
    c[t_86] = far_7;
  }
}

}  // namespace dala_kernel
