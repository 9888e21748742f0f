// A convolution as a stage of a pipeline: what it does, for variants that do several stages at once
// (compute/kernels/stage_run.hpp).
#pragma once

#include <optional>

#include <dala/ml.hpp>

#include "compute/kernels/stage_run.hpp"
#include "ml/graph/activation.hpp"
#include "ml/ops/window.hpp"

namespace dala::ml {

// Of any number of pictures.
struct Convolution {
  Window window = {};
  std::int64_t inputs = 1;   // channels of a group
  std::int64_t outputs = 1;  // of all groups
  std::int64_t group = 1;
  Epilogue epilogue = {};

  [[nodiscard]] std::int64_t area() const { return window.out[0] * window.out[1]; }
  [[nodiscard]] std::int64_t depth() const { return inputs * window.kernel[0] * window.kernel[1]; }
  // As many pixels as before, each by itself.
  [[nodiscard]] bool is_pointwise() const;
  // Every channel by itself.
  [[nodiscard]] bool is_depthwise() const { return inputs == 1 && group == outputs; }
};

// Of a node whose passes have run, with weights that are known.
[[nodiscard]] Result<Convolution> convolution_of(const Graph& graph, const Node& node);

struct ConvolutionStage final : StageDescription {
  Convolution what = {};
  Precision precision = Precision::f32;  // that its products are rounded to
  // Which of the stage's inputs; the weights only where they lie in their own order.
  std::optional<std::size_t> weights = {};
  std::size_t bias = 0;
  std::optional<std::size_t> addend = {};

  [[nodiscard]] std::span<const RunVariant> runs() const override;
};

// Expand, depthwise and project as one kernel for CUDA (cuda/bottleneck.cpp).
[[nodiscard]] RunOffer offer_bottleneck(const StageRun& run, const Capabilities& device);

}  // namespace dala::ml
