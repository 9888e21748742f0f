// Models of half floats: stored and given as such, computed in f32.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include <dala/ml/tasks.hpp>

#include "ml/load_helper.hpp"
#include "ml/models_helper.hpp"
#include "ml/random_models_helper.hpp"
#include "support/results.hpp"

namespace dala::ml {
namespace {

using test::cpu;
using test::Floats;
using test::Ints;
using test::load;
using test::OnnxBuilder;
using test::value_of;

constexpr int half_type = onnx::TensorProto::FLOAT16;
constexpr int brain_type = onnx::TensorProto::BFLOAT16;

template <typename T>
Ints bits_of(const Floats& values) {
  Ints bits;
  for (const float value : values) bits.push_back(T(value).bits);
  return bits;
}

template <typename T>
Buffer buffer_of(const Compute& compute, const Floats& values, const Shape& shape) {
  std::vector<T> small;
  for (const float value : values) small.emplace_back(value);
  return value_of(compute.buffer<T>(small, shape));
}

template <typename T>
void expect_kept(int type, DType dtype, float rounded) {
  OnnxBuilder file(13);
  file.input("x", {3}, type).narrow("w", type, {3}, bits_of<T>({1, 0.5F, -3}));
  file.node("Mul", {"x", "w"}, {"p"}).node("Add", {"p", "w"}, {"y"}).output("y", type);
  file.output("w", type).output("x", type);
  const Model model = value_of(load(file));
  EXPECT_EQ(model.info().inputs[0].dtype, dtype);
  EXPECT_EQ(model.info().outputs[0].dtype, dtype);
  EXPECT_EQ(model.info().parameters, 3U);
  const Floats given{1 + 0x1p-7F, 3, 5};
  const auto made = value_of(model.predict({buffer_of<T>(cpu(), given, {3})}));
  const auto read = [&](std::size_t i) {
    Floats values;
    for (const T value : value_of(made[i].template read<T>())) values.push_back(value);
    return values;
  };
  EXPECT_EQ(read(0), (Floats{rounded, 2, -18}));
  EXPECT_EQ(read(1), (Floats{1, 0.5F, -3}));
  EXPECT_EQ(read(2), given);
}

TEST(HalfFloats, AreInputsWeightsAndOutputs) {
  expect_kept<f16>(half_type, DType::f16, 2 + 0x1p-7F);
}
TEST(BrainFloats, AreInputsWeightsAndOutputs) { expect_kept<bf16>(brain_type, DType::bf16, 2); }

// 2049 is no half float: rounded after each node the answer would be 0.
TEST(HalfFloats, AreRoundedOnce) {
  OnnxBuilder file(13);
  file.input("x", {1}, half_type).narrow("big", half_type, {1}, bits_of<f16>({2048}));
  file.node("Add", {"x", "big"}, {"sum"}).node("Sub", {"sum", "big"}, {"y"}).output("y", half_type);
  const Model model = value_of(load(file));
  const auto made = value_of(model.predict({buffer_of<f16>(cpu(), {1}, {1})}));
  EXPECT_EQ(static_cast<float>(value_of(made[0].read<f16>())[0]), 1);
}

TEST(HalfFloats, OutputsThatAreNone) {
  OnnxBuilder file(13);
  file.input("x", {3}).node("Shape", {"x"}, {"y"}).output("y", half_type);
  test::expect_misfit(file, {{3}}, ErrorCode::bad_file,
                      "the model's output is s64, and the file says f16");
}

TEST(HalfFloats, ConstantsInNodesAreWidened) {
  OnnxBuilder file(13);
  file.input("x", {2});
  file.node("Constant", {}, {"c"}).node("Add", {"x", "c"}, {"y"}).output("y");
  auto& value = *file.graph().mutable_node(0)->add_attribute();
  value.set_name("value");
  value.set_type(onnx::AttributeProto::TENSOR);
  value.mutable_t()->set_data_type(half_type);
  value.mutable_t()->add_dims(1);
  value.mutable_t()->set_raw_data(std::string("\x00\x3e", 2));  // 1.5
  const auto made =
      value_of(value_of(load(file)).predict({value_of(cpu().buffer<float>({1, 2}, {2}))}));
  EXPECT_EQ(value_of(made[0].read<float>()), (std::vector{2.5F, 3.5F}));
}

OnnxBuilder convolution(bool half) {
  const Floats weights = test::Random(3).numbers(4608, 0.1F);
  OnnxBuilder file(13);
  file.input("x", {1, 16, 12, 12});
  if (half)
    file.narrow("w", half_type, {32, 16, 3, 3}, bits_of<f16>(weights));
  else
    file.floats("w", {32, 16, 3, 3}, weights);
  file.node("Conv", {"x", "w"}, {"c"}).node("Relu", {"c"}, {"y"}).output("y");
  return file;
}

TEST(HalfFloats, WeightsTakeHalfTheMemoryAndTheSameSteps) {
  const Compute compute = value_of(Compute::create({.device = "cpu"}));
  const auto taken = [&](bool half) {
    const std::uint64_t before = compute.memory_in_use();
    const Model model = value_of(Model::from_bytes(compute, convolution(half).bytes()));
    return compute.memory_in_use() - before;
  };
  EXPECT_LT(taken(true), taken(false) * 6 / 10);
  const std::vector<Shape> shapes{{1, 16, 12, 12}};
  const auto steps = [&](bool half) {
    std::vector<std::string> names;
    for (const ModelStep& step : value_of(value_of(load(convolution(half))).explain(shapes)).steps)
      names.push_back(step.op + " by " + step.implementation);
    return names;
  };
  EXPECT_EQ(steps(true), steps(false));
}

TEST(HalfFloats, PicturesAndAnswersAreConverted) {
  OnnxBuilder file(13);
  file.input("x", {1, 3, 4, 4}, half_type);
  file.node("GlobalAveragePool", {"x"}, {"mean"}).node("Flatten", {"mean"}, {"y"});
  file.output("y", half_type);
  const ModelCard card{.name = "means",
                       .task = Task::classify,
                       .input = {.name = "x", .width = 4, .height = 4},
                       .outputs = {{.role = "logits", .name = "y"}}};
  const TaskModel model = value_of(TaskModel::make(value_of(load(file)), card));
  std::vector<std::uint8_t> green(64, 0);
  for (std::size_t i = 1; i < green.size(); i += 4) green[i] = 255;
  const auto found = value_of(classify(model, ImageView(green, 4, 4)));
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].id, 1U);
}

TEST(HalfFloats, ModelsOnOtherDevicesTakeThem) {
  const auto gles = Compute::create({.device = "gles"});
  if (!gles) GTEST_SKIP() << "skipped: this machine has no device gles";
  OnnxBuilder file(13);
  file.input("x", {5}, half_type).narrow("w", half_type, {1}, bits_of<f16>({0.5F}));
  file.node("Mul", {"x", "w"}, {"y"}).output("y", half_type);
  const Model model = value_of(Model::from_bytes(*gles, file.bytes()));
  const auto made = value_of(model.predict({buffer_of<f16>(*gles, {1, 2, 3, 4, -5}, {5})}));
  Floats got;
  for (const f16 value : value_of(made[0].read<f16>())) got.push_back(value);
  EXPECT_EQ(got, (Floats{0.5F, 1, 1.5F, 2, -2.5F}));
  for (const ModelStep& step : value_of(model.explain(std::vector<Shape>{{5}})).steps)
    EXPECT_NE(step.device, "host") << step.op;
}

}  // namespace
}  // namespace dala::ml
