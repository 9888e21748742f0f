namespace dala_kernel {

typedef unsigned int u32;
typedef unsigned char u8;
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
  u32 element = (blockIdx.y * 65535u + blockIdx.x) * blockDim.x + threadIdx.x;
  if (element >= dala_launch[6]) {
    return;
  }
  int ABSOLUTE_POS = int(element);
  u8 value = dala_load(input, int(dala_launch[8]), ABSOLUTE_POS);
  u32 t = dala_atomic_add_u32(bins, int(dala_launch[26]), int(value), 1u);
  dala_store(order, int(dala_launch[44]), ABSOLUTE_POS, t + 1u);
  dala_atomic_max_u32(bins, int(dala_launch[26]), 256, u32(value));
}

}  // namespace dala_kernel
