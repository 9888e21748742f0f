// Stages that several colour filters are made of.
#pragma once

#include <array>
#include <functional>
#include <span>
#include <string>

#include "media/stage_types.hpp"
#include "media/stages.hpp"

namespace dala::media {

// How bright a colour looks, as OpenCV and JPEG have it (Rec. 601).
inline constexpr std::array luma = {0.299, 0.587, 0.114};

// Red, green and blue become sums of all three; by rows, the first makes red. Factors, below 4
// without their sign, count in steps of 1/4096.
using ColourMatrix = std::array<double, 9>;
StageInput colour_matrix(Stages& stages, std::string name, const ColourMatrix& matrix);

// Each channel by a curve of its own, from 0..1 to 0..1; taken at all 256 values.
using Curve = std::function<double(double)>;
StageInput curves(Stages& stages, std::string name, const std::array<Curve, 3>& rgb);
// The stage that looks a frame's bytes up in a table of ByteCurves.
[[nodiscard]] Stage curve_stage(std::string name, const StageInput& frame, const StageInput& table);

// Each channel v becomes factor v + offset: what the source says.
StageInput lines(Stages& stages, std::string name, Params params, std::string text,
                 const std::array<LinesStage::Line, 3>& rgb);
// What such a line makes of 0, 1, 2 ... 255, computed in f32 as in kernels.
void fill_line(float factor, float offset, std::span<std::uint8_t> bytes);

// sRGB to linear light and back, 0..1.
[[nodiscard]] double to_linear(double value);
[[nodiscard]] double from_linear(double value);

}  // namespace dala::media
