#version 310 es
precision highp float;
precision highp int;

layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer dala_buffer_0 { uint samples[]; };
layout(std430, binding = 1) readonly buffer dala_buffer_1 { uint weights[]; };
layout(std430, binding = 2) readonly buffer dala_buffer_2 { int bias[]; };
layout(std430, binding = 3) buffer dala_buffer_3 { int output_[]; };
layout(std140, binding = 0) uniform dala_words { uvec4 dala_launch[20]; };
shared int block[256];
shared int v_dala_tiles_s32[512];

void dala_sync() {
  memoryBarrierShared();
  barrier();
}

int dala_rest_s32(int a, int b) {
  return a - b * (a / b);
}

uint dala_load_samples(int a, int b) {
  if (uint(a) < uint(b)) {
    int t = min(a, b - 1);
    return (samples[t >> 2] >> (uint(t & 3) << 3u)) & 255u;
  }
  return 0u;
}

uint dala_load_weights(int a, int b) {
  if (uint(a) < uint(b)) {
    int t = min(a, b - 1);
    return (weights[t >> 2] >> (uint(t & 3) << 3u)) & 255u;
  }
  return 0u;
}

int dala_load_dala_tiles_s32(int a) {
  if (uint(a) < uint(512)) {
    int t = a & 511;
    return v_dala_tiles_s32[t];
  }
  return 0;
}

int dala_load_block(int a) {
  if (uint(a) < uint(256)) {
    int t = a & 255;
    return block[t];
  }
  return 0;
}

int dala_load_bias(int a, int b) {
  if (uint(a) < uint(b)) {
    int t = min(a, b - 1);
    return bias[t];
  }
  return 0;
}

void main() {
  uint cube = gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x;
  if (cube >= dala_launch[1].w) {
    return;
  }
  int CUBE_POS = int(cube);
  int samples_len = int(dala_launch[2].x);
  int UNIT_POS = int(gl_LocalInvocationIndex);
  int weights_len = int(dala_launch[6].z);
  int bias_len = int(dala_launch[11].x);
  int output_len = int(dala_launch[15].z);
  int t_51 = UNIT_POS;
  while (t_51 < 256) {
    block[t_51] = 0;
    t_51 = t_51 + 32;
  }
  dala_sync();
  uint left_0 = 0u;
  uint left_1 = 0u;
  uint left_2 = 0u;
  uint left_3 = 0u;
  uint left_4 = 0u;
  uint left_5 = 0u;
  uint left_6 = 0u;
  uint left_7 = 0u;
  uint right_0 = 0u;
  uint right_1 = 0u;
  uint right_2 = 0u;
  uint right_3 = 0u;
  uint right_4 = 0u;
  uint right_5 = 0u;
  uint right_6 = 0u;
  uint right_7 = 0u;
  int sums_0 = 0;
  int sums_1 = 0;
  int sums_2 = 0;
  int sums_3 = 0;
  int sums_4 = 0;
  int sums_5 = 0;
  int sums_6 = 0;
  int sums_7 = 0;
  int first = CUBE_POS * 256;
  if (first >= samples_len) {
    return;
  }
  int t = first + (UNIT_POS & 7) + ((UNIT_POS >> 3) & 3) * 16;
  left_0 = dala_load_samples(t, samples_len);
  left_1 = dala_load_samples(t + 8, samples_len);
  left_2 = dala_load_samples(t + 64, samples_len);
  left_3 = dala_load_samples(t + 64 + 8, samples_len);
  left_4 = dala_load_samples(t + 128, samples_len);
  left_5 = dala_load_samples(t + 128 + 8, samples_len);
  left_6 = dala_load_samples(t + 192, samples_len);
  left_7 = dala_load_samples(t + 192 + 8, samples_len);
  int t_2 = 0 + ((UNIT_POS >> 3) & 3) + (UNIT_POS & 7) * 16;
  right_0 = dala_load_weights(t_2, weights_len);
  right_1 = dala_load_weights(t_2 + 128, weights_len);
  right_2 = dala_load_weights(t_2 + 4, weights_len);
  right_3 = dala_load_weights(t_2 + 128 + 4, weights_len);
  right_4 = dala_load_weights(t_2 + 8, weights_len);
  right_5 = dala_load_weights(t_2 + 128 + 8, weights_len);
  right_6 = dala_load_weights(t_2 + 12, weights_len);
  right_7 = dala_load_weights(t_2 + 128 + 12, weights_len);
  int t_3 = UNIT_POS / 32 * 512;
  int t_4 = UNIT_POS & 7;
  int t_5 = t_3 + t_4 * 32 + ((UNIT_POS >> 3) & 3);
  int t_18 = int(left_0);
  if (uint(t_5) < uint(512)) {
    v_dala_tiles_s32[t_5 & 511] = t_18;
  }
  int t_19 = t_5 + 256;
  int t_20 = int(left_1);
  if (uint(t_19) < uint(512)) {
    v_dala_tiles_s32[t_19 & 511] = t_20;
  }
  int t_21 = t_5 + 4;
  int t_22 = int(left_2);
  if (uint(t_21) < uint(512)) {
    v_dala_tiles_s32[t_21 & 511] = t_22;
  }
  int t_23 = t_5 + 260;
  int t_24 = int(left_3);
  if (uint(t_23) < uint(512)) {
    v_dala_tiles_s32[t_23 & 511] = t_24;
  }
  int t_25 = t_5 + 8;
  int t_26 = int(left_4);
  if (uint(t_25) < uint(512)) {
    v_dala_tiles_s32[t_25 & 511] = t_26;
  }
  int t_27 = t_5 + 264;
  int t_28 = int(left_5);
  if (uint(t_27) < uint(512)) {
    v_dala_tiles_s32[t_27 & 511] = t_28;
  }
  int t_29 = t_5 + 12;
  int t_30 = int(left_6);
  if (uint(t_29) < uint(512)) {
    v_dala_tiles_s32[t_29 & 511] = t_30;
  }
  int t_31 = t_5 + 268;
  int t_32 = int(left_7);
  if (uint(t_31) < uint(512)) {
    v_dala_tiles_s32[t_31 & 511] = t_32;
  }
  int t_6 = (UNIT_POS >> 3) & 3;
  int t_7 = t_3 + t_6 * 32 + (UNIT_POS & 7);
  int t_33 = t_7 + 16;
  int t_34 = int(right_0);
  if (uint(t_33) < uint(512)) {
    v_dala_tiles_s32[t_33 & 511] = t_34;
  }
  int t_35 = t_7 + 24;
  int t_36 = int(right_1);
  if (uint(t_35) < uint(512)) {
    v_dala_tiles_s32[t_35 & 511] = t_36;
  }
  int t_37 = t_7 + 144;
  int t_38 = int(right_2);
  if (uint(t_37) < uint(512)) {
    v_dala_tiles_s32[t_37 & 511] = t_38;
  }
  int t_39 = t_7 + 152;
  int t_40 = int(right_3);
  if (uint(t_39) < uint(512)) {
    v_dala_tiles_s32[t_39 & 511] = t_40;
  }
  int t_41 = t_7 + 272;
  int t_42 = int(right_4);
  if (uint(t_41) < uint(512)) {
    v_dala_tiles_s32[t_41 & 511] = t_42;
  }
  int t_43 = t_7 + 280;
  int t_44 = int(right_5);
  if (uint(t_43) < uint(512)) {
    v_dala_tiles_s32[t_43 & 511] = t_44;
  }
  int t_45 = t_7 + 400;
  int t_46 = int(right_6);
  if (uint(t_45) < uint(512)) {
    v_dala_tiles_s32[t_45 & 511] = t_46;
  }
  int t_47 = t_7 + 408;
  int t_48 = int(right_7);
  if (uint(t_47) < uint(512)) {
    v_dala_tiles_s32[t_47 & 511] = t_48;
  }
  dala_sync();
  int t_8 = t_3 + ((UNIT_POS >> 3) & 3);
  int t_9 = t_3 + (UNIT_POS & 7) + 16;
  for (int t_10 = 0; t_10 < 16; ++t_10) {
    int t_11 = dala_load_dala_tiles_s32(t_8 + t_10 * 32);
    int t_12 = dala_load_dala_tiles_s32(t_9 + t_10 * 32);
    int t_13 = dala_load_dala_tiles_s32(t_9 + 8 + t_10 * 32);
    int t_14 = dala_load_dala_tiles_s32(t_8 + 4 + t_10 * 32);
    int t_15 = dala_load_dala_tiles_s32(t_8 + 8 + t_10 * 32);
    int t_16 = dala_load_dala_tiles_s32(t_8 + 12 + t_10 * 32);
    sums_0 = sums_0 + t_11 * t_12;
    sums_1 = sums_1 + t_11 * t_13;
    sums_2 = sums_2 + t_14 * t_12;
    sums_3 = sums_3 + t_14 * t_13;
    sums_4 = sums_4 + t_15 * t_12;
    sums_5 = sums_5 + t_15 * t_13;
    sums_6 = sums_6 + t_16 * t_12;
    sums_7 = sums_7 + t_16 * t_13;
  }
  dala_sync();
  int t_17 = 0 + (UNIT_POS & 7) + ((UNIT_POS >> 3) & 3) * 16;
  block[t_17] = sums_0;
  block[t_17 + 8] = sums_1;
  block[t_17 + 64] = sums_2;
  block[t_17 + 64 + 8] = sums_3;
  block[t_17 + 128] = sums_4;
  block[t_17 + 128 + 8] = sums_5;
  block[t_17 + 192] = sums_6;
  block[t_17 + 192 + 8] = sums_7;
  dala_sync();
  for (int i = 0; i < 8; ++i) {
    int at = i * 32 + UNIT_POS;
    int t_49 = first + at;
    int t_50 = max(dala_load_block(at) + dala_load_bias(dala_rest_s32(at, 16), bias_len), 0);
    if (uint(t_49) < uint(output_len)) {
      output_[min(t_49, output_len - 1)] = t_50;
    }
  }
}
