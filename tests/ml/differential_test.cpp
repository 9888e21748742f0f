// Random models through passes and plan give what their nodes give one by one.
#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <algorithm>
#include <cstdlib>

#include "ml/onnx/import.hpp"
#include "ml/passes/specialize.hpp"
#include "ml/plain_helper.hpp"
#include "ml/random_models_helper.hpp"

namespace dala::ml {
namespace {

using test::RandomModel;

// Fewer where everything takes ten times as long.
std::uint32_t how_many(std::uint32_t count) {
  return std::getenv("DALA_TEST_SHORT") != nullptr ? count / 10 : count;
}

// Four threads as far as a plan can see: pieces come in any order, here from the back.
HostThreads in_pieces() {
  return {nullptr, 4,
          [](void*, std::size_t count, std::size_t grain, HostThreads::Body body, void* context) {
            for (std::size_t left = (count + grain - 1) / grain; left-- > 0;)
              body(context, left * grain, std::min(count, (left + 1) * grain));
          }};
}

std::vector<Tensor> random_inputs(const RandomModel& model, std::uint32_t seed) {
  test::Random random(seed);
  std::vector<Tensor> inputs;
  for (const test::Ints& dims : model.inputs) {
    Tensor tensor = Tensor::make(DType::f32, Shape(dims)).value();
    for (float& value : tensor.view.values<float>()) value = random.number(3);
    inputs.push_back(std::move(tensor));
  }
  return inputs;
}

void compare(const RandomModel& model, std::uint32_t seed) {
  SCOPED_TRACE("model " + std::to_string(seed) + ": " + model.text);
  const auto graph = import_onnx(model.file);
  ASSERT_TRUE(graph) << graph.error().message;
  std::vector<Shape> shapes;
  for (const test::Ints& dims : model.inputs) shapes.emplace_back(dims);
  const auto special = specialize(*graph, shapes);
  ASSERT_TRUE(special) << special.error().message;
  const std::vector<Tensor> inputs = random_inputs(model, seed);
  const auto expected = test::run_plainly(*special, inputs);
  ASSERT_TRUE(expected) << expected.error().message;
  const auto got = test::run_planned(*special, inputs, seed % 2 == 0 ? HostThreads{} : in_pieces());
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_TRUE(test::same_answers(*got, *expected));
}

TEST(Differential, RandomNetworks) {
  for (std::uint32_t seed = 0; seed < how_many(600) && !HasFailure(); ++seed)
    compare(test::random_network(seed), seed);
}

TEST(Differential, RandomOperators) {
  for (std::uint32_t seed = 0; seed < how_many(2000) && !HasFailure(); ++seed)
    compare(test::random_operator(seed), seed);
}

// The same models with what was compiled for other machines than this one.
TEST(Differential, EveryInstructionSet) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    for (std::uint32_t seed = 0; seed < how_many(100) && !HasFailure(); ++seed)
      compare(test::random_network(seed), seed);
    hwy::SetSupportedTargetsForTest(0);
  }
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace
}  // namespace dala::ml
