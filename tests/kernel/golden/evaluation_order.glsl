#version 310 es
precision highp float;
precision highp int;

layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer dala_buffer_0 { int output_[]; };
layout(std140, binding = 0) uniform dala_words { uvec4 dala_launch[7]; };

int dala_load_output_(int dala_i) {
  if (uint(dala_i) >= dala_launch[2].x) return 0;
  uint dala_at = min(uint(dala_i), dala_launch[2].x - 1u);
  return output_[dala_at];
}

int dala_atomic_add_output_(int dala_i, int dala_value) {
  if (uint(dala_i) >= dala_launch[2].x) return 0;
  uint dala_at = min(uint(dala_i), dala_launch[2].x - 1u);
  return atomicAdd(output_[dala_at], dala_value);
}

int dala_atomic_exchange_output_(int dala_i, int dala_value) {
  if (uint(dala_i) >= dala_launch[2].x) return 0;
  uint dala_at = min(uint(dala_i), dala_launch[2].x - 1u);
  return atomicExchange(output_[dala_at], dala_value);
}

void dala_store_output_(int dala_i, int dala_value) {
  if (uint(dala_i) >= dala_launch[2].x) return;
  uint dala_at = min(uint(dala_i), dala_launch[2].x - 1u);
  output_[dala_at] = dala_value;
}

void main() {
  uint element = (gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x) * 128u + gl_LocalInvocationIndex;
  if (element >= dala_launch[1].z) {
    return;
  }
  int a = dala_load_output_(0);
  int t_2 = dala_load_output_(0);
  int t = dala_atomic_add_output_(0, 5);
  int before = t_2 + t + dala_load_output_(0);
  bool t_4 = a > 0;
  if (t_4) {
    int t_3 = dala_atomic_add_output_(1, 1);
    t_4 = t_3 == 0;
  }
  bool guarded = t_4;
  while (true) {
    int t_5 = dala_atomic_add_output_(2, 1);
    if (!(t_5 < 3)) {
      break;
    }
    a = a + 1;
  }
  int t_7 = a;
  int t_6 = dala_atomic_exchange_output_(3, 7);
  dala_store_output_(t_7 + t_6, before);
  dala_store_output_(4, guarded ? a : -a);
}
