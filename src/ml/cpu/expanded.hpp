// A pointwise convolution fused with the depthwise one after it, a few channels and rows at a time,
// so that the intermediate result stays in the cache. Networks expand the number of channels
// several times there, so it would be most of the memory traffic.
#pragma once

#include <memory>

#include "ml/cpu/convolution.hpp"
#include "ml/graph/watch.hpp"

namespace dala::ml::cpu {

class Expanded {
 public:
  // Makes it of two consecutive convolutions, of which the first has no addend.
  Expanded(Convolution pointwise, Convolution depthwise);

  // Floats of workspace that `run` needs.
  [[nodiscard]] std::size_t scratch() const { return most_shares * share_floats(); }
  // As the two of them one after the other, unless `watch` stops it.
  void run(const float* in, const float* addend, float* out, float* scratch,
           const HostThreads& threads, const Watch* watch) const;

 private:
  // Threads that can work on it at once, each in memory of its own.
  static constexpr std::size_t most_shares = 8;

  struct Rows {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  // The rows of the intermediate picture that these rows of the output need.
  [[nodiscard]] Rows rows_between(std::size_t begin, std::size_t end) const;
  [[nodiscard]] std::size_t share_floats() const;

  Convolution pointwise_;
  Convolution depthwise_;
  std::size_t band_ = 1;  // rows of the output that are made together
};

}  // namespace dala::ml::cpu
