namespace dala_kernel {

typedef unsigned int u32;
struct dala_words {
  u32 at[44];
};

__device__ inline float dala_load_input(const float* input, int a, int b) {
  if (u32(a) < u32(b)) {
    return input[a];
  }
  return 0.0f;
}

extern "C" __global__ void choose(const float* input, float* output, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  u32 element = (blockIdx.y * 65535u + blockIdx.x) * blockDim.x + threadIdx.x;
  if (element >= dala_launch[6]) {
    return;
  }
  int ABSOLUTE_POS = int(element);
  int input_len = int(dala_launch[8]);
  int output_len = int(dala_launch[26]);
  float x = dala_load_input(input, ABSOLUTE_POS, input_len);
  float simple = x > 0.0f ? 1.0f : x;
  float t_2;
  if (x < 0.5f) {
    float t = x * 2.0f;
    t_2 = t * t;
  } else {
    t_2 = x < 1.0f ? 0.25f : 0.0f;
  }
  float with_statements = t_2;
  float t_3 = simple + with_statements;
  if (u32(ABSOLUTE_POS) < u32(output_len)) {
    output[ABSOLUTE_POS] = t_3;
  }
}

}  // namespace dala_kernel
