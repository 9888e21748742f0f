// Predictions of small models: what callers can get wrong, batches, and several threads at once.
#include <gtest/gtest.h>

#include <thread>

#include "ml/load_helper.hpp"
#include "ml/models_helper.hpp"
#include "ml/random_models_helper.hpp"
#include "support/results.hpp"

namespace dala::ml {
namespace {

using test::cpu;
using test::Floats;
using test::load;
using test::OnnxBuilder;
using test::value_of;

// Convolution and sum over channels, for pictures of any number and size.
OnnxBuilder small() {
  OnnxBuilder file(13);
  test::Random random(7);
  file.input("x", {-1, 3, -1, -1}).floats("w", {20, 3, 3, 3}, random.numbers(20 * 3 * 9));
  file.node("Conv", {"x", "w"}, {"c"}).node("Relu", {"c"}, {"r"});
  file.node("ReduceMean", {"r"}, {"y"}, {{"axes", test::Ints{2, 3}}}).output("y");
  return file;
}

Buffer picture(const Compute& compute, const Shape& shape, std::uint32_t seed = 1) {
  return value_of(compute.buffer<float>(test::Random(seed).numbers(shape.elements()), shape));
}

TEST(Predict, ShapeOfTheInput) {
  const Model model = value_of(load(small()));
  expect_error(model.predict({picture(cpu(), {1, 4, 8, 8})}), ErrorCode::shape_mismatch,
               "the input 'x' is {1, 4, 8, 8} and has to be {any, 3, any, any}");
  expect_error(model.predict({picture(cpu(), {3, 8, 8})}), ErrorCode::shape_mismatch,
               "the input 'x' is {3, 8, 8} and has to be {any, 3, any, any}");
  expect_error(model.predict({picture(cpu(), {1, 3, 2, 8})}), ErrorCode::shape_mismatch,
               "Conv 'c': its window of 3 does not fit into 2");
}

TEST(Predict, NumberOfInputs) {
  const Model model = value_of(load(small()));
  const Buffer x = picture(cpu(), {1, 3, 8, 8});
  expect_error(model.predict({x, x}), ErrorCode::wrong_arity, "takes 1 inputs, and 2 were given");
  EXPECT_FALSE(model.predict({}));
  expect_error(model.predict({Buffer{}}), ErrorCode::invalid_handle, "empty handle");
}

TEST(Predict, TypeOfTheInput) {
  const Model model = value_of(load(small()));
  EXPECT_FALSE(model.predict({value_of(cpu().buffer_zeros({1, 3, 8, 8}, DType::s32))}));
}

TEST(Predict, ShapeOfTheOutput) {
  const Model model = value_of(load(small()));
  expect_error(model.predict_into({picture(cpu(), {1, 3, 8, 8})},
                                  {value_of(cpu().buffer_zeros({1, 20}, DType::f32))}),
               ErrorCode::shape_mismatch, "the output 'y' is {1, 20} and has to be {1, 20, 1, 1}");
}

TEST(Predict, NoPictures) {
  const Model model = value_of(load(small()));
  const auto made = model.predict({value_of(cpu().buffer_zeros({0, 3, 8, 8}, DType::f32))});
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ((*made)[0].shape(), Shape({0, 20, 1, 1}));
}

// More shapes than plans are kept for, each twice; a batch is its pictures one by one.
TEST(Predict, ManyShapesAndBatches) {
  const Model model = value_of(load(small()));
  for (int round = 0; round < 2; ++round)
    for (std::int64_t side = 3; side < 16; ++side) {
      const Shape shape{2, 3, side, side + 1};
      const Floats numbers = test::Random(5).numbers(shape.elements());
      const Buffer both = value_of(cpu().buffer<float>(numbers, shape));
      const auto expected = value_of(value_of(model.predict({both}))[0].read<float>());
      const std::size_t half = numbers.size() / 2;
      for (std::size_t i = 0; i < 2; ++i) {
        const Buffer one = value_of(cpu().buffer<float>(std::span(numbers).subspan(i * half, half),
                                                        Shape{1, 3, side, side + 1}));
        const auto got = value_of(value_of(model.predict({one}))[0].read<float>());
        for (std::size_t c = 0; c < 20; ++c) EXPECT_FLOAT_EQ(got[c], expected[i * 20 + c]);
      }
    }
}

TEST(Predict, OutputsThatAreInputsWeightsOrTheSame) {
  OnnxBuilder file(13);
  file.input("x", {2}).floats("w", {2}, Floats{5, 6}).node("Neg", {"x"}, {"y"});
  file.node("Identity", {"y"}, {"z"});
  file.output("x").output("w").output("y").output("z").output("y");
  const Model model = value_of(load(file));
  const auto outputs = value_of(model.predict({value_of(cpu().buffer<float>({1, 2}, {2}))}));
  const std::vector<std::vector<float>> expected{{1, 2}, {5, 6}, {-1, -2}, {-1, -2}, {-1, -2}};
  ASSERT_EQ(outputs.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_EQ(value_of(outputs[i].read<float>()), expected[i]) << i;
}

TEST(Predict, FourThreadsGetEqualAnswers) {
  const Model model = value_of(load(small()));
  const Shape shape{2, 3, 24, 24};
  const Buffer x = picture(cpu(), shape);
  const auto expected = value_of(value_of(model.predict({x}))[0].read<float>());
  std::vector<int> wrong(4, 0);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < wrong.size(); ++t)
    threads.emplace_back([&, t] {
      for (std::int64_t i = 0; i < 60; ++i) {
        // Other shapes in between push plans out while they are in use.
        if (!model.predict({picture(cpu(), {1, 3, 3 + i % 13, 5})})) ++wrong[t];
        const auto outputs = model.predict({x});
        if (!outputs || value_of((*outputs)[0].read<float>()) != expected) ++wrong[t];
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(4, 0));
}

TEST(Predict, NamesOfKernelsAreReleased) {
  const std::size_t before = cpu().kernels().size();
  const std::vector<std::byte> file = small().bytes();
  for (int i = 0; i < 200; ++i) {
    const Model first = value_of(Model::from_bytes(cpu(), file, {.name = "Same-Name"}));
    const Model second = value_of(Model::from_bytes(cpu(), file, {.name = "Same-Name"}));
    EXPECT_EQ(cpu().kernels().size(), before + 2);
    if (i % 50 != 0) continue;
    EXPECT_TRUE(second.predict({picture(cpu(), {1, 3, 5, 5})}));
  }
  EXPECT_EQ(cpu().kernels().size(), before);
}

}  // namespace
}  // namespace dala::ml
