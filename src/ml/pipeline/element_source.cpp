// Operators that go element by element, over shapes that broadcast.
#include <algorithm>
#include <array>

#include "ml/graph/activation.hpp"
#include "ml/graph/element_type.hpp"
#include "ml/pipeline/coordinates.hpp"
#include "ml/pipeline/node_source.hpp"

namespace dala::ml {

namespace {

struct ElementForm {
  std::string_view op;
  const char* expression;  // of x, y and z, the elements of its inputs
};

constexpr std::array unary{
    ElementForm{"Exp", "exp(x)"},
    ElementForm{"Log", "log(x)"},
    ElementForm{"Sqrt", "sqrt(x)"},
    ElementForm{"Abs", "abs(x)"},
    ElementForm{"Neg", "-x"},
    ElementForm{"Floor", "floor(x)"},
    ElementForm{"Ceil", "ceil(x)"},
    ElementForm{"Sin", "sin(x)"},
    ElementForm{"Cos", "cos(x)"},
    ElementForm{"Reciprocal", "1.0 / x"},
    ElementForm{"Identity", "x"},
    ElementForm{"Softplus", "max(x, 0.0) + log(1.0 + exp(-abs(x)))"},
    ElementForm{"Softsign", "x / (1.0 + abs(x))"},
    // Halves go to the even neighbour.
    ElementForm{"Round",
                "{ let low = floor(x); let rest = x - low; if rest > 0.5 || (rest == 0.5 && "
                "fract(low * 0.5) > 0.0) { low + 1.0 } else { low } }"},
    // Within 1.5e-7 (Abramowitz and Stegun 7.1.26).
    ElementForm{"Erf",
                "{ let t = 1.0 / (1.0 + 0.3275911 * abs(x)); sign(x) * (1.0 - ((((1.061405429 * t "
                "- 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t * "
                "exp(-x * x)) }"},
};

// Of numbers of one type, f32 or s32.
constexpr std::array binary{
    ElementForm{"Add", "x + y"},     ElementForm{"Sub", "x - y"},
    ElementForm{"Mul", "x * y"},     ElementForm{"Div", "x / y"},
    ElementForm{"Min", "min(x, y)"}, ElementForm{"Max", "max(x, y)"},
    ElementForm{"Sum", "x + y"},     ElementForm{"PRelu", "select(x < 0, x * y, x)"},
};

// Of numbers of one type; what comes of it is true or false.
constexpr std::array truth{
    ElementForm{"Equal", "x == y"},          ElementForm{"Greater", "x > y"},
    ElementForm{"GreaterOrEqual", "x >= y"}, ElementForm{"Less", "x < y"},
    ElementForm{"LessOrEqual", "x <= y"},    ElementForm{"And", "x != 0 && y != 0"},
    ElementForm{"Or", "x != 0 || y != 0"},   ElementForm{"Not", "x == 0"},
};

const char* expression(std::span<const ElementForm> forms, std::string_view op) {
  const auto found = std::ranges::find(forms, op, &ElementForm::op);
  return found == forms.end() ? nullptr : found->expression;
}

std::string as_truth(const std::string& condition) {
  return format("select({}, 1u8, 0u8)", condition);
}

// x, y, z, then v3 and so on.
std::string name_of(std::size_t input) {
  return input < 3 ? std::string(1, static_cast<char>('x' + input)) : format("v{}", input);
}

NodeSource elements(const Graph& graph, const Node& node, const std::string& value) {
  const Shape& out = graph[node.outputs[0]].shape;
  NodeSource made{.name = "element by element"};
  std::string parameters;
  std::string loads;
  bool needs_coordinates = false;
  for (std::size_t k = 0; k < node.inputs.size(); ++k) {
    if (node.inputs[k] == no_value) continue;
    const Shape& shape = graph[node.inputs[k]].shape;
    std::string at = "i";
    if (shape.elements() == 1) {
      at = "0";
    } else if (shape != out) {
      at = position(out.rank(), broadcast_strides(shape, out));
      needs_coordinates = true;
    }
    parameters += format("from{}: Tensor<{}>, ", k, to_string(graph[node.inputs[k]].dtype));
    loads += format("let {} = from{}[{}];\n", name_of(k), k, at);
    made.inputs.emplace_back(node.inputs[k]);
  }
  made.text = format(
      "fn element({}output: &mut Tensor<{}>) {{\nlet i = ABSOLUTE_POS;\n{}{}"
      "output[i] = {};\n}}\n",
      parameters, to_string(graph[node.outputs[0]].dtype),
      needs_coordinates ? coordinates(out) : "", loads, value);
  return made;
}

// The same for nodes whose other inputs are constants: those are part of the source.
NodeSource first_elements(const Graph& graph, const Node& node, const std::string& value) {
  Node alone = node;
  alone.inputs.resize(1);
  return elements(graph, alone, value);
}

// The kernel language leaves pow of a negative base to the device, so the source handles those.
std::optional<NodeSource> power_source(const Graph& graph, const Node& node) {
  if (!are_f32(graph, node)) return {};
  if (graph.is_constant(node.inputs[1])) {
    const std::vector<float> exponents = floats_of(graph[node.inputs[1]].constant->view);
    if (exponents.size() == 1 && exponents[0] == 2) return first_elements(graph, node, "x * x");
    if (exponents.size() == 1 && exponents[0] == 0.5F)
      return first_elements(graph, node, "sqrt(x)");
  }
  // Below zero only whole exponents have a result: the sign is that of an odd one.
  return elements(graph, node,
                  "if x >= 0.0 { if y == 0.0 { 1.0 } else { pow(x, y) } } else if floor(y) != y { "
                  "0.0 / (x - x) } else { pow(-x, y) * (1.0 - 4.0 * abs(fract(y * 0.5))) }");
}

// Min, Max or Sum of any number of them.
NodeSource many_source(const Graph& graph, const Node& node, std::string_view form) {
  std::string value = "x";
  for (std::size_t k = 1; k < node.inputs.size(); ++k)
    value = form.starts_with("min") || form.starts_with("max")
                ? format("{}({}, {})", form.substr(0, 3), value, name_of(k))
                : format("{} + {}", value, name_of(k));
  return elements(graph, node, value);
}

// Half floats that lie in wider types are rounded by the host.
std::optional<NodeSource> cast_source(const Graph& graph, const Node& node) {
  const std::int64_t to = node.attributes.integer("to", 0);
  if ((to == onnx_half || to == onnx_bfloat16) && !node.attributes.has(stored_attribute)) return {};
  if (to == onnx_bool) return elements(graph, node, as_truth("x != 0"));
  return elements(graph, node, format("x as {}", to_string(graph[node.outputs[0]].dtype)));
}

}  // namespace

std::optional<NodeSource> element_source(const Graph& graph, const Node& node) {
  const auto has_kernels = [&](ValueId id) {
    return id == no_value || is_for_kernels(computed_in(graph[id].dtype));
  };
  if (node.outputs.size() != 1 || node.inputs.empty() || node.inputs.size() > 12 ||
      !std::ranges::all_of(node.inputs, has_kernels) || !has_kernels(node.outputs[0]))
    return {};
  if (are_f32(graph, node)) {
    if (const auto activation = activation_of(graph, node))
      return first_elements(graph, node, activated(*activation, "x"));
    if (const char* form = expression(unary, node.op)) return elements(graph, node, form);
    if (node.op == "Mod") return elements(graph, node, "x % y");
    if (node.op == "Elu")
      return elements(graph, node,
                      format("select(x < 0.0, {} * (exp(x) - 1.0), x)",
                             number(node.attributes.number("alpha", 1))));
  }
  if (node.op == "Pow") return power_source(graph, node);
  if (node.op == "Cast") return cast_source(graph, node);
  if (node.op == "Where") return elements(graph, node, "select(x != 0, y, z)");
  if (const char* form = expression(truth, node.op)) return elements(graph, node, as_truth(form));
  const DType dtype = graph[node.outputs[0]].dtype;
  if (dtype != DType::f32 && dtype != DType::s32) return {};
  if (const char* form = expression(binary, node.op))
    return node.inputs.size() == 2 ? elements(graph, node, form) : many_source(graph, node, form);
  return {};
}

}  // namespace dala::ml
