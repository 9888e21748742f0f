// Operators between DequantizeLinear and QuantizeLinear become operators on integers, and answer as
// before but for the integer beside.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "core/dispatch.hpp"
#include "ml/load_helper.hpp"
#include "ml/models_helper.hpp"
#include "ml/onnx/import.hpp"
#include "ml/passes/passes.hpp"
#include "ml/passes/specialize.hpp"
#include "ml/plain_helper.hpp"
#include "ml/random_models_helper.hpp"
#include "support/results.hpp"

namespace dala::ml {
namespace {

using test::Floats;
using test::Ints;
using test::OnnxBuilder;
using test::RandomModel;
using test::value_of;

constexpr int u8_type = onnx::TensorProto::UINT8;
constexpr int s8_type = onnx::TensorProto::INT8;
constexpr int s32_type = onnx::TensorProto::INT32;

Graph special_of(std::span<const std::byte> file, const std::vector<Ints>& inputs) {
  std::vector<Shape> shapes;
  for (const Ints& dims : inputs) shapes.emplace_back(dims);
  return value_of(specialize(value_of(import_onnx(file)), shapes));
}

Graph fused_of(Graph graph) {
  must(fuse_quantized(graph));
  remove_dead(graph);
  return graph;
}

std::string ops_of(const Graph& graph) {
  std::string ops;
  for (const Node& node : graph.nodes) ops += (ops.empty() ? "" : " ") + node.op;
  return ops;
}

// A model that quantizes its input x, {1, 4, 4, 4}, with scale s and zero point z, into q.
class Quantized : public OnnxBuilder {
 public:
  explicit Quantized(int opset = 13) : OnnxBuilder(opset) {
    input("x", {1, 4, 4, 4});
    floats("s", {}, Floats{0.05F}).narrow("z", u8_type, {}, {100});
    floats("t", {}, Floats{0.1F}).narrow("zero", u8_type, {}, {0});
    node("QuantizeLinear", {"x", "s", "z"}, {"q"});
    node("DequantizeLinear", {"q", "s", "z"}, {"d"});
    floats("ws", {}, Floats{0.01F}).narrow("w", s8_type, {4, 4, 1, 1}, Ints(16, 7));
    narrow("wz", s8_type, {}, {0});
    node("DequantizeLinear", {"w", "ws", "wz"}, {"weights"});
  }
  // The last node's output with scale t, and `zero` or `z`.
  std::string fused(const std::string& from, const std::string& scale = "t",
                    const std::string& zero = "zero") {
    node("QuantizeLinear", {from, scale, zero}, {"y"}).output("y", u8_type);
    return ops_of(fused_of(special_of(bytes(), {{1, 4, 4, 4}})));
  }
};

TEST(FuseQuantized, ConvolutionWithItsActivation) {
  Quantized file;
  file.node("Conv", {"d", "weights"}, {"c"}).node("Relu", {"c"}, {"r"});
  // The zero point is the least integer, so that Relu is there already.
  EXPECT_EQ(file.fused("r"), "QuantizeLinear QLinearConv");
  Quantized other;
  other.node("Conv", {"d", "weights"}, {"c"}).node("Relu", {"c"}, {"r"});
  EXPECT_EQ(other.fused("r", "t", "z"), "QuantizeLinear QLinearConv Clip");
}

TEST(FuseQuantized, BiasOfIntegersStaysWhatItIs) {
  Quantized file;
  file.narrow("b", s32_type, {4}, {1, 2, 3, 1000}).floats("bs", {}, Floats{0.05F * 0.01F});
  file.node("DequantizeLinear", {"b", "bs"}, {"bias"});
  file.node("Conv", {"d", "weights", "bias"}, {"c"});
  file.node("QuantizeLinear", {"c", "t", "zero"}, {"y"}).output("y", u8_type);
  const Graph graph = fused_of(special_of(file.bytes(), {{1, 4, 4, 4}}));
  ASSERT_EQ(ops_of(graph), "QuantizeLinear QLinearConv");
  const TensorView& bias = graph[graph.nodes[1].inputs[8]].constant->view;
  EXPECT_EQ(integers_of(bias), (Ints{1, 2, 3, 1000}));
}

TEST(FuseQuantized, BiasOfFloatsIsRounded) {
  Quantized file;
  file.floats("bias", {4}, Floats{0, 0.0005F, 0.00126F, -1});
  file.node("Conv", {"d", "weights", "bias"}, {"c"});
  file.node("QuantizeLinear", {"c", "t", "zero"}, {"y"}).output("y", u8_type);
  const Graph graph = fused_of(special_of(file.bytes(), {{1, 4, 4, 4}}));
  ASSERT_EQ(ops_of(graph), "QuantizeLinear QLinearConv");
  EXPECT_EQ(integers_of(graph[graph.nodes[1].inputs[8]].constant->view), (Ints{0, 1, 3, -2000}));
}

TEST(FuseQuantized, WhatOnlyMovesKeepsItsScale) {
  Quantized file;
  file.node("MaxPool", {"d"}, {"m"}, {{"kernel_shape", Ints{2, 2}}}).node("Flatten", {"m"}, {"f"});
  EXPECT_EQ(file.fused("f", "s", "z"),
            // There is no QuantizeLinear behind the MaxPool.
            "QuantizeLinear DequantizeLinear MaxPool Flatten QuantizeLinear");
  Quantized between;
  between.node("MaxPool", {"d"}, {"m"}, {{"kernel_shape", Ints{2, 2}}});
  between.node("QuantizeLinear", {"m", "s", "z"}, {"mq"});
  between.node("DequantizeLinear", {"mq", "s", "z"}, {"md"}).node("Flatten", {"md"}, {"f"});
  EXPECT_EQ(between.fused("f", "s", "z"), "QuantizeLinear MaxPool Flatten");
  Quantized other;
  other.node("Flatten", {"d"}, {"f"});
  EXPECT_EQ(other.fused("f", "t", "z"), "QuantizeLinear DequantizeLinear Flatten QuantizeLinear");
}

TEST(FuseQuantized, SumsAndConcatenations) {
  Quantized sum;
  sum.node("Sigmoid", {"d"}, {"g"}).node("QuantizeLinear", {"g", "t", "zero"}, {"gq"});
  sum.node("DequantizeLinear", {"gq", "t", "zero"}, {"gd"}).node("Add", {"d", "gd"}, {"a"});
  EXPECT_EQ(sum.fused("a"), "QuantizeLinear QLinearSigmoid QLinearAdd");
  Quantized joined;
  joined.node("Concat", {"d", "d"}, {"c"}, {{"axis", std::int64_t{1}}});
  EXPECT_EQ(joined.fused("c"), "QuantizeLinear QLinearConcat");
  Quantized same;
  same.node("Concat", {"d", "d"}, {"c"}, {{"axis", std::int64_t{1}}});
  EXPECT_EQ(same.fused("c", "s", "z"), "QuantizeLinear Concat");
}

TEST(FuseQuantized, WhatIsReadElsewhereStays) {
  Quantized file;
  file.node("Conv", {"d", "weights"}, {"c"}).output("c");
  EXPECT_EQ(file.fused("c"), "QuantizeLinear DequantizeLinear Conv QuantizeLinear");
}

TEST(FuseQuantized, ScalesOfTheCallerStay) {
  Quantized file;
  file.input("u", {}).node("Sigmoid", {"d"}, {"g"});
  file.node("QuantizeLinear", {"g", "u", "zero"}, {"y"}).output("y", u8_type);
  EXPECT_EQ(ops_of(fused_of(special_of(file.bytes(), {{1, 4, 4, 4}, {}}))),
            "QuantizeLinear DequantizeLinear Sigmoid QuantizeLinear");
}

// Sums of so many products might not fit into s32, and floats do not wrap.
TEST(FuseQuantized, SumsThatMightWrapStay) {
  constexpr std::int64_t depth = 40000;
  OnnxBuilder file(13);
  file.input("x", {1, depth}).floats("s", {}, Floats{1}).narrow("z", u8_type, {}, {0});
  file.narrow("w", u8_type, {depth, 1}, Ints(depth, 255));
  file.node("DequantizeLinear", {"w", "s", "z"}, {"weights"});
  file.node("QuantizeLinear", {"x", "s", "z"}, {"q"})
      .node("DequantizeLinear", {"q", "s", "z"}, {"d"});
  file.node("MatMul", {"d", "weights"}, {"m"});
  file.node("QuantizeLinear", {"m", "s", "z"}, {"y"}).output("y", u8_type);
  EXPECT_EQ(ops_of(fused_of(special_of(file.bytes(), {{1, depth}}))),
            "QuantizeLinear DequantizeLinear MatMul QuantizeLinear");
}

// Weights behind DequantizeLinear alone are floats in the plan, for the steps that there are.
TEST(FuseQuantized, WeightsAloneAreFolded) {
  OnnxBuilder file(13);
  file.input("x", {1, 4, 4, 4}).floats("ws", {}, Floats{0.01F});
  file.narrow("w", s8_type, {4, 4, 1, 1}, Ints(16, 7));
  file.node("DequantizeLinear", {"w", "ws"}, {"weights"});
  file.node("Conv", {"x", "weights"}, {"y"}).output("y");
  Graph graph = special_of(file.bytes(), {{1, 4, 4, 4}});
  must(run_passes(graph));
  EXPECT_EQ(ops_of(graph), "FusedConv");
}

testing::AssertionResult one_apart(const std::vector<Tensor>& got,
                                   const std::vector<Tensor>& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (got[i].view.dtype != expected[i].view.dtype)
      return testing::AssertionFailure() << "another type";
    const std::vector<std::int64_t> a = integers_of(got[i].view);
    const std::vector<std::int64_t> b = integers_of(expected[i].view);
    for (std::size_t k = 0; k < b.size(); ++k)
      if (std::abs(a[k] - b[k]) > 1)
        return testing::AssertionFailure()
               << "element " << k << " is " << a[k] << " and should be " << b[k];
  }
  return testing::AssertionSuccess();
}

TEST(FuseQuantized, AnswersAreOneApartAtMost) {
  const std::uint32_t count = std::getenv("DALA_TEST_SHORT") != nullptr ? 150 : 1500;
  for (std::uint32_t seed = 0; seed < count && !HasFailure(); ++seed) {
    const RandomModel model = test::random_quantized(seed);
    SCOPED_TRACE("model " + std::to_string(seed) + ": " + model.text);
    const Graph special = special_of(model.file, model.inputs);
    const Graph fused = fused_of(special);
    const std::string ops = ops_of(fused);
    EXPECT_EQ(ops.find("DequantizeLinear"), std::string::npos) << ops;
    test::Random random(seed);
    std::vector<Tensor> inputs;
    for (const Ints& dims : model.inputs) {
      inputs.push_back(value_of(Tensor::make(DType::f32, Shape(dims))));
      for (float& value : inputs.back().view.values<float>()) value = random.number(5);
    }
    const auto floats = value_of(test::run_plainly(special, inputs));
    const auto integers = value_of(test::run_plainly(fused, inputs));
    EXPECT_TRUE(one_apart(integers, floats)) << ops;
    // What is planned for integers is exact.
    EXPECT_TRUE(test::same_answers(value_of(test::run_planned(special, inputs)), integers)) << ops;
  }
}

}  // namespace
}  // namespace dala::ml
