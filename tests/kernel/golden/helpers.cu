namespace dala_kernel {

struct vec3 {
  float x, y, z;
  vec3() = default;
  __device__ vec3(float x_, float y_, float z_) : x(x_), y(y_), z(z_) {}
  __device__ explicit vec3(float all) : x(all), y(all), z(all) {}
};
typedef unsigned int u32;
struct dala_words {
  u32 at[44];
};

__device__ inline float dala_dot_vec3(vec3 a, vec3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ inline float weighted(vec3 c, vec3 w) {
  return dala_dot_vec3(c, w);
}

__device__ inline float luma(vec3 c) {
  return weighted(c, vec3(0.299f, 0.587f, 0.114f));
}

__device__ inline float dala_load_input(const float* input, int a, int b) {
  if (u32(a) < u32(b)) {
    return input[a];
  }
  return 0.0f;
}

extern "C" __global__ void grey(const float* input, float* output, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  u32 element = (blockIdx.y * 65535u + blockIdx.x) * blockDim.x + threadIdx.x;
  if (element >= dala_launch[6]) {
    return;
  }
  int ABSOLUTE_POS = int(element);
  int input_len = int(dala_launch[8]);
  int output_len = int(dala_launch[26]);
  int p = int(u32(ABSOLUTE_POS) * 3u);
  float t = luma(vec3(dala_load_input(input, p, input_len), dala_load_input(input, int(u32(p) + 1u), input_len), dala_load_input(input, int(u32(p) + 2u), input_len)));
  if (u32(ABSOLUTE_POS) < u32(output_len)) {
    output[ABSOLUTE_POS] = t;
  }
}

}  // namespace dala_kernel
