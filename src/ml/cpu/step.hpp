// What a plan runs, one after the other.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include <dala/core/kernel_info.hpp>

#include "ml/graph/tensor.hpp"
#include "ml/graph/watch.hpp"

namespace dala::ml::cpu {

using BufferId = std::size_t;

// Memory of one run: where each buffer of the plan lies.
struct Run {
  std::span<std::byte* const> buffers;
  HostThreads threads;
  const Watch* watch = nullptr;

  [[nodiscard]] float* floats(BufferId id) const { return reinterpret_cast<float*>(buffers[id]); }
};

inline constexpr BufferId no_buffer = static_cast<BufferId>(-1);

struct Step {
  std::string node = {};
  std::string op = {};
  std::string implementation = {};
  Shape output = {};
  std::vector<BufferId> reads = {};
  std::vector<BufferId> writes = {};  // outputs, and what it works in
  std::function<Result<void>(const Run&)> run = {};
};

}  // namespace dala::ml::cpu
