#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef unsigned char u8;
typedef unsigned int u32;
typedef long s64;
typedef unsigned long u64;

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

inline s64 dala_at_3_s64(s64 y, s64 height, s64 x, s64 width, s64 z, s64 depth) {
  if (y < 0l || y >= height || x < 0l || x >= width || z < 0l || z >= depth) {
    return -1l;
  }
  return s64((u64(y) * u64(width) + u64(x)) * u64(depth) + u64(z));
}

inline u32 dala_load_input(device const u8* input, s64 a, s64 b) {
  if (a >= 0l && a < b) {
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
  s64 element = s64((u64(s64(dala_group.y)) * u64(1073741824l) + u64(s64(dala_group.x))) * u64(s64(128u)) + u64(s64(dala_unit)));
  if (element >= (s64(u64(s64(dala_launch[13])) << u64(32l)) | s64(dala_launch[12]))) {
    return;
  }
  s64 extent_x = s64(u64(s64(dala_launch[1])) << u64(32l)) | s64(dala_launch[0]);
  s64 ABSOLUTE_POS_Y = element / extent_x;
  s64 ABSOLUTE_POS_X = s64(u64(element) - u64(ABSOLUTE_POS_Y) * u64(extent_x));
  s64 input_shape_0 = s64(u64(s64(dala_launch[21])) << u64(32l)) | s64(dala_launch[20]);
  s64 input_shape_1 = s64(u64(s64(dala_launch[23])) << u64(32l)) | s64(dala_launch[22]);
  s64 input_shape_2 = s64(u64(s64(dala_launch[25])) << u64(32l)) | s64(dala_launch[24]);
  s64 input_len = s64(u64(s64(dala_launch[17])) << u64(32l)) | s64(dala_launch[16]);
  s64 output_shape_0 = s64(u64(s64(dala_launch[57])) << u64(32l)) | s64(dala_launch[56]);
  s64 output_shape_1 = s64(u64(s64(dala_launch[59])) << u64(32l)) | s64(dala_launch[58]);
  s64 output_shape_2 = s64(u64(s64(dala_launch[61])) << u64(32l)) | s64(dala_launch[60]);
  s64 output_len = s64(u64(s64(dala_launch[53])) << u64(32l)) | s64(dala_launch[52]);
  s64 y = ABSOLUTE_POS_Y;
  s64 x = ABSOLUTE_POS_X;
  float grey = 0.299f * float(dala_load_input(input, dala_at_3_s64(y, input_shape_0, x, input_shape_1, 0l, input_shape_2), input_len)) + 0.587f * float(dala_load_input(input, dala_at_3_s64(y, input_shape_0, x, input_shape_1, 1l, input_shape_2), input_len)) + 0.114f * float(dala_load_input(input, dala_at_3_s64(y, input_shape_0, x, input_shape_1, 2l, input_shape_2), input_len));
  for (int c = 0; c < 3; ++c) {
    s64 t = dala_at_3_s64(y, output_shape_0, x, output_shape_1, s64(c), output_shape_2);
    u32 t_2 = dala_u8_from_f32(metal::round(grey));
    if (t >= 0l && t < output_len) {
      output[t] = u8(t_2);
    }
  }
  s64 t_3 = dala_at_3_s64(y, output_shape_0, x, output_shape_1, 3l, output_shape_2);
  u32 t_4 = dala_load_input(input, dala_at_3_s64(y, input_shape_0, x, input_shape_1, 3l, input_shape_2), input_len);
  if (t_3 >= 0l && t_3 < output_len) {
    output[t_3] = u8(t_4);
  }
}
