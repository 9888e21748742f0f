#include <array>
#include <cmath>
#include <numbers>

#include "core/error.hpp"
#include "kernel/specialise.hpp"
#include "media/cpu/resize.hpp"
#include "media/stages.hpp"

namespace dala::media::filter {

namespace {

enum class Method : std::uint8_t { bilinear, area, lanczos };
constexpr std::array<std::string_view, 3> methods = {"bilinear", "area", "lanczos"};

// For each position of the result along one axis: where its weighted sum begins, and its weights,
// `taps` for each.
struct AxisWeights {
  std::vector<std::uint32_t> first = {};  // may lie before the frame, as a negative number
  std::vector<float> weights = {};
  std::size_t taps = 0;
};

double weight(Method method, double distance, double scale) {
  switch (method) {
    case Method::bilinear:
      return std::max(0.0, 1 - std::abs(distance));
    case Method::area:  // the part of the pixel that lies within half a step of the middle
      return std::clamp((scale / 2) + 0.5 - std::abs(distance), 0.0, 1.0);
    case Method::lanczos: {
      const double x = distance / scale * std::numbers::pi;
      if (std::abs(distance) >= 3 * scale) return 0;
      return std::abs(x) < 1e-9 ? 1 : 3 * std::sin(x) * std::sin(x / 3) / (x * x);
    }
  }
  std::unreachable();
}

AxisWeights axis(Method method, std::uint32_t from, std::uint32_t to) {
  const double step = static_cast<double>(from) / to;
  const double scale = std::max(step, 1.0);
  if (method == Method::area && step <= 1) method = Method::bilinear;
  const double reach = method == Method::bilinear ? 1
                       : method == Method::area   ? (scale + 1) / 2
                                                  : 3 * scale;
  AxisWeights out{.taps = static_cast<std::size_t>(std::ceil(reach * 2))};
  for (std::uint32_t i = 0; i < to; ++i) {
    const double middle = ((i + 0.5) * step) - 0.5;
    const double first = std::floor(middle - reach) + 1;
    out.first.push_back(static_cast<std::uint32_t>(static_cast<std::int32_t>(first)));
    std::vector<double> weights;
    double sum = 0;
    for (std::size_t k = 0; k < out.taps; ++k) {
      weights.push_back(weight(method, first + static_cast<double>(k) - middle, scale));
      sum += weights.back();
    }
    for (const double w : weights) out.weights.push_back(static_cast<float>(w / sum));
  }
  return out;
}

StageInput table_of(Stages& stages, const AxisWeights& axis) {
  std::vector<float> table;
  for (std::size_t i = 0; i < axis.first.size(); ++i) {
    table.push_back(static_cast<float>(static_cast<std::int32_t>(axis.first[i])));
    table.insert(table.end(), {axis.weights[2 * i], axis.weights[(2 * i) + 1]});
  }
  return stages.table(std::span<const float>(table));
}

Result<void> resample_both(Stages& stages, bool horizontal_first, FrameSize to) {
  const FrameSize from = stages.output().size;
  const std::string name =
      horizontal_first ? "resize_horizontal_vertical" : "resize_vertical_horizontal";
  const StageInput across = table_of(stages, axis(Method::bilinear, from.width, to.width));
  const StageInput down = table_of(stages, axis(Method::bilinear, from.height, to.height));
  DALA_ASSIGN(std::string text, kernel::builtin_text("media/filters/resize/both_axes",
                                                     {{"ACROSS_FIRST", horizontal_first}}));
  stages.add({.kernel = name,
              .text = std::move(text),
              .inputs = {stages.output(), across, down},
              .size = to,
              .variants = {{.name = "vectors",
                            .run = HostKernel([](const HostCall& call) -> Result<void> {
                              const cpu::FrameRows frame = cpu::rows_of(call);
                              const Shape& of = call.inputs[0].shape;
                              const cpu::ResizeWork work{
                                  .from = frame.pixels(),
                                  .from_width = static_cast<std::size_t>(of[1]),
                                  .from_height = static_cast<std::size_t>(of[0]),
                                  .to = frame.to_pixels(),
                                  .width = frame.width,
                                  .height = frame.height,
                                  .across = call.inputs[1].values<const float>(),
                                  .down = call.inputs[2].values<const float>()};
                              if (!cpu::resize(work, call.threads))
                                return fail(ErrorCode::out_of_memory,
                                            "no memory for a row of the new frame");
                              return {};
                            }),
                            .off_by = 1}}});
  return {};
}

Result<void> resample(Stages& stages, Method method, bool across, std::uint32_t to) {
  const FrameSize from = stages.output().size;
  const std::uint32_t side = across ? from.width : from.height;
  if (side == to) return {};
  const AxisWeights places = axis(method, side, to);
  const std::string name = format("resize_{}_{}", across ? "across" : "down", places.taps);
  DALA_ASSIGN(std::string text, kernel::builtin_text("media/filters/resize/axis",
                                                     {{"TAPS", places.taps}, {"ACROSS", across}}));
  stages.add(
      {.kernel = name,
       .text = std::move(text),
       .inputs = {stages.output(), stages.table(std::span<const std::uint32_t>(places.first)),
                  stages.table(std::span<const float>(places.weights))},
       .size = across ? FrameSize{to, from.height} : FrameSize{from.width, to}});
  return {};
}

Result<void> make_resize(Stages& stages) {
  DALA_ASSIGN(const std::size_t number, stages.choice("method", methods));
  const FrameSize from = stages.size();
  auto width = static_cast<double>(stages.integer("width"));
  auto height = static_cast<double>(stages.integer("height"));
  if (width == 0 && height == 0)
    return stages.bad("width", "one of width and height must be given");
  if (width == 0) width = std::max(1.0, std::round(height * from.width / from.height));
  if (height == 0) height = std::max(1.0, std::round(width * from.height / from.width));
  if (width > max_picture_side || height > max_picture_side)
    return stages.bad(
        "width", format("the picture would be {} x {}, above {}", width, height, max_picture_side));
  const auto method = static_cast<Method>(number);
  // First what leaves fewer pixels for the other.
  const bool horizontal_first = width / from.width < height / from.height;
  const FrameSize to{static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)};
  // A stage for each axis works on every line of the first; one for both only on those, and again
  // for each time, that the second needs.
  const bool skips_lines =
      horizontal_first ? 2 * to.height <= from.height : 2 * to.width <= from.width;
  if (method == Method::bilinear && skips_lines && to.width != from.width &&
      to.height != from.height)
    return resample_both(stages, horizontal_first, to);
  for (const bool across : {horizontal_first, !horizontal_first})
    DALA_TRY(resample(stages, method, across, across ? to.width : to.height));
  return {};
}

ParamInfo side(const char* name, const char* summary) {
  return {.name = name,
          .type = ParamType::integer,
          .summary = summary,
          .fallback = 0,
          .min = 0,
          .max = max_picture_side};
}

}  // namespace

FilterDef resize() {
  return {
      .info = {.name = "resize",
               .family = "geometry",
               .summary = "Makes the frame larger or smaller.",
               .meaning = "One axis, rounded, then the other, that first which is reduced most, "
                          "with the middle of pixels at halves: "
                          "area the mean of what lies under the new pixel (bilinear when "
                          "enlarging); bilinear between two pixels, whatever lies between others, "
                          "so that small patterns flicker when reducing by more than 2; lanczos "
                          "with three lobes, widened when reducing. The outermost pixels are "
                          "repeated outside. Alpha is resized "
                          "like the colours.",
               .reads = PixelsRead::mixed,
               .params = {side("width", "In pixels; 0 keeps the proportions."),
                          side("height", "In pixels; 0 keeps the proportions."),
                          {.name = "method",
                           .type = ParamType::text,
                           .summary = "area, bilinear or lanczos.",
                           .fallback = "area"}}},
      .make = make_resize};
}

}  // namespace dala::media::filter
