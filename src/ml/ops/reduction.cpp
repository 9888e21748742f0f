// Operators that go along axes: sums, means, extremes, where they are, and softmax.
#include "ml/ops/reduction.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/dispatch.hpp"
#include "ml/ops/families.hpp"

namespace dala::ml {

namespace {

// Axes are an input of ReduceSum from opset 13 on, and an attribute of the others up to 17.
int axes_input_since(const Node& node) { return node.op == "ReduceSum" ? 13 : 18; }

Result<Axes> reduced(const Node& node, std::span<const std::int64_t> given, std::size_t rank) {
  Axes axes{};
  for (const std::int64_t axis : given) {
    DALA_ASSIGN(const std::size_t index, axis_of(axis, rank));
    axes[index] = true;
  }
  if (given.empty() && node.attributes.integer("noop_with_empty_axes", 0) == 0) axes.fill(true);
  return axes;
}

Shape without(const Shape& shape, const Axes& axes, bool keep) {
  std::array<std::int64_t, Shape::max_rank> dims{};
  std::size_t rank = 0;
  for (std::size_t i = 0; i < shape.rank(); ++i)
    if (!axes[i] || keep) dims[rank++] = axes[i] ? 1 : shape[i];
  return Shape(std::span(dims).first(rank));
}

Result<void> infer_reduce(Inference& inference) {
  DALA_ASSIGN(const auto given, inference.integers(1, "axes", axes_input_since(inference.node)));
  const Shape& in = inference.shape(0);
  DALA_ASSIGN(const Axes axes, reduced(inference.node, given, in.rank()));
  const bool keep = inference.node.attributes.integer("keepdims", 1) != 0;
  inference.output(inference.dtype(0), without(in, axes, keep));
  return {};
}

struct Total {
  static constexpr double start = 0;
  static double join(double a, double b) { return a + b; }
  static double end(double a, double /*count*/) { return a; }
};
struct Mean : Total {
  static double end(double a, double count) { return count == 0 ? 0 : a / count; }
};
struct Least : Total {
  static constexpr double start = std::numeric_limits<double>::infinity();
  static double join(double a, double b) { return std::min(a, b); }
};
struct Most : Total {
  static constexpr double start = -std::numeric_limits<double>::infinity();
  static double join(double a, double b) { return std::max(a, b); }
};
struct Product : Total {
  static constexpr double start = 1;
  static double join(double a, double b) { return a * b; }
};
struct Length : Total {
  static double join(double a, double b) { return a + b * b; }
  static double end(double a, double /*count*/) { return std::sqrt(a); }
};

// In double: the order of a sum hardly shows then. Integers above 2^53 would lose their last bits.
template <typename Op>
Result<void> run_reduce(const OpCall& call) {
  const TensorView& in = *call.inputs[0];
  const TensorView& out = call.outputs[0];
  DALA_ASSIGN(const Axes axes, reduced_axes(call.node, call.opset, in.shape.rank(), call.input(1)));
  // The input's shape in two parts: the axes that stay, and those that are reduced.
  const Shape kept = without(in.shape, axes, true);
  Shape summed = in.shape;
  for (std::size_t i = 0; i < in.shape.rank(); ++i)
    if (!axes[i]) summed.set(i, 1);
  const Strides strides = strides_of(in.shape);
  const auto count = static_cast<double>(summed.elements());
  visit_arithmetic(in.dtype, [&]<typename T>(Type<T>) {
    const T* from = in.values<T>().data();
    T* to = out.values<T>().data();
    Pace pace(call.watch);
    const auto reduce = [&](const auto& first, std::int64_t length, const auto& step) {
      for (std::int64_t k = 0; k < length && !pace.is_over(1); ++k) {
        const T* start = from + first[0] + k * step[0];
        double sum = Op::start;
        for_each_run<1>(
            summed, {strides}, pace, [&](const auto& offset, std::int64_t run, const auto& apart) {
              for (std::int64_t i = 0; i < run; ++i)
                sum = Op::join(sum, static_cast<double>(start[offset[0] + i * apart[0]]));
            });
        *to++ = static_cast<T>(Op::end(sum, count));
      }
    };
    for_each_run<1>(kept, {strides}, pace, reduce);
  });
  return {};
}

Result<void> infer_arg(Inference& inference) {
  const Shape& in = inference.shape(0);
  DALA_ASSIGN(const std::size_t axis,
              axis_of(inference.node.attributes.integer("axis", 0), in.rank()));
  if (in[axis] == 0) return fail(ErrorCode::bad_file, "its axis {} has no elements", axis);
  Axes axes{};
  axes[axis] = true;
  inference.output(DType::s64,
                   without(in, axes, inference.node.attributes.integer("keepdims", 1) != 0));
  return {};
}

template <typename Better>
Result<void> run_arg(const OpCall& call) {
  const TensorView& in = *call.inputs[0];
  DALA_ASSIGN(const std::size_t axis,
              axis_of(call.node.attributes.integer("axis", 0), in.shape.rank()));
  const bool last = call.node.attributes.integer("select_last_index", 0) != 0;
  const std::int64_t size = in.shape[axis];
  const std::int64_t stride = strides_of(in.shape)[axis];
  const auto out = call.outputs[0].values<std::int64_t>();
  visit_arithmetic(in.dtype, [&]<typename T>(Type<T>) {
    const T* values = in.values<T>().data();
    Pace pace(call.watch);
    for (std::size_t i = 0; i < out.size() && !pace.is_over(1); ++i) {
      const auto at = static_cast<std::int64_t>(i);
      const T* line = values + at / stride * stride * size + at % stride;
      std::int64_t best = 0;
      in_pieces(pace, static_cast<std::size_t>(size), [&](std::size_t begin, std::size_t end) {
        for (auto k = static_cast<std::int64_t>(begin); k < static_cast<std::int64_t>(end); ++k)
          if (Better{}(line[k * stride], line[best * stride]) ||
              (last && line[k * stride] == line[best * stride]))
            best = k;
      });
      out[i] = best;
    }
  });
  return {};
}

Result<void> infer_softmax(Inference& inference) {
  if (inference.dtype(0) != DType::f32)
    return fail(ErrorCode::unsupported, "it is for f32, and its input is {}",
                to_string(inference.dtype(0)));
  const std::int64_t fallback = inference.opset < 13 ? 1 : -1;
  DALA_TRY(axis_of(inference.node.attributes.integer("axis", fallback), inference.shape(0).rank()));
  inference.output(DType::f32, inference.shape(0));
  return {};
}

// Before opset 13 over all axes from this one on.
template <bool logarithm>
Result<void> run_softmax(const OpCall& call) {
  const TensorView& in = *call.inputs[0];
  const std::int64_t fallback = call.opset < 13 ? 1 : -1;
  DALA_ASSIGN(const std::size_t axis,
              axis_of(call.node.attributes.integer("axis", fallback), in.shape.rank()));
  std::size_t size = 1;
  std::size_t stride = 1;
  for (std::size_t i = axis; i < in.shape.rank(); ++i)
    (i == axis || call.opset < 13 ? size : stride) *= static_cast<std::size_t>(in.shape[i]);
  if (in.elements() == 0) return {};
  const float* values = in.values<float>().data();
  float* results = call.outputs[0].values<float>().data();
  call.threads.parallel_for(
      in.elements() / size, std::max<std::size_t>(4096 / size, 1),
      [&](std::size_t begin, std::size_t end) {
        Pace pace(call.watch);
        const auto along = [&](const auto& body) {
          in_pieces(pace, size, [&](std::size_t from, std::size_t to) {
            for (std::size_t k = from; k < to; ++k) body(k);
          });
        };
        for (std::size_t i = begin; i < end; ++i) {
          const std::size_t first = i / stride * stride * size + i % stride;
          float most = -std::numeric_limits<float>::infinity();
          along([&](std::size_t k) { most = std::max(most, values[first + k * stride]); });
          double sum = 0;
          along([&](std::size_t k) { sum += std::exp(values[first + k * stride] - most); });
          const auto log_sum = static_cast<float>(std::log(sum));
          along([&](std::size_t k) {
            const float away = values[first + k * stride] - most;
            results[first + k * stride] =
                logarithm ? away - log_sum
                          : static_cast<float>(static_cast<double>(std::exp(away)) / sum);
          });
        }
      });
  return {};
}

constexpr std::array reduce_attributes{attribute::integers("axes"),
                                       attribute::integer("keepdims", 1)};
constexpr std::array sum_attributes{attribute::integers("axes").up_to(12),
                                    attribute::integer("keepdims", 1),
                                    attribute::integer("noop_with_empty_axes").from(13)};
constexpr std::array place_attributes{attribute::integer("axis"), attribute::integer("keepdims", 1),
                                      attribute::integer("select_last_index").from(12)};
constexpr std::array softmax_attributes{attribute::integer("axis")};

constexpr std::array reduction_table{
    Operator{"ReduceMean", 1, 2, infer_reduce, run_reduce<Mean>, 1, reduce_attributes},
    Operator{"ReduceSum", 1, 2, infer_reduce, run_reduce<Total>, 1, sum_attributes},
    Operator{"ReduceMax", 1, 2, infer_reduce, run_reduce<Most>, 1, reduce_attributes},
    Operator{"ReduceMin", 1, 2, infer_reduce, run_reduce<Least>, 1, reduce_attributes},
    Operator{"ReduceProd", 1, 2, infer_reduce, run_reduce<Product>, 1, reduce_attributes},
    Operator{"ReduceL2", 1, 2, infer_reduce, run_reduce<Length>, 1, reduce_attributes},
    Operator{"ArgMax", 1, 1, infer_arg, run_arg<std::greater<>>, 1, place_attributes},
    Operator{"ArgMin", 1, 1, infer_arg, run_arg<std::less<>>, 1, place_attributes},
    Operator{"Softmax", 1, 1, infer_softmax, run_softmax<false>, 1, softmax_attributes},
    Operator{"LogSoftmax", 1, 1, infer_softmax, run_softmax<true>, 1, softmax_attributes},
};

}  // namespace

Result<Axes> reduced_axes(const Node& node, int opset, std::size_t rank, const TensorView* given) {
  const ShortList input =
      opset >= axes_input_since(node) && given != nullptr ? short_list_of(*given) : ShortList{};
  return reduced(node, input.empty() ? node.attributes.list("axes") : input.view(), rank);
}

std::span<const Operator> reduction_operators() { return reduction_table; }

}  // namespace dala::ml
