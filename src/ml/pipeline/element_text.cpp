// Operators that go element by element.
#include <array>

#include "ml/graph/activation.hpp"
#include "ml/pipeline/coordinates.hpp"
#include "ml/pipeline/kernel_text.hpp"

namespace dala::ml {

namespace {

struct Form {
  std::string_view op;
  const char* expression;
};

constexpr std::array unary{
    Form{"Exp", "exp(x)"},         Form{"Log", "log(x)"}, Form{"Sqrt", "sqrt(x)"},
    Form{"Abs", "abs(x)"},         Form{"Neg", "-x"},     Form{"Floor", "floor(x)"},
    Form{"Ceil", "ceil(x)"},       Form{"Sin", "sin(x)"}, Form{"Cos", "cos(x)"},
    Form{"Reciprocal", "1.0 / x"}, Form{"Identity", "x"},
};

constexpr std::array binary{
    Form{"Add", "x + y"},
    Form{"Sub", "x - y"},
    Form{"Mul", "x * y"},
    Form{"Div", "x / y"},
    Form{"Min", "min(x, y)"},
    Form{"Max", "max(x, y)"},
    Form{"PRelu", "select(x < 0.0, x * y, x)"},
};

const char* expression(std::span<const Form> forms, std::string_view op) {
  for (const Form& form : forms)
    if (form.op == op) return form.expression;
  return nullptr;
}

KernelText unary_text(const Node& node, const std::string& value) {
  return {.text = format("fn element(input: Tensor<f32>, output: &mut Tensor<f32>) {{\nlet i = "
                         "ABSOLUTE_POS;\nlet x = input[i];\noutput[i] = {};\n}}\n",
                         value),
          .inputs = {node.inputs[0]},
          .name = "element by element"};
}

KernelText binary_text(const Graph& graph, const Node& node, const std::string& value) {
  const Shape& out = graph[node.outputs[0]].shape;
  std::string loads;
  bool needs_coordinates = false;
  for (std::size_t k = 0; k < 2; ++k) {
    const Shape& shape = graph[node.inputs[k]].shape;
    std::string at = "i";
    if (shape.elements() == 1) {
      at = "0";
    } else if (shape != out) {
      at = position(out.rank(), broadcast_strides(shape, out));
      needs_coordinates = true;
    }
    loads += format("let {} = {}[{}];\n", k == 0 ? "x" : "y", k == 0 ? "left" : "right", at);
  }
  return {.text = format("fn element(left: Tensor<f32>, right: Tensor<f32>, output: &mut "
                         "Tensor<f32>) {{\nlet i = ABSOLUTE_POS;\n{}{}output[i] = {};\n}}\n",
                         needs_coordinates ? coordinates(out) : "", loads, value),
          .inputs = {node.inputs[0], node.inputs[1]},
          .name = "element by element"};
}

// Squares are the only powers that need no sign of the base.
std::optional<std::string> power(const Graph& graph, const Node& node) {
  if (!graph.is_constant(node.inputs[1])) return {};
  const std::vector<float> exponents = floats_of(graph[node.inputs[1]].constant->view);
  if (exponents.size() != 1) return {};
  if (exponents[0] == 2) return "x * x";
  if (exponents[0] == 0.5F) return "sqrt(x)";
  return {};
}

}  // namespace

std::optional<KernelText> element_text(const Graph& graph, const Node& node) {
  if (!are_f32(graph, node) || node.outputs.size() != 1) return {};
  if (const auto activation = activation_of(graph, node))
    return unary_text(node, activated(*activation, "x"));
  if (const char* form = expression(unary, node.op)) return unary_text(node, form);
  if (node.op == "Pow")
    if (const auto value = power(graph, node)) return unary_text(node, *value);
  if (node.inputs.size() == 2)
    if (const char* form = expression(binary, node.op)) return binary_text(graph, node, form);
  return {};
}

}  // namespace dala::ml
