#version 310 es
precision highp float;
precision highp int;

layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer dala_buffer_0 { int output_[]; };
layout(std140, binding = 0) uniform dala_words { uvec4 dala_launch[7]; };

int dala_load_output(int a, int b) {
  if (uint(a) < uint(b)) {
    int t = min(a, b - 1);
    return output_[t];
  }
  return 0;
}

void main() {
  uint element = (gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x) * 128u + gl_LocalInvocationIndex;
  if (element >= dala_launch[1].z) {
    return;
  }
  int output_len = int(dala_launch[2].x);
  int a = dala_load_output(0, output_len);
  int t_2 = dala_load_output(0, output_len);
  int t;
  if (uint(0) < uint(output_len)) {
    t = atomicAdd(output_[min(0, output_len - 1)], 5);
  } else {
    t = 0;
  }
  int before = t_2 + t + dala_load_output(0, output_len);
  bool t_4 = a > 0;
  if (t_4) {
    int t_3;
    if (uint(1) < uint(output_len)) {
      t_3 = atomicAdd(output_[min(1, output_len - 1)], 1);
    } else {
      t_3 = 0;
    }
    t_4 = t_3 == 0;
  }
  bool guarded = t_4;
  while (true) {
    int t_5;
    if (uint(2) < uint(output_len)) {
      t_5 = atomicAdd(output_[min(2, output_len - 1)], 1);
    } else {
      t_5 = 0;
    }
    if (!(t_5 < 3)) {
      break;
    }
    a = a + 1;
  }
  int t_7 = a;
  int t_6;
  if (uint(3) < uint(output_len)) {
    t_6 = atomicExchange(output_[min(3, output_len - 1)], 7);
  } else {
    t_6 = 0;
  }
  int t_8 = t_7 + t_6;
  if (uint(t_8) < uint(output_len)) {
    output_[min(t_8, output_len - 1)] = before;
  }
  int t_9 = guarded ? a : -a;
  if (uint(4) < uint(output_len)) {
    output_[min(4, output_len - 1)] = t_9;
  }
}
