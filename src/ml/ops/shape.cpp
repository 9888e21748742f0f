// Operators about shapes and types: they compute no new numbers.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/dispatch.hpp"
#include "ml/graph/element_type.hpp"
#include "ml/ops/families.hpp"
#include "ml/ops/strided.hpp"

namespace dala::ml {

namespace {

constexpr std::size_t cast_grain = 16384;

void copy_watched(const OpCall& call, const TensorView& from) {
  Pace pace(call.watch);
  copy_in_pieces(pace, from.data, call.outputs[0].data, call.outputs[0].bytes());
}

// The output has the input's elements in their order.
Result<void> run_copy(const OpCall& call) {
  if (call.outputs[0].data != call.inputs[0]->data && call.outputs[0].bytes() > 0)
    copy_watched(call, *call.inputs[0]);
  return {};
}

Result<void> infer_identity(Inference& inference) {
  inference.output(inference.dtype(0), inference.shape(0));
  return {};
}

// In training it leaves out elements at random, which is not computed here.
Result<void> infer_dropout(Inference& inference) {
  if (inference.has(2)) {
    const TensorView* training = inference.constant(2);
    if (training == nullptr || training->dtype != DType::u8 || training->elements() != 1)
      return fail(ErrorCode::unsupported, "its training_mode is not known before the model runs");
    if (training->values<std::uint8_t>()[0] != 0)
      return fail(ErrorCode::unsupported, "its training_mode is true; models are not trained here");
  }
  return infer_identity(inference);
}

Result<void> as_shape(Inference& inference, std::span<const std::int64_t> dims) {
  if (dims.size() > Shape::max_rank)
    return fail(ErrorCode::unsupported, "its output has {} dimensions", dims.size());
  const Shape shape(dims);
  DALA_TRY(shape.validate());
  if (shape.elements() != inference.shape(0).elements())
    return fail(ErrorCode::shape_mismatch, "{} cannot be seen as {}", to_string(inference.shape(0)),
                to_string(shape));
  inference.output(inference.dtype(0), shape);
  return {};
}

Result<void> infer_reshape(Inference& inference) {
  DALA_ASSIGN(std::vector<std::int64_t> dims, inference.integers(1, "sizes"));
  const Shape& in = inference.shape(0);
  const bool keep_zero = inference.node.attributes.integer("allowzero", 0) != 0;
  std::int64_t known = 1;
  std::int64_t* open = nullptr;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] == 0 && !keep_zero) {
      if (i >= in.rank()) return fail(ErrorCode::bad_file, "its size {} has no match", i);
      dims[i] = in[i];
    }
    if (dims[i] == -1) {
      if (open != nullptr) return fail(ErrorCode::bad_file, "two of its sizes are left open");
      open = &dims[i];
    } else if (dims[i] < 0 || (known != 0 && dims[i] > (std::int64_t{1} << 40) / known)) {
      return fail(ErrorCode::bad_file, "its size {} is {}", i, dims[i]);
    } else {
      known *= dims[i];
    }
  }
  if (open != nullptr) *open = known == 0 ? 0 : in.elements() / known;
  return as_shape(inference, dims);
}

Result<void> infer_flatten(Inference& inference) {
  const Shape& in = inference.shape(0);
  const auto rank = static_cast<std::int64_t>(in.rank());
  std::int64_t axis = inference.node.attributes.integer("axis", 1);
  if (axis < 0) axis += rank;
  if (axis < 0 || axis > rank) return fail(ErrorCode::bad_file, "it has no axis {}", axis);
  std::array<std::int64_t, 2> dims{1, 1};
  for (std::int64_t i = 0; i < rank; ++i) dims[i < axis ? 0 : 1] *= in[static_cast<std::size_t>(i)];
  return as_shape(inference, dims);
}

Result<void> infer_squeeze(Inference& inference) {
  const Shape& in = inference.shape(0);
  DALA_ASSIGN(const std::vector<std::int64_t> given, inference.integers(1, "axes", 13));
  DALA_ASSIGN(const std::vector<std::size_t> axes, axes_of(given, in.rank()));
  std::vector<std::int64_t> dims;
  for (std::size_t i = 0; i < in.rank(); ++i) {
    const bool named = std::ranges::find(axes, i) != axes.end();
    if (named && in[i] != 1)
      return fail(ErrorCode::bad_file, "its axis {} has {} elements", i, in[i]);
    if (!named && (!given.empty() || in[i] != 1)) dims.push_back(in[i]);
  }
  return as_shape(inference, dims);
}

Result<void> infer_unsqueeze(Inference& inference) {
  const Shape& in = inference.shape(0);
  DALA_ASSIGN(const std::vector<std::int64_t> given, inference.integers(1, "axes", 13));
  const std::size_t rank = in.rank() + given.size();
  if (rank > Shape::max_rank)
    return fail(ErrorCode::unsupported, "its output has {} dimensions; {} are the most", rank,
                Shape::max_rank);
  DALA_ASSIGN(const std::vector<std::size_t> axes, axes_of(given, rank));
  std::vector<std::int64_t> dims;
  std::size_t next = 0;
  for (std::size_t i = 0; i < rank; ++i)
    dims.push_back(std::ranges::find(axes, i) != axes.end() ? 1 : in[next++]);
  return as_shape(inference, dims);
}

// The part of the shape that is asked for; all of it before opset 15.
std::span<const std::int64_t> shape_part(const Node& node, const Shape& shape) {
  const auto rank = static_cast<std::int64_t>(shape.rank());
  const auto place = [&](const std::string& name, std::int64_t otherwise) {
    const std::int64_t given = node.attributes.integer(name, otherwise);
    return std::clamp(given < 0 ? given + rank : given, std::int64_t{0}, rank);
  };
  const std::int64_t start = place("start", 0);
  const std::int64_t end = std::max(place("end", rank), start);
  return shape.dims().subspan(static_cast<std::size_t>(start),
                              static_cast<std::size_t>(end - start));
}

Result<void> infer_shape(Inference& inference) {
  const auto part = shape_part(inference.node, inference.shape(0));
  inference.output(DType::s64, Shape({static_cast<std::int64_t>(part.size())}));
  return {};
}

Result<void> run_shape(const OpCall& call) {
  std::ranges::copy(shape_part(call.node, call.inputs[0]->shape),
                    call.outputs[0].values<std::int64_t>().begin());
  return {};
}

Result<void> infer_size(Inference& inference) {
  inference.output(DType::s64, {});
  return {};
}

Result<void> run_size(const OpCall& call) {
  call.outputs[0].values<std::int64_t>()[0] = call.inputs[0]->shape.elements();
  return {};
}

// The tensor a Constant stands for, from whichever attribute has it.
Result<Tensor> constant_of(const Node& node) {
  const Attributes& given = node.attributes;
  if (const Tensor* tensor = given.tensor("value")) return *tensor;
  if (given.has("value_int") || given.has("value_ints")) {
    DALA_ASSIGN(Tensor tensor,
                Tensor::of_integers(given.integers("value_ints", {given.integer("value_int", 0)})));
    if (given.has("value_int")) tensor.view.shape = {};
    return tensor;
  }
  if (given.has("value_float") || given.has("value_floats")) {
    const bool one = given.has("value_float");
    const std::vector<float> numbers =
        one ? std::vector{given.number("value_float", 0)} : given.numbers("value_floats");
    const Shape shape = one ? Shape{} : Shape({static_cast<std::int64_t>(numbers.size())});
    DALA_ASSIGN(Tensor tensor, Tensor::make(DType::f32, shape));
    std::ranges::copy(numbers, tensor.view.values<float>().begin());
    return tensor;
  }
  return fail(ErrorCode::unsupported, "it has no value of a supported kind");
}

Result<void> infer_constant(Inference& inference) {
  DALA_ASSIGN(const Tensor tensor, constant_of(inference.node));
  inference.output(tensor.view.dtype, tensor.view.shape);
  return {};
}

Result<void> run_constant(const OpCall& call) {
  DALA_ASSIGN(const Tensor tensor, constant_of(call.node));
  copy_watched(call, tensor.view);
  return {};
}

Result<void> infer_constant_of_shape(Inference& inference) {
  DALA_ASSIGN(const std::vector<std::int64_t> dims, inference.integers(0, "sizes"));
  if (dims.size() > Shape::max_rank)
    return fail(ErrorCode::unsupported, "its output has {} dimensions", dims.size());
  const Tensor* value = inference.node.attributes.tensor("value");
  if (value != nullptr && value->view.elements() != 1)
    return fail(ErrorCode::bad_file, "its value is not one number");
  inference.output(value == nullptr ? DType::f32 : value->view.dtype, Shape(dims));
  return {};
}

Result<void> run_constant_of_shape(const OpCall& call) {
  const Tensor* value = call.node.attributes.tensor("value");
  visit_arithmetic(call.outputs[0].dtype, [&]<typename T>(Type<T>) {
    const T filling = value == nullptr ? T{0} : value->view.values<T>()[0];
    T* out = call.outputs[0].values<T>().data();
    Pace pace(call.watch);
    in_pieces(pace, call.outputs[0].elements(), [&](std::size_t begin, std::size_t end) {
      std::fill(out + begin, out + end, filling);
    });
  });
  return {};
}

int target_of(const Node& node) {
  return static_cast<int>(std::clamp<std::int64_t>(node.attributes.integer("to", 0),
                                                   std::numeric_limits<int>::min(),
                                                   std::numeric_limits<int>::max()));
}

Result<void> infer_cast(Inference& inference) {
  DALA_ASSIGN(const DType to, dtype_of_onnx(target_of(inference.node)));
  const bool is_stored = inference.node.attributes.has(stored_attribute);
  if (is_stored && inference.dtype(0) != computed_in(to))
    return fail(ErrorCode::bad_file, "the model's output is {}, and the file says {}",
                to_string(inference.dtype(0)), to_string(to));
  inference.output(is_stored ? to : computed_in(to), inference.shape(0));
  return {};
}

template <typename To, typename From>
To convert(From value) {
  if constexpr (is_float_type<From> && std::is_integral_v<To>) {
    if (std::isnan(value)) return 0;
    if (value <= static_cast<From>(std::numeric_limits<To>::min()))
      return std::numeric_limits<To>::min();
    if (value >= static_cast<From>(std::numeric_limits<To>::max()))
      return std::numeric_limits<To>::max();
  }
  return static_cast<To>(value);
}

// A float of fewer digits.
struct SmallFloat {
  int digits;
  int least_exponent;
  double infinite;  // as near to the next power of two, which is none, as to the largest
};
constexpr SmallFloat half_float{.digits = 11, .least_exponent = -14, .infinite = 65520};
constexpr SmallFloat brain_float{.digits = 8, .least_exponent = -126, .infinite = 0x1.FFp127};

// The nearest one; halves of its last bit go to the even neighbour.
double round_to(const SmallFloat& type, double value) {
  const double size = std::abs(value);
  if (!(size < type.infinite)) return std::isnan(value) ? value : std::copysign(HUGE_VAL, value);
  const int exponent = size == 0 ? type.least_exponent : std::ilogb(size);
  const double last = std::ldexp(1.0, std::max(exponent, type.least_exponent) - (type.digits - 1));
  return std::nearbyint(value / last) * last;
}

// Booleans and half floats lie in wider types, but are no wider for that.
template <typename To, typename From>
To cast(int target, From value) {
  if (target == onnx_bool) return static_cast<To>(value != From{0});
  if (target == onnx_half) return static_cast<To>(round_to(half_float, static_cast<double>(value)));
  if (target == onnx_bfloat16)
    return static_cast<To>(round_to(brain_float, static_cast<double>(value)));
  return convert<To>(value);
}

Result<void> run_cast(const OpCall& call) {
  const int target = target_of(call.node);
  visit_number(call.inputs[0]->dtype, [&]<typename From>(Type<From>) {
    visit_number(call.outputs[0].dtype, [&]<typename To>(Type<To>) {
      const From* in = call.inputs[0]->values<From>().data();
      To* out = call.outputs[0].values<To>().data();
      call.threads.parallel_for(call.outputs[0].elements(), cast_grain,
                                [&](std::size_t begin, std::size_t end) {
                                  for (std::size_t i = begin; i < end; ++i)
                                    out[i] = cast<To>(target, static_cast<Computed<From>>(in[i]));
                                });
    });
  });
  return {};
}

// Start, limit and step are known before the model runs, or the size would not be.
Result<void> infer_range(Inference& inference) {
  std::array<double, 3> numbers{};
  for (std::size_t i = 0; i < 3; ++i) {
    const TensorView* known = inference.constant(i);
    if (known == nullptr || known->elements() != 1 || known->dtype != inference.dtype(0))
      return fail(ErrorCode::unsupported, "its bounds are not three known numbers of one type");
    numbers[i] = visit_arithmetic(known->dtype, [&]<typename T>(Type<T>) {
      return static_cast<double>(known->values<T>()[0]);
    });
  }
  const double count = std::ceil((numbers[1] - numbers[0]) / numbers[2]);
  if (!(count <= 1e9)) return fail(ErrorCode::bad_file, "it would have {} elements", count);
  inference.output(inference.dtype(0), Shape({static_cast<std::int64_t>(std::max(count, 0.0))}));
  return {};
}

Result<void> run_range(const OpCall& call) {
  visit_arithmetic(call.outputs[0].dtype, [&]<typename T>(Type<T>) {
    const auto values = call.outputs[0].values<T>();
    const T start = call.inputs[0]->values<T>()[0];
    const T step = call.inputs[2]->values<T>()[0];
    Pace pace(call.watch);
    in_pieces(pace, values.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        values[i] = static_cast<T>(start + static_cast<T>(i) * step);
    });
  });
  return {};
}

// What Dropout leaves out, and by which dice, is a matter of training.
constexpr std::array dropout_attributes{attribute::number("ratio", 0.5).up_to(11),
                                        attribute::integer("seed").from(12)};
constexpr std::array reshape_attributes{attribute::integer("allowzero").from(14)};
constexpr std::array flatten_attributes{attribute::integer("axis", 1)};
constexpr std::array squeeze_attributes{attribute::integers("axes").up_to(12)};
constexpr std::array unsqueeze_attributes{attribute::integers("axes").up_to(12).must_be_there()};
constexpr std::array shape_attributes{attribute::integer("start").from(15),
                                      attribute::integer("end").from(15)};
constexpr std::array constant_attributes{
    attribute::tensor("value"), attribute::integer("value_int").from(12),
    attribute::integers("value_ints").from(12), attribute::number("value_float").from(12),
    attribute::numbers("value_floats").from(12)};
constexpr std::array constant_of_shape_attributes{attribute::tensor("value")};
constexpr std::array cast_attributes{attribute::integer("to").must_be_there()};

constexpr std::array shape_table{
    Operator{"Identity", 1, 1, infer_identity, run_copy},
    Operator{"Dropout", 1, 3, infer_dropout, run_copy, 1, dropout_attributes},
    Operator{"Reshape", 2, 2, infer_reshape, run_copy, 1, reshape_attributes},
    Operator{"Flatten", 1, 1, infer_flatten, run_copy, 1, flatten_attributes},
    Operator{"Squeeze", 1, 2, infer_squeeze, run_copy, 1, squeeze_attributes},
    Operator{"Unsqueeze", 1, 2, infer_unsqueeze, run_copy, 1, unsqueeze_attributes},
    Operator{"Shape", 1, 1, infer_shape, run_shape, 1, shape_attributes},
    Operator{"Size", 1, 1, infer_size, run_size},
    Operator{"Constant", 0, 0, infer_constant, run_constant, 1, constant_attributes},
    Operator{"ConstantOfShape", 1, 1, infer_constant_of_shape, run_constant_of_shape, 1,
             constant_of_shape_attributes},
    Operator{"Cast", 1, 1, infer_cast, run_cast, 1, cast_attributes},
    Operator{"Range", 3, 3, infer_range, run_range},
};

}  // namespace

std::span<const Operator> shape_operators() { return shape_table; }

}  // namespace dala::ml
