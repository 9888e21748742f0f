namespace dala_kernel {

typedef signed char s8;
typedef unsigned int u32;
typedef unsigned short u16;
typedef unsigned char u8;
struct dala_words {
  u32 at[118];
};

__device__ inline int dala_abs_s16(int a_2) {
  return a_2 < 0 ? int(-u32(a_2) << 16u) >> 16 : a_2;
}

__device__ inline int dala_divisor_s8(int b_2) {
  return b_2 == 0 || b_2 == -1 ? 1 : b_2;
}

__device__ inline int dala_div_s8(int a_2, int b_2) {
  int quotient = a_2 / dala_divisor_s8(b_2);
  if (b_2 == 0) {
    return 0;
  }
  if (b_2 == -1) {
    return int(-u32(a_2) << 24u) >> 24;
  }
  return quotient;
}

__device__ inline int dala_mirrored_u32(u32 a_2, int b_2) {
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

__device__ inline int dala_mirrored_s32(int a_2, int b_2) {
  return dala_mirrored_u32(a_2 < 0 ? 0u - u32(a_2) : u32(a_2), b_2);
}

__device__ inline int dala_load_a(const s8* a, int a_2, int b_2) {
  if (u32(a_2) < u32(b_2)) {
    return int(a[a_2]);
  }
  return 0;
}

__device__ inline u32 dala_load_b(const u16* b, int a_2, int b_2) {
  if (u32(a_2) < u32(b_2)) {
    return u32(b[a_2]);
  }
  return 0u;
}

__device__ inline u32 dala_load_mask(const u8* mask, int a_2, int b_2) {
  if (u32(a_2) < u32(b_2)) {
    return u32(mask[a_2]);
  }
  return 0u;
}

extern "C" __global__ void narrow(const s8* a, const u16* b, const u8* mask, short* sum, s8* small, u8* any, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  u32 element = (blockIdx.y * 65535u + blockIdx.x) * blockDim.x + threadIdx.x;
  if (element >= dala_launch[6]) {
    return;
  }
  int ABSOLUTE_POS = int(element);
  int a_len = int(dala_launch[8]);
  int offset = int(u32(int(dala_launch[116])) << 24u) >> 24;
  int b_len = int(dala_launch[26]);
  int mask_len = int(dala_launch[44]);
  int sum_len = int(dala_launch[62]);
  int small_len = int(dala_launch[80]);
  int any_len = int(dala_launch[98]);
  int i = ABSOLUTE_POS;
  int x = int((u32(int((u32(dala_load_a(a, i, a_len)) * u32(dala_load_a(a, int(u32(i) + 1u), a_len))) << 24u) >> 24) + u32(offset)) << 24u) >> 24;
  u32 y = (((dala_load_b(b, i, b_len) * 3u) & 65535u) + (u32(x) & 65535u)) & 65535u;
  int t = dala_load_mask(mask, i, mask_len) != 0u ? int((u32(x) - u32(int(u32(int(y)) << 16u) >> 16)) << 16u) >> 16 : int((u32(dala_abs_s16(x)) << 2u) << 16u) >> 16;
  if (u32(i) < u32(sum_len)) {
    sum[i] = short(t);
  }
  int t_2 = int((u32(dala_div_s8(int(-u32(x) << 24u) >> 24, dala_load_a(a, dala_mirrored_s32(i, a_len), a_len))) + u32(int(u32(::__popc(u32(x) & 255u))))) << 24u) >> 24;
  if (u32(i) < u32(small_len)) {
    small[i] = s8(t_2);
  }
  u32 t_3 = u32(bool((dala_load_mask(mask, i, mask_len) != 0u) ^ (x < -100)));
  if (u32(i) < u32(any_len)) {
    any[i] = u8(t_3);
  }
}

}  // namespace dala_kernel
