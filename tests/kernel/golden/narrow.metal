#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef signed char s8;
typedef unsigned int u32;
typedef unsigned short u16;
typedef unsigned char u8;

inline s8 dala_popcount_s8(s8 a) {
  return s8(metal::popcount(u32(a) & 255));
}

inline short dala_abs_s16(short a_2) {
  return a_2 < short(0) ? short(-a_2) : a_2;
}

inline s8 dala_div_s8(s8 a_2, s8 b_2) {
  if (b_2 == s8(0)) {
    return s8(0);
  }
  if (b_2 == s8(-1)) {
    return s8(-a_2);
  }
  return s8(a_2 / b_2);
}

inline int dala_mirrored_u32(u32 a_2, int b_2) {
  if (a_2 < u32(b_2)) {
    return int(a_2);
  }
  if (b_2 < 2) {
    return int(u32(b_2) - 1u);
  }
  u32 period = 2u * (u32(b_2) - 1u);
  u32 at = a_2 % period;
  return int(at < u32(b_2) ? at : period - at);
}

inline int dala_mirrored_s32(int a_2, int b_2) {
  return dala_mirrored_u32(a_2 < 0 ? 0u - u32(a_2) : u32(a_2), b_2);
}

inline s8 dala_load_a(device const s8* a, int a_2, int b_2) {
  if (u32(a_2) < u32(b_2)) {
    return a[a_2];
  }
  return s8(0);
}

inline u16 dala_load_b(device const u16* b, int a_2, int b_2) {
  if (u32(a_2) < u32(b_2)) {
    return b[a_2];
  }
  return u16(0);
}

inline u8 dala_load_mask(device const u8* mask, int a_2, int b_2) {
  if (u32(a_2) < u32(b_2)) {
    return mask[a_2];
  }
  return u8(0);
}

kernel void narrow(
    device const s8* a [[buffer(0)]],
    device const u16* b [[buffer(1)]],
    device const u8* mask [[buffer(2)]],
    device short* sum [[buffer(3)]],
    device s8* small [[buffer(4)]],
    device u8* any [[buffer(5)]],
    device const u32* dala_launch [[buffer(6)]],
    metal::uint3 dala_group [[threadgroup_position_in_grid]],
    u32 dala_unit [[thread_index_in_threadgroup]]) {
  u32 element = (dala_group.y * 65535u + dala_group.x) * 128u + dala_unit;
  if (element >= dala_launch[6]) {
    return;
  }
  int ABSOLUTE_POS = int(element);
  int a_len = int(dala_launch[8]);
  s8 offset = s8(dala_launch[116]);
  int b_len = int(dala_launch[26]);
  int mask_len = int(dala_launch[44]);
  int sum_len = int(dala_launch[62]);
  int small_len = int(dala_launch[80]);
  int any_len = int(dala_launch[98]);
  int i = ABSOLUTE_POS;
  s8 x = s8(u32(dala_load_a(a, i, a_len)) * u32(dala_load_a(a, int(u32(i) + 1u), a_len)) + u32(offset));
  u16 y = u16(u32(dala_load_b(b, i, b_len)) * u32(u16(3)) + u32(u16(x)));
  short t = dala_load_mask(mask, i, mask_len) != u8(0) ? short(u32(short(x)) - u32(short(y))) : short(u32(dala_abs_s16(short(x))) << u32(short(2)));
  if (u32(i) < u32(sum_len)) {
    sum[i] = t;
  }
  s8 t_2 = s8(u32(dala_div_s8(s8(-x), dala_load_a(a, dala_mirrored_s32(i, a_len), a_len))) + u32(dala_popcount_s8(x)));
  if (u32(i) < u32(small_len)) {
    small[i] = t_2;
  }
  u8 t_3 = u8(bool((dala_load_mask(mask, i, mask_len) != u8(0)) ^ (x < s8(-100))));
  if (u32(i) < u32(any_len)) {
    any[i] = t_3;
  }
}
