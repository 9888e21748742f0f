// Prints which of the instruction sets that Highway would compile for is chosen on this processor,
// as the name of Highway's macro (DalaSimd.cmake).
#include "core/simd.hpp"

#include <hwy/targets.h>

#include <cstdio>

int main() {
  // Better ones are lower bits, and what needs no vectors is always there.
  const long long targets = hwy::SupportedTargets() & HWY_TARGETS;
  std::printf("HWY_%s", hwy::TargetName(targets & -targets));
}
