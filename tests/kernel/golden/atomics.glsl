#version 310 es
precision highp float;
precision highp int;

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer dala_buffer_0 { uint input_[]; };
layout(std430, binding = 1) buffer dala_buffer_1 { uint bins[]; };
layout(std430, binding = 2) buffer dala_buffer_2 { uint order[]; };
layout(std430, binding = 3) readonly buffer dala_buffer_3 { uint dala_launch[]; };

uint dala_load_input_(int i) {
  if (uint(i) >= dala_launch[8]) return 0u;
  return (input_[uint(i) >> 2] >> ((uint(i) & 3u) * 8u)) & 255u;
}

uint dala_atomic_add_bins(int i, uint value) {
  if (uint(i) >= dala_launch[26]) return 0u;
  return atomicAdd(bins[uint(i)], value);
}

void dala_store_order(int i, uint value) {
  if (uint(i) >= dala_launch[44]) return;
  order[uint(i)] = value;
}

uint dala_atomic_max_bins(int i, uint value) {
  if (uint(i) >= dala_launch[26]) return 0u;
  return atomicMax(bins[uint(i)], value);
}

void main() {
  uint dala_flat = (gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x) * 64u + gl_LocalInvocationIndex;
  if (dala_flat >= dala_launch[6]) return;
  int ABSOLUTE_POS = int(dala_flat);
  uint value = dala_load_input_(ABSOLUTE_POS);
  uint t = dala_atomic_add_bins(int(value), 1u);
  dala_store_order(ABSOLUTE_POS, t + 1u);
  dala_atomic_max_bins(256, value);
}
