namespace dala_kernel {

typedef unsigned int u32;
struct dala_words {
  u32 at[26];
};

__device__ inline int dala_load_output(const int* output, int a, int b) {
  if (u32(a) < u32(b)) {
    return output[a];
  }
  return 0;
}

extern "C" __global__ void order(int* output, const __grid_constant__ dala_words dala_given) {
  const u32* dala_launch = dala_given.at;
  u32 element = (blockIdx.y * 65535u + blockIdx.x) * blockDim.x + threadIdx.x;
  if (element >= dala_launch[6]) {
    return;
  }
  int output_len = int(dala_launch[8]);
  int a = dala_load_output(output, 0, output_len);
  int t_2 = dala_load_output(output, 0, output_len);
  int t;
  if (0u < u32(output_len)) {
    t = ::atomicAdd(&output[0], 5);
  } else {
    t = 0;
  }
  int before = int(u32(t_2) + u32(t) + u32(dala_load_output(output, 0, output_len)));
  bool t_4 = a > 0;
  if (t_4) {
    int t_3;
    if (1u < u32(output_len)) {
      t_3 = ::atomicAdd(&output[1], 1);
    } else {
      t_3 = 0;
    }
    t_4 = t_3 == 0;
  }
  bool guarded = t_4;
  while (true) {
    int t_5;
    if (2u < u32(output_len)) {
      t_5 = ::atomicAdd(&output[2], 1);
    } else {
      t_5 = 0;
    }
    if (!(t_5 < 3)) {
      break;
    }
    a = int(u32(a) + 1u);
  }
  int t_7 = a;
  int t_6;
  if (3u < u32(output_len)) {
    t_6 = ::atomicExch(&output[3], 7);
  } else {
    t_6 = 0;
  }
  int t_8 = int(u32(t_7) + u32(t_6));
  if (u32(t_8) < u32(output_len)) {
    output[t_8] = before;
  }
  int t_9 = guarded ? a : int(-u32(a));
  if (4u < u32(output_len)) {
    output[4] = t_9;
  }
}

}  // namespace dala_kernel
