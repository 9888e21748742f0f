#version 310 es
precision highp float;
precision highp int;

layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer dala_buffer_0 { uint a[]; };
layout(std430, binding = 1) readonly buffer dala_buffer_1 { uint b[]; };
layout(std430, binding = 2) readonly buffer dala_buffer_2 { uint mask[]; };
layout(std430, binding = 3) buffer dala_buffer_3 { uint sum[]; };
layout(std430, binding = 4) buffer dala_buffer_4 { uint small[]; };
layout(std430, binding = 5) buffer dala_buffer_5 { uint any_[]; };
layout(std140, binding = 0) uniform dala_words { uvec4 dala_launch[30]; };

uint dala_popcount_u32(uint a) {
  return uint(bitCount(a));
}

int dala_divisor_s8(int b_2) {
  return b_2 == 0 || b_2 == -1 ? 1 : b_2;
}

int dala_div_s8(int a_2, int b_2) {
  int quotient = a_2 / dala_divisor_s8(b_2);
  if (b_2 == 0) {
    return 0;
  }
  if (b_2 == -1) {
    return (-a_2 << 24) >> 24;
  }
  return quotient;
}

int dala_mirrored_u32(uint a_2, int b_2) {
  if (a_2 < uint(b_2)) {
    return int(a_2);
  }
  if (b_2 < 2) {
    return b_2 - 1;
  }
  uint period = 2u * uint(b_2 - 1);
  uint at = a_2 % period;
  return int(at < uint(b_2) ? at : period - at);
}

int dala_mirrored_s32(int a_2, int b_2) {
  return dala_mirrored_u32(a_2 < 0 ? 0u - uint(a_2) : uint(a_2), b_2);
}

int dala_load_a(int a_2, int b_2) {
  if (uint(a_2) < uint(b_2)) {
    int t = min(a_2, b_2 - 1);
    return (int(a[t >> 2] >> (uint(t & 3) << 3u)) << 24) >> 24;
  }
  return 0;
}

uint dala_load_b(int a_2, int b_2) {
  if (uint(a_2) < uint(b_2)) {
    int t = min(a_2, b_2 - 1);
    return (b[t >> 1] >> (uint(t & 1) << 4u)) & 65535u;
  }
  return 0u;
}

uint dala_load_mask(int a_2, int b_2) {
  if (uint(a_2) < uint(b_2)) {
    int t = min(a_2, b_2 - 1);
    return (mask[t >> 2] >> (uint(t & 3) << 3u)) & 255u;
  }
  return 0u;
}

void main() {
  uint element = (gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x) * 128u + gl_LocalInvocationIndex;
  if (element >= dala_launch[1].z) {
    return;
  }
  int ABSOLUTE_POS = int(element);
  int a_len = int(dala_launch[2].x);
  int offset = (int(dala_launch[29].x) << 24) >> 24;
  int b_len = int(dala_launch[6].z);
  int mask_len = int(dala_launch[11].x);
  int sum_len = int(dala_launch[15].z);
  int small_len = int(dala_launch[20].x);
  int any_len = int(dala_launch[24].z);
  int i = ABSOLUTE_POS;
  int x = (((((dala_load_a(i, a_len) * dala_load_a(i + 1, a_len)) << 24) >> 24) + offset) << 24) >> 24;
  uint y = (((dala_load_b(i, b_len) * 3u) & 65535u) + (uint(x) & 65535u)) & 65535u;
  int t = dala_load_mask(i, mask_len) != 0u ? ((x - ((int(y) << 16) >> 16)) << 16) >> 16 : ((((abs(x) << 16) >> 16) << 2) << 16) >> 16;
  if (uint(i) < uint(sum_len)) {
    int t_4 = min(i, sum_len - 1);
    uint t_5 = uint(t_4 & 1) << 4u;
    atomicAnd(sum[t_4 >> 1], ~(65535u << t_5));
    atomicOr(sum[t_4 >> 1], (uint(t) & 65535u) << t_5);
  }
  int t_2 = ((dala_div_s8((-x << 24) >> 24, dala_load_a(dala_mirrored_s32(i, a_len), a_len)) + int(dala_popcount_u32(uint(x) & 255u))) << 24) >> 24;
  if (uint(i) < uint(small_len)) {
    int t_6 = min(i, small_len - 1);
    uint t_7 = uint(t_6 & 3) << 3u;
    atomicAnd(small[t_6 >> 2], ~(255u << t_7));
    atomicOr(small[t_6 >> 2], (uint(t_2) & 255u) << t_7);
  }
  uint t_3 = uint((dala_load_mask(i, mask_len) != 0u) != (x < -100));
  if (uint(i) < uint(any_len)) {
    int t_8 = min(i, any_len - 1);
    uint t_9 = uint(t_8 & 3) << 3u;
    atomicAnd(any_[t_8 >> 2], ~(255u << t_9));
    atomicOr(any_[t_8 >> 2], t_3 << t_9);
  }
}
