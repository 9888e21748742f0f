namespace dala_kernel {

typedef unsigned int u32;
struct dala_words {
  u32 at[44];
};

__device__ inline int dala_load_input(const int* input, int a, int b) {
  if (u32(a) < u32(b)) {
    return input[a];
  }
  return 0;
}

extern "C" __global__ void operators(const int* input, int* output, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  u32 element = (blockIdx.y * 65535u + blockIdx.x) * blockDim.x + threadIdx.x;
  if (element >= dala_launch[6]) {
    return;
  }
  int ABSOLUTE_POS = int(element);
  int input_len = int(dala_launch[8]);
  int output_len = int(dala_launch[26]);
  int x = dala_load_input(input, ABSOLUTE_POS, input_len);
  u32 y = -u32(x);
  int mixed = (int((u32(x) + u32(int(2u * u32(x)) % 7)) << 1u) & 255) | (x ^ 3);
  bool test = (x > 1 && mixed != 4) || !(x == 3);
  int t = test ? mixed : int(u32(int(y >> 3u)) + u32(~x));
  if (u32(ABSOLUTE_POS) < u32(output_len)) {
    output[ABSOLUTE_POS] = t;
  }
}

}  // namespace dala_kernel
