#include <metal_stdlib>
#pragma METAL fp contract(off)

typedef unsigned int u32;

inline float dala_min_f32(float a, float b) {
  return b < a || a != a ? b : a;
}

inline float dala_mix_f32(float a, float b, float c) {
  return a + (b - a) * c;
}

inline float dala_step_f32(float a, float b) {
  return b < a ? 0.0f : 1.0f;
}

inline float dala_max_f32(float a, float b) {
  return b > a || a != a ? b : a;
}

inline float dala_smoothstep_f32(float a, float b, float c) {
  float t = dala_min_f32(dala_max_f32((c - a) / (b - a), 0.0f), 1.0f);
  return t * t * (3.0f - 2.0f * t);
}

inline float dala_fract_f32(float a) {
  return a - metal::floor(a);
}

inline float dala_sign_f32(float a) {
  if (a > 0.0f) {
    return 1.0f;
  }
  if (a < 0.0f) {
    return -1.0f;
  }
  return a;
}

inline float dala_sigmoid_f32(float a) {
  float e = metal::exp(a < 0.0f ? a : -a);
  return (a < 0.0f ? e : 1.0f) / (1.0f + e);
}

inline u32 dala_trailing_zeros_u32(u32 a) {
  return u32(metal::popcount(u32(~a & (a - 1u))));
}

inline float dala_load_input(device const float* input, int a, int b) {
  if (u32(a) < u32(b)) {
    return input[a];
  }
  return 0.0f;
}

kernel void maths(
    device const float* input [[buffer(0)]],
    device float* output [[buffer(1)]],
    device const u32* dala_launch [[buffer(2)]],
    metal::uint3 dala_group [[threadgroup_position_in_grid]],
    u32 dala_unit [[thread_index_in_threadgroup]]) {
  u32 element = (dala_group.y * 65535u + dala_group.x) * 128u + dala_unit;
  if (element >= dala_launch[6]) {
    return;
  }
  int ABSOLUTE_POS = int(element);
  int input_len = int(dala_launch[8]);
  int output_len = int(dala_launch[26]);
  float x = dala_load_input(input, ABSOLUTE_POS, input_len);
  float a = dala_min_f32(dala_max_f32(x, 0.0f), 1.0f) + dala_mix_f32(x, 1.0f, 0.25f) + dala_step_f32(0.5f, x) + dala_smoothstep_f32(0.0f, 1.0f, x);
  float b = metal::floor(x) + metal::ceil(x) + metal::round(x) + metal::trunc(x) + dala_fract_f32(x) + metal::sqrt(2.0f) + metal::rsqrt(x) + metal::fabs(x) + dala_sign_f32(x);
  float c = metal::exp(x) + metal::exp2(x) + metal::log(x) + metal::log2(x) + metal::pow(x, 2.0f) + metal::tanh(x) + dala_sigmoid_f32(x) + metal::fma(x, 2.0f, 1.0f);
  float d = metal::sin(x) + metal::cos(x) + metal::tan(x) + metal::asin(x) + metal::acos(x) + metal::atan(x) + metal::atan2(x, 2.0f);
  u32 bits = u32(metal::popcount(u32(7u))) + u32(metal::clz(u32(1u))) + dala_trailing_zeros_u32(8u);
  float t = a + b + c + d + float(bits) + dala_min_f32(x, 2.0f) + dala_max_f32(1.0f, x);
  if (u32(ABSOLUTE_POS) < u32(output_len)) {
    output[ABSOLUTE_POS] = t;
  }
}
