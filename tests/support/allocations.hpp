// Counts every allocation of the program it is part of, by standing in for malloc. Include it in
// one file of a program.
//
//   EXPECT_EQ(per_thousand([&] { must(compute.add(a, a, b)); }), 0);
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <limits>
#include <new>

#include "support/sanitizers.hpp"

// The sanitizers bring their own malloc, which cannot be replaced.
#if defined(DALA_ADDRESS_SANITIZER) || defined(DALA_THREAD_SANITIZER)
#define DALA_COUNTS_ALLOCATIONS 0
#else
#define DALA_COUNTS_ALLOCATIONS 1

namespace {
std::atomic<long> allocations{0};
}

extern "C" {
// glibc's own, under their other names.
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_calloc(count, size);
}
void* realloc(void* block, std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_realloc(block, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  *block = __libc_memalign(alignment, size);
  return *block == nullptr ? 12 : 0;
}
}
#endif

namespace dala::test {

#if DALA_COUNTS_ALLOCATIONS
// Allocations of 1000 calls after 2000 to get warm: the fewest of several tries, because on a
// busy machine more can be in flight than ever before, and the tables grow once more.
template <typename Function>
long per_thousand(Function&& function) {
  for (int i = 0; i < 2000; ++i) function();
  long fewest = std::numeric_limits<long>::max();
  for (int attempt = 0; attempt < 5 && fewest > 0; ++attempt) {
    const long before = allocations.load();
    for (int i = 0; i < 1000; ++i) function();
    fewest = std::min(fewest, allocations.load() - before);
  }
  return fewest;
}
#else
template <typename Function>
long per_thousand(Function&&) {
  return 0;
}
#endif

}  // namespace dala::test
