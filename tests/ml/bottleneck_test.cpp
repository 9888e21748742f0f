// Expand, depthwise and project: which convolutions one kernel for CUDA does at once, and that it
// gives what they give one by one. What is chosen is asked on a driver of the tests' own.
#include <gtest/gtest.h>

#include "backend/cuda_fake.hpp"
#include "ml/bottleneck_helper.hpp"
#include "ml/models_helper.hpp"
#include "ml/pipeline_helper.hpp"

namespace dala::ml {
namespace {

using backend::cuda::FakeDriver;
using dala::test::value_of;
using test::bottleneck_graph;
using test::BottleneckShape;
using test::compute_on;
using test::expect_same;
using test::on_cpu;
using test::OnCpu;

// A GPU of that compute capability.
Compute fake_cuda(int major) {
  FakeDriver::reset();
  FakeDriver::get().major = major;
  FakeDriver::get().shared_bytes_opt_in = (major >= 8 ? 160 : 64) * 1024;
  return test::on_fake_cuda();
}

std::vector<ModelStep> steps_of(const Compute& compute, const Graph& graph,
                                const Target& target = {}) {
  Target with = target;
  with.device = compute.device_info().capabilities;
  return value_of(value_of(PipelinePlan::make(compute, graph, with))->explain()).steps;
}

bool is_bottleneck(const ModelStep& step) {
  return step.implementation.starts_with("bottleneck_cuda, ");
}

// A letter a step: what one kernel does of several, and what stands alone.
std::string letters(const std::vector<ModelStep>& steps) {
  std::string text;
  for (const ModelStep& step : steps) text += is_bottleneck(step) ? 'B' : '.';
  return text;
}

bool rejects(const std::vector<ModelStep>& steps, std::string_view reason) {
  for (const ModelStep& step : steps)
    for (const Rejection& rejection : step.rejections)
      if (rejection.implementation == "bottleneck_cuda" && rejection.reason.contains(reason))
        return true;
  return false;
}

struct Case {
  const char* name;
  BottleneckShape shape;
};

void PrintTo(const Case& of, std::ostream* out) { *out << of.name; }

class Bottlenecks : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    std::mt19937 random(7);
    expected = on_cpu(bottleneck_graph(GetParam().shape, random), GetParam().shape.in, random);
  }
  OnCpu expected;
};

TEST_P(Bottlenecks, AreOneStage) {
  const Compute compute = fake_cuda(9);
  for (const Precision precision : all_precisions) {
    const auto steps =
        steps_of(compute, expected.graph, {.precision = precision, .prefers_variants = true});
    ASSERT_EQ(letters(steps), "B.") << steps[0].implementation;
    EXPECT_TRUE(steps[0].implementation.contains(to_string(precision)));
    EXPECT_TRUE(steps[0].op.starts_with("Conv + Relu + Conv + Relu + Conv")) << steps[0].op;
    EXPECT_EQ(steps[0].output, expected.output.view.shape);
  }
}

TEST_P(Bottlenecks, AreOneByOneWithoutTensorCores) {
  const auto steps = steps_of(fake_cuda(7), expected.graph, {.prefers_variants = true});
  EXPECT_EQ(letters(steps), "....");
  EXPECT_TRUE(rejects(steps, "tensor cores"));
}

// Numbers up to about 200.
TEST_P(Bottlenecks, GiveWhatTheCpuGivesOnCuda) {
  const auto compute = compute_on("cuda");
  if (!compute) GTEST_SKIP() << "skipped: this machine has no device cuda";
  for (const bool at_once : {true, false})
    expect_same(*compute, expected, {.device = test::cuda_device, .prefers_variants = at_once},
                5e-4);
}

// With 10 bits of each factor.
TEST_P(Bottlenecks, ShortProductsStayCloseOnCuda) {
  const auto compute = compute_on("cuda");
  if (!compute) GTEST_SKIP() << "skipped: this machine has no device cuda";
  for (const Precision precision : {Precision::tf32, Precision::f16})
    expect_same(*compute, expected,
                {.device = test::cuda_device, .precision = precision, .prefers_variants = true},
                0.15);
}

// What the kernel for CUDA has to do.
TEST_P(Bottlenecks, SourcesGiveWhatTheCpuGives) {
  expect_same(*compute_on("cpu"), expected, {.device = test::cuda_device}, 5e-4);
}

TEST_P(Bottlenecks, KernelsForCudaCompile) {
  const auto compiler = backend::cuda::load_compiler({});
  if (!compiler) GTEST_SKIP() << "skipped: no NVRTC here: " << compiler.error().message;
  for (const Precision precision : all_precisions) {
    const auto steps =
        steps_of(fake_cuda(9), expected.graph, {.precision = precision, .prefers_variants = true});
    ASSERT_EQ(letters(steps), "B.");
    for (const std::string& source : FakeDriver::get().sources)
      test::expect_compiles(*compiler, source);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Of, Bottlenecks,
    testing::Values(Case{"InOneTile", {{1, 16, 7, 7}, 96, 24}},
                    Case{"WithAnAddend", {{2, 24, 14, 14}, 144, 24, 3, 1, 1, true}},
                    Case{"InSteps", {{2, 16, 30, 26}, 96, 40, 3, 2}},
                    Case{"Spread", {{1, 20, 17, 19}, 100, 37, 3, 1, 2}},
                    Case{"OddChannels", {{1, 5, 33, 9}, 33, 7}},
                    Case{"FiveByFive", {{1, 12, 11, 13}, 72, 12, 5, 1, 1, true}},
                    Case{"InSlices", {{1, 96, 7, 7}, 576, 160}}),
    [](const auto& of) { return std::string(of.param.name); });

// A value between that somebody else reads stays in memory.
TEST(BottlenecksOf, ValuesThatOthersReadAreNone) {
  std::mt19937 random(7);
  Graph graph = bottleneck_graph({{1, 8, 6, 6}, 32, 8}, random);
  graph.outputs.push_back({graph.nodes[3].outputs[0], {}});  // behind the depthwise step
  const auto steps =
      steps_of(fake_cuda(9), test::after_passes(graph, {1, 8, 6, 6}), {.prefers_variants = true});
  EXPECT_EQ(letters(steps), ".....");
  EXPECT_TRUE(rejects(steps, "it takes three convolutions"));
}

// Two in a row have weights of their own, and what is added to the second is no input of it.
TEST(BottlenecksOf, AddendsMayComeFromElsewhere) {
  std::mt19937 random(7);
  const Shape in = {1, 8, 6, 6};
  Graph graph = bottleneck_graph({in, 32, 8}, random);
  const ValueId between = graph.outputs[0].value;
  graph.outputs[0].value = test::add_bottleneck(graph, between, {in, 32, 8}, random);
  graph.nodes.push_back({.op = "Add",
                         .inputs = {graph.outputs[0].value, graph.inputs[0].value},
                         .outputs = {graph.add_value("")}});
  graph.outputs[0].value = graph.nodes.back().outputs[0];
  const auto steps =
      steps_of(fake_cuda(9), test::after_passes(graph, in), {.prefers_variants = true});
  EXPECT_EQ(letters(steps), "BB.");
  int with_addend = 0;
  for (const std::string& source : FakeDriver::get().sources)
    with_addend += source.contains("#define ADDEND addend\n") ? 1 : 0;
  EXPECT_EQ(with_addend, 1);
}

// Files may list two branches by turns.
TEST(BottlenecksOf, StagesNeedNotBeNeighboursInTheFile) {
  std::mt19937 random(7);
  const Shape in = {1, 8, 6, 6};
  Graph graph = bottleneck_graph({in, 32, 8}, random);
  const std::size_t count = graph.nodes.size();
  const ValueId other = test::add_bottleneck(graph, graph.inputs[0].value, {in, 40, 8}, random);
  graph.outputs.push_back({other, {}});
  std::vector<Node> by_turns;
  for (std::size_t i = 0; i < count; ++i) {
    by_turns.push_back(graph.nodes[i]);
    by_turns.push_back(graph.nodes[count + i]);
  }
  graph.nodes = by_turns;
  const auto steps =
      steps_of(fake_cuda(9), test::after_passes(graph, in), {.prefers_variants = true});
  EXPECT_EQ(letters(steps), "BB..");
}

// Devices that do not take the kernel say why.
TEST(BottlenecksOf, OtherDevicesRejectThem) {
  std::mt19937 random(7);
  const Shape in = {1, 8, 6, 6};
  const Graph graph = test::after_passes(bottleneck_graph({in, 32, 8}, random), in);
  EXPECT_TRUE(rejects(steps_of(*compute_on("cpu-interpreter"), graph),
                      "this device runs every kernel by its source"));
  const auto gles = compute_on("gles");
  if (!gles) GTEST_SKIP() << "skipped: this machine has no device gles";
  EXPECT_TRUE(rejects(steps_of(*gles, graph), "it is CUDA C++, which this device does not take"));
}

// mobilenet_v2: what it runs, as it was measured to pay on an H200. Clusters share out the work of
// a kernel that was chosen; they do not choose.
struct Network {
  Precision precision;
  std::int64_t batch;
  std::string blocks;  // of expand, depthwise and project, as the network has them
};

class MobileNet : public testing::TestWithParam<Network> {};

TEST_P(MobileNet, RunsWhatPays) {
  const auto& [precision, batch, blocks] = GetParam();
  std::mt19937 random(7);
  const Graph graph = test::after_passes(test::mobilenet_v2(random), {batch, 3, 224, 224});
  std::string expected = "...";  // without expansion
  for (const char block : blocks) expected += block == 'B' ? "B" : "...";
  expected += "....";  // the last convolution, the mean, the classifier, and the output
  for (const int major : {9, 8}) {
    const auto steps = steps_of(fake_cuda(major), graph, {.precision = precision});
    EXPECT_EQ(letters(steps), expected);
    EXPECT_EQ(rejects(steps, "fits into shared memory"), blocks.contains('-'));
    EXPECT_EQ(rejects(steps, "take longer than by themselves"), blocks.contains('.'));
  }
  const auto steps = steps_of(fake_cuda(7), graph, {.precision = precision});
  EXPECT_EQ(letters(steps), std::string(3 + (3 * blocks.size()) + 4, '.'));
}

INSTANTIATE_TEST_SUITE_P(Of, MobileNet,
                         testing::Values(Network{Precision::f32, 1, "BBBBBBBBBB..-..-"},
                                         Network{Precision::f32, 32, "BBBBBBBBBBBB-..-"},
                                         Network{Precision::tf32, 1, "BBBBBBBBBBBB-..-"},
                                         Network{Precision::tf32, 32, "BBBBBBBBBBBB-..-"},
                                         Network{Precision::f16, 1, "BBBBBBBBBBBBBBB."},
                                         Network{Precision::f16, 32, "BBBBBBBBBBBBBBBB"}),
                         [](const auto& of) {
                           return std::string(to_string(of.param.precision)) + "of" +
                                  std::to_string(of.param.batch);
                         });

}  // namespace
}  // namespace dala::ml
