// A product with a constant matrix, which is packed for the machine's vectors once.
#pragma once

#include "ml/cpu/layout/blocks.hpp"
#include "ml/cpu/tile.hpp"

namespace dala::ml::cpu {

class Dense {
 public:
  // {inputs, outputs}, or the other way round when `transposed`. The bias has `outputs` numbers.
  [[nodiscard]] static Result<Dense> make(const TensorView& matrix, bool transposed,
                                          const TensorView* bias, const HostMemory& memory = {});
  void run(const float* in, std::size_t rows, float* out, const HostThreads& threads) const;

 private:
  std::size_t inputs_ = 0;
  std::size_t outputs_ = 0;
  Tensor weights_;
  Tensor bias_;
};

}  // namespace dala::ml::cpu
