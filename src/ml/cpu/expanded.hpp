// A pointwise convolution and the depthwise one behind it, a few channels and rows at a time: what
// lies between them stays in the cache. Networks widen their pictures several times there, so that
// it would be most of what goes through memory.
#pragma once

#include <memory>

#include "ml/cpu/convolution.hpp"
#include "ml/graph/watch.hpp"

namespace dala::ml::cpu {

class Expanded {
 public:
  // Of convolutions that follow each other, the first without anything added to it.
  Expanded(Convolution pointwise, Convolution depthwise);

  // Floats that `run` needs to work in.
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
  // Of the picture in between, for these of the output.
  [[nodiscard]] Rows rows_between(std::size_t begin, std::size_t end) const;
  [[nodiscard]] std::size_t share_floats() const;

  Convolution pointwise_;
  Convolution depthwise_;
  std::size_t band_ = 1;  // rows of the output that are made together
};

}  // namespace dala::ml::cpu
