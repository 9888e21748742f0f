#version 310 es
precision highp float;
precision highp int;

layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer dala_buffer_0 { uint input_[]; };
layout(std430, binding = 1) buffer dala_buffer_1 { uint bins[]; };
layout(std430, binding = 2) buffer dala_buffer_2 { uint order[]; };
layout(std140, binding = 0) uniform dala_words { uvec4 dala_launch[16]; };

uint dala_load_input_(int i) {
  if (uint(i) >= dala_launch[2].x) return 0u;
  uint at = min(uint(i), dala_launch[2].x - 1u);
  return (input_[at >> 2] >> ((at & 3u) * 8u)) & 255u;
}

uint dala_atomic_add_bins(int i, uint value) {
  if (uint(i) >= dala_launch[6].z) return 0u;
  uint at = min(uint(i), dala_launch[6].z - 1u);
  return atomicAdd(bins[at], value);
}

void dala_store_order(int i, uint value) {
  if (uint(i) >= dala_launch[11].x) return;
  uint at = min(uint(i), dala_launch[11].x - 1u);
  order[at] = value;
}

uint dala_atomic_max_bins(int i, uint value) {
  if (uint(i) >= dala_launch[6].z) return 0u;
  uint at = min(uint(i), dala_launch[6].z - 1u);
  return atomicMax(bins[at], value);
}

void main() {
  uint dala_flat = (gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x) * 128u + gl_LocalInvocationIndex;
  if (dala_flat >= dala_launch[1].z) return;
  int ABSOLUTE_POS = int(dala_flat);
  uint value = dala_load_input_(ABSOLUTE_POS);
  uint t = dala_atomic_add_bins(int(value), 1u);
  dala_store_order(ABSOLUTE_POS, t + 1u);
  dala_atomic_max_bins(256, value);
}
