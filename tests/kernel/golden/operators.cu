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
  u32 dala_flat = (blockIdx.y * 65535u + blockIdx.x) * blockDim.x + threadIdx.x;
  if (dala_flat >= dala_launch[6]) return;
  int ABSOLUTE_POS = int(dala_flat);
  int input_len = int(dala_launch[8]);
  int output_len = int(dala_launch[26]);
  int x = dala_load(input, input_len, ABSOLUTE_POS);
  u32 y = -u32(x);
  int mixed = (int((u32(x) + u32(int(2u * u32(x)) % 7)) << 1u) & 255) | (x ^ 3);
  bool test = (x > 1 && mixed != 4) || !(x == 3);
  dala_store(output, output_len, ABSOLUTE_POS, test ? mixed : int(u32(int(y >> 3u)) + u32(~x)));
}

}  // namespace dala_kernel
