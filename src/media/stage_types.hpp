// What the stages of filters do, as types: hand-written kernels find by them the stages that they
// can do at once (compute/kernels/stage_run.hpp). Numbers that may change from frame to frame are
// not part of it: they are the stage's parameters and tables.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "compute/kernels/stage_run.hpp"

namespace dala::media {

// The frame's neighbours along one axis, weighted by a table of u32: the second input. Edges are
// mirrored; sums are rounded.
struct SeparableStage final : StageDescription {
  bool across = true;  // else down
  std::uint32_t radius = 0;
  unsigned bits = 8;  // of the weights, which sum up to 1 << bits

  SeparableStage(bool is_across, std::uint32_t reach, unsigned weight_bits)
      : across(is_across), radius(reach), bits(weight_bits) {}
  [[nodiscard]] std::span<const RunVariant> runs() const override;  // filters/blur/run.cpp
};

// v + amount (4 v - the four neighbours), of every channel v; the parameter is the amount.
struct CrossStage final : StageDescription {};

// w + amount (w - v), where the second input has w; the parameter is the amount.
struct UnsharpStage final : StageDescription {};

// A pixel by itself: what a few hand-written kernels do one after the other.
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
  // Where all that it does is to add one parameter to all channels: which.
  [[nodiscard]] std::optional<std::size_t> added() const;
};

// Darker towards the corners; the parameters are the middle across and down, the scale of distances
// from it, how strong, and the distance where it begins.
struct VignetteStage final : PixelStageType {};

}  // namespace dala::media
