// Models of bytes as they are planned on the CPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "ml/cpu/plan.hpp"
#include "ml/load_helper.hpp"
#include "ml/models_helper.hpp"
#include "ml/onnx/import.hpp"
#include "ml/passes/passes.hpp"
#include "ml/passes/specialize.hpp"
#include "ml/plain_helper.hpp"
#include "support/results.hpp"

namespace dala::ml {
namespace {

using test::Floats;
using test::Ints;
using test::Names;
using test::OnnxAttributes;
using test::OnnxBuilder;
using test::value_of;

// Of u8 or s8 from end to end: two convolutions of x, added up, and each channel by itself.
struct Network {
  explicit Network(unsigned seed) : random(seed), type(of(0, 1) == 0 ? u8_type : s8_type) {
    const std::int64_t channels = pick({1, 3, 5, 16, 20});
    const std::int64_t side = pick({1, 5, 9});
    const std::int64_t made = pick({2, 16, 24, 70});
    dims = {of(1, 2), channels, side, side};
    file.input("x", dims, type);
    level("x");
    convolution("x", "a", made, channels, 1, 1);
    convolution("x", "b", made, channels, 3, 1);
    level("sum");
    file.node("QLinearAdd", Names{"a", "as", "az", "b", "bs", "bz", "sums", "sumz"}, {"sum"});
    file.domain("com.microsoft");
    convolution("sum", "y", made, made, 3, made);
    file.output("y", type);
  }

  std::int64_t of(std::int64_t least, std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(least, most)(random);
  }
  std::int64_t pick(std::initializer_list<std::int64_t> from) {
    return from.begin()[of(0, static_cast<std::int64_t>(from.size()) - 1)];
  }
  std::int64_t zero() { return type == u8_type ? of(0, 255) : of(-128, 127); }

  // Scale and zero point of a value.
  void level(const std::string& name) {
    file.floats(name + "s", {}, Floats{0.01F * static_cast<float>(of(1, 9))});
    file.narrow(name + "z", type, {}, {zero()});
  }

  void convolution(const std::string& from, const std::string& to, std::int64_t outputs,
                   std::int64_t inputs, std::int64_t kernel, std::int64_t group) {
    level(to);
    const Ints shape{outputs, inputs / group, kernel, kernel};
    const std::int64_t shift = weights_type == u8_type ? 128 : 0;
    Ints weights(static_cast<std::size_t>(outputs * inputs / group * kernel * kernel));
    for (std::int64_t& weight : weights) weight = of(-128, 127) + shift;
    Floats scales;
    for (std::int64_t o = 0; o < outputs; ++o)
      scales.push_back(0.001F * static_cast<float>(of(1, 20)));
    file.narrow(to + "w", weights_type, shape, weights);
    file.floats(to + "ws", {outputs}, scales);
    file.narrow(to + "wz", weights_type, {outputs}, Ints(static_cast<std::size_t>(outputs), shift));
    file.node("QLinearConv",
              {from, from + "s", from + "z", to + "w", to + "ws", to + "wz", to + "s", to + "z"},
              {to}, {{"group", group}, {"pads", Ints(4, kernel / 2)}, {"strides", Ints{1, 1}}});
  }

  [[nodiscard]] Graph graph() const {
    const std::vector<Shape> shapes{Shape(dims)};
    return value_of(specialize(value_of(import_onnx(file.bytes())), shapes));
  }

  static constexpr int u8_type = onnx::TensorProto::UINT8;
  static constexpr int s8_type = onnx::TensorProto::INT8;
  std::mt19937 random;
  int type;
  int weights_type = of(0, 1) == 0 ? u8_type : s8_type;
  Ints dims;
  OnnxBuilder file{13};
};

// Four threads as far as a plan can see: pieces come in any order, here from the back.
HostThreads in_pieces() {
  return {nullptr, 4,
          [](void*, std::size_t count, std::size_t grain, HostThreads::Body body, void* context) {
            for (std::size_t left = (count + grain - 1) / grain; left-- > 0;)
              body(context, left * grain, std::min(count, (left + 1) * grain));
          }};
}

TEST(PlanQuantized, AnswersAsTheReferenceDoes) {
  for (unsigned seed = 0; seed < 150 && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Network network(seed);
    const Graph graph = network.graph();
    Tensor x = value_of(Tensor::make(graph[graph.inputs[0].value].dtype, Shape(network.dims)));
    for (std::byte& byte : x.view.values<std::byte>())
      byte = static_cast<std::byte>(network.of(0, 255));
    const auto expected = value_of(test::run_plainly(graph, {x}));
    const HostThreads threads = seed % 2 == 0 ? HostThreads{} : in_pieces();
    const auto got = value_of(test::run_planned(graph, {x}, threads));
    EXPECT_TRUE(test::same_answers(got, expected));
  }
}

TEST(PlanQuantized, BytesAreReorderedOnlyAtTheEnds) {
  Network network(3);
  Graph graph = network.graph();
  must(run_passes(graph));
  std::vector<std::string> steps;
  for (const auto& step : value_of(cpu::Plan::make(graph))->explain().steps)
    steps.push_back(step.implementation);
  EXPECT_EQ(steps, (std::vector<std::string>{"plain to pixels", "pointwise, bytes", "direct, bytes",
                                             "sum, bytes", "depthwise, bytes", "pixels to plain"}));
}

}  // namespace
}  // namespace dala::ml
