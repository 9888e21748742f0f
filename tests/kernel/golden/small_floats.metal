#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef unsigned short u16;
typedef unsigned int u32;

inline u32 dala_f16_from_f32(float a_2) {
  u32 bits = as_type<u32>(a_2);
  u32 sign = (bits >> 16u) & 32768u;
  u32 size = bits & 2147483647u;
  if (size > 2139095040u) {
    return ((sign | 32256u) | ((size >> 13u) & 1023u)) & 65535u;
  }
  if (size >= 1199570944u) {
    return (sign | 31744u) & 65535u;
  }
  if (size >= 947912704u) {
    return (sign | ((size - 939524096u + 4095u + ((size >> 13u) & 1u)) >> 13u)) & 65535u;
  }
  if (size <= 855638016u) {
    return sign & 65535u;
  }
  u32 digits = (size & 8388607u) | 8388608u;
  u32 below = 126u - (size >> 23u);
  u32 whole = digits >> (below & 31u);
  u32 rest = digits & ((1u << (below & 31u)) - 1u);
  u32 half_ = 1u << ((below - 1u) & 31u);
  u32 up = rest > half_ || (rest == half_ && (whole & 1u) == 1u) ? 1u : 0u;
  return (sign | (whole + up)) & 65535u;
}

inline u32 dala_bf16_from_f32(float a_2) {
  u32 bits = as_type<u32>(a_2);
  if ((bits & 2147483647u) > 2139095040u) {
    return ((bits >> 16u) | 64u) & 65535u;
  }
  return ((bits + 32767u + ((bits >> 16u) & 1u)) >> 16u) & 65535u;
}

inline float dala_f32_from_f16(u32 a_2) {
  u32 sign = (a_2 & 32768u) << 16u;
  u32 size = a_2 & 32767u;
  if (size < 1024u) {
    return as_type<float>(sign | as_type<u32>(float(size) * 5.9604645e-08f));
  }
  if (size < 31744u) {
    return as_type<float>(sign | ((size << 13u) + 939524096u));
  }
  return as_type<float>((sign | 2139095040u) | (size << 13u));
}

inline float dala_f32_from_bf16(u32 a_2) {
  return as_type<float>(a_2 << 16u);
}

inline u32 dala_load_a(device const u16* a, int a_2, int b_2) {
  if (u32(a_2) < u32(b_2)) {
    return u32(a[a_2]);
  }
  return 0u;
}

inline u32 dala_load_b(device const u16* b, int a_2, int b_2) {
  if (u32(a_2) < u32(b_2)) {
    return u32(b[a_2]);
  }
  return 0u;
}

kernel void mixed(
    device const u16* a [[buffer(0)]],
    device const u16* b [[buffer(1)]],
    device u16* sum [[buffer(2)]],
    device u16* root [[buffer(3)]],
    device const u32* dala_launch [[buffer(4)]],
    metal::uint3 dala_group [[threadgroup_position_in_grid]],
    u32 dala_unit [[thread_index_in_threadgroup]]) {
  u32 element = (dala_group.y * 65535u + dala_group.x) * 128u + dala_unit;
  if (element >= dala_launch[6]) {
    return;
  }
  int ABSOLUTE_POS = int(element);
  int a_len = int(dala_launch[8]);
  u32 share = dala_launch[80] & 65535u;
  int b_len = int(dala_launch[26]);
  int sum_len = int(dala_launch[44]);
  int root_len = int(dala_launch[62]);
  int i = ABSOLUTE_POS;
  u32 x = dala_f16_from_f32(dala_f32_from_f16(dala_f16_from_f32(dala_f32_from_f16(dala_load_a(a, i, a_len)) * dala_f32_from_f16(share))) + dala_f32_from_f16(14336u));
  u32 t = dala_f32_from_f16(x) < dala_f32_from_f16(dala_load_a(a, int(u32(i) + 1u), a_len)) ? dala_f16_from_f32(-dala_f32_from_f16(x)) : dala_f16_from_f32(dala_f32_from_f16(x) / dala_f32_from_f16(dala_f16_from_f32(dala_f32_from_bf16(dala_load_b(b, i, b_len)))));
  if (u32(i) < u32(sum_len)) {
    sum[i] = u16(t);
  }
  u32 t_2 = dala_bf16_from_f32(dala_f32_from_bf16(dala_bf16_from_f32(metal::sqrt(dala_f32_from_bf16(dala_bf16_from_f32(metal::fabs(dala_f32_from_bf16(dala_load_b(b, i, b_len)))))))) - dala_f32_from_bf16(15045u));
  if (u32(i) < u32(root_len)) {
    root[i] = u16(t_2);
  }
}
