// The largest, or the mean, of what a window sees.
#include <algorithm>
#include <limits>

#include "ml/ops/families.hpp"
#include "ml/ops/quantization.hpp"
#include "ml/ops/window.hpp"

namespace dala::ml {

namespace {

// Of a type that the operator is for, which is the output's too.
Result<void> pooled(Inference& inference) {
  DALA_ASSIGN(const Window window, window_of(inference.node, inference.shape(0),
                                             inference.node.attributes.list("kernel_shape")));
  for (std::size_t axis = 0; axis < 2; ++axis)
    if (window.pad_before[axis] >= window.kernel[axis] * window.dilation[axis] ||
        window.pad_after[axis] >= window.kernel[axis] * window.dilation[axis])
      return fail(ErrorCode::bad_file, "its pads are wider than its window");
  inference.output(inference.dtype(0),
                   output_of(window, inference.shape(0), inference.shape(0)[1]));
  return {};
}

template <typename T>
struct Largest {
  T value = std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                                 : std::numeric_limits<T>::lowest();
  void take(T x) { value = std::max(value, x); }
  [[nodiscard]] T result(std::int64_t /*seen*/) const { return value; }
};

struct WindowMean {
  float value = 0;
  void take(float x) { value += x; }
  [[nodiscard]] float result(std::int64_t count) const {
    return count == 0 ? 0 : value / static_cast<float>(count);
  }
};

// The mean of what integers stand for, as an integer of another scale.
template <typename T>
struct QuantizedMean {
  float in_scale;
  std::int32_t in_zero;
  float out_scale;
  std::int32_t out_zero;
  std::int64_t sum = 0;
  void take(T x) { sum += x - in_zero; }
  [[nodiscard]] T result(std::int64_t count) const {
    const float mean =
        count == 0 ? 0 : static_cast<float>(sum) * in_scale / static_cast<float>(count);
    return quantized<T>(mean / out_scale, out_zero);
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

template <typename T, typename Sum>
void pool_plane(const Window& w, bool count_padding, const Sum& start, const T* in, T* out,
                Pace& pace) {
  for (std::int64_t y = 0; y < w.out[0]; ++y) {
    const WindowTaps rows = taps_of(w, 0, y);
    for (std::int64_t x = 0; x < w.out[1]; ++x) {
      const WindowTaps columns = taps_of(w, 1, x);
      if (pace.is_over(1 + (rows.end - rows.begin) * (columns.end - columns.begin))) return;
      Sum sum = start;
      for (std::int64_t ky = rows.begin; ky < rows.end; ++ky)
        for (std::int64_t kx = columns.begin; kx < columns.end; ++kx)
          sum.take(
              in[(rows.first + ky * w.dilation[0]) * w.in[1] + columns.first + kx * w.dilation[1]]);
      *out++ = sum.result(count_padding ? rows.padded * columns.padded
                                        : (rows.end - rows.begin) * (columns.end - columns.begin));
    }
  }
}

template <typename T, typename Sum>
Result<void> pool(const OpCall& call, const Sum& start) {
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
          pool_plane(window, count_padding, start, in.values<T>().data() + i * in_area,
                     call.outputs[0].values<T>().data() + i * out_area, pace);
      });
  return {};
}

Result<void> pooled_whole(Inference& inference) {
  Shape shape = inference.shape(0);
  if (shape.rank() < 3)
    return fail(ErrorCode::bad_file, "its input has {} dimensions", shape.rank());
  for (std::size_t i = 2; i < shape.rank(); ++i) shape.set(i, 1);
  inference.output(inference.dtype(0), shape);
  return {};
}

template <typename T, typename Sum>
Result<void> pool_all(const OpCall& call, const Sum& start) {
  const auto in = call.inputs[0]->values<T>();
  const auto out = call.outputs[0].values<T>();
  if (out.empty()) return {};
  const std::size_t area = in.size() / out.size();
  Pace pace(call.watch);
  for (std::size_t i = 0; i < out.size() && !pace.is_over(1); ++i) {
    Sum sum = start;
    in_pieces(pace, area, [&](std::size_t begin, std::size_t end) {
      for (const T x : in.subspan(i * area + begin, end - begin)) sum.take(x);
    });
    out[i] = sum.result(static_cast<std::int64_t>(area));
  }
  return {};
}

template <Result<void> (*shapes)(Inference&)>
Result<void> infer_floats(Inference& inference) {
  DALA_TRY(check_float(inference));
  return shapes(inference);
}

Result<void> infer_largest(Inference& inference) {
  if (!is_byte(inference.dtype(0))) DALA_TRY(check_float(inference));
  return pooled(inference);
}

// Input, scale, zero point, scale and zero point of the output.
template <Result<void> (*shapes)(Inference&)>
Result<void> infer_quantized(Inference& inference) {
  DALA_TRY(check_quantized(inference, 0));
  DALA_TRY(check_scale(inference, 3));
  DALA_TRY(check_zero(inference, 4, inference.dtype(0)));
  return shapes(inference);
}

Result<void> run_largest(const OpCall& call) {
  if (call.inputs[0]->dtype == DType::f32) return pool<float>(call, Largest<float>{});
  return visit_byte(call.inputs[0]->dtype,
                    [&]<typename T>(Type<T>) { return pool<T>(call, Largest<T>{}); });
}
Result<void> run_mean(const OpCall& call) { return pool<float>(call, WindowMean{}); }
Result<void> run_largest_of_all(const OpCall& call) {
  return pool_all<float>(call, Largest<float>{});
}
Result<void> run_mean_of_all(const OpCall& call) { return pool_all<float>(call, WindowMean{}); }

template <typename T>
QuantizedMean<T> quantized_mean(const OpCall& call) {
  return {.in_scale = Scales(*call.inputs[1])[0],
          .in_zero = Zeros(call.input(2))[0],
          .out_scale = Scales(*call.inputs[3])[0],
          .out_zero = Zeros(call.input(4))[0]};
}

Result<void> run_quantized_mean(const OpCall& call) {
  return visit_byte(call.inputs[0]->dtype,
                    [&]<typename T>(Type<T>) { return pool<T>(call, quantized_mean<T>(call)); });
}
Result<void> run_quantized_mean_of_all(const OpCall& call) {
  return visit_byte(call.inputs[0]->dtype, [&]<typename T>(Type<T>) {
    return pool_all<T>(call, quantized_mean<T>(call));
  });
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

constexpr std::array quantized_mean_attributes{attribute::text("auto_pad", auto_pads),
                                               attribute::integer("ceil_mode"),
                                               attribute::integer("count_include_pad"),
                                               attribute::integers("kernel_shape").must_be_there(),
                                               attribute::integers("pads"),
                                               attribute::integers("strides", 1),
                                               attribute::integer("channels_last").never_read()};
constexpr std::array quantized_whole_attributes{attribute::integer("channels_last").never_read()};

constexpr std::array pool_table{
    Operator{"MaxPool", 1, 1, infer_largest, run_largest, 1, largest_attributes},
    Operator{"AveragePool", 1, 1, infer_floats<pooled>, run_mean, 1, mean_attributes},
    Operator{"GlobalMaxPool", 1, 1, infer_floats<pooled_whole>, run_largest_of_all},
    Operator{"GlobalAveragePool", 1, 1, infer_floats<pooled_whole>, run_mean_of_all},
    Operator{"QLinearAveragePool", 4, 5, infer_quantized<pooled>, run_quantized_mean, 1,
             quantized_mean_attributes}
        .in(Domain::microsoft)
        .without({2}),
    Operator{"QLinearGlobalAveragePool", 5, 5, infer_quantized<pooled_whole>,
             run_quantized_mean_of_all, 1, quantized_whole_attributes}
        .in(Domain::microsoft),
};

}  // namespace

std::span<const Operator> pool_operators() { return pool_table; }

}  // namespace dala::ml
