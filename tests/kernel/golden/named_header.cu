namespace dala_kernel {

typedef unsigned int u32;
struct dala_words {
  u32 at[46];
};

template <typename T>
__device__ inline T dala_load(const T* values, int len, int i) {
  return u32(i) < u32(len) ? values[i] : T(0);
}

template <typename T>
__device__ inline void dala_store(T* values, int len, int i, T value) {
  if (u32(i) < u32(len)) values[i] = value;
}

extern "C" __global__ void my_filter(const float* input, float* output, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  u32 element = (blockIdx.y * 65535u + blockIdx.x) * blockDim.x + threadIdx.x;
  if (element >= dala_launch[6]) {
    return;
  }
  int ABSOLUTE_POS = int(element);
  float strength = ::__uint_as_float(dala_launch[44]);
  int i = ABSOLUTE_POS;
  dala_store(output, int(dala_launch[26]), i, dala_load(input, int(dala_launch[8]), i) * strength);
}

}  // namespace dala_kernel
