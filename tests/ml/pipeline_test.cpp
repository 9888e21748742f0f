// Convolutions as kernels of a device give what the CPU's own give, in every way they are cut up.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <random>

#include "ml/models_helper.hpp"
#include "ml/pipeline/node_source.hpp"
#include "ml/pipeline_helper.hpp"

namespace dala::ml {
namespace {

using dala::test::value_of;
using test::add_constant;
using test::compute_on;
using test::expect_same;
using test::on_cpu;
using test::OnCpu;

struct Case {
  const char* name;
  Shape in;
  std::int64_t outputs;
  std::int64_t group;
  std::vector<std::int64_t> kernel;
  std::vector<std::int64_t> strides;
  std::vector<std::int64_t> pads;
  std::int64_t enough;
};

void PrintTo(const Case& of, std::ostream* out) { *out << of.name; }

// A convolution, a Relu and the addition of its own output: all that a convolution takes over.
Graph make_graph(const Case& of, std::mt19937& random) {
  Graph graph;
  graph.opset = 13;
  const ValueId x = graph.add_value("x");
  graph.inputs.push_back({x, {of.in.dims().begin(), of.in.dims().end()}});
  Node conv{.op = "Conv", .inputs = {x}};
  conv.inputs.push_back(
      add_constant(graph, {of.outputs, of.in[1] / of.group, of.kernel[0], of.kernel[1]}, random));
  conv.inputs.push_back(add_constant(graph, Shape({of.outputs}), random));
  conv.attributes.set("group", of.group);
  conv.attributes.set("strides", of.strides);
  conv.attributes.set("pads", of.pads);
  conv.outputs.push_back(graph.add_value("y"));
  graph.nodes.push_back(conv);
  graph.nodes.push_back({.op = "Relu", .inputs = conv.outputs, .outputs = {graph.add_value("z")}});
  graph.outputs.push_back({graph.nodes.back().outputs[0], {}});
  return graph;
}

class Pipelines : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    std::mt19937 random(7);
    expected = on_cpu(make_graph(GetParam(), random), GetParam().in, random);
    ASSERT_EQ(expected.graph.nodes.size(), 1);
  }

  OnCpu expected;
};

TEST_P(Pipelines, GiveWhatTheCpuGives) {
  const auto compute = compute_on("gles");
  if (!compute) GTEST_SKIP() << "skipped: this machine has no device gles";
  expect_same(*compute, expected, {.enough = GetParam().enough}, 1e-4);
}

TEST_P(Pipelines, GiveWhatTheCpuGivesOnCuda) {
  const auto compute = compute_on("cuda");
  if (!compute) GTEST_SKIP() << "skipped: this machine has no device cuda";
  expect_same(*compute, expected, {.device = test::cuda_device}, 1e-4);
  // Sums of up to 132 products of numbers below 1, each rounded to 10 bits.
  expect_same(*compute, expected, {.device = test::cuda_device, .precision = Precision::tf32},
              2e-2);
  expect_same(*compute, expected, {.device = test::cuda_device, .precision = Precision::f16}, 2e-2);
}

// What stands beside the kernels for CUDA means the same.
TEST_P(Pipelines, PlainTextsBesideCudaGiveWhatTheCpuGives) {
  expect_same(*compute_on("cpu"), expected, {.device = test::cuda_device}, 1e-4);
}

#ifdef DALA_HAS_CUDA
TEST_P(Pipelines, KernelsForCudaCompile) {
  const auto compiler = backend::cuda::load_compiler({});
  if (!compiler) GTEST_SKIP() << "skipped: no NVRTC here: " << compiler.error().message;
  for (const Precision precision : all_precisions) {
    const auto text = value_of(cuda_source(expected.graph, expected.graph.nodes[0], precision));
    if (!text) {
      EXPECT_EQ(GetParam().name, std::string("Grouped")) << "which has none";
      continue;
    }
    test::expect_compiles(*compiler, text->native->source);
  }
}
#endif

INSTANTIATE_TEST_SUITE_P(
    OfConvolutions, Pipelines,
    testing::Values(
        Case{"Pointwise", {1, 24, 9, 7}, 12, 1, {1, 1}, {1, 1}, {0, 0, 0, 0}, enough_for_software},
        Case{"PointwiseInSlices",
             {1, 96, 7, 7},
             20,
             1,
             {1, 1},
             {1, 1},
             {0, 0, 0, 0},
             enough_for_gpu},
        Case{"OnePixel", {1, 132, 1, 1}, 10, 1, {1, 1}, {1, 1}, {0, 0, 0, 0}, enough_for_gpu},
        Case{"OnePixelOfSeveralPictures",
             {3, 131, 1, 1},
             9,
             1,
             {1, 1},
             {1, 1},
             {0, 0, 0, 0},
             enough_for_gpu},
        Case{"OddChannelsInSlices",
             {2, 97, 5, 5},
             7,
             1,
             {1, 1},
             {1, 1},
             {0, 0, 0, 0},
             enough_for_gpu},
        Case{"DirectInSlices", {1, 19, 11, 13}, 8, 1, {3, 3}, {2, 2}, {1, 1, 1, 1}, enough_for_gpu},
        Case{"Direct", {1, 5, 23, 19}, 8, 1, {3, 5}, {2, 1}, {1, 2, 0, 1}, enough_for_software},
        Case{"Depthwise",
             {1, 33, 12, 12},
             33,
             33,
             {3, 3},
             {1, 1},
             {1, 1, 1, 1},
             enough_for_software},
        Case{"Grouped", {2, 12, 8, 8}, 18, 3, {3, 3}, {1, 1}, {1, 1, 1, 1}, enough_for_gpu}),
    [](const auto& of) { return std::string(of.param.name); });

}  // namespace
}  // namespace dala::ml
