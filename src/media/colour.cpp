#include "media/colour.hpp"

#include <algorithm>
#include <cmath>

#include "core/format.hpp"

namespace dala::media {

Source colour_matrix(Stages& stages, std::string name, const ColourMatrix& matrix) {
  Params params;
  for (std::size_t i = 0; i < matrix.size(); ++i) params.set(format("m{}", i), matrix[i]);
  return stages.each_pixel({.name = std::move(name), .params = std::move(params), .body = R"(
  let r0 = r; let g0 = g; let b0 = b;
  r = m0 * r0 + m1 * g0 + m2 * b0;
  g = m3 * r0 + m4 * g0 + m5 * b0;
  b = m6 * r0 + m7 * g0 + m8 * b0;)"});
}

Source curves(Stages& stages, std::string name, const std::array<Curve, 3>& rgb) {
  std::vector<float> table;
  for (const Curve& curve : rgb)
    for (int v = 0; v < 256; ++v)
      table.push_back(static_cast<float>(std::round(std::clamp(curve(v / 255.0), 0.0, 1.0) * 255)));
  return stages.each_pixel(
      {.name = std::move(name),
       .body = "r = curve[input[p] as s32]; g = curve[(input[p + 1] as s32) + 256];"
               "b = curve[(input[p + 2] as s32) + 512];",
       .inputs = {{"curve: Tensor<f32>", stages.table(std::span<const float>(table))}}});
}

double to_linear(double value) {
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double from_linear(double value) {
  return value <= 0.0031308 ? value * 12.92 : (1.055 * std::pow(value, 1 / 2.4)) - 0.055;
}

}  // namespace dala::media
