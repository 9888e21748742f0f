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

uint dala_load_samples(int dala_i) {
  if (uint(dala_i) >= dala_launch[2].x) return 0u;
  uint dala_at = min(uint(dala_i), dala_launch[2].x - 1u);
  return (samples[dala_at >> 2] >> ((dala_at & 3u) * 8u)) & 255u;
}

uint dala_load_weights(int dala_i) {
  if (uint(dala_i) >= dala_launch[6].z) return 0u;
  uint dala_at = min(uint(dala_i), dala_launch[6].z - 1u);
  return (weights[dala_at >> 2] >> ((dala_at & 3u) * 8u)) & 255u;
}

void dala_store_v_dala_tiles_s32(int dala_i, int dala_value) {
  if (uint(dala_i) < 512u) v_dala_tiles_s32[dala_i & 511] = dala_value;
}

void dala_sync() {
  memoryBarrierShared();
  barrier();
}

int dala_load_v_dala_tiles_s32(int dala_i) {
  if (uint(dala_i) >= 512u) return 0;
  return v_dala_tiles_s32[dala_i & 511];
}

void dala_store_block(int dala_i, int dala_value) {
  if (uint(dala_i) < 256u) block[dala_i & 255] = dala_value;
}

int dala_load_block(int dala_i) {
  if (uint(dala_i) >= 256u) return 0;
  return block[dala_i & 255];
}

int dala_load_bias(int dala_i) {
  if (uint(dala_i) >= dala_launch[11].x) return 0;
  uint dala_at = min(uint(dala_i), dala_launch[11].x - 1u);
  return bias[dala_at];
}

void dala_store_output_(int dala_i, int dala_value) {
  if (uint(dala_i) >= dala_launch[15].z) return;
  uint dala_at = min(uint(dala_i), dala_launch[15].z - 1u);
  output_[dala_at] = dala_value;
}

int dala_rest_s32(int a, int b) {
  return a - b * (a / b);
}

void main() {
  uint dala_cube = gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x;
  if (dala_cube >= dala_launch[1].w) return;
  int CUBE_POS = int(dala_cube);
  int samples_len = int(dala_launch[2].x);
  int UNIT_POS = int(gl_LocalInvocationIndex);
  for (int dala_i = UNIT_POS; dala_i < 256; dala_i += 32) block[dala_i] = 0;
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
  left_0 = dala_load_samples(t);
  left_1 = dala_load_samples(t + 8);
  left_2 = dala_load_samples(t + 64);
  left_3 = dala_load_samples(t + 64 + 8);
  left_4 = dala_load_samples(t + 128);
  left_5 = dala_load_samples(t + 128 + 8);
  left_6 = dala_load_samples(t + 192);
  left_7 = dala_load_samples(t + 192 + 8);
  int t_2 = 0 + ((UNIT_POS >> 3) & 3) + (UNIT_POS & 7) * 16;
  right_0 = dala_load_weights(t_2);
  right_1 = dala_load_weights(t_2 + 128);
  right_2 = dala_load_weights(t_2 + 4);
  right_3 = dala_load_weights(t_2 + 128 + 4);
  right_4 = dala_load_weights(t_2 + 8);
  right_5 = dala_load_weights(t_2 + 128 + 8);
  right_6 = dala_load_weights(t_2 + 12);
  right_7 = dala_load_weights(t_2 + 128 + 12);
  int t_3 = UNIT_POS / 32 * 512;
  int t_4 = UNIT_POS & 7;
  int t_5 = t_3 + t_4 * 32 + ((UNIT_POS >> 3) & 3);
  dala_store_v_dala_tiles_s32(t_5, int(left_0));
  dala_store_v_dala_tiles_s32(t_5 + 256, int(left_1));
  dala_store_v_dala_tiles_s32(t_5 + 4, int(left_2));
  dala_store_v_dala_tiles_s32(t_5 + 260, int(left_3));
  dala_store_v_dala_tiles_s32(t_5 + 8, int(left_4));
  dala_store_v_dala_tiles_s32(t_5 + 264, int(left_5));
  dala_store_v_dala_tiles_s32(t_5 + 12, int(left_6));
  dala_store_v_dala_tiles_s32(t_5 + 268, int(left_7));
  int t_6 = (UNIT_POS >> 3) & 3;
  int t_7 = t_3 + t_6 * 32 + (UNIT_POS & 7);
  dala_store_v_dala_tiles_s32(t_7 + 16, int(right_0));
  dala_store_v_dala_tiles_s32(t_7 + 24, int(right_1));
  dala_store_v_dala_tiles_s32(t_7 + 144, int(right_2));
  dala_store_v_dala_tiles_s32(t_7 + 152, int(right_3));
  dala_store_v_dala_tiles_s32(t_7 + 272, int(right_4));
  dala_store_v_dala_tiles_s32(t_7 + 280, int(right_5));
  dala_store_v_dala_tiles_s32(t_7 + 400, int(right_6));
  dala_store_v_dala_tiles_s32(t_7 + 408, int(right_7));
  dala_sync();
  int t_8 = t_3 + ((UNIT_POS >> 3) & 3);
  int t_9 = t_3 + (UNIT_POS & 7) + 16;
  for (int t_10 = 0; t_10 < 16; ++t_10) {
    int t_11 = dala_load_v_dala_tiles_s32(t_8 + t_10 * 32);
    int t_12 = dala_load_v_dala_tiles_s32(t_9 + t_10 * 32);
    int t_13 = dala_load_v_dala_tiles_s32(t_9 + 8 + t_10 * 32);
    int t_14 = dala_load_v_dala_tiles_s32(t_8 + 4 + t_10 * 32);
    int t_15 = dala_load_v_dala_tiles_s32(t_8 + 8 + t_10 * 32);
    int t_16 = dala_load_v_dala_tiles_s32(t_8 + 12 + t_10 * 32);
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
  dala_store_block(t_17, sums_0);
  dala_store_block(t_17 + 8, sums_1);
  dala_store_block(t_17 + 64, sums_2);
  dala_store_block(t_17 + 64 + 8, sums_3);
  dala_store_block(t_17 + 128, sums_4);
  dala_store_block(t_17 + 128 + 8, sums_5);
  dala_store_block(t_17 + 192, sums_6);
  dala_store_block(t_17 + 192 + 8, sums_7);
  dala_sync();
  for (int i = 0; i < 8; ++i) {
    int at = i * 32 + UNIT_POS;
    dala_store_output_(first + at, max(dala_load_block(at) + dala_load_bias(dala_rest_s32(at, 16)), 0));
  }
}
