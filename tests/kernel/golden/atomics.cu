namespace dala_kernel {

typedef unsigned char u8;
typedef unsigned int u32;
struct dala_words {
  u32 at[62];
};

template <typename T>
__device__ inline T dala_load(const T* values, int len, int i) {
  return u32(i) < u32(len) ? values[i] : T(0);
}

__device__ inline u32 dala_atomic_add_u32(u32* values, int len, int i, u32 value) {
  if (u32(i) >= u32(len)) return 0u;
  return ::atomicAdd(values + i, value);
}

template <typename T>
__device__ inline void dala_store(T* values, int len, int i, T value) {
  if (u32(i) < u32(len)) values[i] = value;
}

__device__ inline u32 dala_atomic_max_u32(u32* values, int len, int i, u32 value) {
  if (u32(i) >= u32(len)) return 0u;
  return ::atomicMax(values + i, value);
}

extern "C" __global__ void histogram(const u8* input, u32* bins, u32* order, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  u32 dala_flat = (blockIdx.y * 65535u + blockIdx.x) * blockDim.x + threadIdx.x;
  if (dala_flat >= dala_launch[6]) return;
  int ABSOLUTE_POS = int(dala_flat);
  int input_len = int(dala_launch[8]);
  int bins_len = int(dala_launch[26]);
  int order_len = int(dala_launch[44]);
  u8 value = dala_load(input, input_len, ABSOLUTE_POS);
  u32 t = dala_atomic_add_u32(bins, bins_len, int(value), 1u);
  dala_store(order, order_len, ABSOLUTE_POS, t + 1u);
  dala_atomic_max_u32(bins, bins_len, 256, u32(value));
}

}  // namespace dala_kernel
