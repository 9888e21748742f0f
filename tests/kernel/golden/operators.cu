namespace dala_kernel {

typedef unsigned int u32;
struct dala_words {
  u32 at[44];
};

template <typename T>
__device__ inline T dala_load(const T* values, int len, int i) {
  return u32(i) < u32(len) ? values[i] : T(0);
}

template <typename T>
__device__ inline void dala_store(T* values, int len, int i, T value) {
  if (u32(i) < u32(len)) values[i] = value;
}

extern "C" __global__ void operators(const int* input, int* output, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  u32 element = (blockIdx.y * 65535u + blockIdx.x) * blockDim.x + threadIdx.x;
  if (element >= dala_launch[6]) {
    return;
  }
  int ABSOLUTE_POS = int(element);
  int x = dala_load(input, int(dala_launch[8]), ABSOLUTE_POS);
  u32 y = -u32(x);
  int mixed = (int((u32(x) + u32(int(2u * u32(x)) % 7)) << 1u) & 255) | (x ^ 3);
  bool test = (x > 1 && mixed != 4) || !(x == 3);
  dala_store(output, int(dala_launch[26]), ABSOLUTE_POS, test ? mixed : int(u32(int(y >> 3u)) + u32(~x)));
}

}  // namespace dala_kernel
