#include "media/colour.hpp"

#include <algorithm>
#include <cmath>

#include "core/format.hpp"
#include "kernel/builtin_texts.hpp"

namespace dala::media {

namespace {

// Factors that computers compute with exactly, so that all devices make the same bytes. The sum of
// each row is kept as it is, to the nearest step: a grey stays grey.
ColourMatrix in_steps(const ColourMatrix& matrix) {
  ColourMatrix out{};
  for (std::size_t row = 0; row < 9; row += 3) {
    double sum = 0;
    double sum_of_steps = 0;
    std::size_t largest = row;
    for (std::size_t i = row; i < row + 3; ++i) {
      out[i] = std::round(matrix[i] * matrix_unit);
      sum += matrix[i];
      sum_of_steps += out[i];
      if (std::abs(out[i]) > std::abs(out[largest])) largest = i;
    }
    out[largest] += std::round(sum * matrix_unit) - sum_of_steps;
    for (std::size_t i = row; i < row + 3; ++i) out[i] /= matrix_unit;
  }
  return out;
}

}  // namespace

StageInput colour_matrix(Stages& stages, std::string name, const ColourMatrix& matrix) {
  const ColourMatrix factors = in_steps(matrix);
  Params params;
  for (std::size_t i = 0; i < factors.size(); ++i) params.set(format("m{}", i), factors[i]);
  return stages.add({.kernel = std::move(name),
                     .text = std::string(kernel::builtin_text("media/colour_matrix")),
                     .inputs = {stages.output()},
                     .params = std::move(params),
                     .size = stages.output().size,
                     .description = std::make_shared<const MatrixStage>()});
}

StageInput curves(Stages& stages, std::string name, const std::array<Curve, 3>& rgb) {
  ByteCurves bytes;
  for (const Curve& curve : rgb)
    for (int v = 0; v < 256; ++v)
      bytes.push_back(
          static_cast<std::uint8_t>(std::round(std::clamp(curve(v / 255.0), 0.0, 1.0) * 255)));
  const StageInput table = stages.table(std::span<const std::uint8_t>(bytes));
  Stage stage = curve_stage(std::move(name), stages.output(), table);
  stage.curves = std::move(bytes);
  return stages.add(std::move(stage));
}

Stage curve_stage(std::string name, const StageInput& frame, const StageInput& table) {
  return {.kernel = std::move(name),
          .text = std::string(kernel::builtin_text("media/colour_curves")),
          .inputs = {frame, table},
          .size = frame.size,
          .description = std::make_shared<const CurvesStage>()};
}

void fill_line(float factor, float offset, std::span<std::uint8_t> bytes) {
  for (std::size_t v = 0; v < bytes.size(); ++v) {
    const float scaled = static_cast<float>(v) * factor;
    const float moved = scaled + offset;
    bytes[v] = static_cast<std::uint8_t>(std::clamp(moved + 0.5F, 0.0F, 255.0F));
  }
}

StageInput lines(Stages& stages, std::string name, Params params, std::string text,
                 const std::array<LinesStage::Line, 3>& rgb) {
  const auto value = [&](const LinesStage::Term& term) {
    return term.param ? static_cast<float>((params.begin() + *term.param)->value.number())
                      : term.number;
  };
  ByteCurves curves(rgb.size() * 256);
  for (std::size_t c = 0; c < rgb.size(); ++c)
    fill_line(value(rgb[c].factor), value(rgb[c].offset), std::span(curves).subspan(256 * c, 256));
  return stages.add({.kernel = std::move(name),
                     .text = std::move(text),
                     .inputs = {stages.output()},
                     .params = std::move(params),
                     .size = stages.output().size,
                     .curves = std::move(curves),
                     .description = std::make_shared<const LinesStage>(rgb)});
}

double to_linear(double value) {
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double from_linear(double value) {
  return value <= 0.0031308 ? value * 12.92 : (1.055 * std::pow(value, 1 / 2.4)) - 0.055;
}

}  // namespace dala::media
