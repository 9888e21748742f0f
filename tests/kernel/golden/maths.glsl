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

uint dala_popcount_u32(uint a) {
  return uint(bitCount(a));
}

uint dala_leading_zeros_u32(uint a) {
  return uint(31 - findMSB(uint(a)));
}

float dala_min_f32(float a, float b) {
  return b < a || (floatBitsToUint(a) & 2147483647u) > 2139095040u ? b : a;
}

float dala_mix_f32(float a, float b, float c) {
  return dala_add_f32(a, dala_mul_f32(dala_sub_f32(b, a), c));
}

float dala_step_f32(float a, float b) {
  return b < a ? 0.0 : 1.0;
}

float dala_max_f32(float a, float b) {
  return b > a || (floatBitsToUint(a) & 2147483647u) > 2139095040u ? b : a;
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

uint dala_trailing_zeros_u32(uint a) {
  return dala_popcount_u32(~a & (a - 1u));
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

void main() {
  uint group = gl_WorkGroupID.y * 65535u + gl_WorkGroupID.x;
  uint first = group * 512u + gl_LocalInvocationIndex;
  uint at = first;
  uint inside = min(at, dala_launch[1].z - 1u);
  uint at_2 = first + 128u;
  uint inside_2 = min(at_2, dala_launch[1].z - 1u);
  uint at_3 = first + 256u;
  uint inside_3 = min(at_3, dala_launch[1].z - 1u);
  uint at_4 = first + 384u;
  uint inside_4 = min(at_4, dala_launch[1].z - 1u);
  float input_2 = input_[inside];
  float input_3 = input_[inside_2];
  float input_4 = input_[inside_3];
  float input_5 = input_[inside_4];
  float x = input_2;
  float a = dala_add_f32(dala_add_f32(dala_add_f32(dala_min_f32(dala_max_f32(x, 0.0), 1.0), dala_mix_f32(x, 1.0, 0.25)), dala_step_f32(0.5, x)), dala_smoothstep_f32(0.0, 1.0, x));
  float b = dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(floor(x), ceil(x)), dala_round(x)), trunc(x)), dala_fract_f32(x)), sqrt(2.0)), inversesqrt(x)), abs(x)), dala_sign_f32(x));
  float c = dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(exp(x), exp2(x)), log(x)), log2(x)), dala_pow(x, 2.0)), dala_tanh(x)), dala_sigmoid_f32(x)), dala_fma(x, 2.0, 1.0));
  float d = dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(sin(x), cos(x)), tan(x)), asin(x)), acos(x)), atan(x)), dala_atan2(x, 2.0));
  uint bits = dala_popcount_u32(7u) + dala_leading_zeros_u32(1u) + dala_trailing_zeros_u32(8u);
  float output_2 = dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(a, b), c), d), dala_f32_from_u32(bits)), dala_min_f32(x, 2.0)), dala_max_f32(1.0, x));
  float x_2 = input_3;
  float a_2 = dala_add_f32(dala_add_f32(dala_add_f32(dala_min_f32(dala_max_f32(x_2, 0.0), 1.0), dala_mix_f32(x_2, 1.0, 0.25)), dala_step_f32(0.5, x_2)), dala_smoothstep_f32(0.0, 1.0, x_2));
  float b_2 = dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(floor(x_2), ceil(x_2)), dala_round(x_2)), trunc(x_2)), dala_fract_f32(x_2)), sqrt(2.0)), inversesqrt(x_2)), abs(x_2)), dala_sign_f32(x_2));
  float c_2 = dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(exp(x_2), exp2(x_2)), log(x_2)), log2(x_2)), dala_pow(x_2, 2.0)), dala_tanh(x_2)), dala_sigmoid_f32(x_2)), dala_fma(x_2, 2.0, 1.0));
  float d_2 = dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(sin(x_2), cos(x_2)), tan(x_2)), asin(x_2)), acos(x_2)), atan(x_2)), dala_atan2(x_2, 2.0));
  uint bits_2 = dala_popcount_u32(7u) + dala_leading_zeros_u32(1u) + dala_trailing_zeros_u32(8u);
  float output_3 = dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(a_2, b_2), c_2), d_2), dala_f32_from_u32(bits_2)), dala_min_f32(x_2, 2.0)), dala_max_f32(1.0, x_2));
  float x_3 = input_4;
  float a_3 = dala_add_f32(dala_add_f32(dala_add_f32(dala_min_f32(dala_max_f32(x_3, 0.0), 1.0), dala_mix_f32(x_3, 1.0, 0.25)), dala_step_f32(0.5, x_3)), dala_smoothstep_f32(0.0, 1.0, x_3));
  float b_3 = dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(floor(x_3), ceil(x_3)), dala_round(x_3)), trunc(x_3)), dala_fract_f32(x_3)), sqrt(2.0)), inversesqrt(x_3)), abs(x_3)), dala_sign_f32(x_3));
  float c_3 = dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(exp(x_3), exp2(x_3)), log(x_3)), log2(x_3)), dala_pow(x_3, 2.0)), dala_tanh(x_3)), dala_sigmoid_f32(x_3)), dala_fma(x_3, 2.0, 1.0));
  float d_3 = dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(sin(x_3), cos(x_3)), tan(x_3)), asin(x_3)), acos(x_3)), atan(x_3)), dala_atan2(x_3, 2.0));
  uint bits_3 = dala_popcount_u32(7u) + dala_leading_zeros_u32(1u) + dala_trailing_zeros_u32(8u);
  float output_4 = dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(a_3, b_3), c_3), d_3), dala_f32_from_u32(bits_3)), dala_min_f32(x_3, 2.0)), dala_max_f32(1.0, x_3));
  float x_4 = input_5;
  float a_4 = dala_add_f32(dala_add_f32(dala_add_f32(dala_min_f32(dala_max_f32(x_4, 0.0), 1.0), dala_mix_f32(x_4, 1.0, 0.25)), dala_step_f32(0.5, x_4)), dala_smoothstep_f32(0.0, 1.0, x_4));
  float b_4 = dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(floor(x_4), ceil(x_4)), dala_round(x_4)), trunc(x_4)), dala_fract_f32(x_4)), sqrt(2.0)), inversesqrt(x_4)), abs(x_4)), dala_sign_f32(x_4));
  float c_4 = dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(exp(x_4), exp2(x_4)), log(x_4)), log2(x_4)), dala_pow(x_4, 2.0)), dala_tanh(x_4)), dala_sigmoid_f32(x_4)), dala_fma(x_4, 2.0, 1.0));
  float d_4 = dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(sin(x_4), cos(x_4)), tan(x_4)), asin(x_4)), acos(x_4)), atan(x_4)), dala_atan2(x_4, 2.0));
  uint bits_4 = dala_popcount_u32(7u) + dala_leading_zeros_u32(1u) + dala_trailing_zeros_u32(8u);
  float output_5 = dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(a_4, b_4), c_4), d_4), dala_f32_from_u32(bits_4)), dala_min_f32(x_4, 2.0)), dala_max_f32(1.0, x_4));
  if (at_4 < dala_launch[1].z) {
    output_[at] = output_2;
    output_[at_2] = output_3;
    output_[at_3] = output_4;
    output_[at_4] = output_5;
  } else {
    if (at < dala_launch[1].z) {
      output_[at] = output_2;
    }
    if (at_2 < dala_launch[1].z) {
      output_[at_2] = output_3;
    }
    if (at_3 < dala_launch[1].z) {
      output_[at_3] = output_4;
    }
  }
}
