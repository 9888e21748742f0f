// Settings of the files that are compiled once per instruction set. Include it before any header
// of Highway.
//
// Such a file includes itself through <hwy/foreach_target.h>; plain loops between
// HWY_BEFORE_NAMESPACE and HWY_AFTER_NAMESPACE are vectorised by the compiler for each set in turn.
// Lambdas do not get those settings from every compiler, so function objects are used instead.
#pragma once

// SSSE3 is left out: what it gains over SSE2 is not worth compiling everything once more.
#define HWY_DISABLED_TARGETS HWY_SSSE3

// Before a loop whose iterations do not depend on each other, though an output may be the very
// same memory as an input.
#if defined(__clang__)
#define DALA_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
// Some have no vector form (integer division, calls into the C library), and that is no mistake.
#pragma clang diagnostic ignored "-Wpass-failed"
#else
#define DALA_INDEPENDENT _Pragma("GCC ivdep")
#endif
