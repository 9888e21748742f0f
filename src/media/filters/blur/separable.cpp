#include "media/filters/blur/separable.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "kernel/specialise.hpp"
#include "media/stage_types.hpp"

namespace dala::media {

namespace {

constexpr std::int64_t max_radius = 64;

// Whole numbers that sum up to `one`, both sides counted: what is lost by rounding one goes to the
// next, and what is left to the pixel itself.
std::vector<std::uint32_t> whole_weights(std::span<const double> weights, std::int64_t one) {
  double sum = weights[0];
  for (std::size_t i = 1; i < weights.size(); ++i) sum += 2 * weights[i];
  std::vector<std::uint32_t> out(weights.size());
  std::int64_t left = one;
  double lost = 0;
  for (std::size_t i = weights.size() - 1; i > 0; --i) {
    const double exact = (weights[i] * static_cast<double>(one) / sum) + lost;
    const double rounded = std::floor(exact + 0.5);
    lost = exact - rounded;
    out[i] = static_cast<std::uint32_t>(rounded);
    left -= 2 * static_cast<std::int64_t>(rounded);
  }
  out[0] = static_cast<std::uint32_t>(left);
  return out;
}

}  // namespace

Result<void> separable(Stages& stages, const std::string& name, std::span<const double> weights,
                       bool coarse) {
  const std::size_t radius = weights.size() - 1;
  const StageInput table = stages.table(
      std::span<const std::uint32_t>(whole_weights(weights, coarse ? 1 << 8 : 1 << 16)));
  for (const bool across : {true, false}) {
    DALA_ASSIGN(std::string text, kernel::builtin_text(coarse ? "media/filters/blur/packed_sums"
                                                              : "media/filters/blur/wide_sums",
                                                       {{"RADIUS", radius}, {"ACROSS", across}}));
    stages.add({.kernel = format("{}_{}_{}", name, across ? "across" : "down", radius),
                .text = std::move(text),
                .inputs = {stages.output(), table},
                .size = stages.output().size,
                .description = std::make_shared<const SeparableStage>(
                    across, static_cast<std::uint32_t>(radius), coarse ? 8U : 16U)});
  }
  return {};
}

Result<void> gaussian_blur(Stages& stages, std::int64_t radius, double sigma) {
  const double s = sigma > 0 ? sigma : (0.3 * (static_cast<double>(radius) - 1)) + 0.8;
  std::vector<double> weights;
  for (std::int64_t i = 0; i <= radius; ++i)
    weights.push_back(std::exp(-static_cast<double>(i * i) / (2 * s * s)));
  return separable(stages, "blur", weights, radius <= most_coarse);
}

Result<void> gaussian_blur(Stages& stages) {
  const double scale = scale_of(stages);
  const std::int64_t given = stages.integer("radius");
  const std::int64_t radius =
      given == 0 ? 0 : std::max(1L, std::lround(scale * static_cast<double>(given)));
  if (radius > max_radius)
    return stages.bad(
        "radius", format("it stands for {} pixels here, and may be up to {}", radius, max_radius));
  if (radius == 0) return {};
  return gaussian_blur(stages, radius, scale * stages.number("sigma"));
}

ParamInfo reference_param(std::int64_t fallback) {
  return {.name = "reference",
          .type = ParamType::integer,
          .summary =
              "The shorter side of pictures that the radius is for, which scales with "
              "others; 0 takes it as it is.",
          .fallback = fallback,
          .min = 0,
          .max = max_picture_side};
}

double scale_of(const Stages& stages) {
  const auto reference = static_cast<double>(stages.integer("reference"));
  return reference == 0 ? 1 : std::min(stages.size().width, stages.size().height) / reference;
}

ParamInfo radius_param(std::int64_t fallback, std::int64_t least) {
  return {.name = "radius",
          .type = ParamType::integer,
          .summary = "Pixels that count on each side; another radius needs a new plan.",
          .fallback = fallback,
          .min = static_cast<double>(least),
          .max = max_radius};
}

ParamInfo sigma_param() {
  return {.name = "sigma",
          .summary = "Width of the bell in pixels; 0 stands for 0.3 (radius - 1) + 0.8.",
          .fallback = 0.0,
          .min = 0,
          .max = 1000};
}

}  // namespace dala::media
