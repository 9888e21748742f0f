// Waiting a moment without giving the core away.
#pragma once

#include <chrono>
#include <thread>

#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#endif

namespace dala {

inline void spin_pause() {
#if defined(__x86_64__) || defined(__i386__)
  _mm_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// Spins until `done()` or until `limit` has passed; says whether it was done. Lets others on this
// core run every few microseconds: the one it waits for may be among them.
template <typename Done>
bool spin_until(std::chrono::nanoseconds limit, Done&& done) {
  const auto end = std::chrono::steady_clock::now() + limit;
  for (int round = 1;; ++round) {
    for (int i = 0; i < 16; ++i) {
      if (done()) return true;
      spin_pause();
    }
    if (std::chrono::steady_clock::now() >= end) return done();
    if (round % 8 == 0) std::this_thread::yield();
  }
}

}  // namespace dala
