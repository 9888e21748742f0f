// Kernels along lines of a tensor, and those that move elements: reductions, softmax, transpose.
#include <cstring>
#include <limits>

#include "conformance/conformance.hpp"

namespace dala::conformance {
namespace {

class Lines : public Suite {};

struct Reduction {
  Shape input;
  ParamValue axis;
  Shape output;
};

const std::vector<Reduction> reductions = {
    {{1}, {}, {}},           {{7}, {}, {1}},       {{4097}, {}, {}},         {{70001}, {}, {}},
    {{13, 17}, {}, {}},      {{13, 17}, 0, {17}},  {{13, 17}, 1, {13}},      {{3, 5, 7}, 1, {3, 7}},
    {{3, 5, 7}, -1, {3, 5}}, {{2, 4097}, -1, {2}}, {{4, 0}, 0, {0}},         {{3, 64}, 1, {3}},
    {{600, 5}, 0, {5}},      {{70001, 3}, 0, {3}}, {{2, 300, 5}, 1, {2, 5}},
};

Params axis_of(const Reduction& r) {
  Params params;
  if (r.axis.has_value()) params.set("axis", r.axis);
  return params;
}

TEST_P(Lines, Sum) {
  unsigned seed = 1;
  for (const DType dtype : dtypes_of("sum"))
    for (const Reduction& r : reductions)
      expect_same({.kernel = "sum",
                   .inputs = {random(dtype, r.input, ++seed, is_float(dtype))},
                   .outputs = {zeros(dtype, r.output)},
                   .params = axis_of(r),
                   .relative = 1e-5,
                   .absolute = 1e-4});
}

TEST_P(Lines, SumInMoreBits) {
  unsigned seed = 50;
  for (const DType dtype : dtypes_of("sum")) {
    if (size_of(dtype) == 8) continue;
    for (const Reduction& r : reductions)
      expect_same({.kernel = "sum",
                   .inputs = {random(dtype, r.input, ++seed, is_float(dtype))},
                   .outputs = {zeros(is_float(dtype) ? DType::f64 : DType::s64, r.output)},
                   .params = axis_of(r),
                   .relative = 1e-12,
                   .absolute = 1e-9});
  }
}

TEST_P(Lines, Mean) {
  unsigned seed = 100;
  for (const DType dtype : dtypes_of("mean"))
    for (const Reduction& r : reductions)
      expect_same({.kernel = "mean",
                   .inputs = {random(dtype, r.input, ++seed, is_float(dtype))},
                   .outputs = {zeros(dtype == DType::f64 ? DType::f64 : DType::f32, r.output)},
                   .params = axis_of(r),
                   .relative = 1e-5,
                   .absolute = 1e-6});
}

TEST_P(Lines, Max) {
  unsigned seed = 200;
  for (const DType dtype : dtypes_of("max"))
    for (const Reduction& r : reductions)
      expect_same({.kernel = "max",
                   .inputs = {random(dtype, r.input, ++seed)},
                   .outputs = {zeros(dtype, r.output)},
                   .params = axis_of(r)});
}

TEST_P(Lines, Argmax) {
  unsigned seed = 300;
  for (const DType dtype : dtypes_of("argmax"))
    for (const DType to : {DType::s32, DType::u32, DType::s64})
      for (const Reduction& r : reductions)
        expect_same({.kernel = "argmax",
                     .inputs = {random(dtype, r.input, ++seed)},
                     .outputs = {zeros(to, r.output)},
                     .params = axis_of(r)});
}

TEST_P(Lines, Softmax) {
  unsigned seed = 400;
  for (const DType dtype : dtypes_of("softmax"))
    for (const bool tame : {true, false})
      for (const Shape& shape :
           {Shape{1}, {7}, {4097}, {13, 17}, {5, 300}, {3, 5, 7}, {40000}, {5000, 3}})
        for (const std::int64_t axis : {std::int64_t{-1}, std::int64_t{0}})
          expect_same({.kernel = "softmax",
                       .inputs = {random(dtype, shape, ++seed, tame)},
                       .outputs = {zeros(dtype, shape)},
                       .params = {{"axis", axis}},
                       .relative = 2e-5,
                       .absolute = 1e-7});
}

// Long lines are cut into parts; one that adds nothing must not make NaN of the others.
TEST_P(Lines, SoftmaxWithMuchOfMinusInfinity) {
  for (const Shape& shape : {Shape{40000}, {5000, 3}}) {
    Tensor input = random(DType::f32, shape, 450, true);
    const float nothing = -std::numeric_limits<float>::infinity();
    for (std::size_t i = 0; i < input.bytes.size() / 2; i += sizeof nothing)
      std::memcpy(&input.bytes[i], &nothing, sizeof nothing);
    expect_same({.kernel = "softmax",
                 .inputs = {input},
                 .outputs = {zeros(DType::f32, shape)},
                 .params = {{"axis", 0}},
                 .relative = 2e-5,
                 .absolute = 1e-9});
  }
}

// No weight is defined in such lines, however they are cut.
TEST_P(Lines, SoftmaxOfLinesWithoutAnAnswer) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const Shape& shape : {Shape{7}, {600}, {40000}, {5000, 3}})
    for (const auto& [others, one] : {std::pair{0.0F, infinity},
                                      {-infinity, infinity},
                                      {-infinity, -infinity},
                                      {-infinity, nan},
                                      {1.0F, nan}}) {
      std::vector<float> values(static_cast<std::size_t>(shape.elements()), others);
      values[values.size() / 3] = one;
      Tensor input = random(DType::f32, shape, 1);
      std::memcpy(input.bytes.data(), values.data(), input.bytes.size());
      expect_same({.kernel = "softmax",
                   .inputs = {input},
                   .outputs = {zeros(DType::f32, shape)},
                   .params = {{"axis", 0}},
                   .relative = 2e-5,
                   .absolute = 1e-9});
    }
}

TEST_P(Lines, Transpose) {
  struct Order {
    Shape input;
    Integers axes;
    Shape output;
  };
  const std::vector<Order> orders = {{{1, 1}, {1, 0}, {1, 1}},
                                     {{13, 17}, {1, 0}, {17, 13}},
                                     {{64, 65}, {1, 0}, {65, 64}},
                                     {{3, 5, 7}, {2, 0, 1}, {7, 3, 5}},
                                     {{3, 5, 7}, {0, -1, 1}, {3, 7, 5}},
                                     {{2, 3, 1, 5}, {3, 1, 0, 2}, {5, 3, 2, 1}},
                                     {{0, 4}, {1, 0}, {4, 0}}};
  unsigned seed = 500;
  for (const DType dtype : dtypes_of("transpose"))
    for (const Order& o : orders)
      expect_same({.kernel = "transpose",
                   .inputs = {random(dtype, o.input, ++seed)},
                   .outputs = {zeros(dtype, o.output)},
                   .params = {{"axes", o.axes}}});
}

DALA_ON_ALL_DEVICES(Lines);

}  // namespace
}  // namespace dala::conformance
