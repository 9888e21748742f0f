// Types that describe what the stages of filters do: variants of runs recognise by them the stages
// that they can do at once (compute/kernels/stage_run.hpp). Values that may change from frame to
// frame are not part of the type; they are the stage's parameters and tables.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "compute/kernels/stage_run.hpp"

namespace dala::media {

// The frame's neighbours along one axis, weighted by a table of u32: the second input. Edges are
// mirrored; sums are rounded.
struct SeparableStage final : StageDescription {
  bool horizontal = true;  // else vertical
  std::uint32_t radius = 0;
  unsigned bits = 8;  // of the weights, which sum up to 1 << bits

  SeparableStage(bool is_horizontal, std::uint32_t reach, unsigned weight_bits)
      : horizontal(is_horizontal), radius(reach), bits(weight_bits) {}
  [[nodiscard]] std::span<const RunVariant> runs() const override;  // filters/blur/run.cpp
};

// v + amount (4 v - the four neighbours), of every channel v; the parameter is the amount.
struct CrossStage final : StageDescription {};

// w + amount (w - v), where the second input has w; the parameter is the amount.
struct UnsharpStage final : StageDescription {};

// A point-wise stage; a variant does several of them one after the other.
struct PixelStageType : StageDescription {
  [[nodiscard]] std::span<const RunVariant> runs() const override;  // pixels/run.cpp
};

// Red, green and blue become sums of all three, by nine factors in rows: the parameters, below 4
// without their sign, in whole steps of 1 / matrix_unit. Such sums of bytes are exact in f32 as in
// integers.
inline constexpr int matrix_unit = 4096;
struct MatrixStage final : PixelStageType {};

// Each channel is looked up in 256 bytes of its own, which the second input has one after the
// other.
struct CurvesStage final : PixelStageType {};

// Each channel v becomes factor v + offset.
struct LinesStage final : PixelStageType {
  // A number, or the parameter of this index.
  struct Term {
    float number = 0;
    std::optional<std::size_t> param = {};
  };
  struct Line {
    Term factor = {.number = 1};
    Term offset = {};
  };
  std::array<Line, 3> rgb = {};

  explicit LinesStage(const std::array<Line, 3>& lines) : rgb(lines) {}
  // Where it only adds one parameter to all channels: the index of that parameter.
  [[nodiscard]] std::optional<std::size_t> added() const;
};

// Darker towards the corners; the parameters are the x and y of the centre, the scale of distances
// from it, the strength, and the distance where it begins.
struct VignetteStage final : PixelStageType {};

}  // namespace dala::media
