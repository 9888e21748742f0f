// Functions that GLSL ES 3.10 lacks, or leaves undefined where the kernel language does not, as
// text in it.
#pragma once

#include <string_view>

namespace dala::kernel::glsl {

// A finite, nonzero f32 as `mantissa * 2^(exponent - 150)`, the mantissa with its highest bit
// at 23.
inline constexpr std::string_view split = R"(
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
)";

// How a division begins. By a zero that the compiler knows, Mesa makes it a product with 0; by the
// largest numbers, NVIDIA does, because their reciprocals are too small for it.
inline constexpr std::string_view division_by_zero =
    "if ((floatBitsToUint(b) & 0x7fffffffu) == 0u) {\n"
    "  uint x = floatBitsToUint(a) & 0x7fffffffu;\n"
    "  if (x == 0u || x > 0x7f800000u) return uintBitsToFloat(0x7fc00000u);\n"
    "  uint sign = (floatBitsToUint(a) ^ floatBitsToUint(b)) & 0x80000000u;\n"
    "  return uintBitsToFloat(sign | 0x7f800000u);\n"
    "}\n"
    "if ((floatBitsToUint(b) & 0x7f800000u) >= 0x7d000000u) {\n"
    "  a *= 0.0625;\n"
    "  b *= 0.0625;\n"
    "}\n";

// The long division of C's fmod, exact for all values. Needs `split`.
inline constexpr std::string_view remainder = R"(
float dala_rem_f32(float a, float b) {
  uint sign = floatBitsToUint(a) & 0x80000000u;
  uint x = floatBitsToUint(a) & 0x7fffffffu;
  uint y = floatBitsToUint(b) & 0x7fffffffu;
  if (y == 0u || y > 0x7f800000u || x >= 0x7f800000u) return uintBitsToFloat(0x7fc00000u);
  if (x < y) return a;
  if (x == y) return uintBitsToFloat(sign);
  int exponent;
  int least;
  dala_split(a, exponent, x);
  dala_split(b, least, y);
  for (; exponent > least; --exponent) {
    if (x >= y) x -= y;
    x <<= 1u;
  }
  if (x >= y) x -= y;
  if (x == 0u) return uintBitsToFloat(sign);
  int shift = 23 - findMSB(x);
  x <<= uint(shift);
  exponent -= shift;
  x = exponent > 0 ? (x & 0x7fffffu) | (uint(exponent) << 23) : x >> uint(1 - exponent);
  return uintBitsToFloat(sign | x);
}
)";

// A product and a sum rounded once, in integers: what devices call `fma` may round twice. The sum
// is 64 bits (high, low), with everything below them gathered in the lowest bit. Needs `split`.
inline constexpr std::string_view fma = R"(
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
)";

// By halves of words, because Mesa takes `umulExtended` of two numbers that it knows for 0.
inline constexpr std::string_view mul_hi = R"(
uint dala_mul_hi_u32(uint a, uint b) {
  uint low = a & 0xffffu;
  uint high = a >> 16;
  uint middle = high * (b & 0xffffu) + ((low * (b & 0xffffu)) >> 16);
  uint other = low * (b >> 16) + (middle & 0xffffu);
  return high * (b >> 16) + (middle >> 16) + (other >> 16);
}
)";

// A negative number is 2^32 more without its sign. Needs `mul_hi`.
inline constexpr std::string_view signed_mul_hi = R"(
int dala_mul_hi_s32(int a, int b) {
  return int(dala_mul_hi_u32(uint(a), uint(b))) - (a < 0 ? b : 0) - (b < 0 ? a : 0);
}
)";

// Halves away from zero; GLSL leaves their direction to the device.
inline constexpr std::string_view round = R"(
float dala_round_f32(float a) {
  float t = trunc(a);
  return abs(a - t) >= 0.5 ? t + sign(a) : t;
}
)";

// GLSL's own is undefined below zero, and at zero but for positive exponents.
inline constexpr std::string_view pow = R"(
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
)";

// GLSL's own is undefined where both are zero.
inline constexpr std::string_view atan2 = R"(
float dala_atan2_f32(float a, float b) {
  if (a != 0.0 || b != 0.0) return atan(a, b);
  if (floatBitsToInt(b) >= 0) return a;
  return floatBitsToInt(a) < 0 ? -3.14159274 : 3.14159274;
}
)";

// Devices that divide exponentials overflow for large values.
inline constexpr std::string_view tanh = R"(
float dala_tanh_f32(float a) {
  if ((floatBitsToUint(a) & 0x7fffffffu) > 0x7f800000u) return a;
  return abs(a) > 10.0 ? sign(a) : tanh(a);
}
)";

}  // namespace dala::kernel::glsl
