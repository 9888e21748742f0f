#version 310 es
precision highp float;
precision highp int;

layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer dala_buffer_0 { uint input_[]; };
layout(std430, binding = 1) buffer dala_buffer_1 { uint bins[]; };
layout(std430, binding = 2) buffer dala_buffer_2 { uint order[]; };
layout(std140, binding = 0) uniform dala_words { uvec4 dala_launch[16]; };

uint dala_load_input_(int dala_i) {
  if (uint(dala_i) >= dala_launch[2].x) return 0u;
  uint dala_at = min(uint(dala_i), dala_launch[2].x - 1u);
  return (input_[dala_at >> 2] >> ((dala_at & 3u) * 8u)) & 255u;
}

uint dala_atomic_add_bins(int dala_i, uint dala_value) {
  if (uint(dala_i) >= dala_launch[6].z) return 0u;
  uint dala_at = min(uint(dala_i), dala_launch[6].z - 1u);
  return atomicAdd(bins[dala_at], dala_value);
}

void dala_store_order(int dala_i, uint dala_value) {
  if (uint(dala_i) >= dala_launch[11].x) return;
  uint dala_at = min(uint(dala_i), dala_launch[11].x - 1u);
  order[dala_at] = dala_value;
}

uint dala_atomic_max_bins(int dala_i, uint dala_value) {
  if (uint(dala_i) >= dala_launch[6].z) return 0u;
  uint dala_at = min(uint(dala_i), dala_launch[6].z - 1u);
  return atomicMax(bins[dala_at], dala_value);
}

void main() {
  uint element = (gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x) * 128u + gl_LocalInvocationIndex;
  if (element >= dala_launch[1].z) {
    return;
  }
  int ABSOLUTE_POS = int(element);
  uint value = dala_load_input_(ABSOLUTE_POS);
  uint t = dala_atomic_add_bins(int(value), 1u);
  dala_store_order(ABSOLUTE_POS, t + 1u);
  dala_atomic_max_bins(256, value);
}
