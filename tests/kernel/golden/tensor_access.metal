#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef unsigned int u32;

inline int dala_clamped_s32(int a, int b) {
  if (a < 0) {
    return 0;
  }
  return a < b ? a : int(u32(b) - 1u);
}

inline int dala_at_3_s32(int y, int height, int x, int width, int z, int depth) {
  if (y < 0 || y >= height || x < 0 || x >= width || z < 0 || z >= depth) {
    return -1;
  }
  return int((u32(y) * u32(width) + u32(x)) * u32(depth) + u32(z));
}

inline int dala_mirrored_u32(u32 a, int b) {
  if (a < u32(b)) {
    return int(a);
  }
  if (b < 2) {
    return int(u32(b) - 1u);
  }
  u32 period = 2u * (u32(b) - 1u);
  u32 at = a % period;
  return int(at < u32(b) ? at : period - at);
}

inline int dala_mirrored_s32(int a, int b) {
  return dala_mirrored_u32(a < 0 ? 0u - u32(a) : u32(a), b);
}

inline float dala_load_input(device const float* input, int a, int b) {
  if (u32(a) < u32(b)) {
    return input[a];
  }
  return 0.0f;
}

kernel void blur(
    device const float* input [[buffer(0)]],
    device float* output [[buffer(1)]],
    device const u32* dala_launch [[buffer(2)]],
    metal::uint3 dala_group [[threadgroup_position_in_grid]],
    u32 dala_unit [[thread_index_in_threadgroup]]) {
  u32 element = (dala_group.y * 65535u + dala_group.x) * 128u + dala_unit;
  if (element >= dala_launch[6]) {
    return;
  }
  int extent_x = int(dala_launch[0]);
  int extent_z = int(dala_launch[2]);
  u32 pixel = element / u32(extent_z);
  int ABSOLUTE_POS_Y = int(pixel / u32(extent_x));
  int ABSOLUTE_POS_X = int(pixel - u32(ABSOLUTE_POS_Y) * u32(extent_x));
  int ABSOLUTE_POS_Z = int(element - pixel * u32(extent_z));
  int input_shape_0 = int(dala_launch[10]);
  int input_shape_1 = int(dala_launch[11]);
  int input_shape_2 = int(dala_launch[12]);
  int input_len = int(dala_launch[8]);
  int input_stride_0 = int(dala_launch[18]);
  int input_rank = int(dala_launch[9]);
  int output_shape_0 = int(dala_launch[28]);
  int output_shape_1 = int(dala_launch[29]);
  int output_shape_2 = int(dala_launch[30]);
  int output_len = int(dala_launch[26]);
  int y = ABSOLUTE_POS_Y;
  int x = ABSOLUTE_POS_X;
  int c = ABSOLUTE_POS_Z;
  float edges = dala_load_input(input, dala_at_3_s32(dala_clamped_s32(int(u32(y) - 1u), input_shape_0), input_shape_0, dala_clamped_s32(x, input_shape_1), input_shape_1, dala_clamped_s32(c, input_shape_2), input_shape_2), input_len) + dala_load_input(input, dala_at_3_s32(dala_mirrored_s32(int(u32(y) + 1u), input_shape_0), input_shape_0, dala_mirrored_s32(x, input_shape_1), input_shape_1, dala_mirrored_s32(c, input_shape_2), input_shape_2), input_len);
  int size = int(u32(input_shape_0) * u32(input_stride_0) + u32(input_rank) + u32(input_len));
  int t = dala_at_3_s32(y, output_shape_0, x, output_shape_1, c, output_shape_2);
  float t_2 = dala_load_input(input, dala_at_3_s32(y, input_shape_0, x, input_shape_1, c, input_shape_2), input_len) + edges * 0.5f + float(size);
  if (u32(t) < u32(output_len)) {
    output[t] = t_2;
  }
}
