// Where each row or column of a resized picture comes from.
#pragma once

#include <array>
#include <vector>

#include "ml/ops/operator.hpp"

namespace dala::ml {

// An output is the sum of up to four inputs along each axis.
struct Taps {
  std::array<std::int32_t, 4> index{};
  std::array<float, 4> weight{};
};

struct ResizePlan {
  std::size_t taps = 1;  // how many of the four are used
  std::array<std::vector<Taps>, 2> axes;
};

// For the last two axes of a tensor; `scales` are those of the file or the sizes' quotients.
[[nodiscard]] Result<ResizePlan> plan_resize(const Node& node, int opset, const Shape& in,
                                             const Shape& out, std::array<double, 2> scales);
// A picture by such a plan.
void resize_plane(const ResizePlan& plan, std::int64_t in_width, const float* in, float* out,
                  Pace& pace);
// The scales of a Resize or Upsample whose inputs are known.
[[nodiscard]] Result<std::array<double, 2>> resize_scales(const Node& node, int opset,
                                                          std::span<const TensorView* const> inputs,
                                                          const Shape& out);

}  // namespace dala::ml
