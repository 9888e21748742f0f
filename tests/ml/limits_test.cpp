// Files that ask for more memory or time than there is. Nothing here measures time: what these
// tests would take without the limits is minutes or more.
#include <gtest/gtest.h>

#include <chrono>

#include "ml/cpu/arena.hpp"
#include "ml/load_helper.hpp"
#include "ml/models_helper.hpp"
#include "ml/onnx/parts.hpp"
#include "ml/random_models_helper.hpp"
#include "support/results.hpp"

namespace dala::ml {
namespace {

using test::cpu;
using test::expect_misfit;
using test::expect_refused;
using test::Floats;
using test::Ints;
using test::load;
using test::Names;
using test::OnnxBuilder;
using test::value_of;

constexpr std::uint64_t mebibyte = 1 << 20;

Compute with_memory(std::uint64_t bytes) {
  return value_of(Compute::create({.device = "cpu", .threads = 2, .memory_limit = bytes}));
}

Buffer zeros(const Compute& compute, const Shape& shape) {
  return value_of(compute.buffer_zeros(shape, DType::f32));
}

// A number, `count` times, and their sum.
OnnxBuilder repeated(std::int64_t count) {
  OnnxBuilder file(13);
  file.input("x", {1}).integers("count", {count});
  file.node("Expand", {"x", "count"}, {"many"}).node("Relu", {"many"}, {"positive"});
  file.node("ReduceSum", {"positive"}, {"y"}).output("y");
  return file;
}

TEST(ModelMemory, WhatLiesBetweenStepsIsCounted) {
  const Compute compute = with_memory(64 * mebibyte);
  const Model model = value_of(Model::from_bytes(compute, repeated(1 << 28).bytes()));
  const auto answer = model.predict({zeros(compute, {1})});
  expect_error(answer, ErrorCode::out_of_memory, "for what lies between input and output");
  expect_error(answer, ErrorCode::out_of_memory, "of the limit of 67108864 are in use");
  const Model smaller = value_of(Model::from_bytes(compute, repeated(1 << 20).bytes()));
  EXPECT_TRUE(smaller.predict({zeros(compute, {1})}));
  EXPECT_GE(compute.memory_in_use(), 8 * mebibyte);
}

OnnxBuilder convolution(std::int64_t outputs) {
  OnnxBuilder file(13);
  file.input("x", {1, 16, -1, -1})
      .floats("w", {outputs, 16, 1, 1}, Floats(static_cast<std::size_t>(outputs) * 16, 1.0F));
  file.node("Conv", {"x", "w"}, {"y"}).output("y");
  return file;
}

TEST(ModelMemory, WeightsAreCounted) {
  const Compute compute = with_memory(16 * mebibyte);
  const OnnxBuilder file = convolution(1 << 16);  // 4 MiB, and as much again laid out for the CPU
  {
    const Model model = value_of(Model::from_bytes(compute, file.bytes()));
    EXPECT_GE(compute.memory_in_use(), 4 * mebibyte);
    ASSERT_TRUE(model.predict({zeros(compute, {1, 16, 1, 1})}));
    EXPECT_GE(compute.memory_in_use(), 8 * mebibyte);
    // Room for one plan, not for two: that of other shapes goes.
    EXPECT_TRUE(model.predict({zeros(compute, {1, 16, 1, 2})}));
    EXPECT_TRUE(model.predict({zeros(compute, {1, 16, 1, 1})}));
  }
  EXPECT_LT(compute.memory_in_use(), mebibyte);
  expect_error(Model::from_bytes(with_memory(2 * mebibyte), file.bytes()), ErrorCode::out_of_memory,
               "the tensor 'w': 4194");
}

TEST(ModelMemory, WhatIsKnownBeforeTheRunIsCounted) {
  OnnxBuilder file(13);
  file.input("x", {1}).integers("count", {1 << 23});
  file.node("ConstantOfShape", {"count"}, {"c"}).node("ReduceSum", {"c"}, {"s"});
  file.node("Add", {"x", "s"}, {"y"}).output("y");
  const Compute compute = with_memory(8 * mebibyte);
  const Model model = value_of(Model::from_bytes(compute, file.bytes()));
  expect_error(model.predict({zeros(compute, {1})}), ErrorCode::out_of_memory,
               "ConstantOfShape 'c': 33554");
}

// More than is folded, so that it is made while the model runs, straight into the output.
TEST(ModelMemory, OutputsAreCounted) {
  OnnxBuilder file(13);
  file.input("x", {1}).integers("count", {std::int64_t{1} << 31});
  file.node("ConstantOfShape", {"count"}, {"c"}).node("Add", {"x", "c"}, {"y"}).output("y");
  const Compute compute = with_memory(64 * mebibyte);
  const Model model = value_of(Model::from_bytes(compute, file.bytes()));
  expect_error(model.predict({zeros(compute, {1})}), ErrorCode::out_of_memory,
               "of the limit of 67108864 are in use");
}

constexpr std::chrono::milliseconds brief{50};

void expect_stopped(const OnnxBuilder& file, const std::vector<Shape>& inputs) {
  const Model model = value_of(Model::from_bytes(cpu(), file.bytes(), {.time_limit = brief}));
  BufferList given;
  for (const Shape& shape : inputs) given.push_back(zeros(cpu(), shape));
  expect_error(model.predict(given), ErrorCode::kernel_failed,
               "the model was stopped after 50 ms, the limit set by the host");
}

TEST(ModelTime, WindowsOfEverySize) {
  OnnxBuilder pool(13);
  pool.input("x", {1, 1, 2048, 2048});
  pool.node("MaxPool", {"x"}, {"y"}, {{"kernel_shape", Ints{1024, 1024}}}).output("y");
  expect_stopped(pool, {{1, 1, 2048, 2048}});
  for (const char* op : {"Conv", "ConvTranspose"}) {
    OnnxBuilder file(13);
    file.input("x", {1, 1, 1024, 1024}).input("w", {1, 1, 512, 512});
    file.node(op, {"x", "w"}, {"y"}).output("y");
    expect_stopped(file, {{1, 1, 1024, 1024}, {1, 1, 512, 512}});
  }
  OnnxBuilder known(13);
  known.input("x", {1, 1, 1024, 1024}).floats("w", {1, 1, 512, 512}, Floats(512 * 512, 1.0F));
  known.node("Conv", {"x", "w"}, {"y"}).output("y");
  expect_stopped(known, {{1, 1, 1024, 1024}});
}

TEST(ModelTime, ManySteps) {
  OnnxBuilder file(13);
  test::Random random(1);
  file.input("x", {1, 64, 128, 128}).floats("w", {64, 64, 3, 3}, random.numbers(64 * 64 * 9));
  file.floats("d", {64, 1, 3, 3}, random.numbers(64 * 9));
  file.floats("p", {64, 64, 1, 1}, random.numbers(64 * 64));
  std::string from = "x";
  const auto add = [&](const char* weights, const std::string& to,
                       const test::OnnxAttributes& how) {
    file.node("Conv", {from, weights}, {to}, how);
    from = to;
  };
  const Ints around{1, 1, 1, 1};
  for (int i = 0; i < 3000; ++i) {
    const std::string name = std::to_string(i);
    add("w", "a" + name, {{"pads", around}});
    add("p", "b" + name, {});
    add("d", "c" + name, {{"pads", around}, {"group", std::int64_t{64}}});
  }
  file.output(from);
  expect_stopped(file, {{1, 64, 128, 128}});
}

TEST(ModelTime, WhatIsKnownBeforeTheRun) {
  OnnxBuilder file(13);
  file.input("x", {1}).integers("count", {1 << 23});
  file.node("ConstantOfShape", {"count"}, {"c"});
  Names sums{"x"};
  for (int i = 0; i < 1000; ++i) {
    sums.push_back("s" + std::to_string(i));
    file.node("ReduceSum", {"c"}, {sums.back()});
  }
  file.node("Sum", sums, {"y"}).output("y");
  expect_stopped(file, {{1}});
}

TEST(ModelTime, CancelledInTheMiddle) {
  OnnxBuilder pool(13);
  pool.input("x", {1, 1, 2048, 2048});
  pool.node("MaxPool", {"x"}, {"y"}, {{"kernel_shape", Ints{1024, 1024}}}).output("y");
  const Model model = value_of(load(pool));
  const Buffer y = zeros(cpu(), {1, 1, 1025, 1025});
  const CommandId id = value_of(model.predict_async({zeros(cpu(), {1, 1, 2048, 2048})}, {y}));
  EXPECT_TRUE(cpu().cancel(id));
  EXPECT_FALSE(cpu().wait(id));
}

TEST(ModelTime, NoLimitAtAll) {
  expect_error(Model::from_bytes(cpu(), repeated(1).bytes(),
                                 {.time_limit = std::chrono::nanoseconds::zero()}),
               ErrorCode::invalid_argument, "the time limit has to be more than nothing");
  const Model model = value_of(Model::from_bytes(cpu(), repeated(8).bytes(),
                                                 {.time_limit = std::chrono::nanoseconds::max()}));
  EXPECT_TRUE(model.predict({zeros(cpu(), {1})}));
}

TEST(ModelCounts, Outputs) {
  OnnxBuilder file(13);
  file.input("x", {1});
  for (int i = 0; i < 50'000; ++i) {
    const std::string name = "y" + std::to_string(i);
    file.node("Relu", {"x"}, {name}).output(name);
  }
  expect_refused(file, ErrorCode::bad_file, "the model has 50000 outputs; 1024 are the most");
}

TEST(ModelCounts, Inputs) {
  OnnxBuilder file(13);
  for (int i = 0; i < 50'000; ++i) file.input("x" + std::to_string(i), {1});
  file.node("Relu", {"x0"}, {"y"}).output("y");
  expect_refused(file, ErrorCode::bad_file, "inputs; 1024 are the most");
}

TEST(ModelCounts, Axes) {
  Ints axes(400'000);
  for (std::size_t i = 0; i < axes.size(); ++i) axes[i] = static_cast<std::int64_t>(i);
  for (const char* op : {"Unsqueeze", "Squeeze"}) {
    OnnxBuilder old(12);
    old.input("x", {1}).node(op, {"x"}, {"y"}, {{"axes", axes}}).output("y");
    expect_misfit(old, {{1}}, ErrorCode::unsupported, "its axes are 400000 numbers; 1024 are");
    OnnxBuilder file(13);
    file.input("x", {1}).integers("axes", axes).node(op, {"x", "axes"}, {"y"}).output("y");
    expect_misfit(file, {{1}}, ErrorCode::unsupported, "its axes are 400000 numbers; 1024 are");
  }
  OnnxBuilder order(13);
  order.input("x", {1}).node("Transpose", {"x"}, {"y"}, {{"perm", axes}}).output("y");
  expect_misfit(order, {{1}}, ErrorCode::bad_file, "it orders 400000 axes of 1");
  OnnxBuilder kernel(13);
  kernel.input("x", {1, 1, 4}).floats("w", {1, 1, 1}, Floats{1});
  kernel.node("Conv", {"x", "w"}, {"y"}, {{"kernel_shape", axes}}).output("y");
  expect_misfit(kernel, {{1, 1, 4}}, ErrorCode::bad_file, "its kernel_shape is");
}

TEST(ModelCounts, StepsOneAfterTheOther) {
  OnnxBuilder file(13);
  file.input("x", {4});
  std::string from = "x";
  for (int i = 0; i < 100'000; ++i) {
    std::string to = "v" + std::to_string(i);
    file.node("Abs", {from}, {to});
    from = std::move(to);
  }
  file.output(from);
  const Model model = value_of(load(file));
  const Buffer x = value_of(cpu().buffer<float>({-1, 2, -3, 4}, {4}));
  EXPECT_EQ(value_of(value_of(model.predict({x}))[0].read<float>()), (Floats{1, 2, 3, 4}));
  file.node("Abs", {from}, {"more"});
  expect_refused(file, ErrorCode::bad_file, "the model has 100001 nodes; 100000 are the most");
}

TEST(ModelCounts, ConvolutionsOneAfterTheOther) {
  OnnxBuilder file(13);
  file.input("x", {1, 2, 1, 1}).floats("w", {2, 2, 1, 1}, Floats{0, 1, 1, 0});
  std::string from = "x";
  for (int i = 0; i < 20'000; ++i) {
    std::string to = "v" + std::to_string(i);
    file.node("Conv", {from, "w"}, {to});
    from = std::move(to);
  }
  file.output(from);
  const Model model = value_of(load(file));
  const Buffer x = value_of(cpu().buffer<float>({3, 4}, {1, 2, 1, 1}));
  EXPECT_EQ(value_of(value_of(model.predict({x}))[0].read<float>()), (Floats{3, 4}));
}

TEST(ModelCounts, UnknownOperatorsInOneLine) {
  OnnxBuilder file(13);
  file.input("x", {1});
  for (int i = 0; i < 50'000; ++i) file.node("Frobnicate", {"x"}, {"y" + std::to_string(i)});
  file.output("y0");
  const auto refused = load(file);
  ASSERT_FALSE(refused);
  EXPECT_TRUE(refused.error().message.ends_with(", and 49980 more")) << refused.error().message;
  EXPECT_LT(refused.error().message.size(), 2000U);
}

TEST(ModelCounts, NamesAsLongAsTheFile) {
  OnnxBuilder file(13);
  file.input("x", {1}).node("Reshape", {"x"}, {std::string(1 << 20, 'y')});
  file.output(std::string(1 << 20, 'y'));
  const auto failed = value_of(load(file)).output_shapes(std::vector<Shape>{{1}});
  ASSERT_FALSE(failed);
  EXPECT_LT(failed.error().message.size(), 500U);
}

// A message may hold others that take two bytes in the file and hundreds in memory.
TEST(ModelCounts, Parts) {
  const auto file_of = [](char field, std::size_t count) {
    std::string graph;
    for (std::size_t i = 0; i < count; ++i) graph += {field, '\0'};
    std::string file = "\x3a";
    for (std::size_t size = graph.size(); size > 0; size >>= 7U)
      file += static_cast<char>((size & 0x7fU) | (size > 0x7f ? 0x80U : 0U));
    file += graph;
    const auto bytes = std::as_bytes(std::span(file));
    return std::vector(bytes.begin(), bytes.end());
  };
  for (const char field : {'\x0a', '\x2a', '\x5a', '\x62', '\x6a'}) {
    SCOPED_TRACE(int{field});
    expect_error(test::load_bytes(file_of(field, most_parts)), ErrorCode::bad_file,
                 "the file has more than 2000000 nodes, names and other parts");
    EXPECT_FALSE(test::load_bytes(file_of(field, 10)));
  }
}

// Tensors without elements, whose other sizes say nothing about memory.
TEST(ModelCounts, NothingManyTimes) {
  constexpr std::int64_t many = std::int64_t{1} << 36;
  OnnxBuilder file(13);
  file.input("x", {1}).integers("a", {many, 1, 0}).integers("b", {0, 0});
  file.node("ConstantOfShape", {"a"}, {"left"}).node("ConstantOfShape", {"b"}, {"right"});
  file.node("MatMul", {"left", "right"}, {"none"});
  file.node("Transpose", {"none"}, {"turned"}, {{"perm", Ints{0, 2, 1}}});
  file.node("ReduceSum", {"turned"}, {"s"}).node("Add", {"x", "s"}, {"y"}).output("y");
  const Model model = value_of(load(file));
  EXPECT_TRUE(model.predict({zeros(cpu(), {1})}));
}

TEST(Arena, ManyBuffersLieApart) {
  test::Random random(3);
  std::vector<cpu::Lifetime> buffers;
  for (std::size_t i = 0; i < 20'000; ++i) {
    const std::size_t first = i / 2;
    buffers.push_back({.bytes = 64 + i * 7919 % 5000,
                       .first = first,
                       .last = first + i * 104729 % (i % 100 == 0 ? 1000 : 5)});
  }
  const cpu::ArenaLayout layout = cpu::lay_out(buffers);
  EXPECT_GE(layout.bytes, layout.live);
  EXPECT_LE(layout.bytes, 2 * layout.live);
  for (std::size_t step = 0; step < 10'000; step += 97) {
    std::vector<std::pair<std::size_t, std::size_t>> used;
    for (std::size_t i = 0; i < buffers.size(); ++i)
      if (buffers[i].first <= step && step <= buffers[i].last)
        used.emplace_back(layout.offsets[i], layout.offsets[i] + buffers[i].bytes);
    std::ranges::sort(used);
    for (std::size_t i = 1; i < used.size(); ++i) ASSERT_LE(used[i - 1].second, used[i].first);
    ASSERT_LE(used.back().second, layout.bytes);
  }
}

}  // namespace
}  // namespace dala::ml
