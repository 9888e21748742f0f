// Convolutions as kernels of a device give what the CPU's own give, in every way they are cut up.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <random>

#ifdef DALA_HAS_CUDA
#include "backend/cuda/compile.hpp"
#endif
#include "ml/cpu/plan.hpp"
#include "ml/graph/specialize.hpp"
#include "ml/models_helper.hpp"
#include "ml/passes/passes.hpp"
#include "ml/pipeline/kernel_text.hpp"
#include "ml/pipeline/plan.hpp"

namespace dala::ml {
namespace {

using test::value_of;

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

Tensor random_tensor(const Shape& shape, std::mt19937& random) {
  Tensor tensor = value_of(Tensor::make(DType::f32, shape));
  std::uniform_real_distribution<float> between(-1, 1);
  for (float& value : tensor.view.values<float>()) value = between(random);
  return tensor;
}

ValueId add_constant(Graph& graph, const Shape& shape, std::mt19937& random) {
  const ValueId id = graph.add_value("");
  graph[id].shape = shape;
  graph[id].constant = random_tensor(shape, random);
  return id;
}

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
    const Case& of = GetParam();
    graph = value_of(specialize(make_graph(of, random), std::vector{of.in}));
    ASSERT_TRUE(run_passes(graph));
    ASSERT_EQ(graph.nodes.size(), 1);
    input = random_tensor(of.in, random);
    out = graph[graph.outputs[0].value].shape;
    expected = value_of(Tensor::make(DType::f32, out));
    const auto on_cpu = value_of(cpu::Plan::make(graph));
    const HostTensor from{DType::f32, of.in, {input.view.data, input.view.bytes()}};
    const HostTensor to{DType::f32, out, {expected.view.data, expected.view.bytes()}};
    ASSERT_TRUE(on_cpu->run({{&from, 1}, {&to, 1}, {}, {}}));
  }

  void expect_same(const Compute& compute, const Target& target, double apart) {
    const auto plan = value_of(PipelinePlan::make(compute, graph, target));
    KernelInfo info{.name = "convolved", .inputs = {{"x"}}, .outputs = {{"y"}}};
    ASSERT_TRUE(register_composite(compute, std::move(info),
                                   [&](std::span<const Shape>) { return plan->composite(); }));
    const Buffer x = value_of(compute.buffer<float>(input.view.values<float>(), GetParam().in));
    const Buffer y = value_of(compute.buffer_zeros(out, DType::f32));
    for (int run = 0; run < 3; ++run)  // launched one by one, then recorded
      ASSERT_TRUE(compute.run_kernel("convolved", {x}, {y}));
    ASSERT_TRUE(compute.remove_kernel("convolved"));
    const std::vector<float> got = value_of(y.read<float>());
    for (std::size_t i = 0; i < got.size(); ++i)
      ASSERT_NEAR(got[i], expected.view.values<float>()[i], apart) << "at " << i;
  }

  Graph graph;
  Tensor input;
  Shape out;
  Tensor expected;
};

// The Compute of a device, or nothing where the machine has none.
std::optional<Compute> compute_on(const char* device) {
  auto made = Compute::create({.device = device});
  if (!made) return std::nullopt;
  return *made;
}

TEST_P(Pipelines, GiveWhatTheCpuGives) {
  const auto compute = compute_on("gles");
  if (!compute) GTEST_SKIP() << "skipped: this machine has no device gles";
  expect_same(*compute, {.enough = GetParam().enough}, 1e-4);
}

TEST_P(Pipelines, GiveWhatTheCpuGivesOnCuda) {
  const auto compute = compute_on("cuda");
  if (!compute) GTEST_SKIP() << "skipped: this machine has no device cuda";
  expect_same(*compute, {.cuda = true}, 1e-4);
  // Sums of up to 97 products of numbers below 1, each rounded to 10 bits.
  expect_same(*compute, {.cuda = true, .precision = Precision::tf32}, 2e-2);
  expect_same(*compute, {.cuda = true, .precision = Precision::f16}, 2e-2);
}

// What stands beside the kernels for CUDA means the same.
TEST_P(Pipelines, PlainTextsBesideCudaGiveWhatTheCpuGives) {
  expect_same(*compute_on("cpu"), {.cuda = true}, 1e-4);
}

#ifdef DALA_HAS_CUDA
TEST_P(Pipelines, KernelsForCudaCompile) {
  const auto compiler = backend::cuda::load_compiler({});
  if (!compiler) GTEST_SKIP() << "skipped: no NVRTC here: " << compiler.error().message;
  for (const Precision precision : {Precision::f32, Precision::tf32, Precision::f16}) {
    const auto text = value_of(cuda_text(graph, graph.nodes[0], precision));
    if (!text) {
      EXPECT_EQ(GetParam().name, std::string("Grouped")) << "which has none";
      continue;
    }
    const auto code = backend::cuda::compile_text(
        *compiler, text->native->text, 90, backend::cuda::Rounding::fused, kernel::DiskCache({}));
    EXPECT_TRUE(code) << code.error().message;
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
