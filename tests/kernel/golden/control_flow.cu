namespace dala_kernel {

typedef unsigned int u32;
struct dala_words {
  u32 at[46];
};

__device__ inline float dala_load_input(const float* input, int a, int b) {
  if (u32(a) < u32(b)) {
    return input[a];
  }
  return 0.0f;
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
  int output_len = int(dala_launch[26]);
  if (ABSOLUTE_POS >= input_len) {
    return;
  }
  float x = dala_load_input(input, ABSOLUTE_POS, input_len);
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
  if (u32(ABSOLUTE_POS) < u32(output_len)) {
    output[ABSOLUTE_POS] = x;
  }
}

}  // namespace dala_kernel
