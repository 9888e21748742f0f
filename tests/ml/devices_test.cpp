// Models as kernels of a device give what their nodes give one by one on the host, and run there.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "ml/load_helper.hpp"
#include "ml/models_helper.hpp"
#include "ml/onnx/import.hpp"
#include "ml/passes/specialize.hpp"
#include "ml/plain_helper.hpp"
#include "ml/random_models_helper.hpp"
#include "support/results.hpp"

namespace dala::ml {
namespace {

using test::Floats;
using test::Ints;
using test::OnnxAttributes;
using test::OnnxBuilder;
using test::RandomModel;
using test::value_of;

// What the functions of a GPU may be off by.
constexpr float apart = 1e-3F;

class Devices : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    auto made = Compute::create({.device = GetParam()});
    if (!made) GTEST_SKIP() << "skipped: this machine has no device " << GetParam();
    compute = std::move(*made);
  }

  // Its answers on the device, beside those of the plain definitions.
  void compare(std::span<const std::byte> file, const std::vector<Ints>& dims,
               std::uint32_t seed) const {
    const Graph graph = value_of(import_onnx(file));
    std::vector<Shape> shapes;
    std::vector<Tensor> inputs;
    BufferList given;
    test::Random random(seed);
    for (const Ints& size : dims) {
      shapes.emplace_back(size);
      inputs.push_back(value_of(Tensor::make(DType::f32, shapes.back())));
      for (float& value : inputs.back().view.values<float>()) value = random.number(3);
      given.push_back(
          value_of(compute->buffer<float>(inputs.back().view.values<float>(), shapes.back())));
    }
    const Graph special = value_of(specialize(graph, shapes));
    const auto expected = test::run_plainly(special, inputs);
    ASSERT_TRUE(expected) << expected.error().message;
    const Model model = value_of(Model::from_bytes(*compute, file));
    const auto answers = model.predict(given);
    ASSERT_TRUE(answers) << answers.error().message;
    std::vector<Tensor> got;
    for (const Buffer& answer : *answers) {
      got.push_back(value_of(Tensor::make(answer.dtype(), answer.shape())));
      const std::vector<std::byte> bytes = value_of(answer.read_bytes());
      std::ranges::copy(bytes, got.back().view.data);
    }
    EXPECT_TRUE(test::same_answers(got, *expected, apart));
  }

  // Fewer where everything takes ten times as long.
  static std::uint32_t how_many(std::uint32_t count) {
    return std::getenv("DALA_TEST_SHORT") != nullptr ? count / 10 : count;
  }

  std::optional<Compute> compute;
};

TEST_P(Devices, RandomOperators) {
  for (std::uint32_t seed = 0; seed < how_many(480) && !HasFailure(); ++seed) {
    const RandomModel model = test::random_operator(seed);
    SCOPED_TRACE("model " + std::to_string(seed) + ": " + model.text);
    compare(model.file, model.inputs, seed);
  }
}

TEST_P(Devices, RandomNetworks) {
  for (std::uint32_t seed = 0; seed < how_many(40) && !HasFailure(); ++seed) {
    const RandomModel model = test::random_network(seed);
    SCOPED_TRACE("model " + std::to_string(seed) + ": " + model.text);
    compare(model.file, model.inputs, seed);
  }
}

// A node on x {2, 12, 6, 6}, with what else it reads.
struct NodeCase {
  const char* op;
  OnnxAttributes attributes = {};
  std::vector<Floats> floats = {};      // known vectors behind x
  std::vector<Ints> lists = {};         // and lists behind those
  int type = onnx::TensorProto::FLOAT;  // of what comes of it
};

OnnxBuilder file_of(const NodeCase& of) {
  OnnxBuilder file(14);
  file.input("x", {2, 12, 6, 6});
  std::vector<std::string> inputs{"x"};
  for (const Floats& values : of.floats) {
    inputs.push_back("f" + std::to_string(inputs.size()));
    const auto count = static_cast<std::int64_t>(values.size());
    file.floats(inputs.back(), {count}, values);
  }
  for (const Ints& values : of.lists) {
    inputs.push_back("l" + std::to_string(inputs.size()));
    file.integers(inputs.back(), {static_cast<std::int64_t>(values.size())}, values);
  }
  file.node(of.op, inputs, {"y"}, of.attributes).output("y", of.type);
  return file;
}

// What the library promises of operators with known shapes: none of them leaves the device.
TEST_P(Devices, OperatorsOfVisionModelsRunThere) {
  const Floats twelve(12, 0.5F);
  const std::vector<NodeCase> cases{
      {"Softmax"},
      {"Softmax", {{"axis", std::int64_t{1}}}},
      {"HardSigmoid"},
      {"HardSwish"},
      {"BatchNormalization", {}, {twelve, twelve, twelve, twelve}},
      {"AveragePool", {{"kernel_shape", Ints{2, 2}}}},
      {"GlobalMaxPool"},
      {"DepthToSpace", {{"blocksize", std::int64_t{2}}}},
      {"SpaceToDepth", {{"blocksize", std::int64_t{2}}}},
      {"Slice", {}, {}, {{1, 5}, {10, 0}, {1, 3}, {2, -1}}},
      {"Gather", {{"axis", std::int64_t{1}}}, {}, {{3, -1, 0}}},
      {"Exp"},
      {"Sqrt"},
      {"Tanh"},
      {"LeakyRelu"},
      {"Div", {}, {{4}}},
      {"Sub", {}, {{4}}},
      {"PRelu", {}, {{0.1F, 0.2F, 0.3F, 0.4F, 0.5F, 0.6F}}},
      {"ReduceMean", {{"axes", Ints{2, 3}}}},
      {"ReduceMean", {{"keepdims", std::int64_t{0}}}},
      {"ArgMax", {{"axis", std::int64_t{1}}}, {}, {}, onnx::TensorProto::INT64},
      {"Pad", {}, {}, {{0, 0, 1, 2, 0, 0, 3, 4}}},
      {"Pad", {{"mode", std::string("reflect")}}, {}, {{0, 0, 1, 2, 0, 0, 3, 4}}},
      {"Expand", {}, {}, {{3, 2, 12, 6, 6}}},
      {"Greater", {}, {{0.5F}}, {}, onnx::TensorProto::BOOL},
      {"Cast", {{"to", std::int64_t{6}}}, {}, {}, onnx::TensorProto::INT32},
      {"Tile", {}, {}, {{1, 2, 1, 2}}},
  };
  for (std::uint32_t i = 0; i < cases.size() && !HasFailure(); ++i) {
    SCOPED_TRACE(cases[i].op);
    const std::vector<std::byte> file = file_of(cases[i]).bytes();
    compare(file, {{2, 12, 6, 6}}, i);
    const Model model = value_of(Model::from_bytes(*compute, file));
    const Shape shapes[] = {{2, 12, 6, 6}};
    for (const ModelStep& step : value_of(model.explain(shapes)).steps)
      EXPECT_EQ(step.device, GetParam()) << step.op;
    const auto y = value_of(model.output_shapes(shapes));
    const Buffer x = value_of(compute->buffer_zeros(shapes[0], DType::f32));
    const Buffer out = value_of(compute->buffer_zeros(y[0], model.info().outputs[0].dtype));
    const auto explained =
        value_of(compute->explain(Command{.kernel = "model", .inputs = x, .outputs = out}));
    EXPECT_EQ(explained.stages[0].bytes_moved, 0U) << to_string(explained);
  }
}

TEST_P(Devices, WhereChoosesAndTransposedConvolutionsSpread) {
  OnnxBuilder file(14);
  test::Random random(3);
  file.input("x", {1, 4, 5, 5}).floats("w", {4, 3, 3, 3}, random.numbers(4 * 3 * 9));
  file.node("ConvTranspose", {"x", "w"}, {"t"}, {{"strides", Ints{2, 2}}});
  file.floats("zero", {}, Floats{0}).node("Less", {"t", "zero"}, {"below"});
  file.node("Where", {"below", "zero", "t"}, {"y"}).output("y");
  const std::vector<std::byte> bytes = file.bytes();
  compare(bytes, {{1, 4, 5, 5}}, 5);
  const Model model = value_of(Model::from_bytes(*compute, bytes));
  const Shape shapes[] = {{1, 4, 5, 5}};
  for (const ModelStep& step : value_of(model.explain(shapes)).steps)
    EXPECT_EQ(step.device, GetParam()) << step.op;
}

// A step without a kernel is named, in the model's plan and in that of a pipeline it is part of.
TEST_P(Devices, StepsOfTheHostAreNamed) {
  OnnxBuilder file(14);
  file.input("x", {6}).node("Cast", {"x"}, {"wide"}, {{"to", std::int64_t{11}}});
  file.node("Exp", {"wide"}, {"e"}).node("Cast", {"e"}, {"y"}, {{"to", std::int64_t{1}}});
  file.output("y");
  const Model model = value_of(Model::from_bytes(*compute, file.bytes(), {.name = "wide_model"}));
  const Shape shapes[] = {{6}};
  const ModelExplanation plan = value_of(model.explain(shapes));
  EXPECT_EQ(plan.steps[1].device, "host");
  const Buffer x = value_of(compute->buffer<float>({1, 2, 3, 4, 5, 6}, {6}));
  const Buffer y = value_of(compute->buffer_zeros({6}, DType::f32));
  const Pipeline pipeline = compute->pipeline();
  ASSERT_TRUE(pipeline.add({.kernel = "wide_model", .inputs = x, .outputs = y}));
  ASSERT_TRUE(pipeline.run());
  EXPECT_NEAR(value_of(y.read<float>())[5], 403.4288, 1e-2);
  const Explanation explained = value_of(pipeline.explain());
  EXPECT_GT(explained.stages[0].bytes_moved, 0U);
  ASSERT_EQ(explained.stages[0].rejections.size(), 3U);
  EXPECT_EQ(explained.stages[0].rejections[1].implementation, GetParam());
  EXPECT_TRUE(explained.stages[0].rejections[1].reason.contains("no kernel for Exp 'e'"))
      << explained.stages[0].rejections[1].reason;
}

// Times of steps are of what the device does, and the plan says whose clock they are from.
TEST_P(Devices, StepsHaveTimes) {
  OnnxBuilder file(14);
  test::Random random(3);
  file.input("x", {1, 32, 64, 64}).floats("w", {32, 32, 3, 3}, random.numbers(32 * 32 * 9));
  file.node("Conv", {"x", "w"}, {"y"}).output("y");
  const Model model = value_of(Model::from_bytes(*compute, file.bytes()));
  const Shape shapes[] = {{1, 32, 64, 64}};
  EXPECT_EQ(value_of(model.explain(shapes)).steps[0].ms, 0) << "before the first prediction";
  const Buffer x = value_of(compute->buffer_zeros(shapes[0], DType::f32));
  ASSERT_TRUE(model.predict({x}));
  const ModelExplanation explained = value_of(model.explain(shapes));
  EXPECT_GT(explained.steps[0].ms, 0);
  const std::string clock =
      compute->device_info().capabilities.device_clock ? "its own" : "the host's";
  EXPECT_EQ(explained.clock, clock);
  EXPECT_TRUE(to_string(explained).contains("by " + clock + " clock"));
}

// A model is a kernel like others: run by name, it makes the outputs that follow from its inputs.
TEST_P(Devices, ModelsInferTheirOutputs) {
  OnnxBuilder file(14);
  file.input("x", {-1, 2}).node("Neg", {"x"}, {"y"}).output("y");
  const Model model = value_of(Model::from_bytes(*compute, file.bytes(), {.name = "negated"}));
  const Buffer x = value_of(compute->buffer<float>({1, 2, 3, 4, 5, 6}, {3, 2}));
  const auto specs = value_of(compute->infer("negated", x));
  ASSERT_EQ(specs.size(), 1U);
  EXPECT_EQ(specs[0], (TensorSpec{DType::f32, {3, 2}}));
  const Buffer y = value_of(compute->run("negated", x));
  EXPECT_EQ(value_of(y.read<float>()), (std::vector<float>{-1, -2, -3, -4, -5, -6}));
  const Buffer wide = value_of(compute->buffer_zeros({3, 3}, DType::f32));
  expect_error(compute->run("negated", wide), ErrorCode::shape_mismatch, "{3, 3}");
  expect_error(compute->run("negated", x, {}, {.shape = Shape{6}}), ErrorCode::shape_mismatch,
               "the output 'y' is {6} and has to be {3, 2}");
}

// A pipeline keeps what it needs of a model that has gone.
TEST_P(Devices, PipelinesOutliveTheModel) {
  OnnxBuilder file(14);
  file.input("x", {4}).node("Neg", {"x"}, {"y"}).output("y");
  const Buffer x = value_of(compute->buffer<float>({1, 2, 3, 4}, {4}));
  const Buffer y = value_of(compute->buffer_zeros({4}, DType::f32));
  const Pipeline pipeline = compute->pipeline();
  {
    const Model model = value_of(Model::from_bytes(*compute, file.bytes(), {.name = "negated"}));
    expect_error(pipeline.add({.kernel = "negated",
                               .inputs = x,
                               .outputs = value_of(compute->buffer_zeros({3}, DType::f32))}),
                 ErrorCode::shape_mismatch, "'y' is {3} and has to be {4}");
    ASSERT_TRUE(pipeline.add({.kernel = "negated", .inputs = x, .outputs = y}));
    ASSERT_TRUE(pipeline.plan());
  }
  ASSERT_TRUE(pipeline.run());
  EXPECT_EQ(value_of(y.read<float>()), (std::vector<float>{-1, -2, -3, -4}));
  EXPECT_FALSE(compute->run_kernel("negated", x, y));
}

INSTANTIATE_TEST_SUITE_P(Of, Devices, testing::Values("gles", "cuda"),
                         [](const auto& of) { return std::string(of.param); });

}  // namespace
}  // namespace dala::ml
