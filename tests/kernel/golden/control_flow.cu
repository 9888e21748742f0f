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

extern "C" __global__ void control(const float* input, float* output, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  u32 element = (blockIdx.y * 65535u + blockIdx.x) * blockDim.x + threadIdx.x;
  if (element >= dala_launch[6]) {
    return;
  }
  int ABSOLUTE_POS = int(element);
  int input_len = int(dala_launch[8]);
  u32 rounds = dala_launch[44];
  if (ABSOLUTE_POS >= input_len) {
    return;
  }
  float x = dala_load(input, int(dala_launch[8]), ABSOLUTE_POS);
  for (u32 i = 0u; i < rounds; ++i) {
    if (i % 2u == 0u) {
      continue;
    }
    x = x + float(i);
  }
  while (x > 100.0f) {
    x = x / 2.0f;
  }
  while (true) {
    x = x - 1.0f;
    if (x < 0.0f) {
      break;
    } else if (x == 0.0f) {
      x = -1.0f;
    }
  }
  dala_store(output, int(dala_launch[26]), ABSOLUTE_POS, x);
}

}  // namespace dala_kernel
