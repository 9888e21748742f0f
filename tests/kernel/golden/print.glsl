#version 310 es
precision highp float;
precision highp int;

layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer dala_buffer_0 { float input_[]; };
layout(std430, binding = 1) buffer dala_buffer_1 { float output_[]; };
layout(std430, binding = 2) buffer dala_buffer_2 { uint v_dala_prints[]; };
layout(std140, binding = 0) uniform dala_words { uvec4 dala_launch[16]; };

float dala_load_input_(int dala_i) {
  if (uint(dala_i) >= dala_launch[2].x) return 0.0;
  uint dala_at = min(uint(dala_i), dala_launch[2].x - 1u);
  return input_[dala_at];
}

uint dala_atomic_add_v_dala_prints(int dala_i, uint dala_value) {
  if (uint(dala_i) >= dala_launch[11].x) return 0u;
  uint dala_at = min(uint(dala_i), dala_launch[11].x - 1u);
  return atomicAdd(v_dala_prints[dala_at], dala_value);
}

void dala_store_v_dala_prints(int dala_i, uint dala_value) {
  if (uint(dala_i) >= dala_launch[11].x) return;
  uint dala_at = min(uint(dala_i), dala_launch[11].x - 1u);
  v_dala_prints[dala_at] = dala_value;
}

void dala_store_output_(int dala_i, float dala_value) {
  if (uint(dala_i) >= dala_launch[6].z) return;
  uint dala_at = min(uint(dala_i), dala_launch[6].z - 1u);
  output_[dala_at] = dala_value;
}

bool dala_less_f32(float a, float b) {
  return !((floatBitsToUint(a) & 0x7fffffffu) > 0x7f800000u) && !((floatBitsToUint(b) & 0x7fffffffu) > 0x7f800000u) && a < b;
}

float dala_max_f32(float a, float b) {
  return b > a || (floatBitsToUint(a) & 0x7fffffffu) > 0x7f800000u ? b : a;
}

void main() {
  uint dala_flat = (gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x) * 128u + gl_LocalInvocationIndex;
  if (dala_flat >= dala_launch[1].z) return;
  int ABSOLUTE_POS = int(dala_flat);
  int input_len = int(dala_launch[2].x);
  int i = ABSOLUTE_POS;
  float x = dala_load_input_(i);
  if (dala_less_f32(x, 0.0)) {
    int t = i;
    float t_2 = x;
    uint t_3 = dala_atomic_add_v_dala_prints(0, 1u);
    if (t_3 < 1024u) {
      int t_4 = int(t_3) * 5;
      dala_store_v_dala_prints(t_4 + 1, 1u);
      dala_store_v_dala_prints(t_4 + 2, uint(ABSOLUTE_POS));
      dala_store_v_dala_prints(t_4 + 3, uint(t));
      dala_store_v_dala_prints(t_4 + 4, floatBitsToUint(t_2));
    }
  }
  if (i == 0) {
    int t_5 = input_len;
    vec2 t_6 = vec2(x, dala_load_input_(1));
    uint t_7 = dala_atomic_add_v_dala_prints(0, 1u);
    if (t_7 < 1024u) {
      int t_8 = int(t_7) * 5;
      dala_store_v_dala_prints(t_8 + 1, 2u);
      dala_store_v_dala_prints(t_8 + 2, uint(ABSOLUTE_POS));
      dala_store_v_dala_prints(t_8 + 3, uint(t_5));
      dala_store_v_dala_prints(t_8 + 4, floatBitsToUint(t_6.x));
      dala_store_v_dala_prints(t_8 + 5, floatBitsToUint(t_6.y));
    }
  }
  dala_store_output_(i, sqrt(dala_max_f32(x, 0.0)));
}
