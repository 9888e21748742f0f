// What files say about their operators: all of it is heeded, or refused by name.
#include <gtest/gtest.h>

#include "ml/load_helper.hpp"
#include "ml/models_helper.hpp"
#include "ml/ops/families.hpp"
#include "support/results.hpp"

namespace dala::ml {
namespace {

using test::cpu;
using test::expect_misfit;
using test::expect_refused;
using test::Floats;
using test::Ints;
using test::load;
using test::OnnxAttribute;
using test::OnnxAttributes;
using test::OnnxBuilder;
using test::value_of;

OnnxBuilder node_of(const std::string& op, int opset, const OnnxAttributes& attributes,
                    std::size_t inputs = 1) {
  OnnxBuilder file(opset);
  test::Names names;
  for (std::size_t i = 0; i < inputs; ++i) {
    names.push_back("x" + std::to_string(i));
    file.input(names.back(), {1, 4, 4, 4});
  }
  file.node(op, names, {"y"}, attributes).output("y");
  return file;
}

TEST(OperatorAttributes, WhatIsNotOfTheOperatorIsRefused) {
  std::size_t seen = 0;
  for (const auto family : operator_families())
    for (const Operator& op : family) {
      SCOPED_TRACE(op.name);
      for (const int opset : {oldest_opset, 10, newest_opset})
        expect_refused(
            node_of(std::string(op.name), opset, {{"flavour", std::int64_t{0}}}, op.min_inputs)
                .domain(op.is_of(Domain::onnx) ? "" : "com.microsoft"),
            ErrorCode::unsupported,
            format("{} of opset {} has no attribute 'flavour'", op.name, opset));
      ++seen;
    }
  EXPECT_GT(seen, 80U);
}

TEST(OperatorAttributes, WhatIsKnownIsListed) {
  expect_refused(
      node_of("Gemm", 13, {{"transX", std::int64_t{1}}}, 2), ErrorCode::unsupported,
      "Gemm 'y': Gemm of opset 13 has no attribute 'transX'; it has alpha, beta, transA, "
      "transB");
}

struct Refused {
  const char* op;
  int opset;
  const char* name;
  OnnxAttribute value;
  const char* says;
};

// Each of these was left out of account, and the answer was a wrong one.
TEST(OperatorAttributes, WhatWouldNotBeHeededIsRefused) {
  const std::int64_t one = 1;
  for (const Refused& given : {
           Refused{"BatchNormalization", 7, "spatial", std::int64_t{0},
                   "its attribute 'spatial' is 0; that is supported in no opset"},
           Refused{"BatchNormalization", 15, "training_mode", one, "'training_mode' is 1"},
           Refused{"Squeeze", 13, "axes", Ints{1},
                   "its attribute 'axes' is a list or a tensor; that is supported up to opset 12, "
                   "and the model uses opset 13"},
           Refused{"ReduceSum", 13, "axes", Ints{1}, "supported up to opset 12"},
           Refused{"ReduceSum", 12, "noop_with_empty_axes", one, "supported from opset 13 on"},
           Refused{"ReduceMean", 13, "noop_with_empty_axes", one,
                   "ReduceMean of opset 13 has no attribute 'noop_with_empty_axes'"},
           Refused{"Clip", 11, "max", 6.0F, "its attribute 'max' is 6; that is supported up to"},
           Refused{"Split", 13, "split", Ints{2, 2}, "supported up to opset 12"},
           Refused{"Slice", 10, "starts", Ints{1}, "supported up to opset 9"},
           Refused{"Pad", 11, "value", 1.0F, "supported up to opset 10"},
           Refused{"AveragePool", 13, "dilations", Ints{2, 2}, "supported in no opset"},
           Refused{"MaxPool", 8, "ceil_mode", one, "supported from opset 10 on"},
           Refused{"ArgMax", 11, "select_last_index", one, "supported from opset 12 on"},
           Refused{"Reshape", 13, "allowzero", one, "supported from opset 14 on"},
           Refused{"Shape", 13, "start", one, "supported from opset 15 on"},
           Refused{"DepthToSpace", 9, "mode", std::string("CRD"), "supported from opset 11 on"},
           Refused{"DepthToSpace", 13, "mode", std::string("RDC"),
                   "its mode is 'RDC'; it may be DCR, CRD"},
           Refused{"Conv", 13, "auto_pad", std::string("SAME"),
                   "its auto_pad is 'SAME'; it may be NOTSET, SAME_UPPER, SAME_LOWER, VALID"},
           Refused{"Pad", 13, "mode", std::string("wrap"), "it may be constant, reflect, edge"},
           Refused{"Resize", 13, "nearest_mode", std::string("up"), "its nearest_mode is 'up'"},
           Refused{"Resize", 13, "coordinate_transformation_mode",
                   std::string("tf_crop_and_resize"), "is 'tf_crop_and_resize'; it may be"},
       }) {
    SCOPED_TRACE(given.op);
    const Operator* op = find_operator(given.op);
    expect_refused(node_of(given.op, given.opset, {{given.name, given.value}}, op->min_inputs),
                   ErrorCode::unsupported, given.says);
  }
}

TEST(OperatorAttributes, WhatSaysNothingNewIsTaken) {
  EXPECT_TRUE(load(node_of("BatchNormalization", 7, {{"spatial", std::int64_t{1}}}, 5)));
  EXPECT_TRUE(load(node_of(
      "MaxPool", 8,
      {{"kernel_shape", Ints{2, 2}}, {"dilations", Ints{1, 1}}, {"ceil_mode", std::int64_t{0}}})));
  EXPECT_TRUE(load(node_of("BatchNormalization", 13, {{"momentum", 0.1F}}, 5)));
}

TEST(OperatorAttributes, MissingOrTwice) {
  expect_refused(node_of("Concat", 13, {}, 2), ErrorCode::bad_file,
                 "Concat 'y': its attribute 'axis' is missing");
  expect_refused(node_of("MaxPool", 13, {}), ErrorCode::bad_file, "'kernel_shape' is missing");
  expect_refused(node_of("Cast", 13, {}), ErrorCode::bad_file, "'to' is missing");
  expect_refused(node_of("Concat", 13, {{"axis", std::int64_t{1}}, {"axis", std::int64_t{2}}}, 2),
                 ErrorCode::bad_file, "its attribute 'axis' is there twice");
}

// The standard's own examples.
TEST(OperatorAttributes, ModOfSignedIntegers) {
  const auto answer = [](std::int64_t keeps_sign) {
    OnnxBuilder file(13);
    file.input("a", {6}, onnx::TensorProto::INT64).input("b", {6}, onnx::TensorProto::INT64);
    file.node("Mod", {"a", "b"}, {"y"}, {{"fmod", keeps_sign}});
    file.output("y", onnx::TensorProto::INT64);
    const Model model = value_of(load(file));
    const auto made =
        value_of(model.predict({value_of(cpu().buffer<std::int64_t>({-4, 7, 5, 4, -7, 8}, {6})),
                                value_of(cpu().buffer<std::int64_t>({2, -3, 8, -2, 3, 5}, {6}))}));
    return value_of(made[0].read<std::int64_t>());
  };
  EXPECT_EQ(answer(1), (Ints{0, 1, 5, 0, -1, 3}));
  EXPECT_EQ(answer(0), (Ints{0, -2, 5, 0, 2, 3}));
}

TEST(OperatorAttributes, ModOfFloatsSaysSo) {
  expect_misfit(node_of("Mod", 13, {}, 2), {{1, 4, 4, 4}, {1, 4, 4, 4}}, ErrorCode::bad_file,
                "Mod 'y': its inputs are f32, for which its fmod has to be 1");
}

Floats transposed(const OnnxAttributes& attributes, const Shape& expected) {
  OnnxBuilder file(13);
  file.input("x", {1, 1, 3, 3}).floats("w", {1, 1, 3, 3}, Floats(9, 1.0F));
  file.node("ConvTranspose", {"x", "w"}, {"y"}, attributes).output("y");
  const Model model = value_of(load(file));
  const auto made = value_of(
      model.predict({value_of(cpu().buffer<float>({0, 1, 2, 3, 4, 5, 6, 7, 8}, {1, 1, 3, 3}))}));
  EXPECT_EQ(made[0].shape(), expected);
  return value_of(made[0].read<float>());
}

TEST(OperatorAttributes, OutputShapeOfATransposedConvolution) {
  Floats expected;
  for (const Floats& row : {Floats{0, 0, 1, 1, 3, 2, 2, 0}, Floats{3, 3, 7, 4, 9, 5, 5, 0},
                            Floats{6, 6, 13, 7, 15, 8, 8, 0}})
    for (int i = 0; i < 3; ++i) expected.insert(expected.end(), row.begin(), row.end());
  expected.insert(expected.end(), 8, 0.0F);
  EXPECT_EQ(transposed({{"strides", Ints{3, 2}}, {"output_shape", Ints{10, 8}}}, {1, 1, 10, 8}),
            expected);
  // The same with the padding given, and a part of it: what is left out lies first, or last.
  EXPECT_EQ(transposed({{"strides", Ints{3, 2}}, {"output_padding", Ints{1, 1}}}, {1, 1, 10, 8}),
            expected);
  const auto cut = [&](const char* automatic) {
    return transposed({{"strides", Ints{3, 2}},
                       {"output_shape", Ints{9, 6}},
                       {"auto_pad", std::string(automatic)}},
                      {1, 1, 9, 6});
  };
  EXPECT_EQ(cut("NOTSET")[0], 0);
  EXPECT_EQ(cut("NOTSET")[5], 2);
  EXPECT_EQ(cut("NOTSET")[3], 3);
  EXPECT_EQ(cut("SAME_UPPER")[4], 3);
}

// Strides wider than the window: the output is as many times the input all the same.
TEST(OperatorAttributes, SameOfATransposedConvolution) {
  const Floats made = transposed({{"strides", Ints{4, 4}}, {"auto_pad", std::string("SAME_UPPER")}},
                                 {1, 1, 12, 12});
  EXPECT_EQ(made[0], 0);
  EXPECT_EQ(made[4], 1);
  EXPECT_EQ(made[7], 0);
  EXPECT_EQ(made.back(), 0);
}

Floats cast_to(int type, const Floats& values) {
  OnnxBuilder file(13);
  const auto count = static_cast<std::int64_t>(values.size());
  file.input("x", {count}).node("Cast", {"x"}, {"c"}, {{"to", std::int64_t{type}}});
  file.node("Cast", {"c"}, {"y"}, {{"to", std::int64_t{onnx::TensorProto::FLOAT}}}).output("y");
  const Model model = value_of(load(file));
  return value_of(
      value_of(model.predict({value_of(cpu().buffer<float>(values, {count}))}))[0].read<float>());
}

TEST(OperatorAttributes, CastsToNarrowTypes) {
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(cast_to(onnx::TensorProto::FLOAT16,
                    {1.0F / 3, 2049, 2051, 65519, 65520, -1e6F, 0x1p-24F, 0x1p-26F, 0}),
            (Floats{0.333251953125F, 2048, 2052, 65504, infinity, -infinity, 0x1p-24F, 0, 0}));
  EXPECT_EQ(cast_to(onnx::TensorProto::INT8, {1.9F, -1.9F, 300, -300}), (Floats{1, -1, 127, -128}));
  EXPECT_EQ(cast_to(onnx::TensorProto::BFLOAT16,
                    {1 + 0x1p-8F, 1 + 0x3p-8F, 0x1.FEFp127F, 0x1.FFp127F, -0x1p-134F, 0x3p-134F}),
            (Floats{1, 1 + 0x1p-6F, 0x1.FEp127F, infinity, 0, 0x1p-132F}));
}

TEST(OperatorAttributes, DropoutInTraining) {
  OnnxBuilder file(13);
  file.input("x", {4}).floats("ratio", {}, Floats{0.5F});
  auto& training = *file.graph().add_initializer();
  training.set_name("training");
  training.set_data_type(onnx::TensorProto::BOOL);
  training.add_int32_data(1);
  file.node("Dropout", {"x", "ratio", "training"}, {"y"}).output("y");
  expect_misfit(file, {{4}}, ErrorCode::unsupported,
                "Dropout 'y': its training_mode is true; models are not trained here");
  training.set_int32_data(0, 0);
  EXPECT_TRUE(value_of(load(file)).output_shapes(std::vector<Shape>{{4}}));
}

TEST(OperatorAttributes, CornersOfSizesThatAreNotWhole) {
  OnnxBuilder file(13);
  file.input("x", {1, 1, 2, 4}).floats("scales", {4}, Floats{1, 1, 0.6F, 0.6F});
  file.node("Resize", {"x", "", "scales"}, {"y"},
            {{"mode", std::string("linear")},
             {"coordinate_transformation_mode", std::string("align_corners")}});
  file.output("y");
  expect_misfit(file, {{1, 1, 2, 4}}, ErrorCode::unsupported, "it aligns corners, and its scale");
}

}  // namespace
}  // namespace dala::ml
