#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef unsigned char u8;
typedef unsigned int u32;

inline u32 dala_u8_from_f32(float a) {
  if (a != a) {
    return 0u;
  }
  if (a >= 256.0f) {
    return 255u;
  }
  if (a <= 0.0f) {
    return 0u;
  }
  return u32(a);
}

inline int dala_at_3_s32(int y, int height, int x, int width, int z, int depth) {
  if (y < 0 || y >= height || x < 0 || x >= width || z < 0 || z >= depth) {
    return -1;
  }
  return int((u32(y) * u32(width) + u32(x)) * u32(depth) + u32(z));
}

inline u32 dala_load_input(device const u8* input, int a, int b) {
  if (u32(a) < u32(b)) {
    return u32(input[a]);
  }
  return 0u;
}

kernel void luma(
    device const u8* input [[buffer(0)]],
    device u8* output [[buffer(1)]],
    device const u32* dala_launch [[buffer(2)]],
    metal::uint3 dala_group [[threadgroup_position_in_grid]],
    u32 dala_unit [[thread_index_in_threadgroup]]) {
  u32 element = (dala_group.y * 65535u + dala_group.x) * 128u + dala_unit;
  if (element >= dala_launch[6]) {
    return;
  }
  int extent_x = int(dala_launch[0]);
  int ABSOLUTE_POS_Y = int(element / u32(extent_x));
  int ABSOLUTE_POS_X = int(element - u32(ABSOLUTE_POS_Y) * u32(extent_x));
  int input_shape_0 = int(dala_launch[10]);
  int input_shape_1 = int(dala_launch[11]);
  int input_shape_2 = int(dala_launch[12]);
  int input_len = int(dala_launch[8]);
  int output_shape_0 = int(dala_launch[28]);
  int output_shape_1 = int(dala_launch[29]);
  int output_shape_2 = int(dala_launch[30]);
  int output_len = int(dala_launch[26]);
  int y = ABSOLUTE_POS_Y;
  int x = ABSOLUTE_POS_X;
  float grey = 0.299f * float(dala_load_input(input, dala_at_3_s32(y, input_shape_0, x, input_shape_1, 0, input_shape_2), input_len)) + 0.587f * float(dala_load_input(input, dala_at_3_s32(y, input_shape_0, x, input_shape_1, 1, input_shape_2), input_len)) + 0.114f * float(dala_load_input(input, dala_at_3_s32(y, input_shape_0, x, input_shape_1, 2, input_shape_2), input_len));
  for (int c = 0; c < 3; ++c) {
    int t = dala_at_3_s32(y, output_shape_0, x, output_shape_1, c, output_shape_2);
    u32 t_2 = dala_u8_from_f32(metal::round(grey));
    if (u32(t) < u32(output_len)) {
      output[t] = u8(t_2);
    }
  }
  int t_3 = dala_at_3_s32(y, output_shape_0, x, output_shape_1, 3, output_shape_2);
  u32 t_4 = dala_load_input(input, dala_at_3_s32(y, input_shape_0, x, input_shape_1, 3, input_shape_2), input_len);
  if (u32(t_3) < u32(output_len)) {
    output[t_3] = u8(t_4);
  }
}
