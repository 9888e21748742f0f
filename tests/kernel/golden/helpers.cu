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

template <typename T>
__device__ inline T dala_load(const T* values, int len, int i) {
  return u32(i) < u32(len) ? values[i] : T(0);
}

template <typename T>
__device__ inline void dala_store(T* values, int len, int i, T value) {
  if (u32(i) < u32(len)) values[i] = value;
}

__device__ inline float dala_dot_vec3(vec3 a, vec3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ inline float weighted(vec3 c, vec3 w) {
  return dala_dot_vec3(c, w);
}

__device__ inline float luma(vec3 c) {
  return weighted(c, vec3(0.299f, 0.587f, 0.114f));
}

extern "C" __global__ void grey(const float* input, float* output, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  u32 element = (blockIdx.y * 65535u + blockIdx.x) * blockDim.x + threadIdx.x;
  if (element >= dala_launch[6]) {
    return;
  }
  int ABSOLUTE_POS = int(element);
  int p = int(u32(ABSOLUTE_POS) * 3u);
  dala_store(output, int(dala_launch[26]), ABSOLUTE_POS, luma(vec3(dala_load(input, int(dala_launch[8]), p), dala_load(input, int(dala_launch[8]), int(u32(p) + 1u)), dala_load(input, int(dala_launch[8]), int(u32(p) + 2u)))));
}

}  // namespace dala_kernel
