// Expand, depthwise and project: which convolutions are fused, and that they give what they give
// one by one.
#include "ml/pipeline/bottleneck.hpp"

#include <gtest/gtest.h>

#include "ml/bottleneck_helper.hpp"
#include "ml/models_helper.hpp"
#include "ml/pipeline_helper.hpp"

namespace dala::ml {
namespace {

using dala::test::value_of;
using test::bottleneck_graph;
using test::BottleneckShape;
using test::compute_on;
using test::expect_same;
using test::on_cpu;
using test::OnCpu;

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

TEST_P(Bottlenecks, AreFound) {
  const std::vector<Bottleneck> found = find_bottlenecks(expected.graph);
  ASSERT_EQ(found.size(), 1);
  EXPECT_EQ(found[0].expand, &expected.graph.nodes.front());
  EXPECT_EQ(found[0].project, &expected.graph.nodes.back());
}

// Numbers up to about 200.
TEST_P(Bottlenecks, GiveWhatTheCpuGivesOnCuda) {
  const auto compute = compute_on("cuda");
  if (!compute) GTEST_SKIP() << "skipped: this machine has no device cuda";
  expect_same(*compute, expected, {.device = test::cuda_device, .fusing = Fusing::always}, 5e-4);
}

// With 10 bits of each factor.
TEST_P(Bottlenecks, ShortProductsStayCloseOnCuda) {
  const auto compute = compute_on("cuda");
  if (!compute) GTEST_SKIP() << "skipped: this machine has no device cuda";
  for (const Precision precision : {Precision::tf32, Precision::f16})
    expect_same(*compute, expected,
                {.device = test::cuda_device, .precision = precision, .fusing = Fusing::always},
                0.15);
}

TEST_P(Bottlenecks, AreOneByOneWithoutTensorCores) {
  const auto compute = compute_on("cuda");
  if (!compute) GTEST_SKIP() << "skipped: this machine has no device cuda";
  expect_same(*compute, expected,
              {.device = {.language = NativeLanguage::cuda}, .fusing = Fusing::always}, 5e-4);
}

// What stands beside the kernel for CUDA means the same.
TEST_P(Bottlenecks, PlainTextsGiveWhatTheCpuGives) {
  expect_same(*compute_on("cpu"), expected, {.device = test::cuda_device, .fusing = Fusing::always},
              5e-4);
}

#ifdef DALA_HAS_CUDA
TEST_P(Bottlenecks, KernelsForCudaCompile) {
  const auto compiler = backend::cuda::load_compiler({});
  if (!compiler) GTEST_SKIP() << "skipped: no NVRTC here: " << compiler.error().message;
  for (const Precision precision : all_precisions) {
    const auto text = value_of(cuda_source(expected.graph, find_bottlenecks(expected.graph)[0],
                                           precision, Fusing::always));
    ASSERT_TRUE(text);
    test::expect_compiles(*compiler, *text);
  }
}
#endif

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
  EXPECT_TRUE(find_bottlenecks(test::after_passes(graph, {1, 8, 6, 6})).empty());
}

}  // namespace
}  // namespace dala::ml
