#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef unsigned int u32;

inline int dala_load_input(device const int* input, int a, int b) {
  if (u32(a) < u32(b)) {
    return input[a];
  }
  return 0;
}

kernel void operators(
    device const int* input [[buffer(0)]],
    device int* output [[buffer(1)]],
    device const u32* dala_launch [[buffer(2)]],
    metal::uint3 dala_group [[threadgroup_position_in_grid]],
    u32 dala_unit [[thread_index_in_threadgroup]]) {
  u32 element = (dala_group.y * 65535u + dala_group.x) * 128u + dala_unit;
  if (element >= dala_launch[6]) {
    return;
  }
  int ABSOLUTE_POS = int(element);
  int input_len = int(dala_launch[8]);
  int output_len = int(dala_launch[26]);
  int x = dala_load_input(input, ABSOLUTE_POS, input_len);
  u32 y = -u32(x);
  int mixed = (int((u32(x) + u32(int(2u * u32(x)) % 7)) << 1u) & 255) | (x ^ 3);
  bool test = (x > 1 && mixed != 4) || !(x == 3);
  int t = test ? mixed : int(u32(int(y >> 3u)) + u32(~x));
  if (u32(ABSOLUTE_POS) < u32(output_len)) {
    output[ABSOLUTE_POS] = t;
  }
}
