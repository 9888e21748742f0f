namespace dala_kernel {

typedef unsigned int u32;
struct dala_words {
  u32 at[26];
};

template <typename T>
__device__ inline T dala_load(const T* values, int len, int i) {
  return u32(i) < u32(len) ? values[i] : T(0);
}

__device__ inline int dala_atomic_add_s32(int* values, int len, int i, int value) {
  if (u32(i) >= u32(len)) return 0;
  return ::atomicAdd(values + i, value);
}

__device__ inline int dala_atomic_exchange_s32(int* values, int len, int i, int value) {
  if (u32(i) >= u32(len)) return 0;
  return ::atomicExch(values + i, value);
}

template <typename T>
__device__ inline void dala_store(T* values, int len, int i, T value) {
  if (u32(i) < u32(len)) values[i] = value;
}

extern "C" __global__ void order(int* output, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  u32 element = (blockIdx.y * 65535u + blockIdx.x) * blockDim.x + threadIdx.x;
  if (element >= dala_launch[6]) {
    return;
  }
  int a = dala_load(output, int(dala_launch[8]), 0);
  int t_2 = dala_load(output, int(dala_launch[8]), 0);
  int t = dala_atomic_add_s32(output, int(dala_launch[8]), 0, 5);
  int before = int(u32(t_2) + u32(t) + u32(dala_load(output, int(dala_launch[8]), 0)));
  bool t_4 = a > 0;
  if (t_4) {
    int t_3 = dala_atomic_add_s32(output, int(dala_launch[8]), 1, 1);
    t_4 = t_3 == 0;
  }
  bool guarded = t_4;
  while (true) {
    int t_5 = dala_atomic_add_s32(output, int(dala_launch[8]), 2, 1);
    if (!(t_5 < 3)) {
      break;
    }
    a = int(u32(a) + 1u);
  }
  int t_7 = a;
  int t_6 = dala_atomic_exchange_s32(output, int(dala_launch[8]), 3, 7);
  dala_store(output, int(dala_launch[8]), int(u32(t_7) + u32(t_6)), before);
  dala_store(output, int(dala_launch[8]), 4, guarded ? a : int(-u32(a)));
}

}  // namespace dala_kernel
