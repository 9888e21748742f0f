// What files that are written for AVX-512 with VNNI and VBMI share. Such a file puts its vectors
// between HWY_PUSH_ATTRIBUTES(DALA_VNNI) and HWY_POP_ATTRIBUTES; it is called only where the
// device's Capabilities::avx512_vnni says that the processor has them.
#pragma once

#if defined(__x86_64__)

#define DALA_VNNI "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vnni"

#if !defined(__clang__)
// GCC warns of what its own headers for these instructions do on purpose.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#endif
