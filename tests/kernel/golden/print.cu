namespace dala_kernel {

typedef unsigned int u32;
struct vec2 {
  float x, y;
  vec2() = default;
  __device__ vec2(float x_, float y_) : x(x_), y(y_) {}
  __device__ explicit vec2(float all) : x(all), y(all) {}
};
struct dala_words {
  u32 at[62];
};

__device__ inline float dala_max_f32(float a, float b) {
  return b > a || a != a ? b : a;
}

__device__ inline float dala_load_input(const float* input, int a, int b) {
  if (u32(a) < u32(b)) {
    return input[a];
  }
  return 0.0f;
}

extern "C" __global__ void checked_root(const float* input, float* output, u32* v_dala_prints, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  u32 element = (blockIdx.y * 65535u + blockIdx.x) * blockDim.x + threadIdx.x;
  if (element >= dala_launch[6]) {
    return;
  }
  int ABSOLUTE_POS = int(element);
  int input_len = int(dala_launch[8]);
  int v_dala_prints_len = int(dala_launch[44]);
  int output_len = int(dala_launch[26]);
  int i = ABSOLUTE_POS;
  float x = dala_load_input(input, i, input_len);
  if (x < 0.0f) {
    int t = i;
    float t_2 = x;
    u32 t_3;
    if (0u < u32(v_dala_prints_len)) {
      t_3 = ::atomicAdd(&v_dala_prints[0], 1u);
    } else {
      t_3 = 0u;
    }
    if (t_3 < 1024u) {
      int t_4 = int(u32(int(t_3)) * 5u);
      int t_9 = int(u32(t_4) + 1u);
      if (u32(t_9) < u32(v_dala_prints_len)) {
        v_dala_prints[t_9] = 1u;
      }
      int t_10 = int(u32(t_4) + 2u);
      u32 t_11 = u32(ABSOLUTE_POS);
      if (u32(t_10) < u32(v_dala_prints_len)) {
        v_dala_prints[t_10] = t_11;
      }
      int t_12 = int(u32(t_4) + 3u);
      u32 t_13 = u32(t);
      if (u32(t_12) < u32(v_dala_prints_len)) {
        v_dala_prints[t_12] = t_13;
      }
      int t_14 = int(u32(t_4) + 4u);
      u32 t_15 = ::__float_as_uint(t_2);
      if (u32(t_14) < u32(v_dala_prints_len)) {
        v_dala_prints[t_14] = t_15;
      }
    }
  }
  if (i == 0) {
    int t_5 = input_len;
    vec2 t_6 = vec2(x, dala_load_input(input, 1, input_len));
    u32 t_7;
    if (0u < u32(v_dala_prints_len)) {
      t_7 = ::atomicAdd(&v_dala_prints[0], 1u);
    } else {
      t_7 = 0u;
    }
    if (t_7 < 1024u) {
      int t_8 = int(u32(int(t_7)) * 5u);
      int t_16 = int(u32(t_8) + 1u);
      if (u32(t_16) < u32(v_dala_prints_len)) {
        v_dala_prints[t_16] = 2u;
      }
      int t_17 = int(u32(t_8) + 2u);
      u32 t_18 = u32(ABSOLUTE_POS);
      if (u32(t_17) < u32(v_dala_prints_len)) {
        v_dala_prints[t_17] = t_18;
      }
      int t_19 = int(u32(t_8) + 3u);
      u32 t_20 = u32(t_5);
      if (u32(t_19) < u32(v_dala_prints_len)) {
        v_dala_prints[t_19] = t_20;
      }
      int t_21 = int(u32(t_8) + 4u);
      u32 t_22 = ::__float_as_uint(t_6.x);
      if (u32(t_21) < u32(v_dala_prints_len)) {
        v_dala_prints[t_21] = t_22;
      }
      int t_23 = int(u32(t_8) + 5u);
      u32 t_24 = ::__float_as_uint(t_6.y);
      if (u32(t_23) < u32(v_dala_prints_len)) {
        v_dala_prints[t_23] = t_24;
      }
    }
  }
  float t_25 = ::sqrtf(dala_max_f32(x, 0.0f));
  if (u32(i) < u32(output_len)) {
    output[i] = t_25;
  }
}

}  // namespace dala_kernel
