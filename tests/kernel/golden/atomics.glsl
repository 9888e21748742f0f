#version 310 es
precision highp float;
precision highp int;

layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer dala_buffer_0 { uint input_[]; };
layout(std430, binding = 1) buffer dala_buffer_1 { uint bins[]; };
layout(std430, binding = 2) buffer dala_buffer_2 { uint order[]; };
layout(std140, binding = 0) uniform dala_words { uvec4 dala_launch[16]; };

uint dala_load_input(int a, int b) {
  if (uint(a) < uint(b)) {
    int t = min(a, b - 1);
    return (input_[t >> 2] >> (uint(t & 3) << 3u)) & 255u;
  }
  return 0u;
}

void main() {
  uint element = (gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x) * 128u + gl_LocalInvocationIndex;
  if (element >= dala_launch[1].z) {
    return;
  }
  int ABSOLUTE_POS = int(element);
  int input_len = int(dala_launch[2].x);
  int bins_len = int(dala_launch[6].z);
  int order_len = int(dala_launch[11].x);
  uint value = dala_load_input(ABSOLUTE_POS, input_len);
  int t_2 = int(value);
  uint t;
  if (uint(t_2) < uint(bins_len)) {
    t = atomicAdd(bins[min(t_2, bins_len - 1)], 1u);
  } else {
    t = 0u;
  }
  uint t_3 = t + 1u;
  if (uint(ABSOLUTE_POS) < uint(order_len)) {
    order[min(ABSOLUTE_POS, order_len - 1)] = t_3;
  }
  uint t_4 = value;
  if (uint(256) < uint(bins_len)) {
    atomicMax(bins[min(256, bins_len - 1)], t_4);
  }
}
