// Pools and resizing over pictures in blocks of channels.
#pragma once

#include "ml/cpu/layout/blocks.hpp"
#include "ml/ops/resize.hpp"
#include "ml/ops/window.hpp"

namespace dala::ml::cpu {

struct PoolSpec {
  Window window = {};
  std::size_t planes = 0;  // of 16 channels
  bool largest = true;     // else the mean
  bool count_padding = false;
};

void pool(const PoolSpec& spec, const float* in, float* out, const HostThreads& threads);

void mean_of_planes(std::size_t planes, std::size_t area, const float* in, float* out,
                    const HostThreads& threads, const Watch* watch);

void resize_blocks(const ResizePlan& plan, const Picture& size, const float* in, float* out,
                   const HostThreads& threads);

}  // namespace dala::ml::cpu
