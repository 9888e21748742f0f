#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef unsigned char u8;
typedef unsigned int u32;

inline int dala_max_s32(int a, int b) {
  return a > b ? a : b;
}

inline u32 dala_load_samples(device const u8* samples, int a, int b) {
  if (u32(a) < u32(b)) {
    return u32(samples[a]);
  }
  return 0u;
}

inline u32 dala_load_weights(device const u8* weights, int a, int b) {
  if (u32(a) < u32(b)) {
    return u32(weights[a]);
  }
  return 0u;
}

inline int dala_load_dala_tiles_s32(threadgroup const int* v_dala_tiles_s32, int a) {
  if (u32(a) < 512u) {
    return v_dala_tiles_s32[a];
  }
  return 0;
}

inline int dala_load_block(threadgroup const int* block, int a) {
  if (u32(a) < 256u) {
    return block[a];
  }
  return 0;
}

inline int dala_load_bias(device const int* bias, int a, int b) {
  if (u32(a) < u32(b)) {
    return bias[a];
  }
  return 0;
}

kernel void layer(
    device const u8* samples [[buffer(0)]],
    device const u8* weights [[buffer(1)]],
    device const int* bias [[buffer(2)]],
    device int* output [[buffer(3)]],
    device const u32* dala_launch [[buffer(4)]],
    metal::uint3 dala_group [[threadgroup_position_in_grid]],
    u32 dala_unit [[thread_index_in_threadgroup]]) {
  threadgroup int block[256];
  threadgroup int v_dala_tiles_s32[512];
  u32 cube = dala_group.y * 65535u + dala_group.x;
  if (cube >= dala_launch[7]) {
    return;
  }
  int CUBE_POS = int(cube);
  int samples_len = int(dala_launch[8]);
  int UNIT_POS = int(dala_unit);
  int weights_len = int(dala_launch[26]);
  int bias_len = int(dala_launch[44]);
  int output_len = int(dala_launch[62]);
  int t_51 = UNIT_POS;
  while (t_51 < 256) {
    block[t_51] = 0;
    t_51 = int(u32(t_51) + 32u);
  }
  metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
  u32 left_0 = 0u;
  u32 left_1 = 0u;
  u32 left_2 = 0u;
  u32 left_3 = 0u;
  u32 left_4 = 0u;
  u32 left_5 = 0u;
  u32 left_6 = 0u;
  u32 left_7 = 0u;
  u32 right_0 = 0u;
  u32 right_1 = 0u;
  u32 right_2 = 0u;
  u32 right_3 = 0u;
  u32 right_4 = 0u;
  u32 right_5 = 0u;
  u32 right_6 = 0u;
  u32 right_7 = 0u;
  int sums_0 = 0;
  int sums_1 = 0;
  int sums_2 = 0;
  int sums_3 = 0;
  int sums_4 = 0;
  int sums_5 = 0;
  int sums_6 = 0;
  int sums_7 = 0;
  int first = int(u32(CUBE_POS) * 256u);
  if (first >= samples_len) {
    return;
  }
  int t = int(u32(first) + u32(UNIT_POS & 7) + u32((UNIT_POS >> 3) & 3) * 16u);
  left_0 = dala_load_samples(samples, t, samples_len);
  left_1 = dala_load_samples(samples, int(u32(t) + 8u), samples_len);
  left_2 = dala_load_samples(samples, int(u32(t) + 64u), samples_len);
  left_3 = dala_load_samples(samples, int(u32(t) + 64u + 8u), samples_len);
  left_4 = dala_load_samples(samples, int(u32(t) + 128u), samples_len);
  left_5 = dala_load_samples(samples, int(u32(t) + 128u + 8u), samples_len);
  left_6 = dala_load_samples(samples, int(u32(t) + 192u), samples_len);
  left_7 = dala_load_samples(samples, int(u32(t) + 192u + 8u), samples_len);
  int t_2 = int(0u + u32((UNIT_POS >> 3) & 3) + u32(UNIT_POS & 7) * 16u);
  right_0 = dala_load_weights(weights, t_2, weights_len);
  right_1 = dala_load_weights(weights, int(u32(t_2) + 128u), weights_len);
  right_2 = dala_load_weights(weights, int(u32(t_2) + 4u), weights_len);
  right_3 = dala_load_weights(weights, int(u32(t_2) + 128u + 4u), weights_len);
  right_4 = dala_load_weights(weights, int(u32(t_2) + 8u), weights_len);
  right_5 = dala_load_weights(weights, int(u32(t_2) + 128u + 8u), weights_len);
  right_6 = dala_load_weights(weights, int(u32(t_2) + 12u), weights_len);
  right_7 = dala_load_weights(weights, int(u32(t_2) + 128u + 12u), weights_len);
  int t_3 = int(u32(UNIT_POS / 32) * 512u);
  int t_4 = UNIT_POS & 7;
  int t_5 = int(u32(t_3) + u32(t_4) * 32u + u32((UNIT_POS >> 3) & 3));
  int t_18 = int(left_0);
  if (u32(t_5) < 512u) {
    v_dala_tiles_s32[t_5] = t_18;
  }
  int t_19 = int(u32(t_5) + 256u);
  int t_20 = int(left_1);
  if (u32(t_19) < 512u) {
    v_dala_tiles_s32[t_19] = t_20;
  }
  int t_21 = int(u32(t_5) + 4u);
  int t_22 = int(left_2);
  if (u32(t_21) < 512u) {
    v_dala_tiles_s32[t_21] = t_22;
  }
  int t_23 = int(u32(t_5) + 260u);
  int t_24 = int(left_3);
  if (u32(t_23) < 512u) {
    v_dala_tiles_s32[t_23] = t_24;
  }
  int t_25 = int(u32(t_5) + 8u);
  int t_26 = int(left_4);
  if (u32(t_25) < 512u) {
    v_dala_tiles_s32[t_25] = t_26;
  }
  int t_27 = int(u32(t_5) + 264u);
  int t_28 = int(left_5);
  if (u32(t_27) < 512u) {
    v_dala_tiles_s32[t_27] = t_28;
  }
  int t_29 = int(u32(t_5) + 12u);
  int t_30 = int(left_6);
  if (u32(t_29) < 512u) {
    v_dala_tiles_s32[t_29] = t_30;
  }
  int t_31 = int(u32(t_5) + 268u);
  int t_32 = int(left_7);
  if (u32(t_31) < 512u) {
    v_dala_tiles_s32[t_31] = t_32;
  }
  int t_6 = (UNIT_POS >> 3) & 3;
  int t_7 = int(u32(t_3) + u32(t_6) * 32u + u32(UNIT_POS & 7));
  int t_33 = int(u32(t_7) + 16u);
  int t_34 = int(right_0);
  if (u32(t_33) < 512u) {
    v_dala_tiles_s32[t_33] = t_34;
  }
  int t_35 = int(u32(t_7) + 24u);
  int t_36 = int(right_1);
  if (u32(t_35) < 512u) {
    v_dala_tiles_s32[t_35] = t_36;
  }
  int t_37 = int(u32(t_7) + 144u);
  int t_38 = int(right_2);
  if (u32(t_37) < 512u) {
    v_dala_tiles_s32[t_37] = t_38;
  }
  int t_39 = int(u32(t_7) + 152u);
  int t_40 = int(right_3);
  if (u32(t_39) < 512u) {
    v_dala_tiles_s32[t_39] = t_40;
  }
  int t_41 = int(u32(t_7) + 272u);
  int t_42 = int(right_4);
  if (u32(t_41) < 512u) {
    v_dala_tiles_s32[t_41] = t_42;
  }
  int t_43 = int(u32(t_7) + 280u);
  int t_44 = int(right_5);
  if (u32(t_43) < 512u) {
    v_dala_tiles_s32[t_43] = t_44;
  }
  int t_45 = int(u32(t_7) + 400u);
  int t_46 = int(right_6);
  if (u32(t_45) < 512u) {
    v_dala_tiles_s32[t_45] = t_46;
  }
  int t_47 = int(u32(t_7) + 408u);
  int t_48 = int(right_7);
  if (u32(t_47) < 512u) {
    v_dala_tiles_s32[t_47] = t_48;
  }
  metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
  int t_8 = int(u32(t_3) + u32((UNIT_POS >> 3) & 3));
  int t_9 = int(u32(t_3) + u32(UNIT_POS & 7) + 16u);
  for (int t_10 = 0; t_10 < 16; ++t_10) {
    int t_11 = dala_load_dala_tiles_s32(v_dala_tiles_s32, int(u32(t_8) + u32(t_10) * 32u));
    int t_12 = dala_load_dala_tiles_s32(v_dala_tiles_s32, int(u32(t_9) + u32(t_10) * 32u));
    int t_13 = dala_load_dala_tiles_s32(v_dala_tiles_s32, int(u32(t_9) + 8u + u32(t_10) * 32u));
    int t_14 = dala_load_dala_tiles_s32(v_dala_tiles_s32, int(u32(t_8) + 4u + u32(t_10) * 32u));
    int t_15 = dala_load_dala_tiles_s32(v_dala_tiles_s32, int(u32(t_8) + 8u + u32(t_10) * 32u));
    int t_16 = dala_load_dala_tiles_s32(v_dala_tiles_s32, int(u32(t_8) + 12u + u32(t_10) * 32u));
    sums_0 = int(u32(sums_0) + u32(t_11) * u32(t_12));
    sums_1 = int(u32(sums_1) + u32(t_11) * u32(t_13));
    sums_2 = int(u32(sums_2) + u32(t_14) * u32(t_12));
    sums_3 = int(u32(sums_3) + u32(t_14) * u32(t_13));
    sums_4 = int(u32(sums_4) + u32(t_15) * u32(t_12));
    sums_5 = int(u32(sums_5) + u32(t_15) * u32(t_13));
    sums_6 = int(u32(sums_6) + u32(t_16) * u32(t_12));
    sums_7 = int(u32(sums_7) + u32(t_16) * u32(t_13));
  }
  metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
  int t_17 = int(0u + u32(UNIT_POS & 7) + u32((UNIT_POS >> 3) & 3) * 16u);
  block[t_17] = sums_0;
  block[int(u32(t_17) + 8u)] = sums_1;
  block[int(u32(t_17) + 64u)] = sums_2;
  block[int(u32(t_17) + 64u + 8u)] = sums_3;
  block[int(u32(t_17) + 128u)] = sums_4;
  block[int(u32(t_17) + 128u + 8u)] = sums_5;
  block[int(u32(t_17) + 192u)] = sums_6;
  block[int(u32(t_17) + 192u + 8u)] = sums_7;
  metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
  for (int i = 0; i < 8; ++i) {
    int at = int(u32(i) * 32u + u32(UNIT_POS));
    int t_49 = int(u32(first) + u32(at));
    int t_50 = dala_max_s32(int(u32(dala_load_block(block, at)) + u32(dala_load_bias(bias, at % 16, bias_len))), 0);
    if (u32(t_49) < u32(output_len)) {
      output[t_49] = t_50;
    }
  }
}
