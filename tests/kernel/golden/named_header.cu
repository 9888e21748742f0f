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

extern "C" __global__ void my_filter(const float* input, float* output, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  u32 element = (blockIdx.y * 65535u + blockIdx.x) * blockDim.x + threadIdx.x;
  if (element >= dala_launch[6]) {
    return;
  }
  int ABSOLUTE_POS = int(element);
  int input_len = int(dala_launch[8]);
  float strength = ::__uint_as_float(dala_launch[44]);
  int output_len = int(dala_launch[26]);
  int i = ABSOLUTE_POS;
  float t = dala_load_input(input, i, input_len) * strength;
  if (u32(i) < u32(output_len)) {
    output[i] = t;
  }
}

}  // namespace dala_kernel
