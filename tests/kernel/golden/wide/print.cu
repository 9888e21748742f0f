namespace dala_kernel {

typedef long long s64;
typedef unsigned long long u64;
typedef unsigned int u32;
struct vec2 {
  float x, y;
  vec2() = default;
  __device__ vec2(float x_, float y_) : x(x_), y(y_) {}
  __device__ explicit vec2(float all) : x(all), y(all) {}
};
struct dala_words {
  u32 at[124];
};

__device__ inline float dala_max_f32(float a, float b) {
  return b > a || a != a ? b : a;
}

__device__ inline float dala_load_input(const float* input, s64 a, s64 b) {
  if (a >= 0ll && a < b) {
    return input[a];
  }
  return 0.0f;
}

extern "C" __global__ void checked_root(const float* input, float* output, u32* v_dala_prints, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  s64 element = s64((u64(s64(blockIdx.y)) * u64(1073741824ll) + u64(s64(blockIdx.x))) * u64(s64(blockDim.x)) + u64(s64(threadIdx.x)));
  if (element >= (s64(u64(s64(dala_launch[13])) << u64(32ll)) | s64(dala_launch[12]))) {
    return;
  }
  s64 ABSOLUTE_POS = element;
  s64 input_len = s64(u64(s64(dala_launch[17])) << u64(32ll)) | s64(dala_launch[16]);
  s64 v_dala_prints_len = s64(u64(s64(dala_launch[89])) << u64(32ll)) | s64(dala_launch[88]);
  s64 output_len = s64(u64(s64(dala_launch[53])) << u64(32ll)) | s64(dala_launch[52]);
  s64 i = ABSOLUTE_POS;
  float x = dala_load_input(input, i, input_len);
  if (x < 0.0f) {
    s64 t = i;
    float t_2 = x;
    u32 t_3;
    if (0ll >= 0ll && 0ll < v_dala_prints_len) {
      t_3 = ::atomicAdd(&v_dala_prints[0ll], 1u);
    } else {
      t_3 = 0u;
    }
    if (t_3 < 1024u) {
      int t_4 = int(u32(int(t_3)) * 7u);
      s64 t_11 = s64(int(u32(t_4) + 1u));
      if (t_11 >= 0ll && t_11 < v_dala_prints_len) {
        v_dala_prints[t_11] = 1u;
      }
      s64 t_5 = ABSOLUTE_POS;
      s64 t_12 = s64(int(u32(t_4) + 2u));
      u32 t_13 = u32(t_5);
      if (t_12 >= 0ll && t_12 < v_dala_prints_len) {
        v_dala_prints[t_12] = t_13;
      }
      s64 t_14 = s64(int(u32(t_4) + 3u));
      u32 t_15 = u32(t_5 >> 32ll);
      if (t_14 >= 0ll && t_14 < v_dala_prints_len) {
        v_dala_prints[t_14] = t_15;
      }
      s64 t_16 = s64(int(u32(t_4) + 4u));
      u32 t_17 = u32(t);
      if (t_16 >= 0ll && t_16 < v_dala_prints_len) {
        v_dala_prints[t_16] = t_17;
      }
      s64 t_18 = s64(int(u32(t_4) + 5u));
      u32 t_19 = u32(t >> 32ll);
      if (t_18 >= 0ll && t_18 < v_dala_prints_len) {
        v_dala_prints[t_18] = t_19;
      }
      s64 t_20 = s64(int(u32(t_4) + 6u));
      u32 t_21 = ::__float_as_uint(t_2);
      if (t_20 >= 0ll && t_20 < v_dala_prints_len) {
        v_dala_prints[t_20] = t_21;
      }
    }
  }
  if (i == 0ll) {
    s64 t_6 = input_len;
    vec2 t_7 = vec2(x, dala_load_input(input, 1ll, input_len));
    u32 t_8;
    if (0ll >= 0ll && 0ll < v_dala_prints_len) {
      t_8 = ::atomicAdd(&v_dala_prints[0ll], 1u);
    } else {
      t_8 = 0u;
    }
    if (t_8 < 1024u) {
      int t_9 = int(u32(int(t_8)) * 7u);
      s64 t_22 = s64(int(u32(t_9) + 1u));
      if (t_22 >= 0ll && t_22 < v_dala_prints_len) {
        v_dala_prints[t_22] = 2u;
      }
      s64 t_10 = ABSOLUTE_POS;
      s64 t_23 = s64(int(u32(t_9) + 2u));
      u32 t_24 = u32(t_10);
      if (t_23 >= 0ll && t_23 < v_dala_prints_len) {
        v_dala_prints[t_23] = t_24;
      }
      s64 t_25 = s64(int(u32(t_9) + 3u));
      u32 t_26 = u32(t_10 >> 32ll);
      if (t_25 >= 0ll && t_25 < v_dala_prints_len) {
        v_dala_prints[t_25] = t_26;
      }
      s64 t_27 = s64(int(u32(t_9) + 4u));
      u32 t_28 = u32(t_6);
      if (t_27 >= 0ll && t_27 < v_dala_prints_len) {
        v_dala_prints[t_27] = t_28;
      }
      s64 t_29 = s64(int(u32(t_9) + 5u));
      u32 t_30 = u32(t_6 >> 32ll);
      if (t_29 >= 0ll && t_29 < v_dala_prints_len) {
        v_dala_prints[t_29] = t_30;
      }
      s64 t_31 = s64(int(u32(t_9) + 6u));
      u32 t_32 = ::__float_as_uint(t_7.x);
      if (t_31 >= 0ll && t_31 < v_dala_prints_len) {
        v_dala_prints[t_31] = t_32;
      }
      s64 t_33 = s64(int(u32(t_9) + 7u));
      u32 t_34 = ::__float_as_uint(t_7.y);
      if (t_33 >= 0ll && t_33 < v_dala_prints_len) {
        v_dala_prints[t_33] = t_34;
      }
    }
  }
  float t_35 = ::sqrtf(dala_max_f32(x, 0.0f));
  if (i >= 0ll && i < output_len) {
    output[i] = t_35;
  }
}

}  // namespace dala_kernel
