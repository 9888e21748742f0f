// Models of floats become models of integers that answer nearly the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <dala/ml/quantize.hpp>

#include "ml/load_helper.hpp"
#include "ml/models_helper.hpp"
#include "ml/onnx/import.hpp"
#include "ml/passes/passes.hpp"
#include "ml/passes/specialize.hpp"
#include "ml/random_models_helper.hpp"
#include "support/results.hpp"

namespace dala::ml {
namespace {

using test::cpu;
using test::Floats;
using test::Ints;
using test::OnnxBuilder;
using test::Random;
using test::value_of;

const Shape picture{1, 3, 8, 8};

// Convolutions with their activation, a sum, a pool, a product and one operator that has no form
// for integers. The output of a convolution is an output of the model too.
OnnxBuilder network(int opset = 13) {
  Random random(5);
  OnnxBuilder file(opset);
  file.input("x", {1, 3, 8, 8});
  file.floats("w0", {8, 3, 3, 3}, random.numbers(216, 0.4F));
  file.floats("b0", {8}, random.numbers(8, 0.3F));
  file.floats("w1", {8, 8, 1, 1}, random.numbers(64, 0.5F));
  file.floats("w2", {8, 4}, random.numbers(32, 0.5F)).floats("b2", {4}, random.numbers(4));
  file.floats("low", {}, Floats{0}).floats("high", {}, Floats{6});
  file.node("Conv", {"x", "w0", "b0"}, {"c0"}, {{"pads", Ints{1, 1, 1, 1}}});
  file.node("Clip", {"c0", "low", "high"}, {"r0"}).node("Conv", {"r0", "w1"}, {"c1"});
  file.node("Add", {"r0", "c1"}, {"sum"});
  file.node("MaxPool", {"sum"}, {"m"}, {{"kernel_shape", Ints{2, 2}}, {"strides", Ints{2, 2}}});
  file.node("GlobalAveragePool", {"m"}, {"g"}).node("Flatten", {"g"}, {"f"});
  file.node("Gemm", {"f", "w2", "b2"}, {"l"}).node("Softmax", {"l"}, {"y"});
  file.output("y").output("c1");
  return file;
}

std::vector<BufferList> samples_of(std::uint32_t count) {
  std::vector<BufferList> samples;
  for (std::uint32_t seed = 0; seed < count; ++seed)
    samples.push_back({value_of(cpu().buffer<float>(Random(seed).numbers(192, 2), picture))});
  return samples;
}

std::vector<Floats> answers_of(std::span<const std::byte> file, const BufferList& sample) {
  std::vector<Floats> answers;
  for (const Buffer& made : value_of(value_of(test::load_bytes(file)).predict(sample)))
    answers.push_back(value_of(made.read<float>()));
  return answers;
}

std::string planned_ops(std::span<const std::byte> file) {
  Graph graph = value_of(specialize(value_of(import_onnx(file)), std::vector{picture}));
  must(run_passes(graph));
  std::string ops;
  for (const Node& node : graph.nodes) ops += (ops.empty() ? "" : " ") + node.op;
  return ops;
}

TEST(Quantize, AnswersAreNearThoseOfFloats) {
  const std::vector<std::byte> file = network().bytes();
  const auto samples = samples_of(4);
  const QuantizedModel made = value_of(quantize(cpu(), file, samples));
  ASSERT_EQ(made.layers.size(), 3U);
  for (const QuantizedLayer& layer : made.layers) {
    EXPECT_GT(layer.error, 0);
    EXPECT_LT(layer.error, 0.03) << layer.node;
    EXPECT_FALSE(layer.left_out);
  }
  EXPECT_EQ(made.layers[0].node, "c0");
  EXPECT_EQ(made.layers[2].op, "Gemm");
  for (const BufferList& sample : samples) {
    const auto expected = answers_of(file, sample);
    const auto got = answers_of(made.onnx, sample);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const float most =
          *std::ranges::max_element(expected[i], {}, [](float x) { return std::abs(x); });
      for (std::size_t k = 0; k < expected[i].size(); ++k)
        EXPECT_NEAR(got[i][k], expected[i][k], 0.04F * std::abs(most)) << i << " " << k;
    }
  }
}

TEST(Quantize, AllOfItRunsInIntegersButWhatHasNoForm) {
  const QuantizedModel made = value_of(quantize(cpu(), network().bytes(), samples_of(2)));
  EXPECT_EQ(planned_ops(made.onnx),
            "QuantizeLinear QLinearConv QLinearConv DequantizeLinear QLinearAdd MaxPool "
            "QLinearGlobalAveragePool Flatten QGemm DequantizeLinear Softmax");
}

TEST(Quantize, FilesAreSmaller) {
  Random random(1);
  OnnxBuilder file(13);
  file.input("x", {1, 3, 8, 8}).floats("w", {64, 3, 8, 8}, random.numbers(12288));
  file.node("Conv", {"x", "w"}, {"y"}).output("y");
  const QuantizedModel made = value_of(quantize(cpu(), file.bytes(), samples_of(1)));
  EXPECT_LT(made.onnx.size(), file.bytes().size() * 3 / 10);
}

TEST(Quantize, LayersAboveTheBoundStayInFloats) {
  const std::vector<std::byte> file = network().bytes();
  const auto samples = samples_of(2);
  const QuantizedModel some =
      value_of(quantize(cpu(), file, samples, {.percentile = 60, .most_error = 0.05}));
  EXPECT_TRUE(std::ranges::any_of(some.layers, &QuantizedLayer::left_out));
  const QuantizedModel none = value_of(quantize(cpu(), file, samples, {.most_error = 0}));
  EXPECT_TRUE(std::ranges::all_of(none.layers, &QuantizedLayer::left_out));
  EXPECT_NE(planned_ops(none.onnx).find("FusedConv"), std::string::npos);
  EXPECT_NE(planned_ops(none.onnx).find("Gemm"), std::string::npos);
  EXPECT_EQ(planned_ops(none.onnx).find("QLinearConv"), std::string::npos);
}

// Channels without weights, and numbers that are all the same.
TEST(Quantize, RangesWithoutWidth) {
  OnnxBuilder file(13);
  file.input("x", {1, 3, 8, 8}).floats("w", {2, 3, 1, 1}, Floats{0, 0, 0, 1, 1, 1});
  file.floats("b", {2}, Floats{1e30F, 0.5F});
  file.node("Conv", {"x", "w", "b"}, {"y"}).output("y");
  const std::vector<BufferList> zeros{{value_of(cpu().buffer_zeros(picture, DType::f32))}};
  const QuantizedModel made = value_of(quantize(cpu(), file.bytes(), zeros));
  const auto answers = answers_of(made.onnx, zeros[0]);
  for (const float x : answers[0]) EXPECT_TRUE(std::isfinite(x)) << x;
}

TEST(Quantize, WhatIsWrongIsNamed) {
  const auto samples = samples_of(1);
  expect_error(quantize(cpu(), network(12).bytes(), samples), ErrorCode::unsupported,
               "the model uses opset 12; a scale for each channel needs 13 or later");
  expect_error(quantize(cpu(), network().bytes(), {}), ErrorCode::invalid_argument, "no sample");
  expect_error(quantize(cpu(), network().bytes(), samples, {.percentile = 20}),
               ErrorCode::invalid_argument, "a percentile of 20");
  expect_error(quantize(cpu(), network().bytes(), std::vector<BufferList>{{Buffer{}}}),
               ErrorCode::invalid_handle, "empty handle");
  expect_error(quantize(cpu(), std::vector<std::byte>(9), samples), ErrorCode::bad_file, "ONNX");
  const std::vector<BufferList> other{{value_of(cpu().buffer_zeros({1, 4, 8, 8}, DType::f32))}};
  expect_error(quantize(cpu(), network().bytes(), other), ErrorCode::shape_mismatch, "input 'x'");
}

}  // namespace
}  // namespace dala::ml
