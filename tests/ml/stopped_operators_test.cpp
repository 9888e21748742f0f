// Every operator on tensors that are large enough to notice, when the time is over before it
// begins: none may go on to the last element.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "ml/cpu/plan.hpp"
#include "ml/models_helper.hpp"
#include "ml/ops/families.hpp"
#include "support/results.hpp"

namespace dala::ml {
namespace {

using dala::test::value_of;

constexpr std::int64_t many = 3 << 20;
constexpr std::byte untouched{0x5a};

struct Input {
  Shape shape = {};
  DType dtype = DType::f32;
  std::vector<std::int64_t> integers = {};  // known before the model runs, where there are some
};

struct Case {
  std::vector<Input> inputs = {{.shape = {many}}};
  std::vector<std::pair<std::string, Attribute>> attributes = {};
  std::size_t outputs = 1;
};

const Input left_out{.shape = {0}};

Input known(std::vector<std::int64_t> numbers) {
  const auto count = static_cast<std::int64_t>(numbers.size());
  return {.shape = {count}, .dtype = DType::s64, .integers = std::move(numbers)};
}

Case of_two() { return {.inputs = {{.shape = {many}}, {.shape = {many}}}}; }

Case of_truths() {
  return {.inputs = {{.shape = {many}, .dtype = DType::u8}, {.shape = {many}, .dtype = DType::u8}}};
}

// Of two lines, the second of which is never reached.
Case of_lines() {
  return {.inputs = {{.shape = {2, many}}}, .attributes = {{"axes", std::vector{std::int64_t{1}}}}};
}

Case of_places() {
  return {.inputs = {{.shape = {2, many}}}, .attributes = {{"axis", std::int64_t{1}}}};
}

Case of_picture(std::vector<std::pair<std::string, Attribute>> attributes = {}) {
  return {.inputs = {{.shape = {1, 1, 1024, many / 1024}}}, .attributes = std::move(attributes)};
}

Case with_weights(const Shape& weights) {
  Case made = of_picture();
  made.inputs.push_back({.shape = weights});
  return made;
}

// Integers with their scale and zero point.
void add_quantized(Case& made, const Shape& shape) {
  made.inputs.push_back({.shape = shape, .dtype = DType::u8});
  made.inputs.push_back({.shape = {1}});
  made.inputs.push_back({.shape = {1}, .dtype = DType::u8});
}

Case quantized(std::initializer_list<Shape> shapes,
               std::vector<std::pair<std::string, Attribute>> attributes = {}) {
  Case made{.inputs = {}, .attributes = std::move(attributes)};
  for (const Shape& shape : shapes) add_quantized(made, shape);
  made.inputs.push_back({.shape = {1}});
  made.inputs.push_back({.shape = {1}, .dtype = DType::u8});
  return made;
}

Case of_bytes(std::initializer_list<Shape> shapes) {
  Case made{.inputs = {}};
  for (const Shape& shape : shapes) made.inputs.push_back({.shape = shape, .dtype = DType::u8});
  return made;
}

std::optional<Case> quantized_case_of(std::string_view op) {
  const auto is = [&](auto... names) { return ((op == names) || ...); };
  const std::vector<std::int64_t> small{2, 2};
  const Shape picture{1, 1, 1024, many / 1024};
  if (is("QuantizeLinear")) return Case{.inputs = {{.shape = {many}}, {.shape = {1}}}};
  if (is("DequantizeLinear")) {
    Case made = of_bytes({{many}});
    made.inputs.push_back({.shape = {1}});
    return made;
  }
  if (is("QLinearConv")) return quantized({picture, {1, 1, 1, 1}});
  if (is("ConvInteger")) return of_bytes({picture, {1, 1, 1, 1}});
  if (is("QLinearAdd", "QLinearMul")) return quantized({{many}, {many}});
  if (is("QLinearSigmoid", "QLinearLeakyRelu")) return quantized({{many}});
  if (is("QLinearMatMul")) return quantized({{1, 2}, {2, many}});
  if (is("MatMulInteger")) return of_bytes({{1, 2}, {2, many}});
  if (is("QLinearAveragePool")) return quantized({picture}, {{"kernel_shape", small}});
  if (is("QLinearGlobalAveragePool")) return quantized({{1, 2, 1024, many / 1024}});
  if (is("QGemm")) {
    Case made{.inputs = {}};
    add_quantized(made, {1, 2});
    add_quantized(made, {2, many});
    return made;
  }
  if (is("QLinearConcat")) {
    Case made{.inputs = {{.shape = {1}}, {.shape = {1}, .dtype = DType::u8}},
              .attributes = {{"axis", std::int64_t{0}}}};
    add_quantized(made, {many});
    return made;
  }
  if (is("MatMulNBits"))
    return Case{
        .inputs = {{.shape = {many / 16, 16}},
                   {.shape = {1, 1, 8}, .dtype = DType::u8},
                   {.shape = {1}}},
        .attributes = {
            {"K", std::int64_t{16}}, {"N", std::int64_t{1}}, {"block_size", std::int64_t{16}}}};
  return std::nullopt;
}

// What of the standard's operators is not element by element on one tensor of floats.
Case case_of(std::string_view op) {
  if (const auto made = quantized_case_of(op)) return *made;
  const auto is = [&](auto... names) { return ((op == names) || ...); };
  const std::vector<std::int64_t> small{2, 2};
  if (is("Add", "Sub", "Mul", "Div", "PRelu", "Pow", "Min", "Max", "Sum", "Equal", "Greater",
         "GreaterOrEqual", "Less", "LessOrEqual"))
    return of_two();
  if (is("And", "Or")) return of_truths();
  if (is("Mod")) {
    Case made = of_two();
    made.attributes = {{"fmod", std::int64_t{1}}};
    return made;
  }
  if (is("Where"))
    return {
        .inputs = {{.shape = {many}, .dtype = DType::u8}, {.shape = {many}}, {.shape = {many}}}};
  if (is("Reshape")) return {.inputs = {{.shape = {many}}, known({2, many / 2})}};
  if (is("Unsqueeze")) return {.inputs = {{.shape = {many}}, known({0})}};
  if (is("ConstantOfShape")) return {.inputs = {known({many})}};
  if (is("Cast")) return {.attributes = {{"to", std::int64_t{7}}}};
  if (is("Range")) {
    Case made;
    made.inputs.clear();
    for (const std::int64_t number : {std::int64_t{0}, many, std::int64_t{1}})
      made.inputs.push_back({.dtype = DType::s64, .integers = {number}});
    return made;
  }
  if (is("Transpose")) return {.inputs = {{.shape = {1024, many / 1024}}}};
  if (is("Slice")) return {.inputs = {{.shape = {many}}, known({1}), known({many})}};
  if (is("Gather"))
    return {.inputs = {{.shape = {2, many}}, {.shape = {1}, .dtype = DType::s64, .integers = {0}}}};
  if (is("Concat")) {
    Case made = of_two();
    made.attributes = {{"axis", std::int64_t{0}}};
    return made;
  }
  if (is("Split")) {
    Case made{.inputs = {{.shape = {2 * many}}}};
    made.outputs = 2;
    return made;
  }
  if (is("Expand")) return {.inputs = {{.shape = {1}}, known({many})}};
  if (is("Tile")) return {.inputs = {{.shape = {1024}}, known({many / 1024})}};
  if (is("Pad")) return {.inputs = {{.shape = {many}}, known({1, 1})}};
  if (is("DepthToSpace", "SpaceToDepth")) {
    Case made = of_picture({{"blocksize", std::int64_t{2}}});
    made.inputs[0].shape = {1, 4, 512, many / 2048};
    return made;
  }
  if (is("ReduceSum")) return {.inputs = {{.shape = {2, many}}, known({1})}};
  if (op.starts_with("Reduce")) return of_lines();
  if (is("ArgMax", "ArgMin")) return of_places();
  if (is("Softmax", "LogSoftmax")) return {.inputs = {{.shape = {1, many}}}};
  if (is("Gemm", "MatMul")) return {.inputs = {{.shape = {1, 2}}, {.shape = {2, many}}}};
  if (is("Conv", "ConvTranspose")) return with_weights({1, 1, 1, 1});
  if (is("MaxPool", "AveragePool")) return of_picture({{"kernel_shape", small}});
  if (is("Flatten", "Squeeze")) return of_picture();
  if (is("GlobalAveragePool", "GlobalMaxPool")) {
    Case made = of_picture();
    made.inputs[0].shape = {1, 2, 1024, many / 1024};
    return made;
  }
  if (is("Resize"))
    return {
        .inputs = {{.shape = {1, 1, 2, 2}}, left_out, left_out, known({1, 1, 1024, many / 1024})}};
  if (is("BatchNormalization", "InstanceNormalization")) {
    Case made{.inputs = {{.shape = {1, 1, many}}}};
    made.inputs.resize(is("BatchNormalization") ? 5 : 3, {.shape = {1}});
    return made;
  }
  return {};
}

// The graph of one node, and memory for it. Inputs are zeros, or the numbers that are known.
struct OneNode {
  explicit OneNode(std::string_view op) {
    Case given = case_of(op);
    graph.opset = 13;
    node.op = op;
    for (auto& [name, value] : given.attributes) node.attributes.set(name, value);
    if (op == "Upsample") {
      given = case_of("Resize");
      given.inputs.resize(1);
      graph.opset = 7;
      node.attributes.set("scales", std::vector<float>{1, 1, 512, many / 2048.0F});
    }
    tensors.reserve(given.inputs.size() + given.outputs);
    for (const Input& input : given.inputs) add(input);
    for (std::size_t i = 0; i < given.outputs; ++i) node.outputs.push_back(graph.add_value("y"));
    for (std::size_t i = 0; i < given.inputs.size(); ++i)
      inputs.push_back(node.inputs[i] == no_value ? nullptr : &tensors[i].view);
    const auto types = value_of(infer(graph, node));
    for (const TensorView& type : std::span(types).first(given.outputs)) {
      tensors.push_back(value_of(Tensor::make(type.dtype, type.shape)));
      outputs.push_back(tensors.back().view);
      std::memset(outputs.back().data, static_cast<int>(untouched), outputs.back().bytes());
    }
  }

  void add(const Input& input) {
    tensors.push_back(value_of(Tensor::make(input.dtype, input.shape)));
    const TensorView& view = tensors.back().view;
    if (input.shape == left_out.shape) {
      node.inputs.push_back(no_value);
      return;
    }
    std::memset(view.data, 0, view.bytes());
    const ValueId id = graph.add_value("x", input.dtype);
    graph[id].shape = input.shape;
    if (!input.integers.empty()) {
      std::ranges::copy(input.integers, view.values<std::int64_t>().begin());
      graph[id].constant = tensors.back();
    }
    node.inputs.push_back(id);
  }

  [[nodiscard]] bool is_finished() const {
    const TensorView& last = outputs.back();
    return last.data[last.bytes() - 1] != untouched;
  }

  Graph graph = {};
  Node node = {};
  std::vector<Tensor> tensors = {};
  std::vector<const TensorView*> inputs = {};
  std::vector<TensorView> outputs = {};
};

// Runs the first piece of a loop and no other: whether that is short is the question.
HostThreads first_piece_only() {
  return {nullptr, 1,
          [](void* /*pool*/, std::size_t count, std::size_t grain, HostThreads::Body body,
             void* context) {
            if (count > 0) body(context, 0, std::min(count, grain));
          }};
}

TEST(StoppedOperators, NoneGoesOnToTheEnd) {
  // As long as a list of sizes, or a tensor that is in the file.
  constexpr std::array<std::string_view, 3> short_ones{"Shape", "Size", "Constant"};
  const Watch watch(std::chrono::nanoseconds(1));
  for (const auto family : operator_families())
    for (const Operator& op : family) {
      if (std::ranges::find(short_ones, op.name) != short_ones.end()) continue;
      SCOPED_TRACE(op.name);
      const OneNode one(op.name);
      ASSERT_GE(one.tensors[0].view.elements() + one.outputs[0].elements(),
                static_cast<std::size_t>(many));
      ASSERT_TRUE(
          op.run({one.node, one.graph.opset, one.inputs, one.outputs, first_piece_only(), &watch}));
      EXPECT_FALSE(one.is_finished());
      EXPECT_FALSE(watch.check());
    }
}

// The same of steps that have a form of their own on the CPU.
void expect_step_stopped(Graph graph, const Shape& output) {
  const auto plan = value_of(cpu::Plan::make(graph));
  const Tensor x = value_of(Tensor::make(DType::f32, graph[graph.inputs[0].value].shape));
  const Tensor y = value_of(Tensor::make(DType::f32, output));
  std::memset(x.view.data, 0, x.view.bytes());
  std::memset(y.view.data, static_cast<int>(untouched), y.view.bytes());
  const std::array inputs{HostTensor{DType::f32, x.view.shape, {x.view.data, x.view.bytes()}}};
  const std::array outputs{HostTensor{DType::f32, output, {y.view.data, y.view.bytes()}}};
  const Watch watch(std::chrono::nanoseconds(1));
  expect_error(plan->run({inputs, outputs, {}, first_piece_only()}, &watch),
               ErrorCode::kernel_failed, "the limit set by the host");
  EXPECT_EQ(y.view.data[y.view.bytes() - 1], untouched);
}

Graph one_step(const std::string& op, const Shape& in, const Shape& out) {
  Graph graph;
  graph.opset = 13;
  const ValueId x = graph.add_value("x");
  const ValueId y = graph.add_value("y");
  graph[x].shape = in;
  graph[y].shape = out;
  graph.inputs = {{.value = x, .dims = {}}};
  graph.outputs = {{.value = y, .dims = {}}};
  Node node{.op = op, .inputs = {x}, .outputs = {y}};
  node.attributes.set("perm", std::vector<std::int64_t>{1, 0});
  graph.nodes = {node};
  return graph;
}

TEST(StoppedSteps, CopiesToTheOutput) {
  expect_step_stopped(one_step("Identity", {many}, {many}), {many});
}

// Nobody looks in the middle of a piece, so there are several.
TEST(StoppedSteps, TallMatricesAreTurnedInPieces) {
  const Graph graph = one_step("Transpose", {many / 2, 2}, {2, many / 2});
  const Tensor x = value_of(Tensor::make(DType::f32, {many / 2, 2}));
  const Tensor y = value_of(Tensor::make(DType::f32, {2, many / 2}));
  std::memset(x.view.data, 0, x.view.bytes());
  const std::array inputs{HostTensor{DType::f32, x.view.shape, {x.view.data, x.view.bytes()}}};
  const std::array outputs{HostTensor{DType::f32, y.view.shape, {y.view.data, y.view.bytes()}}};
  std::size_t pieces = 0;
  const HostThreads counted(
      &pieces, 1,
      [](void* pool, std::size_t count, std::size_t grain, HostThreads::Body body, void* context) {
        *static_cast<std::size_t*>(pool) += (count + grain - 1) / grain;
        body(context, 0, count);
      });
  ASSERT_TRUE(value_of(cpu::Plan::make(graph))->run({inputs, outputs, {}, counted}));
  EXPECT_GE(pieces, 64U);
}

}  // namespace
}  // namespace dala::ml
