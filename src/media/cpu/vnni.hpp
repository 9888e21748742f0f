// What files that are written for AVX-512 VNNI and VBMI share. Such a file puts its vectors between
// HWY_PUSH_ATTRIBUTES(DALA_VNNI) and HWY_POP_ATTRIBUTES, and calls into it only where has_vnni().
#pragma once

namespace dala::media::cpu {

#if defined(__x86_64__)

#define DALA_VNNI "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vnni"

#if !defined(__clang__)
// GCC warns of what its own headers for these instructions do on purpose.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

[[nodiscard]] inline bool has_vnni() {
  static const bool has =
      __builtin_cpu_supports("avx512f") > 0 && __builtin_cpu_supports("avx512bw") > 0 &&
      __builtin_cpu_supports("avx512vl") > 0 && __builtin_cpu_supports("avx512dq") > 0 &&
      __builtin_cpu_supports("avx512vbmi") > 0 && __builtin_cpu_supports("avx512vnni") > 0;
  return has;
}

#else

[[nodiscard]] inline bool has_vnni() { return false; }

#endif

}  // namespace dala::media::cpu
