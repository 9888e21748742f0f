// The largest, or the mean, of what a window sees.
#include <algorithm>
#include <limits>

#include "ml/ops/families.hpp"
#include "ml/ops/window.hpp"

namespace dala::ml {

namespace {

Result<void> check_input_is_float(const Inference& inference) {
  if (inference.dtype(0) == DType::f32) return {};
  return fail(ErrorCode::unsupported, "it is for f32, and its input is {}",
              to_string(inference.dtype(0)));
}

Result<void> infer_pool(Inference& inference) {
  DALA_TRY(check_input_is_float(inference));
  DALA_ASSIGN(const Window window, window_of(inference.node, inference.shape(0),
                                             inference.node.attributes.list("kernel_shape")));
  for (std::size_t axis = 0; axis < 2; ++axis)
    if (window.pad_before[axis] >= window.kernel[axis] * window.dilation[axis] ||
        window.pad_after[axis] >= window.kernel[axis] * window.dilation[axis])
      return fail(ErrorCode::bad_file, "its pads are wider than its window");
  inference.output(DType::f32, output_of(window, inference.shape(0), inference.shape(0)[1]));
  return {};
}

struct Largest {
  float value = -std::numeric_limits<float>::infinity();
  void take(float x) { value = std::max(value, x); }
  [[nodiscard]] float result(std::int64_t /*seen*/) const { return value; }
};

struct WindowMean {
  float value = 0;
  void take(float x) { value += x; }
  [[nodiscard]] float result(std::int64_t count) const {
    return count == 0 ? 0 : value / static_cast<float>(count);
  }
};

// Taps of a window along an axis: those inside the picture, and how many count as padded. What
// ceil_mode adds behind the padding does not count.
struct WindowTaps {
  std::int64_t first = 0;  // where the first tap lies
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::int64_t padded = 0;
};

WindowTaps taps_of(const Window& w, std::size_t axis, std::int64_t at) {
  // How many taps lie before a position.
  const auto before = [&](std::int64_t place, std::int64_t first) {
    const std::int64_t away = place - first;
    return away <= 0 ? 0 : std::min((away - 1) / w.dilation[axis] + 1, w.kernel[axis]);
  };
  const std::int64_t first = at * w.stride[axis] - w.pad_before[axis];
  return {.first = first,
          .begin = before(0, first),
          .end = before(w.in[axis], first),
          .padded = before(w.in[axis] + w.pad_after[axis], first)};
}

template <typename Sum>
void pool_plane(const Window& w, bool count_padding, const float* in, float* out, Pace& pace) {
  for (std::int64_t y = 0; y < w.out[0]; ++y) {
    const WindowTaps rows = taps_of(w, 0, y);
    for (std::int64_t x = 0; x < w.out[1]; ++x) {
      const WindowTaps columns = taps_of(w, 1, x);
      if (pace.is_over(1 + (rows.end - rows.begin) * (columns.end - columns.begin))) return;
      Sum sum;
      for (std::int64_t ky = rows.begin; ky < rows.end; ++ky)
        for (std::int64_t kx = columns.begin; kx < columns.end; ++kx)
          sum.take(
              in[(rows.first + ky * w.dilation[0]) * w.in[1] + columns.first + kx * w.dilation[1]]);
      *out++ = sum.result(count_padding ? rows.padded * columns.padded
                                        : (rows.end - rows.begin) * (columns.end - columns.begin));
    }
  }
}

template <typename Sum>
Result<void> run_pool(const OpCall& call) {
  const TensorView& in = *call.inputs[0];
  DALA_ASSIGN(const Window window,
              window_of(call.node, in.shape, call.node.attributes.list("kernel_shape")));
  const bool count_padding = call.node.attributes.integer("count_include_pad", 0) != 0;
  const std::int64_t in_area = window.in[0] * window.in[1];
  const std::int64_t out_area = window.out[0] * window.out[1];
  call.threads.parallel_for(
      static_cast<std::size_t>(in.shape[0] * in.shape[1]), 1,
      [&](std::size_t begin, std::size_t end) {
        Pace pace(call.watch);
        for (auto i = static_cast<std::int64_t>(begin); i < static_cast<std::int64_t>(end); ++i)
          pool_plane<Sum>(window, count_padding, in.values<float>().data() + i * in_area,
                          call.outputs[0].values<float>().data() + i * out_area, pace);
      });
  return {};
}

Result<void> infer_global(Inference& inference) {
  DALA_TRY(check_input_is_float(inference));
  Shape shape = inference.shape(0);
  if (shape.rank() < 3)
    return fail(ErrorCode::bad_file, "its input has {} dimensions", shape.rank());
  for (std::size_t i = 2; i < shape.rank(); ++i) shape.set(i, 1);
  inference.output(DType::f32, shape);
  return {};
}

template <typename Sum>
Result<void> run_global(const OpCall& call) {
  const auto in = call.inputs[0]->values<float>();
  const auto out = call.outputs[0].values<float>();
  if (out.empty()) return {};
  const std::size_t area = in.size() / out.size();
  Pace pace(call.watch);
  for (std::size_t i = 0; i < out.size() && !pace.is_over(1); ++i) {
    Sum sum;
    in_pieces(pace, area, [&](std::size_t begin, std::size_t end) {
      for (const float x : in.subspan(i * area + begin, end - begin)) sum.take(x);
    });
    out[i] = sum.result(static_cast<std::int64_t>(area));
  }
  return {};
}

// `storage_order` affects only the second output, which is not supported.
constexpr std::array largest_attributes{attribute::text("auto_pad", auto_pads),
                                        attribute::integer("ceil_mode").from(10),
                                        attribute::integers("dilations", 1).from(10),
                                        attribute::integers("kernel_shape").must_be_there(),
                                        attribute::integers("pads"),
                                        attribute::integer("storage_order").from(8),
                                        attribute::integers("strides", 1)};
constexpr std::array mean_attributes{attribute::text("auto_pad", auto_pads),
                                     attribute::integer("ceil_mode").from(10),
                                     attribute::integer("count_include_pad"),
                                     attribute::integers("kernel_shape").must_be_there(),
                                     attribute::integers("pads"),
                                     attribute::integers("strides", 1),
                                     attribute::integers("dilations", 1).never_read()};

constexpr std::array pool_table{
    Operator{"MaxPool", 1, 1, infer_pool, run_pool<Largest>, 1, largest_attributes},
    Operator{"AveragePool", 1, 1, infer_pool, run_pool<WindowMean>, 1, mean_attributes},
    Operator{"GlobalMaxPool", 1, 1, infer_global, run_global<Largest>},
    Operator{"GlobalAveragePool", 1, 1, infer_global, run_global<WindowMean>},
};

}  // namespace

std::span<const Operator> pool_operators() { return pool_table; }

}  // namespace dala::ml
