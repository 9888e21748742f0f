namespace dala_kernel {

typedef unsigned char u8;
typedef unsigned int u32;
struct dala_words {
  u32 at[62];
};

__device__ inline u32 dala_load_input(const u8* input, int a, int b) {
  if (u32(a) < u32(b)) {
    return u32(input[a]);
  }
  return 0u;
}

extern "C" __global__ void histogram(const u8* input, u32* bins, u32* order, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  u32 element = (blockIdx.y * 65535u + blockIdx.x) * blockDim.x + threadIdx.x;
  if (element >= dala_launch[6]) {
    return;
  }
  int ABSOLUTE_POS = int(element);
  int input_len = int(dala_launch[8]);
  int bins_len = int(dala_launch[26]);
  int order_len = int(dala_launch[44]);
  u32 value = dala_load_input(input, ABSOLUTE_POS, input_len);
  int t_2 = int(value);
  u32 t;
  if (u32(t_2) < u32(bins_len)) {
    t = ::atomicAdd(&bins[t_2], 1u);
  } else {
    t = 0u;
  }
  u32 t_3 = t + 1u;
  if (u32(ABSOLUTE_POS) < u32(order_len)) {
    order[ABSOLUTE_POS] = t_3;
  }
  u32 t_4 = value;
  if (256u < u32(bins_len)) {
    ::atomicMax(&bins[256], t_4);
  }
}

}  // namespace dala_kernel
