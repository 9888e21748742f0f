namespace dala_kernel {

struct vec2 {
  float x, y;
  vec2() = default;
  __device__ vec2(float x_, float y_) : x(x_), y(y_) {}
  __device__ explicit vec2(float all) : x(all), y(all) {}
};
typedef unsigned int u32;
struct uvec2 {
  u32 x, y;
  uvec2() = default;
  __device__ uvec2(u32 x_, u32 y_) : x(x_), y(y_) {}
  __device__ explicit uvec2(u32 all) : x(all), y(all) {}
};
struct dala_words {
  u32 at[44];
};

__device__ inline uvec2 dala_to_bits_vec2(vec2 a) {
  return uvec2(::__float_as_uint(a.x), ::__float_as_uint(a.y));
}

__device__ inline uvec2 dala_and_uvec2(uvec2 a, uvec2 b) {
  return uvec2(a.x & b.x, a.y & b.y);
}

__device__ inline float dala_load_input(const float* input, int a, int b) {
  if (u32(a) < u32(b)) {
    return input[a];
  }
  return 0.0f;
}

extern "C" __global__ void bits(const float* input, float* output, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  u32 element = (blockIdx.y * 65535u + blockIdx.x) * blockDim.x + threadIdx.x;
  if (element >= dala_launch[6]) {
    return;
  }
  int ABSOLUTE_POS = int(element);
  int input_len = int(dala_launch[8]);
  int output_len = int(dala_launch[26]);
  float x = dala_load_input(input, ABSOLUTE_POS, input_len);
  float guess = ::__uint_as_float(1597463007u - (::__float_as_uint(x) >> 1u));
  uvec2 sign = dala_and_uvec2(dala_to_bits_vec2(vec2(x, guess)), uvec2(2147483648u));
  u32 hash = ::__umulhi(::__float_as_uint(x), 2654435769u) ^ sign.x;
  float t = guess * (1.5f - 0.5f * x * guess * guess) + float(hash >> 24u);
  if (u32(ABSOLUTE_POS) < u32(output_len)) {
    output[ABSOLUTE_POS] = t;
  }
}

}  // namespace dala_kernel
