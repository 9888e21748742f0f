// The rules of the built-in kernels: what their outputs are, which calls they reject, with which
// code, and that the message shows the values.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "compute/kernels/kernel_def.hpp"
#include "core/error.hpp"

namespace dala {
namespace {

using backend::KernelCall;
using backend::TensorRef;

const KernelDefList& definitions() {
  static const KernelDefList all = [] {
    KernelDefList list;
    define_elementwise(list);
    define_activation(list);
    define_cast(list);
    define_softmax(list);
    define_transpose(list);
    define_reduction(list);
    define_matmul(list);
    define_generate(list);
    return list;
  }();
  return all;
}

TensorRef f32(const Shape& shape) { return {nullptr, DType::f32, shape}; }
TensorRef of(DType dtype, const Shape& shape) { return {nullptr, dtype, shape}; }

// What is inferred, compared with an output that somebody has.
Result<void> check(std::string_view kernel, const std::vector<TensorRef>& inputs,
                   const TensorRef& output, const std::vector<ParamValue>& params = {}) {
  for (const KernelDef& definition : definitions()) {
    if (definition.info.name != kernel) continue;
    const KernelCall call{kernel, inputs, {}, params};
    DALA_ASSIGN(const InferredOutputs inferred, definition.infer(call));
    EXPECT_EQ(inferred.size(), 1U);
    return check_output(definition.info, call, inferred[0], 0, {output.dtype, output.shape});
  }
  ADD_FAILURE() << "no kernel " << kernel;
  return {};
}

// The call fails with the code, and the message has the kernel's name and all the parts.
void expect_rejected(const Result<void>& result, ErrorCode code,
                     const std::vector<std::string>& parts) {
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(to_string(result.error().code), to_string(code));
  for (const std::string& part : parts)
    EXPECT_NE(result.error().message.find(part), std::string::npos)
        << "\"" << part << "\" is not in: " << result.error().message;
}

TEST(BuiltinDefinitions, AreComplete) {
  EXPECT_FALSE(definitions().empty());
  for (const KernelDef& definition : definitions()) {
    const KernelInfo& info = definition.info;
    SCOPED_TRACE(info.name);
    EXPECT_FALSE(info.family.empty());
    EXPECT_TRUE(info.summary.ends_with('.'));
    EXPECT_EQ(info.outputs.size(), 1U);
    EXPECT_NE(definition.infer, nullptr);
    for (const TensorInfo& tensor : info.inputs) EXPECT_FALSE(tensor.summary.empty());
    for (const ParamInfo& param : info.params) {
      EXPECT_FALSE(param.summary.empty());
      EXPECT_FALSE(param.required && param.fallback.has_value());
    }
  }
}

TEST(ElementwiseCheck, TakesEverythingThatBroadcasts) {
  EXPECT_TRUE(check("elementwise_add", {f32({5, 1}), f32({7})}, f32({5, 7})));
  EXPECT_TRUE(check("elementwise_div", {f32({}), f32({})}, f32({})));
  EXPECT_TRUE(check("elementwise_sub", {f32({0, 3}), f32({3})}, f32({0, 3})));
}

TEST(ElementwiseCheck, RejectsWhatDoesNotFit) {
  expect_rejected(check("elementwise_add", {f32({2, 3}), f32({4})}, f32({2, 3})),
                  ErrorCode::shape_mismatch, {"elementwise_add", "{2, 3}", "{4}"});
  expect_rejected(check("elementwise_add", {f32({2, 3}), f32({3})}, f32({3, 2})),
                  ErrorCode::shape_mismatch, {"{3, 2}", "{2, 3}", "{3}"});
  expect_rejected(check("elementwise_mul", {f32({3}), of(DType::s32, {3})}, f32({3})),
                  ErrorCode::wrong_dtype, {"elementwise_mul", "s32", "f32"});
  expect_rejected(check("elementwise_mul", {f32({3}), f32({3})}, of(DType::f64, {3})),
                  ErrorCode::wrong_dtype, {"f32", "f64"});
}

TEST(ScalarMulCheck, WantsWholeNumbersForIntegers) {
  EXPECT_TRUE(check("scalar_mul", {f32({2})}, f32({2}), {0.5}));
  EXPECT_TRUE(check("scalar_mul", {of(DType::s32, {2})}, of(DType::s32, {2}), {-0x1p63}));
  EXPECT_TRUE(check("scalar_mul", {of(DType::u8, {2})}, of(DType::u8, {2}), {1000.0}));
  expect_rejected(check("scalar_mul", {of(DType::s32, {2})}, of(DType::s32, {2}), {2.5}),
                  ErrorCode::param_out_of_range, {"scalar_mul", "2.5", "s32", "f32"});
  expect_rejected(check("scalar_mul", {of(DType::s64, {2})}, of(DType::s64, {2}), {0x1p63}),
                  ErrorCode::param_out_of_range, {"9.2", "2^63"});
  expect_rejected(check("scalar_mul", {of(DType::u32, {2})}, of(DType::u32, {2}), {-1.0}),
                  ErrorCode::param_out_of_range, {"-1", "u32"});
  expect_rejected(check("scalar_mul", {f32({2})}, f32({3}), {1.0}), ErrorCode::shape_mismatch,
                  {"{2}", "{3}"});
}

TEST(ClampCheck, WantsARange) {
  EXPECT_TRUE(check("clamp", {f32({2})}, f32({2}), {1.0, 1.0}));
  expect_rejected(check("clamp", {f32({2})}, f32({2}), {2.0, 1.0}), ErrorCode::param_out_of_range,
                  {"clamp", "min is 2", "max is 1"});
  expect_rejected(check("clamp", {of(DType::u8, {2})}, of(DType::u8, {2}), {1.25, 1.75}),
                  ErrorCode::param_out_of_range, {"1.25", "1.75", "u8"});
}

TEST(ActivationChecks, WantOutputsLikeTheInput) {
  for (const char* kernel : {"sigmoid", "tanh"}) {
    EXPECT_TRUE(check(kernel, {f32({2})}, f32({2})));
    expect_rejected(check(kernel, {f32({2})}, f32({2, 1})), ErrorCode::shape_mismatch,
                    {kernel, "{2}", "{2, 1}"});
    expect_rejected(check(kernel, {f32({2})}, of(DType::f64, {2})), ErrorCode::wrong_dtype,
                    {kernel, "f32", "f64"});
  }
  EXPECT_TRUE(check("gelu", {f32({2})}, f32({2}), {true}));
  EXPECT_TRUE(check("relu", {f32({2})}, f32({2}), {0.5}));
  EXPECT_TRUE(check("relu", {of(DType::s32, {2})}, of(DType::s32, {2}), {0.0}));
  EXPECT_TRUE(check("relu", {of(DType::u8, {2})}, of(DType::u8, {2}), {0.0}));
  expect_rejected(check("relu", {of(DType::s32, {2})}, of(DType::s32, {2}), {0.5}),
                  ErrorCode::param_out_of_range, {"relu", "0.5", "s32"});
}

TEST(CastCheck, WantsOneShape) {
  EXPECT_TRUE(check("cast", {f32({2, 3})}, of(DType::u8, {2, 3})));
  expect_rejected(check("cast", {f32({2, 3})}, of(DType::u8, {6})), ErrorCode::shape_mismatch,
                  {"cast", "{6}", "{2, 3}"});
}

TEST(SoftmaxCheck, WantsAnAxisOfTheInput) {
  EXPECT_TRUE(check("softmax", {f32({2, 3})}, f32({2, 3}), {-2}));
  EXPECT_TRUE(check("softmax", {f32({})}, f32({}), {-1}));
  expect_rejected(check("softmax", {f32({2, 3})}, f32({2, 3}), {2}), ErrorCode::param_out_of_range,
                  {"softmax", "axis is 2", "{2, 3}", "between -2 and 1"});
}

TEST(TransposeCheck, WantsAPermutation) {
  EXPECT_TRUE(check("transpose", {f32({2, 3, 4})}, f32({4, 3, 2}), {ParamValue()}));
  EXPECT_TRUE(check("transpose", {f32({2, 3, 4})}, f32({4, 2, 3}), {Integers{-1, 0, 1}}));
  expect_rejected(check("transpose", {f32({2, 3})}, f32({3, 2}), {Integers{1, 0, 2}}),
                  ErrorCode::param_out_of_range, {"transpose", "{1, 0, 2}", "{2, 3}", "number"});
  expect_rejected(check("transpose", {f32({2, 3})}, f32({3, 2}), {Integers{1, 2}}),
                  ErrorCode::param_out_of_range, {"{1, 2}", "outside", "from 0 to 1"});
  expect_rejected(check("transpose", {f32({2, 3})}, f32({3, 2}), {Integers{1, 1}}),
                  ErrorCode::param_out_of_range, {"{1, 1}", "twice"});
  expect_rejected(check("transpose", {f32({2, 3})}, f32({2, 3}), {ParamValue()}),
                  ErrorCode::shape_mismatch, {"{2, 3}", "{3, 2}"});
}

TEST(ReductionChecks, FollowAxisAndKeepDims) {
  const ParamValue all;
  EXPECT_TRUE(check("sum", {f32({2, 3})}, f32({}), {all, false}));
  EXPECT_TRUE(check("sum", {f32({2, 3})}, f32({1}), {all, false}));
  EXPECT_TRUE(check("sum", {f32({2, 3})}, f32({1, 1}), {all, true}));
  EXPECT_TRUE(check("sum", {f32({2, 3})}, f32({2}), {-1, false}));
  EXPECT_TRUE(check("sum", {f32({2, 3})}, f32({1, 3}), {0, true}));
  expect_rejected(check("sum", {f32({2, 3})}, f32({2}), {all, false}), ErrorCode::shape_mismatch,
                  {"sum", "{2}", "{}", "{1}"});
  expect_rejected(check("sum", {f32({2, 3})}, f32({2}), {0, false}), ErrorCode::shape_mismatch,
                  {"{2}", "{3}", "axis 0"});
  expect_rejected(check("max", {f32({2, 3})}, f32({2}), {-3, false}), ErrorCode::param_out_of_range,
                  {"max", "axis is -3", "{2, 3}", "between -2 and 1"});
}

TEST(ReductionChecks, KnowTheirOutputTypes) {
  const std::vector<ParamValue> params = {ParamValue(), false};
  EXPECT_TRUE(check("sum", {of(DType::u8, {2})}, of(DType::s64, {}), params));
  EXPECT_TRUE(check("sum", {f32({2})}, of(DType::f64, {}), params));
  EXPECT_TRUE(check("mean", {of(DType::s32, {2})}, f32({}), params));
  EXPECT_TRUE(check("argmax", {f32({2})}, of(DType::u32, {}), params));
  // Only where the last place fits.
  EXPECT_TRUE(check("argmax", {f32({3'000'000'000})}, of(DType::u32, {}), params));
  expect_rejected(check("argmax", {f32({3'000'000'000})}, of(DType::s32, {}), params),
                  ErrorCode::wrong_dtype, {"argmax", "s32", "s64", "u32"});
  expect_rejected(check("sum", {of(DType::u8, {2})}, f32({}), params), ErrorCode::wrong_dtype,
                  {"sum", "u8", "f32", "u8 or s64"});
  expect_rejected(check("sum", {of(DType::f64, {2})}, f32({}), params), ErrorCode::wrong_dtype,
                  {"must be f64"});
  expect_rejected(check("mean", {of(DType::f64, {2})}, f32({}), params), ErrorCode::wrong_dtype,
                  {"mean", "f64", "f32"});
  expect_rejected(check("mean", {f32({2})}, of(DType::s32, {}), params), ErrorCode::wrong_dtype,
                  {"s32", "f32 or f64"});
  expect_rejected(check("max", {f32({2})}, of(DType::f64, {}), params), ErrorCode::wrong_dtype,
                  {"max", "f32", "f64"});
}

TEST(ReductionChecks, AllowOnlySumsOfNothing) {
  const std::vector<ParamValue> all = {ParamValue(), false};
  EXPECT_TRUE(check("sum", {f32({0, 3})}, f32({3}), {0, false}));
  EXPECT_TRUE(check("max", {f32({0, 3})}, f32({0}), {1, false}));
  for (const char* kernel : {"mean", "max"})
    expect_rejected(check(kernel, {f32({0, 3})}, f32({3}), {0, false}), ErrorCode::shape_mismatch,
                    {kernel, "{0, 3}"});
  expect_rejected(check("argmax", {f32({0})}, of(DType::s64, {}), all), ErrorCode::shape_mismatch,
                  {"argmax", "{0}"});
}

TEST(MatmulCheck, WantsMatricesThatFit) {
  EXPECT_TRUE(check("matmul", {f32({2, 3}), f32({3, 5})}, f32({2, 5})));
  EXPECT_TRUE(check("matmul", {f32({2, 0}), f32({0, 5})}, f32({2, 5})));
  expect_rejected(check("matmul", {f32({2, 3}), f32({4, 5})}, f32({2, 5})),
                  ErrorCode::shape_mismatch,
                  {"matmul: a is {2, 3} and b is {4, 5}; a's columns (3) must equal b's rows (4)"});
  expect_rejected(check("matmul", {f32({3}), f32({3, 5})}, f32({5})), ErrorCode::shape_mismatch,
                  {"{3}", "{3, 5}", "2 dimensions"});
  expect_rejected(check("matmul", {f32({2, 3}), f32({3, 5})}, f32({5, 2})),
                  ErrorCode::shape_mismatch, {"{5, 2}", "{2, 5}"});
  expect_rejected(check("matmul", {f32({2, 3}), of(DType::f64, {3, 5})}, f32({2, 5})),
                  ErrorCode::wrong_dtype, {"matmul", "f64", "f32"});
}

TEST(MatmulIntegerCheck, WantsBytesAndZeroPointsInTheirRange) {
  const TensorRef out = of(DType::s32, {2, 5});
  const auto bytes = [](DType a, DType b) { return std::vector{of(a, {2, 3}), of(b, {3, 5})}; };
  const std::vector<ParamValue> none = {0, 0};
  for (const DType a : {DType::u8, DType::s8})
    for (const DType b : {DType::u8, DType::s8})
      EXPECT_TRUE(check("matmul_integer", bytes(a, b), out, none));
  expect_rejected(check("matmul_integer", bytes(DType::u8, DType::s8), of(DType::s8, {2, 5}), none),
                  ErrorCode::wrong_dtype, {"matmul_integer", "s32"});
  expect_rejected(
      check("matmul_integer", {of(DType::u8, {2, 3}), of(DType::s8, {2, 5})}, out, none),
      ErrorCode::shape_mismatch, {"columns (3)", "rows (2)"});
  expect_rejected(check("matmul_integer", bytes(DType::s8, DType::s8), out, {128, 0}),
                  ErrorCode::param_out_of_range,
                  {"a_zero_point is 128 and a is s8; it must be between -128 and 127"});
  expect_rejected(check("matmul_integer", bytes(DType::s8, DType::u8), out, {0, -1}),
                  ErrorCode::param_out_of_range, {"b_zero_point is -1 and b is u8"});
}

TEST(GradientCheck, WantsAPictureOfFourChannels) {
  EXPECT_TRUE(check("generate_gradient", {}, of(DType::u8, {0, 5, 4}), {128}));
  expect_rejected(check("generate_gradient", {}, of(DType::u8, {7, 5, 3}), {128}),
                  ErrorCode::shape_mismatch, {"generate_gradient", "{7, 5, 3}", "4"});
}

}  // namespace
}  // namespace dala
