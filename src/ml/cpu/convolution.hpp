// Convolutions of f32 on the CPU, over pictures in blocks of channels (blocks.hpp).
#pragma once

#include "ml/cpu/layout/blocks.hpp"
#include "ml/cpu/tile.hpp"
#include "ml/ops/window.hpp"

namespace dala::ml::cpu {

struct ConvolutionSpec {
  Window window = {};
  Picture in = {};
  std::size_t out_channels = 0;
  std::size_t group = 1;
  Epilogue epilogue = {};
  // The input is plain: rows of its few channels are put together while they are padded.
  bool plain_input = false;
};

// Packs the weights for the machine's vectors, once.
class Convolution {
 public:
  [[nodiscard]] static Result<Convolution> make(const ConvolutionSpec& spec,
                                                const TensorView& weights, const TensorView* bias,
                                                const HostMemory& memory = {});

  [[nodiscard]] std::string_view name() const;
  [[nodiscard]] Picture out() const;
  // Floats of workspace that `run` needs.
  [[nodiscard]] std::size_t scratch() const;
  // `addend` is laid out as the output, or null.
  void run(const float* in, const float* addend, float* out, float* scratch,
           const HostThreads& threads) const;

  [[nodiscard]] const Window& window() const { return spec_.window; }
  [[nodiscard]] const Picture& in() const { return spec_.in; }
  [[nodiscard]] bool takes_plain() const { return spec_.plain_input; }
  // Every channel by itself.
  [[nodiscard]] bool is_depthwise() const;
  // Every pixel by itself.
  [[nodiscard]] bool is_pointwise() const;
  // Of a pointwise one and a picture `in`: some pixels of a strip of channels, as many as a tile
  // has, to {blocks, count, 16}.
  void run_pixels(const float* in, std::size_t strip, std::size_t first, std::size_t count,
                  float* out) const;
  // Of a depthwise one: rows `begin` to `end` of a block of the picture `out`. `in` is that block
  // of the input, from its row `first` on.
  void run_rows(const float* in, std::size_t first, std::size_t of_block, std::size_t begin,
                std::size_t end, const float* addend, float* out) const;

 private:
  struct Source;
  [[nodiscard]] bool needs_copy() const;
  [[nodiscard]] Source prepare(const float* in, float* scratch, const HostThreads& threads) const;
  void run_dense(const Source& source, const float* addend, float* out,
                 const HostThreads& threads) const;
  void run_depthwise(const float* in, const float* addend, float* out,
                     const HostThreads& threads) const;
  [[nodiscard]] Result<void> pack_dense(const float* weights, const HostMemory& memory);
  [[nodiscard]] Result<void> pack_depthwise(const float* weights, const HostMemory& memory);

  ConvolutionSpec spec_;
  Tensor weights_;
  Tensor bias_;
  // What is summed over: places of taps, and at each of them the numbers of a group's channels, or
  // of a whole row of taps.
  std::vector<std::size_t> taps_;
  std::size_t inputs_ = 0;
};

}  // namespace dala::ml::cpu
