#include "ml/pipeline_helper.hpp"

#include <gtest/gtest.h>

#include "ml/cpu/plan.hpp"
#include "ml/models_helper.hpp"
#include "ml/passes/passes.hpp"
#include "ml/passes/specialize.hpp"
#include "ml/pipeline/plan.hpp"

namespace dala::ml::test {

using dala::test::value_of;

namespace {

Tensor random_tensor(const Shape& shape, std::mt19937& random) {
  Tensor tensor = value_of(Tensor::make(DType::f32, shape));
  std::uniform_real_distribution<float> between(-1, 1);
  for (float& value : tensor.view.values<float>()) value = between(random);
  return tensor;
}

}  // namespace

ValueId add_constant(Graph& graph, const Shape& shape, std::mt19937& random) {
  const ValueId id = graph.add_value("");
  graph[id].shape = shape;
  graph[id].constant = random_tensor(shape, random);
  return id;
}

Graph after_passes(const Graph& graph, const Shape& in) {
  Graph made = value_of(specialize(graph, std::vector{in}));
  if (auto passed = run_passes(made); !passed) throw std::runtime_error(passed.error().message);
  return made;
}

OnCpu on_cpu(const Graph& graph, const Shape& in, std::mt19937& random) {
  OnCpu made{.graph = after_passes(graph, in)};
  made.input = random_tensor(in, random);
  const Shape& out = made.graph[made.graph.outputs[0].value].shape;
  made.output = value_of(Tensor::make(DType::f32, out));
  const auto plan = value_of(cpu::Plan::make(made.graph));
  const HostTensor from{DType::f32, in, {made.input.view.data, made.input.view.bytes()}};
  const HostTensor to{DType::f32, out, {made.output.view.data, made.output.view.bytes()}};
  if (auto ran = plan->run({{&from, 1}, {&to, 1}, {}, {}}); !ran)
    throw std::runtime_error(ran.error().message);
  return made;
}

std::optional<Compute> compute_on(const char* device) {
  auto made = Compute::create({.device = device});
  if (!made) return std::nullopt;
  return *made;
}

void expect_same(const Compute& compute, const OnCpu& expected, const Target& target,
                 double apart) {
  const auto plan = value_of(PipelinePlan::make(compute, expected.graph, target));
  KernelInfo info{.name = "piped", .inputs = {{"x"}}, .outputs = {{"y"}}};
  ASSERT_TRUE(register_composite(compute, std::move(info),
                                 [&](std::span<const Shape>) { return plan->composite(); }));
  const Buffer x = value_of(
      compute.buffer<float>(expected.input.view.values<float>(), expected.input.view.shape));
  const Buffer y = value_of(compute.buffer_zeros(expected.output.view.shape, DType::f32));
  for (int run = 0; run < 3; ++run)  // launched one by one, then recorded
    ASSERT_TRUE(compute.run_kernel("piped", {x}, {y}));
  ASSERT_TRUE(compute.remove_kernel("piped"));
  const std::vector<float> got = value_of(y.read<float>());
  for (std::size_t i = 0; i < got.size(); ++i)
    ASSERT_NEAR(got[i], expected.output.view.values<float>()[i], apart) << "at " << i;
}

#ifdef DALA_HAS_CUDA
void expect_compiles(const backend::cuda::Compiler& compiler, const NodeSource& text) {
  const auto code = backend::cuda::compile_source(
      compiler, text.native->source, 90, backend::cuda::Rounding::fused, kernel::DiskCache({}));
  EXPECT_TRUE(code) << code.error().message;
}
#endif

}  // namespace dala::ml::test
