#include "ml/pipeline_helper.hpp"

#include <gtest/gtest.h>

#ifdef DALA_HAS_CUDA
#include "backend/cuda/cuda_device.hpp"
#include "backend/cuda_fake.hpp"
#include "backend/fallback/verify.hpp"
#endif
#include "compute/runtime.hpp"
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

Result<std::vector<float>> run_plan(const Compute& compute, const PipelinePlan& plan,
                                    const OnCpu& expected) {
  KernelInfo info{.name = "piped", .inputs = {{"x"}}, .outputs = {{"y"}}};
  DALA_TRY(register_composite(compute, std::move(info),
                              [&](std::span<const Shape>) { return plan.composite(); }));
  const TensorView& from = expected.input.view;
  const Buffer x = value_of(compute.buffer<float>(from.values<float>(), from.shape));
  const Buffer y = value_of(compute.buffer_zeros(expected.output.view.shape, DType::f32));
  Result<void> ran;
  for (int run = 0; ran && run < 3; ++run)  // launched one by one, then recorded
    ran = compute.run_kernel("piped", {x}, {y});
  DALA_TRY(compute.remove_kernel("piped"));
  if (!ran) return std::unexpected(ran.error());
  return y.read<float>();
}

void expect_same(const Compute& compute, const OnCpu& expected, const Target& target,
                 double apart) {
  const auto plan = value_of(PipelinePlan::make(compute, expected.graph, target));
  const std::vector<float> got = value_of(run_plan(compute, *plan, expected));
  for (std::size_t i = 0; i < got.size(); ++i)
    ASSERT_NEAR(got[i], expected.output.view.values<float>()[i], apart) << "at " << i;
}

#ifdef DALA_HAS_CUDA
void expect_compiles(const backend::cuda::Compiler& compiler, const std::string& source) {
  const auto code = backend::cuda::compile_source(
      compiler, source, 90, backend::cuda::Rounding::fused, kernel::DiskCache({}));
  EXPECT_TRUE(code) << code.error().message;
}

Compute on_fake_cuda(bool verifies) {
  const auto open = [&](const backend::DeviceOptions& given,
                        WorkerPool& pool) -> Result<std::shared_ptr<backend::Device>> {
    backend::DeviceOptions options = given;
    options.cache_folder.clear();  // its code is none
    DALA_ASSIGN(auto device, backend::cuda::create(backend::cuda::fake_library(), options, pool));
    return verifies ? backend::make_verifying(std::move(device), options, pool) : device;
  };
  return Compute(value_of(Compute::Runtime::create({.threads = 1}, open)));
}
#endif

}  // namespace dala::ml::test
