// Kernels in CUDA C++ as functions of this program, so that machines without a GPU run them
// too: a host thread for each thread of a block, one block after the other.
//
//   namespace small {
//   using namespace dala::test::cuda;
//   #define W 75                          // what stands in front of the text
//   #include "../../src/media/filters/blur/blur.cu"
//   }
//   dala::test::cuda::run_blocks({2, 2, 1}, 256, [&] { small::blur_chain(...); });
//
// `__shared__` is `static`, or nothing where the text says `extern`. The file that includes a text
// defines DALA_ON_CPU and brings those functions that are the device's own instructions.
#pragma once

#include <array>
#include <barrier>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

// NOLINTBEGIN(bugprone-reserved-identifier): the names are CUDA's.
#define DALA_ON_CPU
#define __device__
#define __global__
#define __forceinline__ inline
#define __restrict__
#define __launch_bounds__(units)
#define __align__(bytes) __attribute__((aligned(bytes)))

namespace dala::test::cuda {

using std::abs;
using std::max;
using std::min;

struct alignas(16) uint4 {
  unsigned x, y, z, w;
};
struct alignas(8) uint2 {
  unsigned x, y;
};
struct alignas(8) float2 {
  float x, y;
};
inline uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) { return {x, y, z, w}; }
inline uint2 make_uint2(unsigned x, unsigned y) { return {x, y}; }
inline float2 make_float2(float x, float y) { return {x, y}; }

struct Position {
  int x = 0, y = 0, z = 0;
};
inline thread_local Position threadIdx;
inline thread_local Position blockIdx;

// What the threads of a block share.
struct Block {
  explicit Block(std::ptrdiff_t units) : all(units) {
    for (std::ptrdiff_t i = 0; i < units / 32; ++i)
      warps.push_back(std::make_unique<std::barrier<>>(32));
  }
  std::barrier<> all;
  std::vector<std::unique_ptr<std::barrier<>>> warps;
};
inline thread_local Block* block = nullptr;

inline void __syncthreads() { block->all.arrive_and_wait(); }
inline void sync_warp() {
  block->warps[static_cast<std::size_t>(threadIdx.x) / 32]->arrive_and_wait();
}

template <typename T>
T __ldg(const T* at) {
  return *at;
}
inline float __uint_as_float(unsigned bits) { return std::bit_cast<float>(bits); }
inline unsigned __float_as_uint(float value) { return std::bit_cast<unsigned>(value); }
inline float __int_as_float(unsigned bits) { return std::bit_cast<float>(bits); }
inline float __fadd_rn(float a, float b) { return a + b; }
inline float __fmul_rn(float a, float b) { return a * b; }
// A double holds the sum of what is added here.
inline float __fadd_rz(float a, float b) {
  const double sum = static_cast<double>(a) + static_cast<double>(b);
  const auto nearest = static_cast<float>(sum);
  return std::abs(static_cast<double>(nearest)) > std::abs(sum) ? std::nextafterf(nearest, 0.0F)
                                                                : nearest;
}
inline unsigned __byte_perm(unsigned a, unsigned b, unsigned chosen) {
  const std::uint64_t bytes = (std::uint64_t{b} << 32U) | a;
  unsigned out = 0;
  for (unsigned i = 0; i < 4; ++i)
    out |= static_cast<unsigned>((bytes >> (8 * ((chosen >> (4 * i)) & 7U))) & 255U) << (8 * i);
  return out;
}

inline void run_blocks(const std::array<unsigned, 3>& blocks, unsigned units,
                       const std::function<void()>& kernel) {
  for (unsigned z = 0; z < blocks[2]; ++z)
    for (unsigned y = 0; y < blocks[1]; ++y)
      for (unsigned x = 0; x < blocks[0]; ++x) {
        Block one(units);
        std::vector<std::jthread> threads;
        for (unsigned unit = 0; unit < units; ++unit)
          threads.emplace_back([&, unit] {
            block = &one;
            threadIdx = {static_cast<int>(unit), 0, 0};
            blockIdx = {static_cast<int>(x), static_cast<int>(y), static_cast<int>(z)};
            kernel();
          });
      }
}

}  // namespace dala::test::cuda
// NOLINTEND(bugprone-reserved-identifier)
