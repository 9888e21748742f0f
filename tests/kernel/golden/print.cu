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

template <typename T>
__device__ inline T dala_load(const T* values, int len, int i) {
  return u32(i) < u32(len) ? values[i] : T(0);
}

__device__ inline u32 dala_atomic_add_u32(u32* values, int len, int i, u32 value) {
  if (u32(i) >= u32(len)) return 0u;
  return ::atomicAdd(values + i, value);
}

template <typename T>
__device__ inline void dala_store(T* values, int len, int i, T value) {
  if (u32(i) < u32(len)) values[i] = value;
}

__device__ inline float dala_max_f32(float a, float b) {
  return b > a || a != a ? b : a;
}

extern "C" __global__ void checked_root(const float* input, float* output, u32* v_dala_prints, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  u32 dala_flat = (blockIdx.y * 65535u + blockIdx.x) * blockDim.x + threadIdx.x;
  if (dala_flat >= dala_launch[6]) return;
  int ABSOLUTE_POS = int(dala_flat);
  int input_len = int(dala_launch[8]);
  int v_dala_prints_len = int(dala_launch[44]);
  int output_len = int(dala_launch[26]);
  int i = ABSOLUTE_POS;
  float x = dala_load(input, input_len, i);
  if (x < 0.0f) {
    int t = i;
    float t_2 = x;
    u32 t_3 = dala_atomic_add_u32(v_dala_prints, v_dala_prints_len, 0, 1u);
    if (t_3 < 1024u) {
      int t_4 = int(u32(int(t_3)) * 5u);
      dala_store(v_dala_prints, v_dala_prints_len, int(u32(t_4) + 1u), 1u);
      dala_store(v_dala_prints, v_dala_prints_len, int(u32(t_4) + 2u), u32(ABSOLUTE_POS));
      dala_store(v_dala_prints, v_dala_prints_len, int(u32(t_4) + 3u), u32(t));
      dala_store(v_dala_prints, v_dala_prints_len, int(u32(t_4) + 4u), ::__float_as_uint(t_2));
    }
  }
  if (i == 0) {
    int t_5 = input_len;
    vec2 t_6 = vec2(x, dala_load(input, input_len, 1));
    u32 t_7 = dala_atomic_add_u32(v_dala_prints, v_dala_prints_len, 0, 1u);
    if (t_7 < 1024u) {
      int t_8 = int(u32(int(t_7)) * 5u);
      dala_store(v_dala_prints, v_dala_prints_len, int(u32(t_8) + 1u), 2u);
      dala_store(v_dala_prints, v_dala_prints_len, int(u32(t_8) + 2u), u32(ABSOLUTE_POS));
      dala_store(v_dala_prints, v_dala_prints_len, int(u32(t_8) + 3u), u32(t_5));
      dala_store(v_dala_prints, v_dala_prints_len, int(u32(t_8) + 4u), ::__float_as_uint(t_6.x));
      dala_store(v_dala_prints, v_dala_prints_len, int(u32(t_8) + 5u), ::__float_as_uint(t_6.y));
    }
  }
  dala_store(output, output_len, i, ::sqrtf(dala_max_f32(x, 0.0f)));
}

}  // namespace dala_kernel
