namespace dala_kernel {

typedef unsigned int u32;
struct uvec2 {
  u32 x, y;
  uvec2() = default;
  __device__ uvec2(u32 x_, u32 y_) : x(x_), y(y_) {}
  __device__ explicit uvec2(u32 all) : x(all), y(all) {}
};
struct uvec4 {
  u32 x, y, z, w;
  uvec4() = default;
  __device__ uvec4(u32 x_, u32 y_, u32 z_, u32 w_) : x(x_), y(y_), z(z_), w(w_) {}
  __device__ explicit uvec4(u32 all) : x(all), y(all), z(all), w(all) {}
};
struct dala_words {
  u32 at[46];
};

__device__ inline uvec2 dala_xz_of_uvec4(uvec4 a) {
  return uvec2(a.x, a.z);
}

__device__ inline uvec2 dala_mul_hi_uvec2(uvec2 a, uvec2 b) {
  return uvec2(::__umulhi(a.x, b.x), ::__umulhi(a.y, b.y));
}

__device__ inline uvec2 dala_mul_uvec2(uvec2 a, uvec2 b) {
  return uvec2(a.x * b.x, a.y * b.y);
}

__device__ inline uvec2 dala_add_uvec2(uvec2 a, uvec2 b) {
  return uvec2(a.x + b.x, a.y + b.y);
}

__device__ inline uvec4 philox(uvec4 counter, uvec2 key) {
  uvec2 factors = uvec2(3528531795u, 3449720151u);
  uvec2 steps = uvec2(2654435769u, 3144134277u);
  uvec4 c = counter;
  uvec2 k = key;
  for (int round = 0; round < 10; ++round) {
    uvec2 high = dala_mul_hi_uvec2(factors, dala_xz_of_uvec4(c));
    uvec2 low = dala_mul_uvec2(factors, dala_xz_of_uvec4(c));
    c = uvec4((high.y ^ c.y) ^ k.x, low.y, (high.x ^ c.w) ^ k.y, low.x);
    k = dala_add_uvec2(k, steps);
  }
  return c;
}

__device__ inline u32 random_u32(u32 seed, u32 counter) {
  return philox(uvec4(counter, 0u, 0u, 0u), uvec2(seed, 0u)).x;
}

__device__ inline float random(u32 seed, u32 counter) {
  return float(random_u32(seed, counter) >> 8u) * 5.9604645e-08f;
}

extern "C" __global__ void scattered(float* points, u32* bits, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  u32 element = (blockIdx.y * 65535u + blockIdx.x) * blockDim.x + threadIdx.x;
  if (element >= dala_launch[6]) {
    return;
  }
  int ABSOLUTE_POS = int(element);
  u32 seed = dala_launch[44];
  int points_len = int(dala_launch[8]);
  int bits_len = int(dala_launch[26]);
  u32 i = u32(ABSOLUTE_POS);
  float turn = random(seed, 2u * i) * 6.2831855f;
  float radius = 0.5f + 0.5f * random(seed, 2u * i + 1u);
  float t = i % 2u == 0u ? radius : turn;
  if (u32(ABSOLUTE_POS) < u32(points_len)) {
    points[ABSOLUTE_POS] = t;
  }
  uvec4 four = philox(uvec4(i, 0u, 0u, 1u), uvec2(seed, 7u));
  u32 t_2 = (four.x ^ four.w) ^ random_u32(seed, i);
  if (u32(ABSOLUTE_POS) < u32(bits_len)) {
    bits[ABSOLUTE_POS] = t_2;
  }
}

}  // namespace dala_kernel
