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

void dala_sync() {
  memoryBarrierShared();
  barrier();
}

float dala_mul_f32(float a, float b) {
  DALA_PRECISE float c = a * b;
  return c;
}

float dala_add_f32(float a, float b) {
  DALA_PRECISE float c = a + b;
  return c;
}

int dala_at_2_s32(int y, int height, int x, int width) {
  if (y < 0 || y >= height || x < 0 || x >= width) {
    return -1;
  }
  return y * width + x;
}

float dala_load_a(int a_2, int b_2) {
  if (uint(a_2) < uint(b_2)) {
    int t = min(a_2, b_2 - 1);
    return a[t];
  }
  return uintBitsToFloat(uint(min(b_2, 0)));
}

float dala_load_b(int a_2, int b_2) {
  if (uint(a_2) < uint(b_2)) {
    int t = min(a_2, b_2 - 1);
    return b[t];
  }
  return uintBitsToFloat(uint(min(b_2, 0)));
}

float dala_load_dala_tiles_f32(int a_2) {
  if (uint(a_2) < uint(2048)) {
    int t = a_2 & 2047;
    return v_dala_tiles_f32[t];
  }
  return 0.0;
}

void main() {
  uint cube = gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x;
  if (cube >= dala_launch[1].w) {
    return;
  }
  int CUBE_POS = int(cube);
  int CUBE_COUNT_X = int(dala_launch[0].w);
  int CUBE_COUNT_Y = int(dala_launch[1].x);
  int CUBE_POS_Y = CUBE_POS / CUBE_COUNT_X % CUBE_COUNT_Y;
  int CUBE_POS_X = CUBE_POS % CUBE_COUNT_X;
  int UNIT_POS = int(gl_LocalInvocationIndex);
  int c_shape_0 = int(dala_launch[11].z);
  int a_shape_1 = int(dala_launch[2].w);
  int a_shape_0 = int(dala_launch[2].z);
  int a_len = int(dala_launch[2].x);
  int b_shape_0 = int(dala_launch[7].x);
  int b_shape_1 = int(dala_launch[7].y);
  int b_len = int(dala_launch[6].z);
  int c_shape_1 = int(dala_launch[11].w);
  int c_len = int(dala_launch[11].x);
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
    left_0 = dala_load_a(dala_at_2_s32(t, a_shape_0, t_2, a_shape_1), a_len);
    left_1 = dala_load_a(dala_at_2_s32(t, a_shape_0, t_2 + 8, a_shape_1), a_len);
    left_2 = dala_load_a(dala_at_2_s32(t + 4, a_shape_0, t_2, a_shape_1), a_len);
    left_3 = dala_load_a(dala_at_2_s32(t + 4, a_shape_0, t_2 + 8, a_shape_1), a_len);
    left_4 = dala_load_a(dala_at_2_s32(t + 8, a_shape_0, t_2, a_shape_1), a_len);
    left_5 = dala_load_a(dala_at_2_s32(t + 8, a_shape_0, t_2 + 8, a_shape_1), a_len);
    left_6 = dala_load_a(dala_at_2_s32(t + 12, a_shape_0, t_2, a_shape_1), a_len);
    left_7 = dala_load_a(dala_at_2_s32(t + 12, a_shape_0, t_2 + 8, a_shape_1), a_len);
    int t_3 = k + ((UNIT_POS >> 3) & 3);
    int t_4 = x + (UNIT_POS & 7);
    right_0 = dala_load_b(dala_at_2_s32(t_3, b_shape_0, t_4, b_shape_1), b_len);
    right_1 = dala_load_b(dala_at_2_s32(t_3, b_shape_0, t_4 + 8, b_shape_1), b_len);
    right_2 = dala_load_b(dala_at_2_s32(t_3 + 4, b_shape_0, t_4, b_shape_1), b_len);
    right_3 = dala_load_b(dala_at_2_s32(t_3 + 4, b_shape_0, t_4 + 8, b_shape_1), b_len);
    right_4 = dala_load_b(dala_at_2_s32(t_3 + 8, b_shape_0, t_4, b_shape_1), b_len);
    right_5 = dala_load_b(dala_at_2_s32(t_3 + 8, b_shape_0, t_4 + 8, b_shape_1), b_len);
    right_6 = dala_load_b(dala_at_2_s32(t_3 + 12, b_shape_0, t_4, b_shape_1), b_len);
    right_7 = dala_load_b(dala_at_2_s32(t_3 + 12, b_shape_0, t_4 + 8, b_shape_1), b_len);
    int t_5 = UNIT_POS / 32 * 512;
    int t_6 = UNIT_POS & 7;
    int t_7 = t_5 + t_6 * 32 + ((UNIT_POS >> 3) & 3);
    if (uint(t_7) < uint(2048)) {
      v_dala_tiles_f32[t_7 & 2047] = left_0;
    }
    int t_41 = t_7 + 256;
    if (uint(t_41) < uint(2048)) {
      v_dala_tiles_f32[t_41 & 2047] = left_1;
    }
    int t_42 = t_7 + 4;
    if (uint(t_42) < uint(2048)) {
      v_dala_tiles_f32[t_42 & 2047] = left_2;
    }
    int t_43 = t_7 + 260;
    if (uint(t_43) < uint(2048)) {
      v_dala_tiles_f32[t_43 & 2047] = left_3;
    }
    int t_44 = t_7 + 8;
    if (uint(t_44) < uint(2048)) {
      v_dala_tiles_f32[t_44 & 2047] = left_4;
    }
    int t_45 = t_7 + 264;
    if (uint(t_45) < uint(2048)) {
      v_dala_tiles_f32[t_45 & 2047] = left_5;
    }
    int t_46 = t_7 + 12;
    if (uint(t_46) < uint(2048)) {
      v_dala_tiles_f32[t_46 & 2047] = left_6;
    }
    int t_47 = t_7 + 268;
    if (uint(t_47) < uint(2048)) {
      v_dala_tiles_f32[t_47 & 2047] = left_7;
    }
    int t_8 = (UNIT_POS >> 3) & 3;
    int t_9 = t_5 + t_8 * 32 + (UNIT_POS & 7);
    int t_48 = t_9 + 16;
    if (uint(t_48) < uint(2048)) {
      v_dala_tiles_f32[t_48 & 2047] = right_0;
    }
    int t_49 = t_9 + 24;
    if (uint(t_49) < uint(2048)) {
      v_dala_tiles_f32[t_49 & 2047] = right_1;
    }
    int t_50 = t_9 + 144;
    if (uint(t_50) < uint(2048)) {
      v_dala_tiles_f32[t_50 & 2047] = right_2;
    }
    int t_51 = t_9 + 152;
    if (uint(t_51) < uint(2048)) {
      v_dala_tiles_f32[t_51 & 2047] = right_3;
    }
    int t_52 = t_9 + 272;
    if (uint(t_52) < uint(2048)) {
      v_dala_tiles_f32[t_52 & 2047] = right_4;
    }
    int t_53 = t_9 + 280;
    if (uint(t_53) < uint(2048)) {
      v_dala_tiles_f32[t_53 & 2047] = right_5;
    }
    int t_54 = t_9 + 400;
    if (uint(t_54) < uint(2048)) {
      v_dala_tiles_f32[t_54 & 2047] = right_6;
    }
    int t_55 = t_9 + 408;
    if (uint(t_55) < uint(2048)) {
      v_dala_tiles_f32[t_55 & 2047] = right_7;
    }
    dala_sync();
    int t_10 = t_5 + ((UNIT_POS >> 3) & 3);
    int t_11 = t_5 + (UNIT_POS & 7) + 16;
    for (int t_12 = 0; t_12 < 16; ++t_12) {
      float t_13 = dala_load_dala_tiles_f32(t_10 + t_12 * 32);
      float t_14 = dala_load_dala_tiles_f32(t_11 + t_12 * 32);
      float t_15 = dala_load_dala_tiles_f32(t_11 + 8 + t_12 * 32);
      float t_16 = dala_load_dala_tiles_f32(t_10 + 4 + t_12 * 32);
      float t_17 = dala_load_dala_tiles_f32(t_10 + 8 + t_12 * 32);
      float t_18 = dala_load_dala_tiles_f32(t_10 + 12 + t_12 * 32);
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
    right_0 = dala_load_b(dala_at_2_s32(t_20, b_shape_0, t_21, b_shape_1), b_len);
    right_1 = dala_load_b(dala_at_2_s32(t_20, b_shape_0, t_21 + 8, b_shape_1), b_len);
    right_2 = dala_load_b(dala_at_2_s32(t_20 + 4, b_shape_0, t_21, b_shape_1), b_len);
    right_3 = dala_load_b(dala_at_2_s32(t_20 + 4, b_shape_0, t_21 + 8, b_shape_1), b_len);
    right_4 = dala_load_b(dala_at_2_s32(t_20 + 8, b_shape_0, t_21, b_shape_1), b_len);
    right_5 = dala_load_b(dala_at_2_s32(t_20 + 8, b_shape_0, t_21 + 8, b_shape_1), b_len);
    right_6 = dala_load_b(dala_at_2_s32(t_20 + 12, b_shape_0, t_21, b_shape_1), b_len);
    right_7 = dala_load_b(dala_at_2_s32(t_20 + 12, b_shape_0, t_21 + 8, b_shape_1), b_len);
    int t_22 = UNIT_POS / 32 * 512;
    int t_23 = UNIT_POS & 7;
    int t_24 = t_22 + t_23 * 32 + ((UNIT_POS >> 3) & 3);
    if (uint(t_24) < uint(2048)) {
      v_dala_tiles_f32[t_24 & 2047] = left_0;
    }
    int t_56 = t_24 + 256;
    if (uint(t_56) < uint(2048)) {
      v_dala_tiles_f32[t_56 & 2047] = left_1;
    }
    int t_57 = t_24 + 4;
    if (uint(t_57) < uint(2048)) {
      v_dala_tiles_f32[t_57 & 2047] = left_2;
    }
    int t_58 = t_24 + 260;
    if (uint(t_58) < uint(2048)) {
      v_dala_tiles_f32[t_58 & 2047] = left_3;
    }
    int t_59 = t_24 + 8;
    if (uint(t_59) < uint(2048)) {
      v_dala_tiles_f32[t_59 & 2047] = left_4;
    }
    int t_60 = t_24 + 264;
    if (uint(t_60) < uint(2048)) {
      v_dala_tiles_f32[t_60 & 2047] = left_5;
    }
    int t_61 = t_24 + 12;
    if (uint(t_61) < uint(2048)) {
      v_dala_tiles_f32[t_61 & 2047] = left_6;
    }
    int t_62 = t_24 + 268;
    if (uint(t_62) < uint(2048)) {
      v_dala_tiles_f32[t_62 & 2047] = left_7;
    }
    int t_25 = (UNIT_POS >> 3) & 3;
    int t_26 = t_22 + t_25 * 32 + (UNIT_POS & 7);
    int t_63 = t_26 + 16;
    if (uint(t_63) < uint(2048)) {
      v_dala_tiles_f32[t_63 & 2047] = right_0;
    }
    int t_64 = t_26 + 24;
    if (uint(t_64) < uint(2048)) {
      v_dala_tiles_f32[t_64 & 2047] = right_1;
    }
    int t_65 = t_26 + 144;
    if (uint(t_65) < uint(2048)) {
      v_dala_tiles_f32[t_65 & 2047] = right_2;
    }
    int t_66 = t_26 + 152;
    if (uint(t_66) < uint(2048)) {
      v_dala_tiles_f32[t_66 & 2047] = right_3;
    }
    int t_67 = t_26 + 272;
    if (uint(t_67) < uint(2048)) {
      v_dala_tiles_f32[t_67 & 2047] = right_4;
    }
    int t_68 = t_26 + 280;
    if (uint(t_68) < uint(2048)) {
      v_dala_tiles_f32[t_68 & 2047] = right_5;
    }
    int t_69 = t_26 + 400;
    if (uint(t_69) < uint(2048)) {
      v_dala_tiles_f32[t_69 & 2047] = right_6;
    }
    int t_70 = t_26 + 408;
    if (uint(t_70) < uint(2048)) {
      v_dala_tiles_f32[t_70 & 2047] = right_7;
    }
    dala_sync();
    int t_27 = t_22 + ((UNIT_POS >> 3) & 3);
    int t_28 = t_22 + (UNIT_POS & 7) + 16;
    for (int t_29 = 0; t_29 < 16; ++t_29) {
      float t_30 = dala_load_dala_tiles_f32(t_27 + t_29 * 32);
      float t_31 = dala_load_dala_tiles_f32(t_28 + t_29 * 32);
      float t_32 = dala_load_dala_tiles_f32(t_28 + 8 + t_29 * 32);
      float t_33 = dala_load_dala_tiles_f32(t_27 + 4 + t_29 * 32);
      float t_34 = dala_load_dala_tiles_f32(t_27 + 8 + t_29 * 32);
      float t_35 = dala_load_dala_tiles_f32(t_27 + 12 + t_29 * 32);
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
  int t_71 = dala_at_2_s32(t_36, c_shape_0, t_37, c_shape_1);
  if (uint(t_71) < uint(c_len)) {
    c[min(t_71, c_len - 1)] = near_0;
  }
  int t_72 = dala_at_2_s32(t_36, c_shape_0, t_37 + 8, c_shape_1);
  if (uint(t_72) < uint(c_len)) {
    c[min(t_72, c_len - 1)] = near_1;
  }
  int t_73 = dala_at_2_s32(t_36 + 4, c_shape_0, t_37, c_shape_1);
  if (uint(t_73) < uint(c_len)) {
    c[min(t_73, c_len - 1)] = near_2;
  }
  int t_74 = dala_at_2_s32(t_36 + 4, c_shape_0, t_37 + 8, c_shape_1);
  if (uint(t_74) < uint(c_len)) {
    c[min(t_74, c_len - 1)] = near_3;
  }
  int t_75 = dala_at_2_s32(t_36 + 8, c_shape_0, t_37, c_shape_1);
  if (uint(t_75) < uint(c_len)) {
    c[min(t_75, c_len - 1)] = near_4;
  }
  int t_76 = dala_at_2_s32(t_36 + 8, c_shape_0, t_37 + 8, c_shape_1);
  if (uint(t_76) < uint(c_len)) {
    c[min(t_76, c_len - 1)] = near_5;
  }
  int t_77 = dala_at_2_s32(t_36 + 12, c_shape_0, t_37, c_shape_1);
  if (uint(t_77) < uint(c_len)) {
    c[min(t_77, c_len - 1)] = near_6;
  }
  int t_78 = dala_at_2_s32(t_36 + 12, c_shape_0, t_37 + 8, c_shape_1);
  if (uint(t_78) < uint(c_len)) {
    c[min(t_78, c_len - 1)] = near_7;
  }
  int t_38 = x + 16;
  int t_39 = y + ((UNIT_POS >> 3) & 3);
  int t_40 = t_38 + (UNIT_POS & 7);
  int t_79 = dala_at_2_s32(t_39, c_shape_0, t_40, c_shape_1);
  if (uint(t_79) < uint(c_len)) {
    c[min(t_79, c_len - 1)] = far_0;
  }
  int t_80 = dala_at_2_s32(t_39, c_shape_0, t_40 + 8, c_shape_1);
  if (uint(t_80) < uint(c_len)) {
    c[min(t_80, c_len - 1)] = far_1;
  }
  int t_81 = dala_at_2_s32(t_39 + 4, c_shape_0, t_40, c_shape_1);
  if (uint(t_81) < uint(c_len)) {
    c[min(t_81, c_len - 1)] = far_2;
  }
  int t_82 = dala_at_2_s32(t_39 + 4, c_shape_0, t_40 + 8, c_shape_1);
  if (uint(t_82) < uint(c_len)) {
    c[min(t_82, c_len - 1)] = far_3;
  }
  int t_83 = dala_at_2_s32(t_39 + 8, c_shape_0, t_40, c_shape_1);
  if (uint(t_83) < uint(c_len)) {
    c[min(t_83, c_len - 1)] = far_4;
  }
  int t_84 = dala_at_2_s32(t_39 + 8, c_shape_0, t_40 + 8, c_shape_1);
  if (uint(t_84) < uint(c_len)) {
    c[min(t_84, c_len - 1)] = far_5;
  }
  int t_85 = dala_at_2_s32(t_39 + 12, c_shape_0, t_40, c_shape_1);
  if (uint(t_85) < uint(c_len)) {
    c[min(t_85, c_len - 1)] = far_6;
  }
  int t_86 = dala_at_2_s32(t_39 + 12, c_shape_0, t_40 + 8, c_shape_1);
  if (uint(t_86) < uint(c_len)) {
    c[min(t_86, c_len - 1)] = far_7;
  }
}
