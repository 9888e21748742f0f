// Operators on integers with scales and zero points: answers computed by hand.
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
using test::s16_type;
using test::s32_type;
using test::s8_type;
using test::scale;
using test::scales;
using test::sixteen;
using test::u16_type;
using test::u8_type;
using test::value_of;
using test::weights;
using test::zero;

// The first output.
Floats answer(const std::string& op, const std::vector<Given>& inputs, int output,
              const OnnxAttributes& attributes = {}, const std::string& domain = "") {
  const Model model = value_of(load(file_of(op, inputs, {output}, attributes, domain)));
  return numbers(value_of(model.predict({buffer_of(inputs[0])}))[0]);
}

TEST(NarrowIntegers, KeepTheirTypeThroughAModel) {
  for (const auto& [type, least, most] :
       {std::tuple{s8_type, -128, 127}, {s16_type, -32768, 32767}, {u16_type, 0, 65535}}) {
    const Given x{type, {3}, {least, most, 3}};
    EXPECT_EQ(answer("Add", {x, {type, {1}, {1}}}, type),
              (Floats{static_cast<float>(least + 1), static_cast<float>(least), 4}));
    EXPECT_EQ(answer("Transpose", {x}, type), numbers(buffer_of(x)));
    EXPECT_EQ(answer("Max", {x, {type, {1}, {2}}}, type), (Floats{2, static_cast<float>(most), 3}));
    EXPECT_EQ(answer("Cast", {x}, onnx::TensorProto::FLOAT,
                     {{"to", std::int64_t{onnx::TensorProto::FLOAT}}}),
              numbers(buffer_of(x)));
    const Model model = value_of(load(file_of("Relu", {x}, {type})));
    EXPECT_EQ(model.info().inputs[0].dtype, model.info().outputs[0].dtype);
    EXPECT_EQ(size_of(model.info().inputs[0].dtype), type == s8_type ? 1U : 2U);
  }
}

TEST(NarrowIntegers, CastsSaturateAndCompare) {
  const Given x = floats({4}, {1.9F, -1.9F, 1e6F, -1e6F});
  const auto cast = [&](int type) {
    return answer("Cast", {x}, type, {{"to", std::int64_t{type}}});
  };
  EXPECT_EQ(cast(s8_type), (Floats{1, -1, 127, -128}));
  EXPECT_EQ(cast(s16_type), (Floats{1, -1, 32767, -32768}));
  EXPECT_EQ(cast(u16_type), (Floats{1, 0, 65535, 0}));
  EXPECT_EQ(answer("Less", {{s8_type, {2}, {-1, 1}}, {s8_type, {1}, {0}}}, onnx::TensorProto::BOOL),
            (Floats{1, 0}));
}

TEST(NarrowIntegers, LargestOfAWindow) {
  EXPECT_EQ(answer("MaxPool", {{s8_type, {1, 1, 2, 3}, {-128, -5, -7, -128, -128, -9}}}, s8_type,
                   {{"kernel_shape", Ints{2, 2}}, {"pads", Ints{0, 1, 0, 0}}}),
            (Floats{-128, -5, -5}));
}

TEST(QuantizeLinear, RoundsHalvesToTheEvenAndSaturates) {
  EXPECT_EQ(
      answer("QuantizeLinear",
             {floats({6}, {0, 2, 3, 1000, -254, -1000}), scale(2), zero(u8_type, 128)}, u8_type),
      (Floats{128, 129, 130, 255, 1, 0}));
  EXPECT_EQ(answer("QuantizeLinear", {floats({5}, {1, 3, 5, -1, -3}), scale(2), zero(s8_type, 0)},
                   s8_type),
            (Floats{0, 2, 2, 0, -2}));
  EXPECT_EQ(answer("QuantizeLinear", {floats({2}, {1, 300}), scale(1)}, u8_type), (Floats{1, 255}));
  EXPECT_EQ(answer("QuantizeLinear",
                   {floats({3}, {1, -1e9F, 1e9F}), scale(0.5F), zero(s16_type, -3)}, s16_type),
            (Floats{-1, -32768, 32767}));
}

TEST(QuantizeLinear, WhatIsNoNumberBecomesTheZeroPoint) {
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(answer("QuantizeLinear",
                   {floats({3}, {std::nanf(""), infinity, -infinity}), scale(1), zero(u8_type, 7)},
                   u8_type),
            (Floats{7, 255, 0}));
}

TEST(QuantizeLinear, EachChannelByItself) {
  const std::vector<Given> inputs{floats({1, 3, 2}, {-162, 10, -100, 232, -20, -50}),
                                  scales({2, 4, 5}),
                                  {u8_type, {3}, {84, 24, 196}}};
  EXPECT_EQ(answer("QuantizeLinear", inputs, u8_type), (Floats{3, 89, 0, 82, 192, 186}));
  EXPECT_EQ(answer("QuantizeLinear", inputs, u8_type, {{"axis", std::int64_t{-2}}}),
            (Floats{3, 89, 0, 82, 192, 186}));
}

TEST(DequantizeLinear, IsTheDifferenceTimesTheScale) {
  EXPECT_EQ(
      answer("DequantizeLinear", {{u8_type, {4}, {0, 3, 128, 255}}, scale(2), zero(u8_type, 128)},
             onnx::TensorProto::FLOAT),
      (Floats{-256, -250, 0, 254}));
  EXPECT_EQ(answer("DequantizeLinear", {{s32_type, {2}, {-70000, 5}}, scale(0.5F)},
                   onnx::TensorProto::FLOAT),
            (Floats{-35000, 2.5F}));
  EXPECT_EQ(answer("DequantizeLinear",
                   {{s8_type, {2, 2}, {-128, 1, 2, 3}}, scales({1, 10}), {s8_type, {2}, {0, 1}}},
                   onnx::TensorProto::FLOAT, {{"axis", std::int64_t{0}}}),
            (Floats{-128, 1, 10, 20}));
}

TEST(DynamicQuantizeLinear, CoversTheRangeWithZero) {
  const Given x = floats({6}, {0, 2, -3, -2.5F, 1.34F, 0.5F});
  const Model model = value_of(
      load(file_of("DynamicQuantizeLinear", {x}, {u8_type, onnx::TensorProto::FLOAT, u8_type})));
  const auto made = value_of(model.predict({buffer_of(x)}));
  EXPECT_EQ(numbers(made[0]), (Floats{153, 255, 0, 26, 221, 179}));
  EXPECT_FLOAT_EQ(numbers(made[1])[0], 5.0F / 255);
  EXPECT_EQ(numbers(made[2]), (Floats{153}));
  const Given none = floats({2}, {0, 0});
  EXPECT_EQ(numbers(value_of(value_of(load(file_of("DynamicQuantizeLinear", {none}, {u8_type})))
                                 .predict({buffer_of(none)}))[0]),
            (Floats{0, 0}));
}

TEST(QLinearConv, PadsWithTheZeroPoint) {
  const auto with = [](const Ints& pads) {
    return answer("QLinearConv",
                  {{u8_type, {1, 1, 2, 2}, {1, 2, 3, 4}},
                   scale(0.5F),
                   zero(u8_type, 1),
                   {s8_type, {1, 1, 2, 2}, {1, -1, 2, 3}},
                   scale(1),
                   zero(s8_type, 0),
                   scale(2),
                   zero(u8_type, 10),
                   {s32_type, {1}, {4}}},
                  u8_type, {{"pads", pads}});
  };
  // 0 - 1 + 4 + 9 and the bias, a quarter of that, and the zero point.
  EXPECT_EQ(with({0, 0, 0, 0}), (Floats{14}));
  // 4, 4 + 3, 4 + 6 and 16 quarters; 7 / 4 is nearest to 2, and 10 / 4 to the even 2.
  EXPECT_EQ(with({1, 1, 0, 0}), (Floats{11, 12, 12, 14}));
}

TEST(QLinearConv, EachChannelHasItsScaleAndZeroPoint) {
  EXPECT_EQ(answer("QLinearConv",
                   {{s8_type, {1, 2, 1, 1}, {10, -20}},
                    scale(1),
                    zero(s8_type, 0),
                    {u8_type, {2, 1, 1, 1}, {3, 5}},
                    scales({1, 0.5F}),
                    {u8_type, {2}, {1, 2}},
                    scale(1),
                    zero(s8_type, 1)},
                   s8_type, {{"group", std::int64_t{2}}}),
            (Floats{21, -29}));
}

TEST(ConvInteger, SumsWithoutTheZeroPoint) {
  const std::vector<Given> inputs{{u8_type, {1, 1, 3, 3}, {2, 3, 4, 5, 6, 7, 8, 9, 10}},
                                  {u8_type, {1, 1, 2, 2}, {1, 1, 1, 1}},
                                  zero(u8_type, 1)};
  EXPECT_EQ(answer("ConvInteger", inputs, s32_type), (Floats{12, 16, 24, 28}));
  EXPECT_EQ(answer("ConvInteger", inputs, s32_type, {{"pads", Ints{1, 1, 1, 1}}}),
            (Floats{1, 3, 5, 3, 5, 12, 16, 9, 11, 24, 28, 15, 7, 15, 17, 9}));
}

TEST(MatMulInteger, RowsAndColumnsHaveZeroPoints) {
  const Given a{u8_type, {4, 3}, {11, 7, 3, 10, 6, 2, 9, 5, 1, 8, 4, 0}};
  const Given b{u8_type, {3, 2}, {1, 4, 2, 5, 3, 6}};
  EXPECT_EQ(answer("MatMulInteger", {a, b, zero(u8_type, 12), zero(u8_type, 0)}, s32_type),
            (Floats{-38, -83, -44, -98, -50, -113, -56, -128}));
  EXPECT_EQ(answer("MatMulInteger",
                   {{s8_type, {2, 1}, {2, 3}},
                    {s8_type, {1, 2}, {10, 20}},
                    {s8_type, {2}, {1, -1}},
                    {s8_type, {2}, {0, 10}}},
                   s32_type),
            (Floats{10, 10, 40, 40}));
}

TEST(QLinearMatMul, BringsTheSumToTheOutputsScale) {
  const Given a{u8_type, {2, 4}, {208, 236, 0, 238, 3, 214, 255, 29}};
  const Given b{u8_type, {4, 3}, {152, 51, 244, 60, 26, 255, 0, 127, 246, 127, 254, 247}};
  EXPECT_EQ(answer("QLinearMatMul",
                   {a, scale(0.0066F), zero(u8_type, 113), b, scale(0.00705F), zero(u8_type, 114),
                    scale(0.0107F), zero(u8_type, 118)},
                   u8_type),
            (Floats{168, 115, 255, 1, 66, 151}));
  EXPECT_EQ(answer("QLinearMatMul",
                   {{s8_type, {2, 2}, {1, 2, 3, 4}},
                    scale(1),
                    zero(s8_type, 0),
                    {s8_type, {2, 2}, {1, 10, 1, 10}},
                    scales({1, 0.1F}),
                    {s8_type, {2}, {0, 0}},
                    scale(0.5F),
                    zero(s8_type, -1)},
                   s8_type),
            (Floats{5, 5, 13, 13}));
}

TEST(QGemm, AddsAnIntegerBias) {
  std::vector<Given> inputs{{s8_type, {1, 2}, {3, 4}},       scale(1),    zero(s8_type, 1),
                            {s8_type, {2, 2}, {1, 2, 3, 4}}, scale(0.5F), zero(s8_type, 0),
                            {s32_type, {2}, {10, -100}}};
  // (2 * 1 + 3 * 2 + 10) / 2 and (2 * 3 + 3 * 4 - 100) / 2.
  EXPECT_EQ(
      answer("QGemm", inputs, onnx::TensorProto::FLOAT, {{"transB", std::int64_t{1}}}, microsoft),
      (Floats{9, -41}));
  inputs.push_back(scale(2));
  inputs.push_back(zero(u8_type, 20));
  EXPECT_EQ(answer("QGemm", inputs, u8_type, {{"transB", std::int64_t{1}}}, microsoft),
            (Floats{24, 0}));
}

TEST(QLinearElements, SumProductAndFunctions) {
  const Given a{u8_type, {3}, {0, 10, 255}};
  const Given b{u8_type, {1}, {6}};
  // A zero point that is left out is 0.
  EXPECT_EQ(
      answer("QLinearAdd",
             {a, scale(0.5F), left_out, b, scale(1), zero(u8_type, 2), scale(1), zero(u8_type, 1)},
             u8_type, {}, microsoft),
      (Floats{5, 10, 133}));
  EXPECT_EQ(answer("QLinearMul",
                   {a, scale(0.5F), zero(u8_type, 2), b, scale(1), zero(u8_type, 2), scale(2)},
                   u8_type, {}, microsoft),
            (Floats{0, 8, 253}));
  const Given c{s8_type, {3}, {-100, 0, 100}};
  EXPECT_EQ(answer("QLinearSigmoid",
                   {c, scale(0.1F), zero(s8_type, 0), scale(1.0F / 256), zero(s8_type, -128)},
                   s8_type, {}, microsoft),
            (Floats{-128, 0, 127}));
  EXPECT_EQ(answer("QLinearLeakyRelu", {c, scale(1), left_out, scale(1), zero(s8_type, 1)}, s8_type,
                   {{"alpha", 0.25F}}, microsoft),
            (Floats{-24, 1, 101}));
}

TEST(QLinearConcat, BringsEachToTheOutputsScale) {
  OnnxBuilder file(13);
  file.input("a", {2, 1}, u8_type).input("b", {2, 2}, u8_type);
  file.floats("one", {}, Floats{1}).floats("two", {}, Floats{2});
  file.narrow("zero", u8_type, {}, {0}).narrow("ten", u8_type, {}, {10});
  file.node("QLinearConcat", {"one", "ten", "a", "two", "zero", "b", "one", "ten"}, {"y"},
            {{"axis", std::int64_t{1}}})
      .domain(microsoft);
  file.output("y", u8_type);
  const auto made = value_of(value_of(load(file))
                                 .predict({buffer_of({u8_type, {2, 1}, {3, 200}}),
                                           buffer_of({u8_type, {2, 2}, {1, 2, 3, 4}})}));
  EXPECT_EQ(numbers(made[0]), (Floats{16, 1, 2, 255, 3, 4}));
}

TEST(QLinearPools, MeanOfWhatTheIntegersStandFor) {
  const Given x{u8_type, {1, 1, 2, 2}, {2, 4, 6, 9}};
  EXPECT_EQ(
      answer("QLinearGlobalAveragePool",
             {x, scale(2), zero(u8_type, 1), scale(1), zero(u8_type, 3)}, u8_type, {}, microsoft),
      (Floats{11}));  // 17 / 4 * 2 = 8.5, and the even 8
  EXPECT_EQ(answer("QLinearAveragePool", {x, scale(2), left_out, scale(2)}, u8_type,
                   {{"kernel_shape", Ints{1, 2}}, {"pads", Ints{0, 1, 0, 0}}}, microsoft),
            (Floats{2, 3, 6, 8}));
  EXPECT_EQ(answer("QLinearAveragePool",
                   {x, scale(2), zero(u8_type, 2), scale(2), zero(u8_type, 2)}, u8_type,
                   {{"kernel_shape", Ints{1, 2}},
                    {"pads", Ints{0, 1, 0, 0}},
                    {"count_include_pad", std::int64_t{1}}},
                   microsoft),
            (Floats{2, 3, 4, 8}));
}

TEST(MatMulNBits, BlocksOfFourBits) {
  const Given ones = floats({1, 16}, Floats(16, 1.0F));
  const auto made = [&](const std::vector<Given>& more) {
    std::vector<Given> inputs{ones, weights, scales({0.5F})};
    inputs.insert(inputs.end(), more.begin(), more.end());
    return answer("MatMulNBits", inputs, onnx::TensorProto::FLOAT, sixteen, microsoft);
  };
  EXPECT_EQ(made({}), (Floats{-4}));                       // 120 - 16 * 8
  EXPECT_EQ(made({{u8_type, {1}, {0xf7}}}), (Floats{4}));  // 120 - 16 * 7
  EXPECT_EQ(made({scales({7.5F})}), (Floats{0}));          // 120 - 16 * 7.5
  EXPECT_EQ(made({left_out, left_out, scales({3})}), (Floats{-1}));
}

// The second block of a column is shorter than the blocks, and its zero point the upper half.
TEST(MatMulNBits, TheLastBlockMayBeShort) {
  Given two = weights;
  two.dims = {2, 2, 8};
  for (std::size_t i = 1; i < 4; ++i)
    two.integers.insert(two.integers.end(), weights.integers.begin(), weights.integers.end());
  Floats row(18, 1.0F);
  row[16] = 2;
  EXPECT_EQ(
      answer("MatMulNBits",
             {floats({1, 18}, row), two, scales({1, 10, 1, 1}), {u8_type, {2}, {0x18, 0x80}}},
             onnx::TensorProto::FLOAT,
             {{"K", std::int64_t{18}}, {"N", std::int64_t{2}}, {"block_size", std::int64_t{16}}},
             microsoft),
      // -8 + 10 * (2 * (0 - 1) + (1 - 1)), and 120 + 2 * (0 - 8) + (1 - 8)
      (Floats{-28, 97}));
}

}  // namespace
}  // namespace dala::ml
