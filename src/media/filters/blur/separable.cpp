#include "media/filters/blur/separable.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/format.hpp"
#include "media/stage_types.hpp"

namespace dala::media {

namespace {

constexpr std::int64_t max_radius = 64;

// Integer weights that sum up to `one`, with both sides counted: the rounding error of a weight is
// carried to the next one, and the rest to the centre.
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

// The pixel at a distance, one channel as u32.
std::string channel(bool horizontal, const std::string& distance, int number) {
  return horizontal ? format("(input.mirrored(y, x{}, {}) as u32)", distance, number)
                    : format("(input.mirrored(y{}, x, {}) as u32)", distance, number);
}

std::string pair(bool horizontal, const std::string& distance) {
  return format("({} | ({} << 16))", channel(horizontal, distance, 0),
                channel(horizontal, distance, 2));
}

// Sums red and blue in one word.
std::string packed_sums(bool horizontal, std::size_t radius) {
  std::string text =
      format("let mut rb = {} * weights[0] + 0x00800080u32;\n", pair(horizontal, "")) +
      format("let mut g = {} * weights[0] + 128u32;\n", channel(horizontal, "", 1));
  for (std::size_t k = 1; k <= radius; ++k) {
    const std::string before = format(" - {}", k);
    const std::string after = format(" + {}", k);
    text += format("rb += ({} + {}) * weights[{}];\n", pair(horizontal, before),
                   pair(horizontal, after), k);
    text += format("g += ({} + {}) * weights[{}];\n", channel(horizontal, before, 1),
                   channel(horizontal, after, 1), k);
  }
  return text + R"(output[y, x, 0] = ((rb >> 8) & 255u32) as u8;
output[y, x, 1] = (g >> 8) as u8;
output[y, x, 2] = (rb >> 24) as u8;
)";
}

std::string wide_sums(bool horizontal, std::size_t radius) {
  std::string text;
  for (int c = 0; c < 3; ++c) {
    text += format("let mut sum{} = {} * weights[0] + 32768u32;\n", c, channel(horizontal, "", c));
    for (std::size_t k = 1; k <= radius; ++k)
      text += format("sum{} += ({} + {}) * weights[{}];\n", c,
                     channel(horizontal, format(" - {}", k), c),
                     channel(horizontal, format(" + {}", k), c), k);
    text += format("output[y, x, {}] = (sum{} >> 16) as u8;\n", c, c);
  }
  return text;
}

}  // namespace

StageInput separable(Stages& stages, const std::string& name, std::span<const double> weights,
                     bool coarse) {
  const std::size_t radius = weights.size() - 1;
  const StageInput table = stages.table(
      std::span<const std::uint32_t>(whole_weights(weights, coarse ? 1 << 8 : 1 << 16)));
  StageInput out = stages.output();
  for (const bool horizontal : {true, false}) {
    const std::string kernel =
        format("{}_{}_{}", name, horizontal ? "horizontal" : "vertical", radius);
    out = stages.add(
        {.kernel = kernel,
         .text = format(R"(#[pixels]
fn {}(input: Tensor<u8>, weights: Tensor<u32>, output: &mut Tensor<u8>) {{
let y = ABSOLUTE_POS_Y;
let x = ABSOLUTE_POS_X;
{}output[y, x, 3] = input[y, x, 3];
}}
)",
                        kernel,
                        coarse ? packed_sums(horizontal, radius) : wide_sums(horizontal, radius)),
         .inputs = {out, table},
         .size = out.size,
         .description = std::make_shared<const SeparableStage>(
             horizontal, static_cast<std::uint32_t>(radius), coarse ? 8U : 16U)});
  }
  return out;
}

StageInput gaussian_blur(Stages& stages, std::int64_t radius, double sigma) {
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
  if (radius > 0) gaussian_blur(stages, radius, scale * stages.number("sigma"));
  return {};
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
