#version 310 es
#ifdef GL_EXT_gpu_shader5
#extension GL_EXT_gpu_shader5 : require
#define DALA_PRECISE precise
#else
#define DALA_PRECISE
#endif
precision highp float;
precision highp int;

layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer dala_buffer_0 { float input_[]; };
layout(std430, binding = 1) buffer dala_buffer_1 { float output_[]; };
layout(std140, binding = 0) uniform dala_words { uvec4 dala_launch[11]; };

float dala_sub_f32(float a, float b) {
  DALA_PRECISE float c = a - b;
  return c;
}

float dala_mul_f32(float a, float b) {
  DALA_PRECISE float c = a * b;
  return c;
}

float dala_add_f32(float a, float b) {
  DALA_PRECISE float c = a + b;
  return c;
}

float dala_div_f32(float a, float b) {
  DALA_PRECISE float c = a / b;
  return c;
}

uint dala_leading_zeros_u32(uint a) {
  return uint(31 - findMSB(uint(a)));
}

uint dala_popcount_u32(uint a) {
  return uint(bitCount(a));
}

uint dala_trailing_zeros_u32(uint a) {
  return uint(a == 0u ? 32 : findLSB(a));
}

float dala_load_input_(int dala_i) {
  if (uint(dala_i) >= dala_launch[2].x) return 0.0;
  uint dala_at = min(uint(dala_i), dala_launch[2].x - 1u);
  return input_[dala_at];
}

void dala_store_output_(int dala_i, float dala_value) {
  if (uint(dala_i) >= dala_launch[6].z) return;
  uint dala_at = min(uint(dala_i), dala_launch[6].z - 1u);
  output_[dala_at] = dala_value;
}

float dala_min_f32(float a, float b) {
  return b < a || (floatBitsToUint(a) & 0x7fffffffu) > 0x7f800000u ? b : a;
}

float dala_mix_f32(float a, float b, float c) {
  return dala_add_f32(a, dala_mul_f32(dala_sub_f32(b, a), c));
}

float dala_step_f32(float a, float b) {
  return b < a ? 0.0 : 1.0;
}

float dala_max_f32(float a, float b) {
  return b > a || (floatBitsToUint(a) & 0x7fffffffu) > 0x7f800000u ? b : a;
}

float dala_quotient(float a, float b) {
  uint of = floatBitsToUint(a) & 2147483647u;
  uint by = floatBitsToUint(b) & 2147483647u;
  uint sign_ = (floatBitsToUint(a) ^ floatBitsToUint(b)) & 2147483648u;
  if (by == 0u) {
    if (of == 0u || of > 2139095040u) {
      return uintBitsToFloat(2143289344u);
    }
    return uintBitsToFloat(sign_ | 2139095040u);
  }
  if (of == 0u && by <= 2139095040u) {
    return uintBitsToFloat(sign_);
  }
  float x = a;
  float y = b;
  if ((floatBitsToUint(b) & 2139095040u) >= 2097152000u) {
    x = dala_mul_f32(a, 0.0625);
    y = dala_mul_f32(b, 0.0625);
  }
  return dala_div_f32(x, y);
}

float dala_smoothstep_f32(float a, float b, float c) {
  float t = dala_min_f32(dala_max_f32(dala_quotient(dala_sub_f32(c, a), dala_sub_f32(b, a)), 0.0), 1.0);
  return dala_mul_f32(dala_mul_f32(t, t), dala_sub_f32(3.0, dala_mul_f32(2.0, t)));
}

float dala_fract_f32(float a) {
  return dala_sub_f32(a, floor(a));
}

float dala_sign_f32(float a) {
  if (a > 0.0) {
    return 1.0;
  }
  if (a < 0.0) {
    return -1.0;
  }
  return a;
}

float dala_sigmoid_f32(float a) {
  float e = exp(a < 0.0 ? a : -a);
  return dala_quotient(a < 0.0 ? e : 1.0, dala_add_f32(1.0, e));
}

float dala_f32_from_u32(uint a) {
  return dala_add_f32(dala_mul_f32(float(a >> 12u), 4096.0), float(a & 4095u));
}

float dala_round(float a) {
  float t = trunc(a);
  if (abs(dala_sub_f32(a, t)) < 0.5) {
    return t;
  }
  return a < 0.0 ? dala_sub_f32(t, 1.0) : dala_add_f32(t, 1.0);
}

float dala_pow(float a, float b) {
  if (b == 0.0 || a == 1.0) {
    return 1.0;
  }
  if ((floatBitsToUint(a) & 2147483647u) > 2139095040u) {
    return a;
  }
  if ((floatBitsToUint(b) & 2147483647u) > 2139095040u) {
    return b;
  }
  bool whole = floor(b) == b;
  bool odd = whole && abs(b) < 16777216.0 && (int(b) & 1) != 0;
  bool negative = floatBitsToUint(a) >= 2147483648u;
  float size = 0.0;
  if (a == 0.0) {
    if (b < 0.0) {
      size = uintBitsToFloat(2139095040u);
    }
  } else {
    if (a < 0.0 && !whole) {
      return uintBitsToFloat(2143289344u);
    }
    size = pow(abs(a), b);
  }
  return odd && negative ? -size : size;
}

float dala_tanh(float a) {
  if ((floatBitsToUint(a) & 2147483647u) > 2139095040u) {
    return a;
  }
  if (a > 10.0) {
    return 1.0;
  }
  if (a < -10.0) {
    return -1.0;
  }
  return tanh(a);
}

int dala_highest_bit(uint a) {
  return 31 - int(dala_leading_zeros_u32(a));
}

ivec2 dala_split(float a) {
  int exponent = int((floatBitsToUint(a) >> 23u) & 255u);
  uint fraction = floatBitsToUint(a) & 8388607u;
  if (exponent != 0) {
    return ivec2(exponent, int(fraction | 8388608u));
  }
  int shift = 23 - dala_highest_bit(fraction);
  return ivec2(1 - shift, int(fraction << uint(shift)));
}

uvec2 dala_shift_64(uvec2 v, int count) {
  if (count <= 0) {
    return v;
  }
  uint n = uint(count);
  if (n >= 64u) {
    return uvec2(0u, (v.x | v.y) != 0u ? 1u : 0u);
  }
  if (n == 32u) {
    return uvec2(0u, v.x | (v.y != 0u ? 1u : 0u));
  }
  if (n > 32u) {
    uint lost = v.y | (v.x << (64u - n));
    return uvec2(0u, (v.x >> (n - 32u)) | (lost != 0u ? 1u : 0u));
  }
  uint lost_2 = v.y << (32u - n);
  return uvec2(v.x >> n, ((v.y >> n) | (v.x << (32u - n))) | (lost_2 != 0u ? 1u : 0u));
}

uint dala_mul_hi_u32(uint a, uint b) {
  uint low = a & 65535u;
  uint high = a >> 16u;
  uint middle = high * (b & 65535u) + ((low * (b & 65535u)) >> 16u);
  uint other = low * (b >> 16u) + (middle & 65535u);
  return high * (b >> 16u) + (middle >> 16u) + (other >> 16u);
}

float dala_fma(float a, float b, float c) {
  uint x = floatBitsToUint(a);
  uint y = floatBitsToUint(b);
  uint z = floatBitsToUint(c);
  bool product_special = (x & 2139095040u) == 2139095040u || (y & 2139095040u) == 2139095040u;
  bool product_zero = (x & 2147483647u) == 0u || (y & 2147483647u) == 0u;
  if (product_special || product_zero) {
    return dala_add_f32(dala_mul_f32(a, b), c);
  }
  if ((z & 2139095040u) == 2139095040u) {
    return c;
  }
  if ((z & 2147483647u) == 0u) {
    return dala_mul_f32(a, b);
  }
  ivec2 sa = dala_split(a);
  ivec2 sb = dala_split(b);
  ivec2 sc = dala_split(c);
  uint ma = uint(sa.y) << 7u;
  uint mb = uint(sb.y) << 7u;
  int of_product = sa.x + sb.x - 314;
  int of_sum = sc.x - 187;
  uvec2 p = dala_shift_64(uvec2(dala_mul_hi_u32(ma, mb), ma * mb), of_sum - of_product);
  uvec2 q = dala_shift_64(uvec2(uint(sc.y) << 5u, 0u), of_product - of_sum);
  int exponent = of_product > of_sum ? of_product : of_sum;
  uint sign_ = (x ^ y) & 2147483648u;
  if (sign_ == (z & 2147483648u)) {
    uint low = p.y + q.y;
    p = uvec2(p.x + q.x + (low < p.y ? 1u : 0u), low);
  } else {
    if (p.x < q.x || (p.x == q.x && p.y < q.y)) {
      uvec2 t = p;
      p = q;
      q = t;
      sign_ = sign_ ^ 2147483648u;
    }
    p = uvec2(p.x - q.x - (p.y < q.y ? 1u : 0u), p.y - q.y);
  }
  if ((p.x | p.y) == 0u) {
    return 0.0;
  }
  int top = p.x != 0u ? 32 + dala_highest_bit(p.x) : dala_highest_bit(p.y);
  int power = exponent + top + 127;
  int shift = top - 25 + (power < 1 ? 1 - power : 0);
  uint kept = shift < 0 ? p.y << uint(0 - shift) : dala_shift_64(p, shift).y;
  uint rest = kept & 3u;
  uint m = kept >> 2u;
  if (rest == 3u || (rest == 2u && (m & 1u) == 1u)) {
    m = m + 1u;
  }
  if (power > 1) {
    m = m + (uint(power - 1) << 23u);
  }
  if (power > 254 || m > 2139095040u) {
    m = 2139095040u;
  }
  return uintBitsToFloat(sign_ | m);
}

float dala_atan2(float a, float b) {
  if (a != 0.0 || b != 0.0) {
    return atan(a, b);
  }
  if (floatBitsToUint(b) < 2147483648u) {
    return a;
  }
  return floatBitsToUint(a) >= 2147483648u ? -3.1415927 : 3.1415927;
}

void dala_element(uint dala_flat, float dala_of_input_, out float dala_of_output_) {
  float x = dala_of_input_;
  float a = dala_add_f32(dala_add_f32(dala_add_f32(dala_min_f32(dala_max_f32(x, 0.0), 1.0), dala_mix_f32(x, 1.0, 0.25)), dala_step_f32(0.5, x)), dala_smoothstep_f32(0.0, 1.0, x));
  float b = dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(floor(x), ceil(x)), dala_round(x)), trunc(x)), dala_fract_f32(x)), sqrt(2.0)), inversesqrt(x)), abs(x)), dala_sign_f32(x));
  float c = dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(exp(x), exp2(x)), log(x)), log2(x)), dala_pow(x, 2.0)), dala_tanh(x)), dala_sigmoid_f32(x)), dala_fma(x, 2.0, 1.0));
  float d = dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(sin(x), cos(x)), tan(x)), asin(x)), acos(x)), atan(x)), dala_atan2(x, 2.0));
  uint bits = dala_popcount_u32(7u) + dala_leading_zeros_u32(1u) + dala_trailing_zeros_u32(8u);
  dala_of_output_ = dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(a, b), c), d), dala_f32_from_u32(bits)), dala_min_f32(x, 2.0)), dala_max_f32(1.0, x));
}

void main() {
  uint dala_group = gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x;
  uint dala_unit = dala_group * 128u + gl_LocalInvocationIndex;
  uint dala_at_0 = dala_group * 512u + gl_LocalInvocationIndex + 0u;
  uint dala_at_1 = dala_group * 512u + gl_LocalInvocationIndex + 128u;
  uint dala_at_2 = dala_group * 512u + gl_LocalInvocationIndex + 256u;
  uint dala_at_3 = dala_group * 512u + gl_LocalInvocationIndex + 384u;
  if (dala_at_3 < dala_launch[1].z && dala_at_3 < dala_launch[2].x && dala_at_3 < dala_launch[6].z) {
    float dala_0_of_input_ = input_[dala_at_0];
    float dala_1_of_input_ = input_[dala_at_1];
    float dala_2_of_input_ = input_[dala_at_2];
    float dala_3_of_input_ = input_[dala_at_3];
    float dala_0_of_output_;
    float dala_1_of_output_;
    float dala_2_of_output_;
    float dala_3_of_output_;
    dala_element(dala_at_0, dala_0_of_input_, dala_0_of_output_);
    dala_element(dala_at_1, dala_1_of_input_, dala_1_of_output_);
    dala_element(dala_at_2, dala_2_of_input_, dala_2_of_output_);
    dala_element(dala_at_3, dala_3_of_input_, dala_3_of_output_);
    output_[dala_at_0] = dala_0_of_output_;
    output_[dala_at_1] = dala_1_of_output_;
    output_[dala_at_2] = dala_2_of_output_;
    output_[dala_at_3] = dala_3_of_output_;
    return;
  }
  float dala_0_of_input_ = dala_load_input_(int(dala_at_0));
  float dala_1_of_input_ = dala_load_input_(int(dala_at_1));
  float dala_2_of_input_ = dala_load_input_(int(dala_at_2));
  float dala_3_of_input_ = dala_load_input_(int(dala_at_3));
  float dala_0_of_output_ = 0.0;
  float dala_1_of_output_ = 0.0;
  float dala_2_of_output_ = 0.0;
  float dala_3_of_output_ = 0.0;
  if (dala_at_0 < dala_launch[1].z) dala_element(dala_at_0, dala_0_of_input_, dala_0_of_output_);
  if (dala_at_1 < dala_launch[1].z) dala_element(dala_at_1, dala_1_of_input_, dala_1_of_output_);
  if (dala_at_2 < dala_launch[1].z) dala_element(dala_at_2, dala_2_of_input_, dala_2_of_output_);
  if (dala_at_3 < dala_launch[1].z) dala_element(dala_at_3, dala_3_of_input_, dala_3_of_output_);
  if (dala_at_0 < dala_launch[1].z) dala_store_output_(int(dala_at_0), dala_0_of_output_);
  if (dala_at_1 < dala_launch[1].z) dala_store_output_(int(dala_at_1), dala_1_of_output_);
  if (dala_at_2 < dala_launch[1].z) dala_store_output_(int(dala_at_2), dala_2_of_output_);
  if (dala_at_3 < dala_launch[1].z) dala_store_output_(int(dala_at_3), dala_3_of_output_);
}
