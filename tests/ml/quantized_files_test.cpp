// Files of quantized operators that say something wrong.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "ml/load_helper.hpp"
#include "ml/models_helper.hpp"
#include "ml/quantized_helper.hpp"
#include "support/results.hpp"

namespace dala::ml {
namespace {

using test::buffer_of;
using test::expect_misfit;
using test::expect_refused;
using test::file_of;
using test::floats;
using test::Floats;
using test::Given;
using test::Ints;
using test::left_out;
using test::load;
using test::microsoft;
using test::numbers;
using test::OnnxAttributes;
using test::OnnxBuilder;
using test::s32_type;
using test::s8_type;
using test::scale;
using test::scales;
using test::sixteen;
using test::u8_type;
using test::value_of;
using test::weights;
using test::zero;

struct Wrong {
  const char* op;
  std::vector<Given> inputs;
  ErrorCode code;
  const char* says;
  OnnxAttributes attributes = {};
  const char* domain = "";
  int opset = 13;
};

TEST(QuantizedFiles, WhatDoesNotFitIsNamed) {
  const Given x = floats({1, 4}, {0, 0, 0, 0});
  const Given bytes{u8_type, {1, 4}, {0, 0, 0, 0}};
  const Given picture{u8_type, {1, 1, 2, 2}, {0, 0, 0, 0}};
  const Given tap{u8_type, {1, 1, 1, 1}, {0}};
  const Given one = scale(1);
  const Given none = zero(u8_type, 0);
  const float infinity = std::numeric_limits<float>::infinity();
  const auto bad = ErrorCode::bad_file;
  for (const Wrong& wrong : std::initializer_list<Wrong>{
           {"QuantizeLinear",
            {x, one, zero(s32_type, 0)},
            ErrorCode::unsupported,
            "it makes integers of 8 and 16 bits, and its zero point is s32"},
           {"QuantizeLinear",
            {x, scales({1, 2})},
            ErrorCode::shape_mismatch,
            "its scale (input 1) is {2}; it has to be one number, or one for each of 4 channels"},
           {"QuantizeLinear",
            {x, scales({1, 2, 3, 4}), {u8_type, {3}, {0, 0, 0}}},
            ErrorCode::shape_mismatch,
            "its zero point (input 2) is {3}"},
           {"QuantizeLinear",
            {x, scales({1, 2, 3, 4})},
            bad,
            "there is no axis 2",
            {{"axis", std::int64_t{2}}}},
           {"QuantizeLinear",
            {x, scales({1, 2, 3, 4})},
            ErrorCode::unsupported,
            "supported from opset 13 on",
            {},
            "",
            10},
           {"QuantizeLinear", {x, floats({1, 1}, {1})}, ErrorCode::shape_mismatch, "is {1, 1}"},
           {"QuantizeLinear", {x, scale(std::nanf(""))}, bad, "nan, which is no finite number"},
           {"QuantizeLinear", {x, scale(infinity)}, bad, "inf, which is no finite number"},
           {"QuantizeLinear", {x, {s32_type, {}, {1}}}, bad, "is s32 and has to be f32"},
           {"QuantizeLinear", {bytes, one}, ErrorCode::unsupported, "its input is u8"},
           {"DequantizeLinear",
            {bytes, one, zero(s8_type, 0)},
            bad,
            "its zero point (input 2) is s8 and has to be u8"},
           {"DequantizeLinear", {x, one}, ErrorCode::unsupported, "its input is f32"},
           {"DynamicQuantizeLinear", {bytes}, ErrorCode::unsupported, "its input is u8"},
           {"QLinearConv",
            {picture, one, none, tap, scales({1, 2}), none, one, none},
            ErrorCode::shape_mismatch,
            "its scale (input 4) is {2}"},
           {"QLinearConv",
            {picture, one, none, {u8_type, {1, 1}, {0}}, one, none, one, none},
            bad,
            "its weights are {1, 1} for an input of {1, 1, 2, 2}"},
           {"QLinearConv",
            {picture, one, zero(s8_type, 0), tap, one, none, one, none},
            bad,
            "its zero point (input 2) is s8"},
           {"QLinearConv",
            {picture, one, none, tap, one, none, one, zero(s32_type, 0)},
            ErrorCode::unsupported,
            "its input 7 is s32"},
           {"QLinearConv",
            {picture, one, none, tap, one, none, one, none, scales({0})},
            bad,
            "its bias is f32"},
           {"QLinearConv",
            {picture, one, none, tap, one, none, one, none, {s32_type, {2}, {0, 0}}},
            ErrorCode::shape_mismatch,
            "its bias is {2} for 1 channels"},
           {"QLinearConv",
            {picture, one, none, tap, one, none, one, left_out},
            bad,
            "its input 7 is missing"},
           {"ConvInteger",
            {picture, tap, {u8_type, {2}, {0, 0}}},
            ErrorCode::shape_mismatch,
            "its zero point (input 2) is {2}"},
           {"ConvInteger",
            {picture, {s32_type, {1, 1, 1, 1}, {0}}},
            ErrorCode::unsupported,
            "its input 1 is s32"},
           {"MatMulInteger",
            {bytes, {u8_type, {3, 1}, {0, 0, 0}}},
            ErrorCode::shape_mismatch,
            "it cannot multiply {1, 4} and {3, 1}"},
           {"QLinearMatMul",
            {bytes, scales({1, 2}), none, {u8_type, {4, 1}, {0, 0, 0, 0}}, one, none, one, none},
            ErrorCode::shape_mismatch,
            "its scale (input 1) is {2}"},
           {"QGemm",
            {bytes, one, none, bytes, one, none},
            ErrorCode::shape_mismatch,
            "it cannot multiply",
            {},
            microsoft},
           {"QGemm",
            {bytes, one, none, {u8_type, {4, 1}, {0, 0, 0, 0}}, one, none, left_out, one},
            bad,
            "a scale or a zero point, and not both",
            {},
            microsoft},
           {"QLinearAdd",
            {bytes, one, none, {s8_type, {4}, {0, 0, 0, 0}}, one, zero(s8_type, 0), one},
            bad,
            "its inputs are u8 and s8",
            {},
            microsoft},
           {"QLinearAdd",
            {bytes, one, none, {u8_type, {3}, {0, 0, 0}}, one, none, one},
            ErrorCode::shape_mismatch,
            "",
            {},
            microsoft},
           {"QLinearAdd",
            {bytes, left_out, none, bytes, one, none, one},
            bad,
            "its input 1 is missing",
            {},
            microsoft},
           {"QLinearGlobalAveragePool",
            {bytes, one, none, one, none},
            bad,
            "its input has 2 dimensions",
            {},
            microsoft},
           {"MatMulNBits",
            {x, weights, scales({1})},
            ErrorCode::shape_mismatch,
            "its input is {1, 4} and its K is 16",
            sixteen,
            microsoft},
           {"MatMulNBits",
            {floats({16}, Floats(16)), weights, scales({1, 2})},
            ErrorCode::shape_mismatch,
            "its scales are {2} and have to be 1 numbers",
            sixteen,
            microsoft},
           {"MatMulNBits",
            {floats({16}, Floats(16)), {u8_type, {7}, Ints(7)}, scales({1})},
            ErrorCode::shape_mismatch,
            "its weights are {7} and have to be 8 numbers",
            sixteen,
            microsoft},
           {"MatMulNBits",
            {floats({16}, Floats(16)), weights, scales({1})},
            bad,
            "its block_size is 24",
            {{"K", std::int64_t{16}}, {"N", std::int64_t{1}}, {"block_size", std::int64_t{24}}},
            microsoft},
           {"MatMulNBits",
            {floats({16}, Floats(16)), weights, scales({1})},
            bad,
            "its K and N are",
            {{"K", std::int64_t{1} << 60},
             {"N", std::int64_t{1}},
             {"block_size", std::int64_t{16}}},
            microsoft},
           {"MatMulNBits",
            {floats({16}, Floats(16)), weights, scales({1})},
            ErrorCode::unsupported,
            "its weights have 8 bits",
            {{"K", std::int64_t{16}},
             {"N", std::int64_t{1}},
             {"bits", std::int64_t{8}},
             {"block_size", std::int64_t{16}}},
            microsoft},
       }) {
    SCOPED_TRACE(wrong.says);
    const OnnxBuilder file = file_of(wrong.op, wrong.inputs, {onnx::TensorProto::FLOAT},
                                     wrong.attributes, wrong.domain, wrong.opset);
    expect_misfit(file, {Shape(wrong.inputs[0].dims)}, wrong.code, wrong.says);
  }
}

TEST(QuantizedFiles, OperatorsAreLookedUpInTheirDomain) {
  const std::vector<Given> inputs(7, scale(1));
  expect_refused(file_of("QLinearAdd", inputs, {u8_type}), ErrorCode::unsupported,
                 "not supported: QLinearAdd 'y0'");
  expect_refused(file_of("Add", {scale(1), scale(1)}, {onnx::TensorProto::FLOAT}, {}, microsoft),
                 ErrorCode::unsupported, "com.microsoft.Add 'y0' (not of the ONNX standard)");
  expect_refused(file_of("QLinearConv", std::vector<Given>(8, scale(1)), {u8_type},
                         {{"channels_last", std::int64_t{1}}}, microsoft),
                 ErrorCode::unsupported,
                 "its attribute 'channels_last' is 1; that is supported in "
                 "no opset");
}

// Scales that are not known before the model runs may be anything, and do no harm.
TEST(QuantizedFiles, ScalesOfTheCaller) {
  OnnxBuilder file(13);
  file.input("x", {3}).input("s", {});
  file.node("QuantizeLinear", {"x", "s"}, {"y"}).output("y", u8_type);
  const Model model = value_of(load(file));
  for (const float s : {0.0F, -1.0F, std::nanf(""), std::numeric_limits<float>::infinity()}) {
    const auto made = model.predict({buffer_of(floats({3}, {-1, 0, 1})), buffer_of(scale(s))});
    ASSERT_TRUE(made) << made.error().message;
  }
}

}  // namespace
}  // namespace dala::ml
