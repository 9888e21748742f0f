namespace dala_kernel {

typedef unsigned int u32;
typedef long long s64;
struct dala_words {
  u32 at[26];
};

extern "C" __global__ void literals(double* output, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  u32 element = (blockIdx.y * 65535u + blockIdx.x) * blockDim.x + threadIdx.x;
  if (element >= dala_launch[6]) {
    return;
  }
  int output_len = int(dala_launch[8]);
  int a = 1;
  float b = 1.5f;
  u32 c = 255u;
  s64 d = -9000000000ll;
  double e = 0.0025;
  float f = 3.0f;
  int g = (-2147483647 - 1);
  float h = 8.0f;
  double t = e + 1.0;
  if (0u < u32(output_len)) {
    output[0] = t;
  }
  if (1u < u32(output_len)) {
    output[1] = 3e+09;
  }
  double t_2 = double(a) + double(b) + double(c) + double(d) + double(f) + double(g) + double(h);
  if (2u < u32(output_len)) {
    output[2] = t_2;
  }
}

}  // namespace dala_kernel
