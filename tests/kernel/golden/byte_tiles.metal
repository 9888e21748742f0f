#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef unsigned char u8;
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

inline int dala_max_s32(int a, int b) {
  return a > b ? a : b;
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
  u32 dala_cube = dala_group.y * 65535u + dala_group.x;
  if (dala_cube >= dala_launch[7]) return;
  int CUBE_POS = int(dala_cube);
  int samples_len = int(dala_launch[8]);
  int UNIT_POS = int(dala_unit);
  int weights_len = int(dala_launch[26]);
  int bias_len = int(dala_launch[44]);
  int output_len = int(dala_launch[62]);
  for (int dala_i = UNIT_POS; dala_i < 256; dala_i += 32) block[dala_i] = 0;
  metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
  u8 left_0 = u8(0);
  u8 left_1 = u8(0);
  u8 left_2 = u8(0);
  u8 left_3 = u8(0);
  u8 left_4 = u8(0);
  u8 left_5 = u8(0);
  u8 left_6 = u8(0);
  u8 left_7 = u8(0);
  u8 right_0 = u8(0);
  u8 right_1 = u8(0);
  u8 right_2 = u8(0);
  u8 right_3 = u8(0);
  u8 right_4 = u8(0);
  u8 right_5 = u8(0);
  u8 right_6 = u8(0);
  u8 right_7 = u8(0);
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
  left_0 = dala_load(samples, samples_len, t);
  left_1 = dala_load(samples, samples_len, int(u32(t) + 8u));
  left_2 = dala_load(samples, samples_len, int(u32(t) + 64u));
  left_3 = dala_load(samples, samples_len, int(u32(t) + 64u + 8u));
  left_4 = dala_load(samples, samples_len, int(u32(t) + 128u));
  left_5 = dala_load(samples, samples_len, int(u32(t) + 128u + 8u));
  left_6 = dala_load(samples, samples_len, int(u32(t) + 192u));
  left_7 = dala_load(samples, samples_len, int(u32(t) + 192u + 8u));
  int t_2 = int(0u + u32((UNIT_POS >> 3) & 3) + u32(UNIT_POS & 7) * 16u);
  right_0 = dala_load(weights, weights_len, t_2);
  right_1 = dala_load(weights, weights_len, int(u32(t_2) + 128u));
  right_2 = dala_load(weights, weights_len, int(u32(t_2) + 4u));
  right_3 = dala_load(weights, weights_len, int(u32(t_2) + 128u + 4u));
  right_4 = dala_load(weights, weights_len, int(u32(t_2) + 8u));
  right_5 = dala_load(weights, weights_len, int(u32(t_2) + 128u + 8u));
  right_6 = dala_load(weights, weights_len, int(u32(t_2) + 12u));
  right_7 = dala_load(weights, weights_len, int(u32(t_2) + 128u + 12u));
  int t_3 = int(u32(UNIT_POS / 32) * 512u);
  int t_4 = UNIT_POS & 7;
  int t_5 = int(u32(t_3) + u32(t_4) * 32u + u32((UNIT_POS >> 3) & 3));
  dala_store_shared(v_dala_tiles_s32, 512, t_5, int(left_0));
  dala_store_shared(v_dala_tiles_s32, 512, int(u32(t_5) + 256u), int(left_1));
  dala_store_shared(v_dala_tiles_s32, 512, int(u32(t_5) + 4u), int(left_2));
  dala_store_shared(v_dala_tiles_s32, 512, int(u32(t_5) + 260u), int(left_3));
  dala_store_shared(v_dala_tiles_s32, 512, int(u32(t_5) + 8u), int(left_4));
  dala_store_shared(v_dala_tiles_s32, 512, int(u32(t_5) + 264u), int(left_5));
  dala_store_shared(v_dala_tiles_s32, 512, int(u32(t_5) + 12u), int(left_6));
  dala_store_shared(v_dala_tiles_s32, 512, int(u32(t_5) + 268u), int(left_7));
  int t_6 = (UNIT_POS >> 3) & 3;
  int t_7 = int(u32(t_3) + u32(t_6) * 32u + u32(UNIT_POS & 7));
  dala_store_shared(v_dala_tiles_s32, 512, int(u32(t_7) + 16u), int(right_0));
  dala_store_shared(v_dala_tiles_s32, 512, int(u32(t_7) + 24u), int(right_1));
  dala_store_shared(v_dala_tiles_s32, 512, int(u32(t_7) + 144u), int(right_2));
  dala_store_shared(v_dala_tiles_s32, 512, int(u32(t_7) + 152u), int(right_3));
  dala_store_shared(v_dala_tiles_s32, 512, int(u32(t_7) + 272u), int(right_4));
  dala_store_shared(v_dala_tiles_s32, 512, int(u32(t_7) + 280u), int(right_5));
  dala_store_shared(v_dala_tiles_s32, 512, int(u32(t_7) + 400u), int(right_6));
  dala_store_shared(v_dala_tiles_s32, 512, int(u32(t_7) + 408u), int(right_7));
  metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
  int t_8 = int(u32(t_3) + u32((UNIT_POS >> 3) & 3));
  int t_9 = int(u32(t_3) + u32(UNIT_POS & 7) + 16u);
  for (int t_10 = 0; t_10 < 16; ++t_10) {
    int t_11 = dala_load_shared(v_dala_tiles_s32, 512, int(u32(t_8) + u32(t_10) * 32u));
    int t_12 = dala_load_shared(v_dala_tiles_s32, 512, int(u32(t_9) + u32(t_10) * 32u));
    int t_13 = dala_load_shared(v_dala_tiles_s32, 512, int(u32(t_9) + 8u + u32(t_10) * 32u));
    int t_14 = dala_load_shared(v_dala_tiles_s32, 512, int(u32(t_8) + 4u + u32(t_10) * 32u));
    int t_15 = dala_load_shared(v_dala_tiles_s32, 512, int(u32(t_8) + 8u + u32(t_10) * 32u));
    int t_16 = dala_load_shared(v_dala_tiles_s32, 512, int(u32(t_8) + 12u + u32(t_10) * 32u));
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
  dala_store_shared(block, 256, t_17, sums_0);
  dala_store_shared(block, 256, int(u32(t_17) + 8u), sums_1);
  dala_store_shared(block, 256, int(u32(t_17) + 64u), sums_2);
  dala_store_shared(block, 256, int(u32(t_17) + 64u + 8u), sums_3);
  dala_store_shared(block, 256, int(u32(t_17) + 128u), sums_4);
  dala_store_shared(block, 256, int(u32(t_17) + 128u + 8u), sums_5);
  dala_store_shared(block, 256, int(u32(t_17) + 192u), sums_6);
  dala_store_shared(block, 256, int(u32(t_17) + 192u + 8u), sums_7);
  metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
  for (int i = 0; i < 8; ++i) {
    int at = int(u32(i) * 32u + u32(UNIT_POS));
    dala_store(output, output_len, int(u32(first) + u32(at)), dala_max_s32(int(u32(dala_load_shared(block, 256, at)) + u32(dala_load(bias, bias_len, at % 16))), 0));
  }
}
