namespace dala_kernel {

struct vec3 {
  float x, y, z;
  vec3() = default;
  __device__ vec3(float x_, float y_, float z_) : x(x_), y(y_), z(z_) {}
  __device__ explicit vec3(float all) : x(all), y(all), z(all) {}
};
struct ivec3 {
  int x, y, z;
  ivec3() = default;
  __device__ ivec3(int x_, int y_, int z_) : x(x_), y(y_), z(z_) {}
  __device__ explicit ivec3(int all) : x(all), y(all), z(all) {}
};
typedef unsigned int u32;
struct vec4 {
  float x, y, z, w;
  vec4() = default;
  __device__ vec4(float x_, float y_, float z_, float w_) : x(x_), y(y_), z(z_), w(w_) {}
  __device__ explicit vec4(float all) : x(all), y(all), z(all), w(all) {}
};
struct dala_words {
  u32 at[44];
};

__device__ inline vec3 dala_zyx_of_vec4(vec4 a) {
  return vec3(a.z, a.y, a.x);
}

__device__ inline vec3 operator*(vec3 a, vec3 b) {
  return vec3(a.x * b.x, a.y * b.y, a.z * b.z);
}

__device__ inline vec4 operator+(vec4 a, vec4 b) {
  return vec4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

__device__ inline vec3 dala_xyz_of_vec4(vec4 a) {
  return vec3(a.x, a.y, a.z);
}

__device__ inline int dala_s32_from_f32(float a) {
  if (a != a) {
    return 0;
  }
  if (a >= 2147483648.0f) {
    return 2147483647;
  }
  if (a <= -2147483648.0f) {
    return (-2147483647 - 1);
  }
  return int(a);
}

__device__ inline ivec3 dala_ivec3_from_vec3(vec3 a) {
  return ivec3(dala_s32_from_f32(a.x), dala_s32_from_f32(a.y), dala_s32_from_f32(a.z));
}

__device__ inline float dala_dot_vec3(vec3 a, vec3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ inline float dala_length_vec3(vec3 a) {
  return ::sqrtf(dala_dot_vec3(a, a));
}

__device__ inline vec3 dala_normalize_vec3(vec3 a) {
  float b = dala_length_vec3(a);
  return vec3(a.x / b, a.y / b, a.z / b);
}

__device__ inline float dala_load_input(const float* input, int a, int b) {
  if (u32(a) < u32(b)) {
    return input[a];
  }
  return 0.0f;
}

extern "C" __global__ void vectors(const float* input, float* output, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  u32 element = (blockIdx.y * 65535u + blockIdx.x) * blockDim.x + threadIdx.x;
  if (element >= dala_launch[6]) {
    return;
  }
  int ABSOLUTE_POS = int(element);
  int input_len = int(dala_launch[8]);
  int output_len = int(dala_launch[26]);
  int p = int(u32(ABSOLUTE_POS) * 4u);
  vec4 c = vec4(dala_load_input(input, p, input_len), dala_load_input(input, int(u32(p) + 1u), input_len), dala_load_input(input, int(u32(p) + 2u), input_len), 1.0f);
  c = vec4(c.x * 0.5f, c.y, c.z, c.w);
  c = vec4(c.x, c.y, c.z, 2.0f);
  vec3 t = dala_zyx_of_vec4(c) * vec3(2.0f);
  vec4 lit = vec4(t.x, t.y, t.z, c.w) + vec4(0.5f);
  vec3 n = dala_normalize_vec3(dala_xyz_of_vec4(lit));
  ivec3 whole = dala_ivec3_from_vec3(vec3(lit.x, n.y, dala_length_vec3(n)));
  float t_2 = dala_dot_vec3(n, dala_xyz_of_vec4(c)) + float(whole.x);
  if (u32(p) < u32(output_len)) {
    output[p] = t_2;
  }
}

}  // namespace dala_kernel
