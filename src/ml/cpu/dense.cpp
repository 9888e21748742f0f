#include "ml/cpu/dense.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace dala::ml::cpu {

namespace {

constexpr std::size_t most_pixels = 16;
constexpr std::size_t most_blocks = 2;

}  // namespace

Result<Dense> Dense::make(const TensorView& matrix, bool transposed, const TensorView* bias,
                          const HostMemory& memory) {
  Dense dense;
  dense.inputs_ = static_cast<std::size_t>(matrix.shape[transposed ? 1 : 0]);
  dense.outputs_ = static_cast<std::size_t>(matrix.shape[transposed ? 0 : 1]);
  const std::size_t blocks = blocks_of(dense.outputs_);
  const std::size_t depth = blocks_of(dense.inputs_) * block;
  DALA_ASSIGN(
      dense.weights_,
      Tensor::make(DType::f32, Shape({static_cast<std::int64_t>(blocks * block * depth)}), memory));
  DALA_ASSIGN(dense.bias_,
              Tensor::make(DType::f32, Shape({static_cast<std::int64_t>(blocks * block)}), memory));
  const auto biases = dense.bias_.view.values<float>();
  std::ranges::fill(biases, 0.0F);
  if (bias != nullptr) std::ranges::copy(bias->values<float>(), biases.begin());
  const float* from = matrix.values<float>().data();
  float* to = dense.weights_.view.values<float>().data();
  const std::size_t together = tile_limits().blocks;
  for (std::size_t first = 0; first < blocks; first += together)
    for (std::size_t i = 0; i < depth; ++i)
      for (std::size_t o = first * block; o < std::min(blocks, first + together) * block; ++o)
        *to++ = i >= dense.inputs_ || o >= dense.outputs_ ? 0
                : transposed                              ? from[o * dense.inputs_ + i]
                                                          : from[i * dense.outputs_ + o];
  return dense;
}

void Dense::run(const float* in, std::size_t rows, float* out, const HostThreads& threads) const {
  static constexpr std::size_t first_tap = 0;
  static constexpr Epilogue as_it_is{};
  const TileLimits limits = tile_limits();
  const std::size_t blocks = blocks_of(outputs_);
  const std::size_t strips = (blocks + limits.blocks - 1) / limits.blocks;
  const std::size_t tiles = (rows + limits.pixels - 1) / limits.pixels;
  const std::size_t depth = blocks_of(inputs_) * block;
  threads.parallel_for(
      strips * tiles, std::max<std::size_t>(1, 65536 / (depth * 32)),
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          const std::size_t strip = i / tiles;
          const std::size_t row = i % tiles * rows / tiles;
          const std::size_t count = (i % tiles + 1) * rows / tiles - row;
          const std::size_t column = strip * limits.blocks * block;
          const std::size_t wide = std::min(limits.blocks, blocks - strip * limits.blocks);
          // Blocks at the end may be wider than what is left of a row.
          std::array<float, most_pixels * most_blocks * block> aside;
          const bool whole = column + wide * block <= outputs_;
          run_tile({.source = in + row * inputs_,
                    .pixel_step = inputs_,
                    .taps = &first_tap,
                    .tap_count = 1,
                    .block_step = block,
                    .channels = inputs_,
                    .weights = weights_.view.values<float>().data() + column * depth,
                    .bias = bias_.view.values<float>().data() + column,
                    .out = whole ? out + row * outputs_ + column : aside.data(),
                    .out_pixel_step = whole ? outputs_ : wide * block,
                    .out_block_step = block,
                    .epilogue = &as_it_is},
                   wide, count);
          for (std::size_t r = 0; !whole && r < count; ++r)
            std::memcpy(out + (row + r) * outputs_ + column, aside.data() + r * wide * block,
                        (outputs_ - column) * sizeof(float));
        }
      });
}

}  // namespace dala::ml::cpu
