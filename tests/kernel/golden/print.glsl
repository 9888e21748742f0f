#version 310 es
precision highp float;
precision highp int;

layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer dala_buffer_0 { float input_[]; };
layout(std430, binding = 1) buffer dala_buffer_1 { float output_[]; };
layout(std430, binding = 2) buffer dala_buffer_2 { uint v_dala_prints[]; };
layout(std140, binding = 0) uniform dala_words { uvec4 dala_launch[16]; };

bool dala_less_f32(float a, float b) {
  return !((floatBitsToUint(a) & 2147483647u) > 2139095040u) && !((floatBitsToUint(b) & 2147483647u) > 2139095040u) && a < b;
}

float dala_max_f32(float a, float b) {
  return b > a || (floatBitsToUint(a) & 2147483647u) > 2139095040u ? b : a;
}

float dala_load_input(int a, int b) {
  if (uint(a) < uint(b)) {
    int t = min(a, b - 1);
    return input_[t];
  }
  return uintBitsToFloat(uint(min(b, 0)));
}

void main() {
  uint element = (gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x) * 128u + gl_LocalInvocationIndex;
  if (element >= dala_launch[1].z) {
    return;
  }
  int ABSOLUTE_POS = int(element);
  int input_len = int(dala_launch[2].x);
  int v_dala_prints_len = int(dala_launch[11].x);
  int output_len = int(dala_launch[6].z);
  int i = ABSOLUTE_POS;
  float x = dala_load_input(i, input_len);
  if (dala_less_f32(x, 0.0)) {
    int t = i;
    float t_2 = x;
    uint t_3;
    if (uint(0) < uint(v_dala_prints_len)) {
      t_3 = atomicAdd(v_dala_prints[min(0, v_dala_prints_len - 1)], 1u);
    } else {
      t_3 = 0u;
    }
    if (t_3 < 1024u) {
      int t_4 = int(t_3) * 5;
      int t_9 = t_4 + 1;
      if (uint(t_9) < uint(v_dala_prints_len)) {
        v_dala_prints[min(t_9, v_dala_prints_len - 1)] = 1u;
      }
      int t_10 = t_4 + 2;
      uint t_11 = uint(ABSOLUTE_POS);
      if (uint(t_10) < uint(v_dala_prints_len)) {
        v_dala_prints[min(t_10, v_dala_prints_len - 1)] = t_11;
      }
      int t_12 = t_4 + 3;
      uint t_13 = uint(t);
      if (uint(t_12) < uint(v_dala_prints_len)) {
        v_dala_prints[min(t_12, v_dala_prints_len - 1)] = t_13;
      }
      int t_14 = t_4 + 4;
      uint t_15 = floatBitsToUint(t_2);
      if (uint(t_14) < uint(v_dala_prints_len)) {
        v_dala_prints[min(t_14, v_dala_prints_len - 1)] = t_15;
      }
    }
  }
  if (i == 0) {
    int t_5 = input_len;
    vec2 t_6 = vec2(x, dala_load_input(1, input_len));
    uint t_7;
    if (uint(0) < uint(v_dala_prints_len)) {
      t_7 = atomicAdd(v_dala_prints[min(0, v_dala_prints_len - 1)], 1u);
    } else {
      t_7 = 0u;
    }
    if (t_7 < 1024u) {
      int t_8 = int(t_7) * 5;
      int t_16 = t_8 + 1;
      if (uint(t_16) < uint(v_dala_prints_len)) {
        v_dala_prints[min(t_16, v_dala_prints_len - 1)] = 2u;
      }
      int t_17 = t_8 + 2;
      uint t_18 = uint(ABSOLUTE_POS);
      if (uint(t_17) < uint(v_dala_prints_len)) {
        v_dala_prints[min(t_17, v_dala_prints_len - 1)] = t_18;
      }
      int t_19 = t_8 + 3;
      uint t_20 = uint(t_5);
      if (uint(t_19) < uint(v_dala_prints_len)) {
        v_dala_prints[min(t_19, v_dala_prints_len - 1)] = t_20;
      }
      int t_21 = t_8 + 4;
      uint t_22 = floatBitsToUint(t_6.x);
      if (uint(t_21) < uint(v_dala_prints_len)) {
        v_dala_prints[min(t_21, v_dala_prints_len - 1)] = t_22;
      }
      int t_23 = t_8 + 5;
      uint t_24 = floatBitsToUint(t_6.y);
      if (uint(t_23) < uint(v_dala_prints_len)) {
        v_dala_prints[min(t_23, v_dala_prints_len - 1)] = t_24;
      }
    }
  }
  float t_25 = sqrt(dala_max_f32(x, 0.0));
  if (uint(i) < uint(output_len)) {
    output_[min(i, output_len - 1)] = t_25;
  }
}
