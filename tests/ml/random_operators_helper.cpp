// Operators on elements and on shapes.
#include "ml/random_operators_helper.hpp"

#include <algorithm>
#include <array>

namespace dala::test {

namespace {

constexpr int float_type = onnx::TensorProto::FLOAT;
constexpr int integer_type = onnx::TensorProto::INT64;
constexpr int truth_type = onnx::TensorProto::BOOL;

struct Since {
  const char* op;
  int opset;
};

// Shapes that broadcast together.
std::vector<Ints> broadcasting(OperatorWriter& w, std::size_t count) {
  const Ints whole = w.sizes(w.rank(0, 4));
  std::vector<Ints> parts(count, whole);
  for (Ints& part : parts) {
    for (std::int64_t& dim : part)
      if (w.random.one_in(4)) dim = 1;
    if (w.random.one_in(3))
      part.erase(part.begin(),
                 part.begin() + w.random.between(0, static_cast<std::int64_t>(part.size())));
  }
  return parts;
}

std::string whole_numbers(OperatorWriter& w, const std::string& from, int type) {
  const std::string large = w.node("Mul", {from, w.floats({}, {4})});
  return w.node("Cast", {large}, {{"to", std::int64_t{type}}});
}

void compared(OperatorWriter& w, const std::vector<Ints>& dims) {
  const char* op = w.random.pick<const char*>({"Greater", "Less", "Equal"});
  if (w.opset >= 13 && w.random.one_in(2))
    op = w.random.pick<const char*>({"GreaterOrEqual", "LessOrEqual"});
  const std::string a = w.input(dims[0]);
  const std::string b = w.input(dims[1]);
  // Floats can be equal only in later versions.
  const bool whole = std::string(op) == "Equal" && w.opset < 11;
  const int type = whole ? integer_type : float_type;
  const std::string truth =
      w.node(op, whole ? Names{whole_numbers(w, a, type), whole_numbers(w, b, type)} : Names{a, b});
  if (w.opset >= 9 && w.random.one_in(2)) {
    w.output(w.node("Where", {truth, b, w.input(dims[2])}));
    return;
  }
  const std::string other = w.node("Not", {w.node("Greater", {b, w.floats({}, {0})})});
  w.output(w.node(w.random.pick<const char*>({"And", "Or"}), {truth, other}), truth_type);
}

}  // namespace

std::string OperatorWriter::describe(const OnnxAttribute& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return "=" + std::to_string(*number);
  if (const auto* number = std::get_if<float>(&value)) return "=" + std::to_string(*number);
  if (const auto* text = std::get_if<std::string>(&value)) return "=" + *text;
  std::string list = "{";
  if (const auto* numbers = std::get_if<Ints>(&value))
    for (const std::int64_t number : *numbers) list += std::to_string(number) + " ";
  return list + "}";
}

void random_elementwise(OperatorWriter& w) {
  constexpr std::array ops{
      Since{"Sigmoid", 7},     Since{"Tanh", 7},     Since{"Exp", 7},        Since{"Log", 7},
      Since{"Sqrt", 7},        Since{"Floor", 7},    Since{"Ceil", 7},       Since{"Round", 11},
      Since{"Erf", 9},         Since{"Sin", 7},      Since{"Cos", 7},        Since{"Reciprocal", 7},
      Since{"Softplus", 7},    Since{"Softsign", 7}, Since{"HardSwish", 14}, Since{"Relu", 7},
      Since{"Abs", 7},         Since{"Neg", 7},      Since{"LeakyRelu", 7},  Since{"Elu", 7},
      Since{"HardSigmoid", 7}, Since{"Clip", 7}};
  const Since& of = ops[static_cast<std::size_t>(w.random.below(ops.size()))];
  if (of.opset > w.opset) return random_elementwise(w);
  const std::string op = of.op;
  Names inputs{w.input(w.sizes(w.rank(0, 4)))};
  if (op == "Log" || op == "Sqrt") inputs = {w.node("Abs", inputs)};
  OnnxAttributes attributes;
  if ((op == "LeakyRelu" || op == "Elu" || op == "HardSigmoid") && w.random.one_in(2))
    attributes.emplace_back("alpha", 0.3F);
  if (op == "HardSigmoid" && w.random.one_in(2)) attributes.emplace_back("beta", 0.2F);
  if (op == "Clip" && w.opset < 11) {
    if (w.random.one_in(2)) attributes.emplace_back("min", -0.5F);
    if (w.random.one_in(2)) attributes.emplace_back("max", 0.5F);
  } else if (op == "Clip") {
    inputs.push_back(w.random.one_in(2) ? w.floats({}, {-0.5F}) : "");
    if (w.random.one_in(2)) inputs.push_back(w.floats({}, {0.25F}));
  }
  w.output(w.node(op, inputs, attributes));
}

void random_pair(OperatorWriter& w) {
  const std::vector<Ints> dims = broadcasting(w, 3);
  if (w.random.one_in(4)) return compared(w, dims);
  const std::string op = w.random.pick<const char*>(
      {"Add", "Sub", "Mul", "Div", "Pow", "PRelu", "Min", "Max", "Sum", "Mod"});
  if (op == "PRelu") {  // its slope may not be the larger one
    Ints slope = w.sizes(3);
    const Ints whole = slope;
    for (std::int64_t& dim : slope)
      if (w.random.one_in(2)) dim = 1;
    return w.output(w.node(op, {w.input(whole), w.weights(slope)}));
  }
  if (op == "Pow") {
    const std::string exponent = w.random.one_in(2) ? w.floats({}, {2}) : w.input(dims[1]);
    return w.output(w.node(op, {w.node("Abs", {w.input(dims[0])}), exponent}));
  }
  Names inputs{w.input(dims[0]), w.input(dims[1])};
  const bool many = op == "Min" || op == "Max" || op == "Sum";
  if (many && w.random.one_in(2)) inputs.push_back(w.input(dims[2]));
  const bool whole = !many && op != "Div" && w.random.one_in(3);
  if (op == "Mod") {
    if (w.opset < 11) return random_pair(w);
    if (!whole) return w.output(w.node(op, inputs, {{"fmod", std::int64_t{1}}}));
    inputs[1] = w.integers({}, {w.random.pick({-3, 2, 5})});
    inputs[0] = whole_numbers(w, inputs[0], integer_type);
    return w.output(w.node(op, inputs), integer_type);
  }
  if (whole)
    for (std::string& name : inputs) name = whole_numbers(w, name, integer_type);
  w.output(w.node(op, inputs), whole ? integer_type : float_type);
}

void random_view(OperatorWriter& w) {
  const Ints dims = w.sizes(w.rank(1, 4));
  const std::string x = w.input(dims);
  Names inputs{x};
  OnnxAttributes attributes;
  switch (w.random.below(6)) {
    case 0: {
      Ints wanted = dims;
      std::ranges::reverse(wanted);
      if (w.random.one_in(2))
        wanted[0] = -1;
      else if (wanted[0] == dims[0])
        wanted[0] = 0;
      return w.output(w.node("Reshape", {x, w.integers(wanted)}));
    }
    case 1:
      return w.output(w.node("Flatten", {x}, {{"axis", w.axis(dims.size())}}));
    case 2: {  // through Unsqueeze, so that there is something to squeeze
      const Ints axes{0, static_cast<std::int64_t>(dims.size()) + 1};
      w.list(inputs, attributes, "axes", axes, 13);
      const std::string wide = w.node("Unsqueeze", inputs, attributes);
      if (w.random.one_in(2)) return w.output(wide);
      inputs = {wide};
      attributes.clear();
      w.list(inputs, attributes, "axes", {w.opset < 11 ? axes[1] : -1}, 13);
      return w.output(w.node("Squeeze", inputs, attributes));
    }
    case 3: {  // sizes that depend on the input's
      const std::string shape = w.node("Shape", {x});
      if (w.random.one_in(3)) return w.output(shape, integer_type);
      if (w.opset < 9) return w.output(w.node("Reshape", {x, shape}));
      const std::string ones = w.node("ConstantOfShape", {shape});
      return w.output(w.node("Add", {x, ones}));
    }
    case 4: {
      const int type = w.random.pick({static_cast<int>(onnx::TensorProto::INT32), integer_type,
                                      truth_type, static_cast<int>(onnx::TensorProto::DOUBLE)});
      return w.output(w.node("Cast", {x}, {{"to", std::int64_t{type}}}), type);
    }
    default: {
      Ints wanted = dims;
      for (std::int64_t& dim : wanted)
        if (dim == 1 && w.random.one_in(2)) dim = 3;
      if (w.random.one_in(2)) wanted.insert(wanted.begin(), 2);
      if (w.opset >= 9 && w.random.one_in(2))
        return w.output(w.node("Expand", {x, w.integers(wanted)}));
      Ints times;
      for (std::size_t i = 0; i < dims.size(); ++i) times.push_back(w.random.between(1, 3));
      return w.output(w.node("Tile", {x, w.integers(times)}));
    }
  }
}

RandomModel random_operator(std::uint32_t seed) {
  OperatorWriter writer(seed);
  constexpr std::array families{random_elementwise, random_pair,   random_view,
                                random_movement,    random_slice,  random_reduction,
                                random_product,     random_pool,   random_transposed,
                                random_pad,         random_resize, random_normalization};
  families[seed % families.size()](writer);
  return writer.epilogue();
}

}  // namespace dala::test
