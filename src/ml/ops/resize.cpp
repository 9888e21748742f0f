#include "ml/ops/resize.hpp"

#include <algorithm>
#include <cmath>

#include "ml/ops/families.hpp"

namespace dala::ml {

namespace {

// No picture has more rows or columns, and each has its own taps.
constexpr double largest_side = 1 << 16;

// Scales and sizes stand in other inputs in each version; no_value before opset 9.
std::size_t scales_input(const Node& node, int opset) {
  return node.op == "Resize" && opset >= 11 ? 2 : 1;
}

struct Request {
  std::vector<float> scales = {};
  std::vector<std::int64_t> sizes = {};
};

Result<Request> request_of(const Node& node, int opset, std::span<const TensorView* const> inputs) {
  const auto known = [&](std::size_t i) {
    return i < inputs.size() && inputs[i] != nullptr && inputs[i]->elements() > 0 ? inputs[i]
                                                                                  : nullptr;
  };
  Request request;
  if (node.op == "Upsample" && opset < 9) request.scales = node.attributes.numbers("scales");
  if (const TensorView* scales = known(scales_input(node, opset));
      scales != nullptr && scales->dtype == DType::f32)
    request.scales = floats_of(*scales);
  if (const TensorView* sizes = known(3);
      sizes != nullptr && opset >= 11 && !is_float(sizes->dtype))
    request.sizes = integers_of(*sizes);
  if (request.scales.empty() == request.sizes.empty())
    return fail(ErrorCode::unsupported,
                "it needs scales or sizes that are known before the model runs");
  return request;
}

Result<Shape> resized(const Request& request, const Shape& in) {
  const std::size_t given = std::max(request.scales.size(), request.sizes.size());
  if (given != in.rank() || in.rank() < 2)
    return fail(ErrorCode::bad_file, "it has {} scales or sizes for {} axes", given, in.rank());
  Shape out = in;
  for (std::size_t i = 0; i < in.rank(); ++i) {
    const double size = request.sizes.empty()
                            ? std::floor(static_cast<double>(in[i]) * request.scales[i])
                            : static_cast<double>(request.sizes[i]);
    if (!(size >= 1 && size <= largest_side) || in[i] < 1)
      return fail(ErrorCode::bad_file, "it makes {} elements of {} along axis {}", size, in[i], i);
    out.set(i, static_cast<std::int64_t>(size));
    if (i + 2 < in.rank() && out[i] != in[i])
      return fail(ErrorCode::unsupported, "it resizes axis {}; only the last two can be", i);
  }
  return out;
}

// With aligned corners, the standard's text uses the output size rounded down, but its test cases
// use the exact one.
Result<void> check_corners(const Node& node, const Request& request, const Shape& in,
                           const Shape& out) {
  if (node.attributes.text("coordinate_transformation_mode", "") != "align_corners") return {};
  for (std::size_t i = 0; i < request.scales.size(); ++i)
    if (const double size = static_cast<double>(in[i]) * request.scales[i];
        std::abs(size - static_cast<double>(out[i])) > 1e-3)
      return fail(ErrorCode::unsupported,
                  "it aligns corners, and its scale {} makes {} elements of {} along axis {}; that "
                  "has to be a whole number, or given as a size",
                  request.scales[i], size, in[i], i);
  return {};
}

Result<void> infer_resize(Inference& inference) {
  if (inference.dtype(0) != DType::f32)
    return fail(ErrorCode::unsupported, "it is for f32, and its input is {}",
                to_string(inference.dtype(0)));
  std::vector<const TensorView*> inputs;
  for (std::size_t i = 0; i < inference.node.inputs.size(); ++i)
    inputs.push_back(inference.constant(i));
  DALA_ASSIGN(const Request request, request_of(inference.node, inference.opset, inputs));
  DALA_ASSIGN(const Shape out, resized(request, inference.shape(0)));
  DALA_TRY(check_corners(inference.node, request, inference.shape(0), out));
  inference.output(DType::f32, out);
  return {};
}

// In single precision, like the scales: 27 / 2.7 is then 10, and not just below it.
struct Axis {
  float in;
  float out;
  float scale;
};

float source(const std::string& mode, const Axis& axis, float x) {
  if (mode == "asymmetric") return x / axis.scale;
  if (mode == "align_corners") return axis.out == 1 ? 0 : x * (axis.in - 1) / (axis.out - 1);
  if (mode == "pytorch_half_pixel" && axis.out == 1) return 0;
  if (mode == "tf_half_pixel_for_nn") return (x + 0.5F) / axis.scale;
  return (x + 0.5F) / axis.scale - 0.5F;
}

float nearest(const std::string& mode, float x) {
  if (mode == "floor") return std::floor(x);
  if (mode == "ceil") return std::ceil(x);
  if (mode == "round_prefer_ceil") return std::floor(x + 0.5F);
  return std::ceil(x - 0.5F);
}

double cubic(double x, double a) {
  x = std::abs(x);
  if (x <= 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  if (x < 2) return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a;
  return 0;
}

Taps cubic_taps(const Node& node, double x, std::int64_t size) {
  const double a = node.attributes.number("cubic_coeff_a", -0.75F);
  const bool inside_only = node.attributes.integer("exclude_outside", 0) != 0;
  const double first = std::floor(x) - 1;
  std::array<double, 4> weights{};
  double sum = 0;
  Taps taps;
  for (std::size_t t = 0; t < 4; ++t) {
    const auto at = static_cast<std::int64_t>(first) + static_cast<std::int64_t>(t);
    weights[t] = inside_only && (at < 0 || at >= size) ? 0 : cubic(x - static_cast<double>(at), a);
    sum += weights[t];
    taps.index[t] = static_cast<std::int32_t>(std::clamp(at, std::int64_t{0}, size - 1));
  }
  for (std::size_t t = 0; t < 4; ++t)
    taps.weight[t] = static_cast<float>(inside_only && sum != 0 ? weights[t] / sum : weights[t]);
  return taps;
}

Taps linear_taps(double x, std::int64_t size) {
  const double inside = std::clamp(x, 0.0, static_cast<double>(size - 1));
  const auto low = static_cast<std::int32_t>(inside);
  const auto part = static_cast<float>(inside - low);
  const auto high = static_cast<std::int32_t>(std::min<std::int64_t>(low + 1, size - 1));
  return {.index = {low, high}, .weight = {1 - part, part}};
}

Taps nearest_taps(const std::string& mode, float x, std::int64_t size) {
  const float at = std::clamp(nearest(mode, x), 0.0F, static_cast<float>(size - 1));
  return {.index = {static_cast<std::int32_t>(at)}, .weight = {1}};
}

Result<void> run_resize(const OpCall& call) {
  const Shape& in = call.inputs[0]->shape;
  const Shape& out = call.outputs[0].shape;
  DALA_ASSIGN(const auto scales, resize_scales(call.node, call.opset, call.inputs, out));
  DALA_ASSIGN(const ResizePlan plan, plan_resize(call.node, call.opset, in, out, scales));
  const std::size_t rank = in.rank();
  const std::int64_t in_area = in[rank - 2] * in[rank - 1];
  const std::int64_t out_area = out[rank - 2] * out[rank - 1];
  const auto planes = static_cast<std::size_t>(in.elements() / in_area);
  call.threads.parallel_for(planes, 1, [&](std::size_t begin, std::size_t end) {
    Pace pace(call.watch);
    for (auto i = static_cast<std::int64_t>(begin); i < static_cast<std::int64_t>(end); ++i)
      resize_plane(plan, in[rank - 1], call.inputs[0]->values<float>().data() + i * in_area,
                   call.outputs[0].values<float>().data() + i * out_area, pace);
  });
  return {};
}

// Only what lies outside of a cropped picture is extrapolated, and pictures are not cropped here.
constexpr std::array<std::string_view, 3> resize_modes{"nearest", "linear", "cubic"};
constexpr std::array<std::string_view, 5> coordinate_modes{
    "half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric", "tf_half_pixel_for_nn"};
constexpr std::array<std::string_view, 4> nearest_modes{"round_prefer_floor", "round_prefer_ceil",
                                                        "floor", "ceil"};
constexpr std::array resize_attributes{
    attribute::text("coordinate_transformation_mode", coordinate_modes).from(11),
    attribute::number("cubic_coeff_a", -0.75).from(11),
    attribute::integer("exclude_outside").from(11),
    attribute::number("extrapolation_value").from(11),
    attribute::text("mode", resize_modes),
    attribute::text("nearest_mode", nearest_modes).from(11)};
constexpr std::array<std::string_view, 2> upsample_modes{"nearest", "linear"};
constexpr std::array upsample_attributes{attribute::text("mode", upsample_modes),
                                         attribute::numbers("scales").up_to(8).must_be_there()};

constexpr std::array resize_table{
    Operator{"Resize", 1, 4, infer_resize, run_resize, 1, resize_attributes},
    Operator{"Upsample", 1, 2, infer_resize, run_resize, 1, upsample_attributes},
};

}  // namespace

void resize_plane(const ResizePlan& plan, std::int64_t in_width, const float* in, float* out,
                  Pace& pace) {
  const auto steps = static_cast<std::int64_t>(plan.axes[1].size() * plan.taps * plan.taps);
  for (const Taps& row : plan.axes[0]) {
    if (pace.is_over(steps)) return;
    for (const Taps& column : plan.axes[1]) {
      float sum = 0;
      for (std::size_t y = 0; y < plan.taps; ++y) {
        const float* line = in + row.index[y] * in_width;
        float across = 0;
        for (std::size_t x = 0; x < plan.taps; ++x)
          across += line[column.index[x]] * column.weight[x];
        sum += across * row.weight[y];
      }
      *out++ = sum;
    }
  }
}

Result<std::array<double, 2>> resize_scales(const Node& node, int opset,
                                            std::span<const TensorView* const> inputs,
                                            const Shape& out) {
  DALA_ASSIGN(const Request request, request_of(node, opset, inputs));
  std::array<double, 2> scales{};
  const Shape& in = inputs[0]->shape;
  for (std::size_t i = 0; i < 2; ++i) {
    const std::size_t axis = in.rank() - 2 + i;
    scales[i] = request.scales.empty()
                    ? static_cast<double>(out[axis]) / static_cast<double>(in[axis])
                    : request.scales[axis];
  }
  return scales;
}

Result<ResizePlan> plan_resize(const Node& node, int opset, const Shape& in, const Shape& out,
                               std::array<double, 2> scales) {
  const bool old = node.op == "Upsample" || opset < 11;
  const std::string mode = node.attributes.text("mode", "nearest");
  const std::string coordinates =
      old ? "asymmetric" : node.attributes.text("coordinate_transformation_mode", "half_pixel");
  const std::string chosen = node.attributes.text("nearest_mode", "round_prefer_floor");
  ResizePlan plan{.taps = mode == "nearest" ? 1U : mode == "linear" ? 2U : 4U, .axes = {}};
  for (std::size_t i = 0; i < 2; ++i) {
    const std::size_t at = in.rank() - 2 + i;
    const Axis axis{static_cast<float>(in[at]), static_cast<float>(out[at]),
                    static_cast<float>(scales[i])};
    // Opset 10 does not say how to round; its own examples round up what becomes smaller.
    const std::string rounding = !old ? chosen : scales[i] < 1 ? "ceil" : "floor";
    for (std::int64_t x = 0; x < out[at]; ++x) {
      const float from = source(coordinates, axis, static_cast<float>(x));
      plan.axes[i].push_back(mode == "nearest"  ? nearest_taps(rounding, from, in[at])
                             : mode == "linear" ? linear_taps(from, in[at])
                                                : cubic_taps(node, from, in[at]));
    }
  }
  return plan;
}

std::span<const Operator> resize_operators() { return resize_table; }

}  // namespace dala::ml
