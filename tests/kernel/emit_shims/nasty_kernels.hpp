// Kernels that go where languages differ: overflow, division by zero, NaN, indices outside.
#pragma once

#include <string>
#include <vector>

#include <dala/core/params.hpp>
#include <dala/core/shape.hpp>

namespace dala::kernel {

struct NastyKernel {
  std::string text;
  std::vector<Shape> shapes;  // of the tensors in their order
  std::vector<ParamValue> params = {};
  unsigned ulps = 0;  // how far results may be from the interpreter's
};

inline const std::vector<NastyKernel> nasty_kernels = {
    {R"(#[over(a)]
fn overflow_s32(a: Tensor<s32>, b: Tensor<s32>, o: &mut Tensor<s32>) {
  let i = ABSOLUTE_POS;
  let x = a[i]; let y = b[i];
  o[i] = x + y; o[i + 256] = x - y; o[i + 512] = x * y; o[i + 768] = -x;
  o[i + 1024] = x * 3 + y * 5 - (x - y) * -7; o[i + 1280] = abs(x) + sign(y);
  o[i + 1536] = -(x + y) * -(-x); o[i + 1792] = x + -2147483648;
})",
     {{256}, {256}, {2048}}},
    {R"(#[over(a)]
fn overflow_u32(a: Tensor<u32>, b: Tensor<u32>, o: &mut Tensor<u32>) {
  let i = ABSOLUTE_POS;
  let x = a[i]; let y = b[i];
  o[i] = x + y; o[i + 256] = x - y; o[i + 512] = x * y; o[i + 768] = 0 - x;
  o[i + 1024] = !x ^ (y & 0xFF00FF00u32) | 3; o[i + 1280] = min(x, y) + max(x, y) * sign(x);
  o[i + 1536] = clamp(x, 10, 4000000000); o[i + 1792] = popcount(x) + leading_zeros(y) * 100 + trailing_zeros(x) * 10000;
})",
     {{256}, {256}, {2048}}},
    {R"(#[over(a)]
fn narrow_signed(a: Tensor<s8>, b: Tensor<s16>, x: Tensor<f32>, o: &mut Tensor<s8>, p: &mut Tensor<s16>) {
  let i = ABSOLUTE_POS;
  let u = a[i]; let v = a.mirrored(i + 1); let s = b[i]; let t = b.mirrored(i + 1);
  o[i] = u + v; o[i + 256] = u - v; o[i + 512] = u * v; o[i + 768] = -u; o[i + 1024] = u / v;
  o[i + 1280] = u % v; o[i + 1536] = abs(u) ^ !v; o[i + 1792] = (u << v) + (u >> v);
  o[i + 2048] = popcount(u) * 3 + leading_zeros(v) - trailing_zeros(u); o[i + 2304] = x[i] as s8;
  o[i + 2560] = s as s8; o[i + 2816] = clamp(u, -100, v) + sign(u) * -128;
  p[i] = s + t; p[i + 256] = s * t - t; p[i + 512] = -s; p[i + 768] = s / t; p[i + 1024] = s % t;
  p[i + 1280] = abs(s) | !t; p[i + 1536] = (s << t) - (s >> t); p[i + 1792] = x[i] as s16;
  p[i + 2048] = popcount(s) * 7 + leading_zeros(t); p[i + 2304] = (u as s16) * (v as s16);
  p[i + 2560] = (x[i] as u16) as s16; p[i + 2816] = min(s, t) - max(s, -32768);
})",
     {{256}, {256}, {256}, {3072}, {3072}}},
    {R"(#[over(a)]
fn narrow_unsigned(a: Tensor<u16>, b: Tensor<bool>, x: Tensor<f32>, o: &mut Tensor<u16>, p: &mut Tensor<bool>, low: u16, q: u8) {
  let i = ABSOLUTE_POS;
  let u = a[i]; let v = a.mirrored(i + 1); let m = b[i]; let n = b.clamped(i + 1);
  o[i] = u + v; o[i + 256] = u - v; o[i + 512] = u * v; o[i + 768] = u / v; o[i + 1024] = u % v;
  o[i + 1280] = !u & (v | 0x8001); o[i + 1536] = (u << v) ^ (u >> v); o[i + 1792] = x[i] as u16;
  o[i + 2048] = popcount(u) + leading_zeros(v) * 10 + trailing_zeros(u); o[i + 2304] = max(u, low) - (q as u16);
  o[i + 2560] = ((u as s8) as s32) as u16; o[i + 2816] = if m { u } else { n as u16 };
  p[i] = m ^ n; p[i + 256] = u < v && !m; p[i + 512] = b[i - 3]; p[i + 768] = x[i] != x[i];
  let kept = [m, n, u > v];
  p[i + 1024] = kept[u as s32 % 3];
})",
     {{256}, {256}, {256}, {3072}, {1280}},
     {std::int64_t{40000}, std::int64_t{200}}},
    {R"(#[over(a)]
fn small_floats(a: Tensor<f16>, b: Tensor<bf16>, x: Tensor<f32>, n: Tensor<s32>, o: &mut Tensor<f16>, p: &mut Tensor<bf16>, w: &mut Tensor<f32>) {
  let i = ABSOLUTE_POS;
  let u = a[i]; let v = a.mirrored(i + 1); let s = b[i]; let t = b.mirrored(i + 1);
  o[i] = u + v; o[i + 256] = u - v; o[i + 512] = u * v; o[i + 768] = u / v; o[i + 1024] = -u;
  o[i + 1280] = min(u, v); o[i + 1536] = x[i] as f16; o[i + 1792] = n[i] as f16; o[i + 2048] = sqrt(abs(u));
  o[i + 2304] = s as f16; o[i + 2560] = if u < v { u } else { v * 0.0999 }; o[i + 2816] = fma(u, v, u);
  p[i] = s + t; p[i + 256] = s - t; p[i + 512] = s * t; p[i + 768] = s / t; p[i + 1024] = -s;
  p[i + 1280] = max(s, t); p[i + 1536] = x[i] as bf16; p[i + 1792] = n[i] as bf16; p[i + 2048] = sqrt(abs(s));
  p[i + 2304] = u as bf16; p[i + 2560] = floor(s) + sign(t); p[i + 2816] = (n[i] & 4095) as bf16 / 3.0;
  w[i] = u as f32; w[i + 256] = s as f32; w[i + 512] = to_bits(u) as f32; w[i + 768] = (u as s32) as f32;
})",
     {{256}, {256}, {256}, {256}, {3072}, {3072}, {1024}}},
    // Integers with few digits that are too large for a half.
    {R"(#[over(n)]
fn large_halves(n: Tensor<s32>, o: &mut Tensor<f16>) {
  let i = ABSOLUTE_POS;
  let x = (n[i] << 23) as f16; let y = ((n[i] << 13) as f32) as f16; let z = (n[i] as u32 << 16) as f16;
  o[i] = fma(-0.5, x, x); o[i + 256] = y - y; o[i + 512] = z * 0.5 - z; o[i + 768] = y * 0.25;
})",
     {{256}, {1024}}},
    {R"(#[over(a)]
fn bits_of_words(a: Tensor<u32>, b: Tensor<s32>, x: Tensor<f32>, o: &mut Tensor<u32>, f: &mut Tensor<f32>) {
  let i = ABSOLUTE_POS;
  let u = a[i]; let s = b[i];
  o[i] = mul_hi(u, a.mirrored(i + 1)); o[i + 256] = mul_hi(s, b.mirrored(i + 1)) as u32;
  let high = mul_hi(uvec2(u, !u), uvec2(0xD2511F53, 0xCD9E8D57)) + (mul_hi(ivec2(s, -s), ivec2(s)) as uvec2);
  o[i + 512] = high.x; o[i + 768] = high.y; o[i + 1024] = to_bits(max(x[i], -3.4028235e38));
  let v = to_bits(max(vec3(x[i], 1.5, -0.0), vec3(-3.4028235e38)));
  o[i + 1280] = v.x ^ v.y + v.z;
  f[i] = from_bits(u & 0xff7fffff); f[i + 256] = from_bits(uvec2(u & 0x807fffff, to_bits(0.1))).y;
  f[i + 512] = from_bits(0x7f800000); f[i + 768] = from_bits(to_bits(x[i]));
})",
     {{256}, {256}, {256}, {1536}, {1024}}},
    {R"(#[cube(64)]
#[over(a)]
fn float_atomics(a: Tensor<s32>, o: &mut Tensor<f32>, p: &mut Tensor<f32>) {
  shared t: [f32; 5];
  let i = ABSOLUTE_POS;
  let w = (a[i] & 7) as f32;
  atomic_add(t[UNIT_POS % 5], w); atomic_add(t[3], -1.0); atomic_add(t[9], 1.0); atomic_add(o[-1], w);
  sync_cube();
  p[i] = t[UNIT_POS % 5] + t[4] + atomic_add(t[-3], 1.0);
  o[i] = w * 3.0; p[i + 256] = atomic_add(o[i], w); p[i + 512] = atomic_exchange(o[i], w + 0.5); p[i + 768] = o[i];
  sync_cube();
  t[1] = 100.0; if UNIT_POS == 0 { t[0] = 2.5; }
  sync_cube();
  p[i + 1024] = t[1] + t[0]; p[i + 1280] = atomic_exchange(p[2000], w);
})",
     {{256}, {256}, {1536}}},
    {R"(fn signs_of_zero(a: Tensor<f32>, o: &mut Tensor<f32>) {
  let x = clamp(a[ABSOLUTE_POS], -1e30, 1e30);
  let over = if ABSOLUTE_POS % 2 == 0 { 0.0 / x } else { -0.0 / x };
  let times = if ABSOLUTE_POS % 2 == 0 { 0.0 * x } else { x * -0.0 };
  o[ABSOLUTE_POS] = if x == 0.0 || ABSOLUTE_POS % 3 == 0 { times } else { over };
})",
     {{256}, {256}}},
    {R"(#[over(a)]
fn random_words(a: Tensor<u32>, b: Tensor<u32>, o: &mut Tensor<u32>, f: &mut Tensor<f32>) {
  let i = ABSOLUTE_POS;
  let r = philox(uvec4(a[i], b[i], !a[i], i as u32), uvec2(b[i], 0xffffffff));
  o[i] = r.x; o[i + 256] = r.y; o[i + 512] = r.z; o[i + 768] = r.w;
  f[i] = random(a[i], b[i]) + (random_u32(7, 9) as f32);
})",
     {{256}, {256}, {1024}, {256}}},
    {R"(#[over(a)]
fn bits_of_long_words(a: Tensor<s64>, x: Tensor<f64>, o: &mut Tensor<s64>, f: &mut Tensor<f64>) {
  let i = ABSOLUTE_POS;
  o[i] = to_bits(max(x[i], -1.7e308)) ^ to_bits(-2.5); f[i] = from_bits(a[i] & -4503599627370497);
})",
     {{256}, {256}, {256}, {256}}},
    {R"(#[over(a)]
fn overflow_s64(a: Tensor<s64>, b: Tensor<s64>, o: &mut Tensor<s64>, p: s64) {
  let i = ABSOLUTE_POS;
  let x = a[i]; let y = b[i];
  o[i] = x + y * p; o[i + 256] = x - y; o[i + 512] = x * y; o[i + 768] = -x;
  o[i + 1024] = x / y; o[i + 1280] = x % y; o[i + 1536] = x << y; o[i + 1792] = x >> y;
  o[i + 2048] = abs(x) + sign(y); o[i + 2304] = popcount(x) + leading_zeros(y) * 100 + trailing_zeros(x) * 10000;
  o[i + 2560] = x / -1 + y / 0 + y % 7 + x / 1000 + -9223372036854775808; o[i + 2816] = !x & y | (x ^ p);
  o[i + 3072] = (x as s32) as s64 + ((y as u32) as s64) * 3 + ((x as u8) as s64);
  o[i + 3328] = min(x, y) - max(x, p);
})",
     {{256}, {256}, {3584}},
     {std::int64_t{-7000000000}}},
    {R"(#[over(a)]
fn division(a: Tensor<s32>, b: Tensor<s32>, o: &mut Tensor<s32>) {
  let i = ABSOLUTE_POS;
  let x = a[i]; let y = b[i];
  o[i] = x / y; o[i + 256] = x % y; o[i + 512] = x / 0; o[i + 768] = x % 0; o[i + 1024] = x / -1;
  o[i + 1280] = x % -1; o[i + 1536] = x / 3 + x % -5; o[i + 1792] = x / -7 - x % 16;
})",
     {{256}, {256}, {2048}}},
    // Drivers may keep such counts in fewer bits, and a place that is a constant is asked for
    // twice.
    {R"(#[over(a)]
fn counts_of_bits(a: Tensor<u32>, o: &mut Tensor<u32>) {
  let i = ABSOLUTE_POS;
  o[i] = !popcount(a[i]); o[i + 256] = !leading_zeros(a[i] >> 3); o[i + 512] = 0 - trailing_zeros(a[i]);
  let mut sums = [popcount(a[i]) << 14; 3];
  sums[UNIT_POS] += leading_zeros(a[i]) * 65537;
  o[i + 768] = sums[0] - sums[2];
})",
     {{256}, {1024}}},
    // Quotients that a compiler may compute while it compiles, whether they are used or not.
    {R"(#[over(a)]
fn division_of_constants(a: Tensor<s32>, o: &mut Tensor<s32>) {
  let i = ABSOLUTE_POS;
  let quotients = ivec3(-2147483648) / ivec3(63, -1, 0);
  let rests = ivec3(-2147483648) % ivec3(63, -1, 0);
  o[i] = quotients.x + a[i]; o[i + 256] = quotients.y ^ a[i]; o[i + 512] = quotients.z - a[i];
  o[i + 768] = rests.x + a[i]; o[i + 1024] = rests.y ^ a[i]; o[i + 1280] = rests.z - a[i];
})",
     {{256}, {1536}}},
    {R"(#[over(a)]
fn division_u32(a: Tensor<u32>, b: Tensor<u32>, o: &mut Tensor<u32>) {
  let i = ABSOLUTE_POS;
  o[i] = a[i] / b[i]; o[i + 256] = a[i] % b[i]; o[i + 512] = a[i] / 0 + a[i] % 0; o[i + 768] = a[i] / 7 + a[i] % 4294967295;
})",
     {{256}, {256}, {1024}}},
    {R"(#[over(a)]
fn shifts(a: Tensor<s32>, b: Tensor<u32>, o: &mut Tensor<s32>) {
  let i = ABSOLUTE_POS;
  let x = a[i]; let y = b[i];
  o[i] = x << (y as s32); o[i + 256] = x >> (y as s32); o[i + 512] = (y >> (x as u32)) as s32;
  o[i + 768] = (y << (x as u32)) as s32; o[i + 1024] = x << 31; o[i + 1280] = x >> 33;
  o[i + 1536] = (x << 3 + 1) ^ (x >> 2 & 15 | 64); o[i + 1792] = popcount(x) + leading_zeros(x) * 100 + trailing_zeros(x) * 10000;
})",
     {{256}, {256}, {2048}}},
    {R"(#[over(a)]
fn float_casts(a: Tensor<f32>, s: &mut Tensor<s32>, u: &mut Tensor<u32>, b: &mut Tensor<u8>) {
  let i = ABSOLUTE_POS;
  s[i] = a[i] as s32; u[i] = a[i] as u32; b[i] = a[i] as u8;
  s[i + 256] = (a[i] > 0.5) as s32 + ((a[i] as u8) as s32);
  let v = vec3(a[i], a[i + 1], a[i + 2]) as ivec3;
  let w = vec2(a[i + 3], a[i + 4]) as uvec2;
  s[i + 512] = v.x ^ v.y ^ v.z; u[i + 256] = w.x ^ w.y ^ ((v as uvec3).y);
})",
     {{256}, {768}, {512}, {256}}},
    {R"(#[over(a)]
fn integer_casts(a: Tensor<s32>, b: Tensor<u32>, o: &mut Tensor<f32>, u: &mut Tensor<u8>) {
  let i = ABSOLUTE_POS;
  o[i] = a[i] as f32; o[i + 256] = b[i] as f32; u[i] = a[i] as u8; o[i + 512] = (b[i] as u8) as f32;
  o[i + 768] = (ivec2(a[i], a[i + 1]) as vec2).y; o[i + 1024] = (b[i] as s32) as f32 + ((a[i] as u32) as f32);
  u[i + 256] = (a[i] > 3) as u8;
})",
     {{256}, {256}, {1280}, {512}}},
    {R"(#[over(a)]
fn wide_casts(a: Tensor<f64>, b: Tensor<f32>, o: &mut Tensor<s64>, d: &mut Tensor<f64>, p: f64) {
  let i = ABSOLUTE_POS;
  o[i] = a[i] as s64; o[i + 256] = b[i] as s64; o[i + 512] = (a[i] as s32) as s64; o[i + 768] = (a[i] as u8) as s64;
  d[i] = b[i] as f64 + p; d[i + 256] = (a[i] as f32) as f64; d[i + 512] = (a[i] as s64) as f64;
  d[i + 768] = a[i] % 3.5 + a[i] * p - round(a[i]) + fma(a[i], p, 1.0); d[i + 1024] = min(a[i], p) + max(a[i], 1) + sign(a[i]) + fract(a[i]);
})",
     {{256}, {256}, {1024}, {1280}},
     {0.3}},
    {R"(#[over(a)]
fn bytes(a: Tensor<u8>, b: Tensor<u8>, o: &mut Tensor<u8>) {
  let i = ABSOLUTE_POS;
  let x = a[i]; let y = b[i];
  o[i] = x + y; o[i + 256] = x - y; o[i + 512] = x * y; o[i + 768] = 0 - x; o[i + 1024] = !x;
  o[i + 1280] = x << y; o[i + 1536] = x >> y; o[i + 1792] = x / y + x % y; o[i + 2048] = x & y | (x ^ 0x5A);
  o[i + 2304] = min(x, y) + max(x, y) - clamp(x, 10, 20) + abs(y) + sign(x);
  o[i + 2560] = popcount(x) + leading_zeros(y) * 10 + trailing_zeros(x) * 100;
  o[i + 2816] = if x + 200 > y { x * 3 + y } else { x / 16 };
})",
     {{255}, {255}, {3071}}},
    {R"(#[over(a)]
fn floats(a: Tensor<f32>, b: Tensor<f32>, o: &mut Tensor<f32>) {
  let i = ABSOLUTE_POS;
  let x = a[i]; let y = b[i];
  o[i] = min(x, y); o[i + 256] = max(x, y); o[i + 512] = x % y; o[i + 768] = round(x); o[i + 1024] = clamp(x, -1, y);
  o[i + 1280] = floor(x) - ceil(y); o[i + 1536] = trunc(x) + abs(y); o[i + 1792] = sign(x); o[i + 2048] = step(x, y);
  o[i + 2304] = fract(x); o[i + 2560] = mix(x, y, 0.3); o[i + 2816] = smoothstep(x, y, 0.25); o[i + 3072] = fma(x, y, x);
  o[i + 3328] = x * y + x; o[i + 3584] = x / y - y * x; o[i + 3840] = -x - -y; o[i + 4096] = sqrt(abs(x));
  o[i + 4352] = select(x < y, 1.0, -0.0) + select(x != x, 4.0, 8.0) + select(!(x <= y), 16.0, 32.0);
  o[i + 4608] = fma(x, y, -(x * y)); o[i + 4864] = x * 1e-45 + 3.4e38 * y + 1.0 / 0.0;
  o[i + 5120] = (x - y) + y; o[i + 5376] = x + 0.1 + 0.2 - x; o[i + 5632] = x * 3.0 / 3.0;
})",
     {{256}, {256}, {5888}}},
    {R"(#[over(a)]
fn vector_lanes(a: Tensor<f32>, k: Tensor<s32>, o: &mut Tensor<f32>, n: &mut Tensor<s32>) {
  let i = ABSOLUTE_POS * 4;
  let v = vec4(a[i], a[i + 1], a[i + 2], a[i + 3]);
  let mut w = v.wzyx * 2.0 - vec4(1.0) / (v.xxyy + vec4(1.5));
  w.y = -w.x; w.a += 0.25;
  let m = max(min(v, w), -v) % vec4(0.75) + floor(w) + clamp(v, -0.5, 0.5) + mix(v, w, vec4(0.25));
  o[i] = m.x + dot(v, w); o[i + 1] = m.y + length(v.xyz); o[i + 2] = normalize(v.xy).y - m.z; o[i + 3] = m.w + (-w).z;
  let p = ivec4(k[i], k[i + 1], k[i + 2], k[i + 3]);
  let q = (p + p.wxyz * 3) / p.yyyy - p % ivec4(7) ^ (p << p.zwxy) & !p | (p >> ivec4(3));
  let u = (p as uvec4) * uvec4(5) + (q as uvec4).wzyx / uvec4(3) - uvec4(1u32);
  n[i] = q.x + abs(p).y; n[i + 1] = q.y - sign(p).x; n[i + 2] = (u.z >> 1) as s32; n[i + 3] = (u.x + popcount(u).w) as s32;
})",
     {{256}, {256}, {256}, {256}}},
    {R"(#[over(a)]
fn arrays_outside(a: Tensor<s32>, o: &mut Tensor<s32>) {
  let i = ABSOLUTE_POS;
  let t = [1, 2, 3, 4, 5];
  let mut w: [s32; 4] = [i * 3; 4];
  let mut v: [vec2; 3] = [vec2(1.5, 2.5); 3];
  let mut f = [true, false];
  w[a[i] % 8] = 77; w[i - 3] = 11; w[9] = 5; v[a[i] & 3] = vec2(9.0); f[i % 4] = i % 3 == 0;
  for j in -2..7 { w[j] += t[j] * 10; }
  o[i] = t[a[i] % 7] + t[t[i % 9] + 1]; o[i + 64] = w[0] + w[1] * 3 + w[2] * 5 + w[3] * 7 + w[4] + w[-1];
  o[i + 128] = (v[i - 1].x + v[a[i] % 4].y * 10.0) as s32; o[i + 192] = (f[i - 1] || f[0]) as s32;
  o[i + 256] = t[(a[i] as u32)] + t[(i as u8)];
})",
     {{64}, {320}}},
    {R"(#[over(a)]
fn edges(a: Tensor<f32>, b: Tensor<s32>, c: Tensor<f32>, o: &mut Tensor<f32>, w: &mut Tensor<f32>) {
  let i = ABSOLUTE_POS; let x = ABSOLUTE_POS_X; let y = ABSOLUTE_POS_Y;
  let k = b[i];
  o[y, x] = a[y - 1, x + 1] + a.clamped(y - 2, x + k) + a.mirrored(y + k, x - k);
  let flat = a.mirrored(k) + a.clamped(k) * 2.0 + a[k] * 4.0 + a[k as u32] * 8.0 + a.mirrored(k as u32) + a.clamped(k as u32);
  o[y + 4, x] = flat + c.clamped(k) + c.mirrored(k) + c[k];
  w[k] = 1.0; w[ABSOLUTE_POS_X * 100] = 1.0; o[y + 8, x] = flat + a.mirrored(0, 0);
  o[y + 12, x] = (a.shape(k) + a.stride(k & 1) * 10 + a.stride(0) * 100 + a.rank() * 1000 + a.shape(7) + a.len()) as f32;
})",
     {{4, 5}, {20}, {0}, {16, 5}, {30}}},
    {R"(#[over(b)]
fn wide_indices(a: Tensor<f32>, b: Tensor<s64>, o: &mut Tensor<f32>, w: &mut Tensor<f32>) {
  let k = b[ABSOLUTE_POS];
  let t = [1.0, 2.0, 4.0];
  o[ABSOLUTE_POS] = a[k] + a.clamped(k) * 2.0 + a.mirrored(k) * 4.0 + t[k] + a[9000000000s64] + t[5000000000s64];
  w[k] = 3.0;
  for j in 4294967296..4294967299s64 { o[(j & 255) + 100 + ABSOLUTE_POS as s64 * 3] = j as f32; }
})",
     {{40}, {60}, {400}, {30}}},
    {R"(fn twice(x: s32) -> s32 { return x * 2; }
fn collatz(n: s32, limit: u32) -> s32 {
  let mut m = n; let mut steps = 0;
  for i in 0..limit {
    if m <= 1 { return steps; }
    m = if m % 2 == 0 { m / 2 } else { twice(m) + m + 1 };
    steps += 1;
  }
  return -1;
}
fn shade(c: vec3, k: f32) -> vec3 { if k < 0.0 { return -c; } c * k + vec3(collatz(7, 100) as f32) }
#[over(a)]
fn helpers_nested(a: Tensor<s32>, o: &mut Tensor<s32>, limit: u32) {
  let i = ABSOLUTE_POS;
  let v = shade(shade(vec3(1.0, 2.0, i as f32), 0.5), (i - 20) as f32);
  o[i] = collatz(i + 1, limit); o[i + 64] = twice(twice(collatz(twice(a[i] & 63), 40))) + (v.x + v.y * 3.0 - v.z) as s32;
})",
     {{64}, {128}},
     {std::int64_t{60}}},
    {R"(fn loops(a: Tensor<s32>, o: &mut Tensor<s32>, on: bool, count: u32) {
  let i = ABSOLUTE_POS;
  let mut sum = 0; let mut end = 5;
  for y in 0..end {
    end = 100;
    if y == 3 && on { continue; }
    for x in y..i {
      if x * y > 40 { break; }
      if x % 3 == 1 { continue; }
      sum += x * 10 + y;
    }
  }
  let mut k = a[i] & 255;
  while k > 0 { k -= 7; if k == 13 { break; } else if k % 5 == 0 { sum += k; continue; } else { sum -= 1; } sum ^= k; }
  loop { sum += 3; if sum % 4 == 0 || !on { break; } let t = sum / 2; if t > 1000 { break; } }
  for u in 4294967290u32..4294967290u32 + count { sum += (u & 15) as s32; }
  for z in 5..1 { sum = 0; }
  for i in 0..i { let i = i + 1; sum += i; }
  if i == 7 { return; }
  o[i] = sum;
})",
     {{64}, {64}},
     {true, std::int64_t{5}}},
    {R"(fn all_positions(o: &mut Tensor<s32>, d: &mut Tensor<s32>) {
  let i = ABSOLUTE_POS;
  d[i] = ABSOLUTE_POS_X + ABSOLUTE_POS_Y * 100 + ABSOLUTE_POS_Z * 10000;
  d[i + 200] = CUBE_POS_X + CUBE_POS_Y * 100 + CUBE_POS_Z * 10000; d[i + 400] = CUBE_POS; d[i + 600] = UNIT_POS + UNIT_POS_Y;
  d[i + 800] = CUBE_DIM + CUBE_DIM_Z * 10 + CUBE_COUNT * 100; d[i + 1000] = CUBE_COUNT_X + CUBE_COUNT_Y * 100 + CUBE_COUNT_Z * 10000;
})",
     {{5, 2, 6, 3}, {1200}}},
    {R"(#[cube(3, 2, 2)]
#[over(a)]
fn cube_positions(a: Tensor<s32>, d: &mut Tensor<s32>) {
  let i = CUBE_POS * CUBE_DIM + UNIT_POS;
  d[i] = ABSOLUTE_POS; d[i + 500] = ABSOLUTE_POS_X + ABSOLUTE_POS_Y * 100 + ABSOLUTE_POS_Z * 10000;
  d[i + 1000] = CUBE_POS_X + CUBE_POS_Y * 100 + CUBE_POS_Z * 10000;
  d[i + 1500] = UNIT_POS_X + UNIT_POS_Y * 100 + UNIT_POS_Z * 10000;
  d[i + 2000] = CUBE_DIM + CUBE_DIM_X * 100 + CUBE_COUNT * 10000 + CUBE_COUNT_Y; d[i + 2500] = a[ABSOLUTE_POS];
})",
     {{5, 7, 3}, {3000}}},
    // More groups than fit in a row.
    {R"(#[cube(1)]
fn many_cubes(o: &mut Tensor<s32>) { o[ABSOLUTE_POS] += CUBE_POS; })",
     {{70000}}},
    {R"(#[cube(4, 2)]
#[over(a)]
fn shared_memory(a: Tensor<s32>, o: &mut Tensor<s32>, n: &mut Tensor<s32>) {
  shared tile: [s32; 8];
  shared small: [u8; 8];
  shared flags: [bool; 5];
  shared v: [vec3; 8];
  shared bins: [u32; 4];
  let u = UNIT_POS;
  tile[u] = a[ABSOLUTE_POS]; small[7 - u] = a[ABSOLUTE_POS] as u8; flags[u] = u % 2 == 0;
  v[u] = vec3(u as f32, 1.0, 2.0); tile[u + 8] = 5; tile[-1] = 6;
  atomic_add(bins[u & 1], 1); atomic_max(bins[2], u as u32); atomic_or(bins[9], 1);
  sync_cube();
  let mut sum = tile[(u + 1) % 8] + tile[u + 3] + (small[u] as s32) + (v[u * 2].x as s32);
  if flags[u] { sum += 1000; }
  sync_cube();
  for step in 0..3 { tile[u] = sum + step; sync_cube(); sum += tile[7 - u]; sync_cube(); }
  o[CUBE_POS * 8 + u] = sum;
  if u == 0 { n[CUBE_POS] = (bins[0] + bins[1] * 10 + bins[2] * 100 + bins[3]) as s32; atomic_exchange(tile[0], 3); }
})",
     {{7, 9}, {120}, {12}}},
    {R"(#[over(a)]
fn atomic_all(a: Tensor<s32>, s: &mut Tensor<s32>, u: &mut Tensor<u32>, f: &mut Tensor<f32>) {
  let x = a[ABSOLUTE_POS];
  atomic_add(s[0], x); atomic_min(s[1], x); atomic_max(s[2], x); atomic_and(s[3], x); atomic_or(s[4], x); atomic_xor(s[5], x);
  atomic_add(u[0], x as u32); atomic_min(u[1], x as u32); atomic_max(u[2], x as u32); atomic_and(u[3], x as u32);
  atomic_or(u[4], x as u32); atomic_xor(u[5], x as u32);
  if ABSOLUTE_POS == 5 { f[0] = (atomic_exchange(s[6], x) + atomic_exchange(u[6], 9) as s32) as f32; }
  f[ABSOLUTE_POS + 1] = (atomic_add(s[x], 0) & 0) as f32 + (atomic_add(s[-1], 1) as f32) + (atomic_max(u[7], 5u32) as f32);
})",
     {{100}, {7}, {7}, {101}}},
    {R"(#[over(a)]
fn in_order(a: Tensor<s32>, o: &mut Tensor<s32>) {
  let mut n = 2;
  let before = o[0] + atomic_add(o[0], 5) * 10 + o[0] * 100;
  let guarded = n > 1 && atomic_add(o[1], 1) == o[1] - 1;
  while atomic_add(o[2], 1) - o[3] < -n { n += 1; if n > 9 { break; } }
  o[n + atomic_exchange(o[4], 7) * 0] = before; o[5] = select(guarded, n, -n);
})",
     {{1}, {16}}},
    {R"(fn saturate(x: f32) -> f32 { return clamp(x, 0, 1); }
fn hypot(x: f32, y: f32) -> f32 { return x * x + y * y; }
fn lerp(a: f32) -> f32 { return a; }
fn texture(float: Tensor<f32>, output: &mut Tensor<f32>, device: f32, kernel: s32, uint: bool) {
  let input = float[ABSOLUTE_POS]; let dala_load = 1.5; let a__b = 2.0; let _x = 3.0; let gl_y = 4.0;
  let threadIdx = 5.0; let expf = 6.0; let metal = 7.0; let mod = 8.0; let t = 9.0; let t_2 = 10.0; let main = 11.0;
  let t = t + 1.0; let float_len = 12.0; let ABSOLUTE = 13.0; let dala_i = 14.0; let std = 15.0; let min_ = 16.0;
  let w = (if input > 0.0 { let q = input * 2.0; q + 1.0 } else { let q = input; q * q }) + saturate(input) + hypot(input, 2.0) + lerp(1.0);
  output[ABSOLUTE_POS] = input + dala_load + a__b + _x + gl_y + threadIdx + expf + metal + mod + t + t_2 + main + w
    + float_len + ABSOLUTE + dala_i + std + min_ + device + (kernel as f32) + (uint as s32 as f32);
})",
     {{40}, {40}},
     {0.75, std::int64_t{3}, true}},
    {R"(#[over(a)]
fn transcendental(a: Tensor<f32>, o: &mut Tensor<f32>) {
  let i = ABSOLUTE_POS; let x = a[i]; let y = a[i + 1];
  o[i] = exp(x); o[i + 64] = exp2(x); o[i + 128] = log(x); o[i + 192] = log2(x); o[i + 256] = pow(abs(x), y); o[i + 320] = sin(x);
  o[i + 384] = cos(x); o[i + 448] = tan(x); o[i + 512] = asin(x); o[i + 576] = acos(x); o[i + 640] = atan(x); o[i + 704] = atan2(x, y);
  o[i + 768] = tanh(x); o[i + 832] = sigmoid(x); o[i + 896] = rsqrt(x); o[i + 960] = pow(x, 3.0); o[i + 1024] = pow(x, 0.0);
})",
     {{64}, {1088}},
     {},
     4},
    {R"(#[over(a)]
fn transcendental_f64(a: Tensor<f64>, o: &mut Tensor<f64>) {
  let i = ABSOLUTE_POS; let x = a[i]; let y = a[i + 1];
  o[i] = exp(x) ; o[i + 64] = log2(x); o[i + 128] = pow(x, y); o[i + 192] = sin(x); o[i + 256] = atan2(x, y); o[i + 320] = sigmoid(x);
  o[i + 384] = rsqrt(x); o[i + 448] = tanh(x);
})",
     {{64}, {512}},
     {},
     4},
    {R"(#[pixels]
fn pixels(a: Tensor<u8>, w: Tensor<f32>, o: &mut Tensor<u8>, p: &mut Tensor<u8>) {
  let y = ABSOLUTE_POS_Y; let x = ABSOLUTE_POS_X;
  let near = a.mirrored(y - 3, x + 2, 0) ^ a.clamped(y - 3, x + 2, 1) + a[y + 1, x - 1, 2];
  let far = a.mirrored(y, x - 200, 3) + a.clamped(x, y, 2) + a[4 * ABSOLUTE_POS + 3] + a[4 * ABSOLUTE_POS + 1];
  let mut sum = w[1] * (a[y, x, 0] as f32) + w[1] + w[9];
  for c in 0..3 { sum += (a[y, x, c] as f32) + (a.mirrored(y + c, x - 2, c + 1) as f32); }
  if x % 2 == 0 { sum += (a[y, x, 1] as f32) + w[0]; p[y, x, 1] = near; }
  o[y, x, 2] = near; o[y, x, 0] = far + a[y, x, 4]; o[y, x, 3] = a[y, x, x % 3]; o[y, x, 1] = sum as u8;
  p[y - 1, x, 3] = 7;
})",
     {{70, 66, 4}, {3}, {70, 66, 4}, {69, 66, 4}}},
    {R"(#[pixels]
#[over(o)]
fn small_pixels(a: Tensor<u8>, b: Tensor<u8>, o: &mut Tensor<u8>) {
  let y = ABSOLUTE_POS_Y; let x = ABSOLUTE_POS_X; let i = ABSOLUTE_POS;
  o[4 * i] = a.mirrored(y - 5, x + 9, 1); o[4 * i + 1] = a[y, x, 0] + b[4 * i + 2];
  o[4 * i + 2] = b.clamped(4 * i + 5); o[4 * i + 3] = a.clamped(y + 7, x, 3) + b[4 * i + 2];
})",
     {{2, 3, 4}, {20}, {3, 5, 4}}},
};

}  // namespace dala::kernel
