// Stages that several colour filters are made of.
#pragma once

#include <array>
#include <functional>
#include <string>

#include "media/stages.hpp"

namespace dala::media {

// How bright a colour looks, as OpenCV and JPEG have it (Rec. 601).
inline constexpr std::array luma = {0.299, 0.587, 0.114};

// Red, green and blue become sums of all three; by rows, the first makes red. Factors, below 4
// without their sign, count in steps of 1/4096.
using ColourMatrix = std::array<double, 9>;
Source colour_matrix(Stages& stages, std::string name, const ColourMatrix& matrix);

// Each channel by a curve of its own, from 0..1 to 0..1; taken at all 256 values.
using Curve = std::function<double(double)>;
Source curves(Stages& stages, std::string name, const std::array<Curve, 3>& rgb);
// The stage that looks a frame's bytes up in a table of ByteCurves.
[[nodiscard]] Stage curve_stage(std::string name, const Source& frame, const Source& table);

// What a stage does to all values of a channel v that makes them factor v + offset.
struct Line {
  double factor = 1;
  double offset = 0;
};
[[nodiscard]] ByteCurves line_curves(const std::array<Line, 3>& rgb);

// sRGB to linear light and back, 0..1.
[[nodiscard]] double to_linear(double value);
[[nodiscard]] double from_linear(double value);

}  // namespace dala::media
