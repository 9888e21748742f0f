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
  if ((floatBitsToUint(b) & 0x7fffffffu) == 0u) {
    uint x = floatBitsToUint(a) & 0x7fffffffu;
    if (x == 0u || x > 0x7f800000u) return uintBitsToFloat(0x7fc00000u);
    uint sign = (floatBitsToUint(a) ^ floatBitsToUint(b)) & 0x80000000u;
    return uintBitsToFloat(sign | 0x7f800000u);
  }
  if ((floatBitsToUint(b) & 0x7f800000u) >= 0x7d000000u) {
    a *= 0.0625;
    b *= 0.0625;
  }
  DALA_PRECISE float c = a / b;
  return c;
}

float dala_round_f32(float a) {
  float t = trunc(a);
  return abs(a - t) >= 0.5 ? t + sign(a) : t;
}

float dala_pow_f32(float a, float b) {
  if (b == 0.0 || a == 1.0) return 1.0;
  if ((floatBitsToUint(a) & 0x7fffffffu) > 0x7f800000u) return a;
  if ((floatBitsToUint(b) & 0x7fffffffu) > 0x7f800000u) return b;
  bool whole = floor(b) == b;
  bool odd = whole && abs(b) < 16777216.0 && (int(b) & 1) != 0;
  float size;
  if (a == 0.0) {
    size = b > 0.0 ? 0.0 : uintBitsToFloat(0x7f800000u);
  } else {
    size = pow(abs(a), b);
    if (a < 0.0 && !whole) return uintBitsToFloat(0x7fc00000u);
  }
  return odd && floatBitsToInt(a) < 0 ? -size : size;
}

float dala_tanh_f32(float a) {
  if ((floatBitsToUint(a) & 0x7fffffffu) > 0x7f800000u) return a;
  return abs(a) > 10.0 ? sign(a) : tanh(a);
}

void dala_split(float a, out int exponent, out uint mantissa) {
  uint bits = floatBitsToUint(a);
  exponent = int((bits >> 23) & 255u);
  mantissa = bits & 0x7fffffu;
  if (exponent == 0) {
    int shift = 23 - findMSB(mantissa);
    mantissa <<= uint(shift);
    exponent = 1 - shift;
  } else {
    mantissa |= 0x800000u;
  }
}

uvec2 dala_shift_64(uvec2 v, int count) {
  if (count <= 0) return v;
  uint n = uint(count);
  if (n >= 64u) return uvec2(0u, (v.x | v.y) != 0u ? 1u : 0u);
  if (n >= 32u) {
    uint lost = v.y | (n == 32u ? 0u : v.x << (64u - n));
    return uvec2(0u, (n == 32u ? v.x : v.x >> (n - 32u)) | (lost != 0u ? 1u : 0u));
  }
  uint lost = v.y << (32u - n);
  return uvec2(v.x >> n, (v.y >> n) | (v.x << (32u - n)) | (lost != 0u ? 1u : 0u));
}

float dala_fma_f32(float a, float b, float c) {
  uint x = floatBitsToUint(a);
  uint y = floatBitsToUint(b);
  uint z = floatBitsToUint(c);
  bool product_special = (x & 0x7f800000u) == 0x7f800000u || (y & 0x7f800000u) == 0x7f800000u;
  bool product_zero = (x & 0x7fffffffu) == 0u || (y & 0x7fffffffu) == 0u;
  DALA_PRECISE float product = a * b;
  DALA_PRECISE float plain = product + c;
  if (product_special || product_zero) return plain;
  if ((z & 0x7f800000u) == 0x7f800000u) return c;
  if ((z & 0x7fffffffu) == 0u) return product;
  int ea;
  int eb;
  int ec;
  uint ma;
  uint mb;
  uint mc;
  dala_split(a, ea, ma);
  dala_split(b, eb, mb);
  dala_split(c, ec, mc);
  uvec2 p;
  umulExtended(ma << 7, mb << 7, p.x, p.y);
  uvec2 q = uvec2(mc << 5, 0u);
  int exponent = ea + eb - 314;
  int other = ec - 187;
  p = dala_shift_64(p, other - exponent);
  q = dala_shift_64(q, exponent - other);
  exponent = max(exponent, other);
  uint sign = (x ^ y) & 0x80000000u;
  uint carry;
  if (sign == (z & 0x80000000u)) {
    p.y = uaddCarry(p.y, q.y, carry);
    p.x += q.x + carry;
  } else {
    if (p.x < q.x || (p.x == q.x && p.y < q.y)) {
      uvec2 t = p;
      p = q;
      q = t;
      sign ^= 0x80000000u;
    }
    p.y = usubBorrow(p.y, q.y, carry);
    p.x -= q.x + carry;
  }
  if ((p.x | p.y) == 0u) return 0.0;
  int top = p.x != 0u ? 32 + findMSB(p.x) : findMSB(p.y);
  int power = exponent + top + 127;
  int shift = top - 25 + (power < 1 ? 1 - power : 0);
  uint m = shift < 0 ? p.y << uint(-shift) : dala_shift_64(p, shift).y;
  uint rest = m & 3u;
  m >>= 2;
  if (rest == 3u || (rest == 2u && (m & 1u) == 1u)) ++m;
  if (power > 1) m += uint(power - 1) << 23;
  if (power > 254 || m > 0x7f800000u) m = 0x7f800000u;
  return uintBitsToFloat(sign | m);
}

float dala_atan2_f32(float a, float b) {
  if (a != 0.0 || b != 0.0) return atan(a, b);
  if (floatBitsToInt(b) >= 0) return a;
  return floatBitsToInt(a) < 0 ? -3.14159274 : 3.14159274;
}

uint dala_popcount_u32(uint a) {
  return uint(bitCount(a));
}

uint dala_leading_zeros_u32(uint a) {
  return uint(31 - findMSB(uint(a)));
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

float dala_smoothstep_f32(float a, float b, float c) {
  float t = dala_min_f32(dala_max_f32(dala_div_f32(dala_sub_f32(c, a), dala_sub_f32(b, a)), 0.0), 1.0);
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
  return dala_div_f32(a < 0.0 ? e : 1.0, dala_add_f32(1.0, e));
}

float dala_f32_from_u32(uint a) {
  return dala_add_f32(dala_mul_f32(float(a >> 12u), 4096.0), float(a & 4095u));
}

void dala_element(uint dala_flat, float dala_of_input_, out float dala_of_output_) {
  float x = dala_of_input_;
  float a = dala_add_f32(dala_add_f32(dala_add_f32(dala_min_f32(dala_max_f32(x, 0.0), 1.0), dala_mix_f32(x, 1.0, 0.25)), dala_step_f32(0.5, x)), dala_smoothstep_f32(0.0, 1.0, x));
  float b = dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(floor(x), ceil(x)), dala_round_f32(x)), trunc(x)), dala_fract_f32(x)), sqrt(2.0)), inversesqrt(x)), abs(x)), dala_sign_f32(x));
  float c = dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(exp(x), exp2(x)), log(x)), log2(x)), dala_pow_f32(x, 2.0)), dala_tanh_f32(x)), dala_sigmoid_f32(x)), dala_fma_f32(x, 2.0, 1.0));
  float d = dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(dala_add_f32(sin(x), cos(x)), tan(x)), asin(x)), acos(x)), atan(x)), dala_atan2_f32(x, 2.0));
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
