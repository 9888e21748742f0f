namespace dala_kernel {

typedef unsigned int u32;
struct dala_words {
  u32 at[44];
};

__device__ inline float dala_min_f32(float a, float b) {
  return b < a || a != a ? b : a;
}

__device__ inline float dala_mix_f32(float a, float b, float c) {
  return a + (b - a) * c;
}

__device__ inline float dala_step_f32(float a, float b) {
  return b < a ? 0.0f : 1.0f;
}

__device__ inline float dala_max_f32(float a, float b) {
  return b > a || a != a ? b : a;
}

__device__ inline float dala_smoothstep_f32(float a, float b, float c) {
  float t = dala_min_f32(dala_max_f32((c - a) / (b - a), 0.0f), 1.0f);
  return t * t * (3.0f - 2.0f * t);
}

__device__ inline float dala_fract_f32(float a) {
  return a - ::floorf(a);
}

__device__ inline float dala_sign_f32(float a) {
  if (a > 0.0f) {
    return 1.0f;
  }
  if (a < 0.0f) {
    return -1.0f;
  }
  return a;
}

__device__ inline float dala_sigmoid_f32(float a) {
  float e = ::expf(a < 0.0f ? a : -a);
  return (a < 0.0f ? e : 1.0f) / (1.0f + e);
}

__device__ inline u32 dala_trailing_zeros_u32(u32 a) {
  return u32(::__popc(~a & (a - 1u)));
}

__device__ inline float dala_load_input(const float* input, int a, int b) {
  if (u32(a) < u32(b)) {
    return input[a];
  }
  return 0.0f;
}

extern "C" __global__ void maths(const float* input, float* output, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  u32 element = (blockIdx.y * 65535u + blockIdx.x) * blockDim.x + threadIdx.x;
  if (element >= dala_launch[6]) {
    return;
  }
  int ABSOLUTE_POS = int(element);
  int input_len = int(dala_launch[8]);
  int output_len = int(dala_launch[26]);
  float x = dala_load_input(input, ABSOLUTE_POS, input_len);
  float a = dala_min_f32(dala_max_f32(x, 0.0f), 1.0f) + dala_mix_f32(x, 1.0f, 0.25f) + dala_step_f32(0.5f, x) + dala_smoothstep_f32(0.0f, 1.0f, x);
  float b = ::floorf(x) + ::ceilf(x) + ::roundf(x) + ::truncf(x) + dala_fract_f32(x) + ::sqrtf(2.0f) + ::rsqrtf(x) + ::fabsf(x) + dala_sign_f32(x);
  float c = ::expf(x) + ::exp2f(x) + ::logf(x) + ::log2f(x) + ::powf(x, 2.0f) + ::tanhf(x) + dala_sigmoid_f32(x) + ::fmaf(x, 2.0f, 1.0f);
  float d = ::sinf(x) + ::cosf(x) + ::tanf(x) + ::asinf(x) + ::acosf(x) + ::atanf(x) + ::atan2f(x, 2.0f);
  u32 bits = u32(::__popc(7u)) + u32(::__clz(1u)) + dala_trailing_zeros_u32(8u);
  float t = a + b + c + d + float(bits) + dala_min_f32(x, 2.0f) + dala_max_f32(1.0f, x);
  if (u32(ABSOLUTE_POS) < u32(output_len)) {
    output[ABSOLUTE_POS] = t;
  }
}

}  // namespace dala_kernel
