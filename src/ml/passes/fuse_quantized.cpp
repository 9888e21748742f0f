#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/dispatch.hpp"
#include "ml/graph/activation.hpp"
#include "ml/graph/steps.hpp"
#include "ml/ops/quantization.hpp"
#include "ml/passes/passes.hpp"
#include "ml/passes/uses.hpp"

namespace dala::ml {

namespace {

// Sums of more products of bytes than this might not fit into s32.
constexpr std::int64_t longest_sum = 32768;
constexpr double largest_bias = 0x1p30;
// Quotients of products of such scales neither overflow nor become denormal.
constexpr float least_scale = 1e-12F;
constexpr float largest_scale = 1e12F;

// Integers and what they stand for. Scales and zero points are constants; of a tensor that has more
// than one scale they lie along `axis`.
struct Quantized {
  ValueId integers = no_value;
  ValueId scale = no_value;
  ValueId zero = no_value;  // no_value: 0
  DType dtype = DType::u8;
  std::int64_t axis = 1;
};

bool moves_only(const Node& node) {
  constexpr std::array moves{"Transpose", "Slice",        "Gather",       "Expand",
                             "Tile",      "DepthToSpace", "SpaceToDepth", "MaxPool"};
  return is_view(node) || std::ranges::find(moves, node.op) != moves.end();
}

class Fusion {
 public:
  explicit Fusion(Graph& graph) : graph_(graph), uses_(graph), made_(graph.nodes.size()) {}

  Result<void> run() {
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
      if (graph_.nodes[i].op == "QuantizeLinear") DALA_TRY(fuse_before(i));
    std::vector<Node> nodes;
    for (std::size_t i = 0; i < made_.size(); ++i) {
      if (made_[i].empty()) made_[i].push_back(std::move(graph_.nodes[i]));
      std::ranges::move(made_[i], std::back_inserter(nodes));
    }
    graph_.nodes = std::move(nodes);
    drop_marked(graph_);
    return {};
  }

 private:
  // --- what nodes say ---

  [[nodiscard]] const TensorView& constant(ValueId id) const { return graph_[id].constant->view; }
  [[nodiscard]] std::span<const float> scales(const Quantized& of) const {
    return constant(of.scale).values<float>();
  }
  [[nodiscard]] std::int32_t zero(const Quantized& of) const {
    return of.zero == no_value ? 0 : Zeros(&constant(of.zero))[0];
  }
  [[nodiscard]] bool is_whole(const Quantized& of) const {
    return scales(of).size() == 1 && (of.zero == no_value || constant(of.zero).elements() == 1);
  }

  // What a QuantizeLinear or DequantizeLinear says, if all of it is known and does something.
  [[nodiscard]] std::optional<Quantized> levels_of(const Node& node, ValueId integers) const {
    Quantized of{.integers = integers,
                 .scale = node.inputs[1],
                 .zero = node.inputs.size() > 2 ? node.inputs[2] : no_value,
                 .dtype = graph_[integers].dtype,
                 .axis = node.attributes.integer("axis", 1)};
    if (!graph_.is_constant(of.scale) || (of.zero != no_value && !graph_.is_constant(of.zero)))
      return {};
    for (const float scale : scales(of))
      if (!(scale >= least_scale && scale <= largest_scale)) return {};
    return of;
  }

  // Where a value is what integers stand for.
  [[nodiscard]] std::optional<Quantized> dequantized(ValueId id) const {
    if (id == no_value || uses_.maker(id) == nobody) return {};
    const Node& node = graph_.nodes[uses_.maker(id)];
    if (node.op != "DequantizeLinear") return {};
    return levels_of(node, node.inputs[0]);
  }
  // The same of bytes with one scale.
  [[nodiscard]] std::optional<Quantized> whole(ValueId id) const {
    auto of = dequantized(id);
    return of && is_byte(of->dtype) && is_whole(*of) ? of : std::nullopt;
  }
  // The same of bytes with one scale, or one for each of `channels` along an axis.
  [[nodiscard]] std::optional<Quantized> by_channel(ValueId id, std::size_t axis,
                                                    std::int64_t channels) const {
    auto of = dequantized(id);
    if (!of || !is_byte(of->dtype)) return {};
    if (is_whole(*of)) return of;
    const auto rank = static_cast<std::int64_t>(graph_[id].shape.rank());
    const bool along =
        (of->axis < 0 ? of->axis + rank : of->axis) == static_cast<std::int64_t>(axis);
    const auto fits = [&](std::size_t count) {
      return count == 1 || static_cast<std::int64_t>(count) == channels;
    };
    const bool good = along && fits(scales(*of).size()) &&
                      (of->zero == no_value || fits(constant(of->zero).elements()));
    return good ? of : std::nullopt;
  }

  [[nodiscard]] bool are_same(const Quantized& a, const Quantized& b) const {
    return a.dtype == b.dtype && scales(a)[0] == scales(b)[0] && zero(a) == zero(b);
  }

  // --- new parts of the graph ---

  Result<ValueId> add_constant(Tensor tensor) {
    const ValueId id = graph_.add_value("", tensor.view.dtype);
    graph_[id].shape = tensor.view.shape;
    graph_[id].constant = std::move(tensor);
    return id;
  }
  Result<ValueId> add_byte(DType dtype, std::int32_t value) {
    DALA_ASSIGN(Tensor tensor, Tensor::make(dtype, {}, graph_.memory));
    visit_byte(dtype,
               [&]<typename T>(Type<T>) { tensor.view.values<T>()[0] = static_cast<T>(value); });
    return add_constant(std::move(tensor));
  }
  Result<ValueId> zero_point(const Quantized& of) {
    if (of.zero != no_value) return of.zero;
    return add_byte(of.dtype, 0);
  }
  // Integers, scale and zero point, as the operators on integers have their inputs.
  Result<void> append(std::vector<ValueId>& inputs, const Quantized& of) {
    inputs.push_back(of.integers);
    return append_levels(inputs, of);
  }
  Result<void> append_levels(std::vector<ValueId>& inputs, const Quantized& of) {
    DALA_ASSIGN(const ValueId zero, zero_point(of));
    inputs.push_back(of.scale);
    inputs.push_back(zero);
    return {};
  }

  // The integer that the output has for a number.
  [[nodiscard]] std::int32_t integer_of(float number, const Quantized& of) const {
    return visit_byte(of.dtype, [&]<typename T>(Type<T>) -> std::int32_t {
      return quantized<T>(number / scales(of)[0], zero(of));
    });
  }

  // Numbers that are added to sums of products: as s32, where they are known and fit. `factor` is
  // the scale of the sum for each of them.
  template <typename Factor>
  Result<std::optional<ValueId>> bias_of(ValueId id, const Factor& factor) {
    if (const auto given = dequantized(id); given && given->dtype == DType::s32) {
      const auto own = scales(*given);
      bool same = graph_.is_constant(given->integers) &&
                  (given->zero == no_value ||
                   std::ranges::all_of(integers_of(constant(given->zero)),
                                       [](std::int64_t zero) { return zero == 0; }));
      const std::size_t count = same ? constant(given->integers).elements() : 0;
      for (std::size_t i = 0; same && i < count; ++i)
        same = std::abs(own[own.size() == 1 ? 0 : i] / factor(i) - 1) < 1e-5F;
      for (std::size_t i = 0; same && i < count; ++i)
        same = std::abs(static_cast<double>(constant(given->integers).values<std::int32_t>()[i])) <
               largest_bias;
      if (same) return given->integers;
    }
    if (!graph_.is_constant(id)) return std::nullopt;
    const auto numbers = constant(id).values<float>();
    DALA_ASSIGN(Tensor tensor, Tensor::make(DType::s32, constant(id).shape, graph_.memory));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const double steps =
          std::nearbyint(static_cast<double>(numbers[i]) / static_cast<double>(factor(i)));
      if (!(std::abs(steps) < largest_bias)) return std::nullopt;
      tensor.view.values<std::int32_t>()[i] = static_cast<std::int32_t>(steps);
    }
    DALA_ASSIGN(const ValueId made, add_constant(std::move(tensor)));
    return made;
  }

  // --- what comes before a QuantizeLinear ---

  // Bounds of integers.
  struct Bounds {
    std::int32_t low;
    std::int32_t high;
  };

  Result<void> fuse_before(std::size_t at) {
    const Node& quantize = graph_.nodes[at];
    if (graph_[quantize.inputs[0]].dtype != DType::f32 ||
        !is_byte(graph_[quantize.outputs[0]].dtype))
      return {};
    const auto out = levels_of(quantize, quantize.outputs[0]);
    if (!out || !is_whole(*out)) return {};
    const Bounds all = visit_byte(out->dtype, []<typename T>(Type<T>) {
      return Bounds{std::numeric_limits<T>::min(), std::numeric_limits<T>::max()};
    });
    // Rounding keeps order, so that bounds may as well be set afterwards.
    Bounds bounds = all;
    std::vector<std::size_t> taken;
    ValueId from = quantize.inputs[0];
    std::size_t maker = uses_.maker(from);
    for (; maker != nobody && uses_.count(from) == 1; maker = uses_.maker(from)) {
      const Node& node = graph_.nodes[maker];
      const auto clip = activation_of(graph_, node);
      if (!clip || clip->kind != ActivationKind::clip || !(clip->a <= clip->b)) break;
      bounds = {std::clamp(integer_of(clip->a, *out), bounds.low, bounds.high),
                std::clamp(integer_of(clip->b, *out), bounds.low, bounds.high)};
      taken.push_back(maker);
      from = node.inputs[0];
    }
    if (maker == nobody) return {};
    const Node& node = graph_.nodes[maker];
    const bool is_only_reader = uses_.count(from) == 1;
    if (!is_only_reader && node.op != "DequantizeLinear") return {};
    DALA_ASSIGN(std::optional<Node> fused, integers_for(node, from, *out));
    if (!fused) return {};
    fused->name = node.name;
    if (node.op != "DequantizeLinear") taken.push_back(maker);
    for (const std::size_t gone : taken) graph_.nodes[gone].op.clear();
    const ValueId result = out->integers;
    fused->outputs = {result};
    made_[at].push_back(std::move(*fused));
    if (bounds.low == all.low && bounds.high == all.high) return {};
    const ValueId unbounded = graph_.add_value("", out->dtype);
    graph_[unbounded].shape = graph_[result].shape;
    made_[at].back().outputs = {unbounded};
    return add_bounds(at, unbounded, result, bounds);
  }

  Result<void> add_bounds(std::size_t at, ValueId from, ValueId to, const Bounds& bounds) {
    Node clip{.op = "Clip", .inputs = {from}, .outputs = {to}};
    if (graph_.opset < 11) {
      clip.attributes.set("min", static_cast<float>(bounds.low));
      clip.attributes.set("max", static_cast<float>(bounds.high));
    } else {
      for (const std::int32_t bound : {bounds.low, bounds.high}) {
        DALA_ASSIGN(const ValueId id, add_byte(graph_[to].dtype, bound));
        clip.inputs.push_back(id);
      }
    }
    made_[at].push_back(std::move(clip));
    return {};
  }

  // The node of integers for one whose output is quantized; nothing where there is none.
  Result<std::optional<Node>> integers_for(const Node& node, ValueId from, const Quantized& out) {
    if (node.op == "DequantizeLinear") {
      const auto in = whole(from);
      if (!in || !are_same(*in, out)) return std::nullopt;
      return Node{.op = "Identity", .inputs = {in->integers}};
    }
    if (moves_only(node)) return moved(node, out);
    if (node.op == "Pad") return padded(node, out);
    if (node.op == "Concat") return concatenated(node, out);
    if (node.op == "Conv") return convolved(node, out);
    if (node.op == "MatMul") return multiplied(node, out);
    if (node.op == "Gemm") return combined(node, out);
    if (node.op == "Add" || node.op == "Mul") return paired(node, out);
    if (node.op == "GlobalAveragePool" || node.op == "AveragePool" || node.op == "Sigmoid" ||
        node.op == "LeakyRelu")
      return alone(node, out);
    return std::nullopt;
  }

  Result<std::optional<Node>> moved(const Node& node, const Quantized& out) {
    const auto in = whole(node.inputs[0]);
    if (!in || !are_same(*in, out) || node.outputs.size() != 1) return std::nullopt;
    Node made = node;
    made.inputs[0] = in->integers;
    return made;
  }

  // What is put around becomes an integer too.
  Result<std::optional<Node>> padded(const Node& node, const Quantized& out) {
    const auto in = whole(node.inputs[0]);
    if (!in || !are_same(*in, out) || graph_.opset < 11) return std::nullopt;
    const ValueId given = node.inputs.size() > 2 ? node.inputs[2] : no_value;
    if (given != no_value && !graph_.is_constant(given)) return std::nullopt;
    const float value = given == no_value ? 0 : constant(given).values<float>()[0];
    Node made = node;
    made.inputs.resize(3, no_value);
    made.inputs[0] = in->integers;
    DALA_ASSIGN(made.inputs[2], add_byte(out.dtype, integer_of(value, out)));
    return made;
  }

  Result<std::optional<Node>> concatenated(const Node& node, const Quantized& out) {
    std::vector<Quantized> parts;
    for (const ValueId id : node.inputs) {
      const auto in = whole(id);
      if (!in || in->dtype != out.dtype) return std::nullopt;
      parts.push_back(*in);
    }
    const bool same =
        std::ranges::all_of(parts, [&](const Quantized& in) { return are_same(in, out); });
    Node made{.op = same ? "Concat" : "QLinearConcat", .attributes = node.attributes};
    if (!same) DALA_TRY(append_levels(made.inputs, out));
    for (const Quantized& in : parts) {
      if (same)
        made.inputs.push_back(in.integers);
      else
        DALA_TRY(append(made.inputs, in));
    }
    return made;
  }

  // Of two factors, with the levels of the output behind them.
  Result<std::optional<Node>> product(const char* op, const Node& node, const Quantized& a,
                                      const Quantized& b, const Quantized& out) {
    Node made{.op = op, .attributes = node.attributes};
    DALA_TRY(append(made.inputs, a));
    DALA_TRY(append(made.inputs, b));
    DALA_TRY(append_levels(made.inputs, out));
    return made;
  }

  Result<std::optional<Node>> convolved(const Node& node, const Quantized& out) {
    const Shape& weights = graph_[node.inputs[1]].shape;
    const auto in = whole(node.inputs[0]);
    const auto by = by_channel(node.inputs[1], 0, weights[0]);
    if (!in || !by || !graph_.is_constant(by->integers) || weights[0] == 0 ||
        weights.elements() / weights[0] > longest_sum)
      return std::nullopt;
    std::optional<ValueId> bias = no_value;
    if (node.inputs.size() > 2 && node.inputs[2] != no_value) {
      const auto factor = [&](std::size_t i) {
        return scales(*in)[0] * scales(*by)[scales(*by).size() == 1 ? 0 : i];
      };
      DALA_ASSIGN(bias, bias_of(node.inputs[2], factor));
    }
    if (!bias) return std::nullopt;
    DALA_ASSIGN(auto made, product("QLinearConv", node, *in, *by, out));
    if (*bias != no_value) made->inputs.push_back(*bias);
    return made;
  }

  Result<std::optional<Node>> multiplied(const Node& node, const Quantized& out) {
    const Shape& right = graph_[node.inputs[1]].shape;
    const auto a = whole(node.inputs[0]);
    const auto b =
        right.rank() == 2 ? by_channel(node.inputs[1], 1, right[1]) : whole(node.inputs[1]);
    const Shape& left = graph_[node.inputs[0]].shape;
    if (!a || !b || left[left.rank() - 1] > longest_sum) return std::nullopt;
    return product("QLinearMatMul", node, *a, *b, out);
  }

  Result<std::optional<Node>> combined(const Node& node, const Quantized& out) {
    const bool transpose_b = node.attributes.integer("transB", 0) != 0;
    const std::size_t axis = transpose_b ? 0 : 1;
    const Shape& right = graph_[node.inputs[1]].shape;
    const std::int64_t columns = right[axis];
    const auto a = whole(node.inputs[0]);
    const auto b = by_channel(node.inputs[1], axis, columns);
    const ValueId added = node.inputs.size() > 2 ? node.inputs[2] : no_value;
    if (!a || !b || right[1 - axis] > longest_sum || node.attributes.number("alpha", 1) != 1 ||
        (added != no_value && node.attributes.number("beta", 1) != 1))
      return std::nullopt;
    std::optional<ValueId> bias = no_value;
    if (added != no_value) {
      const Shape& shape = graph_[added].shape;
      if (shape != Shape({columns}) && shape != Shape({1, columns})) return std::nullopt;
      const auto factor = [&](std::size_t i) {
        return scales(*a)[0] * scales(*b)[scales(*b).size() == 1 ? 0 : i];
      };
      DALA_ASSIGN(bias, bias_of(added, factor));
    }
    if (!bias) return std::nullopt;
    Node made{.op = "QGemm"};
    made.attributes.set("transA", node.attributes.integer("transA", 0));
    made.attributes.set("transB", node.attributes.integer("transB", 0));
    DALA_TRY(append(made.inputs, *a));
    DALA_TRY(append(made.inputs, *b));
    made.inputs.push_back(*bias);
    DALA_TRY(append_levels(made.inputs, out));
    return made;
  }

  Result<std::optional<Node>> paired(const Node& node, const Quantized& out) {
    const auto a = whole(node.inputs[0]);
    const auto b = whole(node.inputs[1]);
    if (!a || !b || a->dtype != out.dtype || b->dtype != out.dtype) return std::nullopt;
    return product(node.op == "Add" ? "QLinearAdd" : "QLinearMul", node, *a, *b, out);
  }

  Result<std::optional<Node>> alone(const Node& node, const Quantized& out) {
    const auto in = whole(node.inputs[0]);
    if (!in || in->dtype != out.dtype) return std::nullopt;
    Node made{.op = "QLinear" + node.op, .attributes = node.attributes};
    DALA_TRY(append(made.inputs, *in));
    DALA_TRY(append_levels(made.inputs, out));
    return made;
  }

  Graph& graph_;
  const Uses uses_;
  std::vector<std::vector<Node>> made_;  // in the place of each node; empty: it stays
};

}  // namespace

Result<void> fuse_quantized(Graph& graph) { return Fusion(graph).run(); }

}  // namespace dala::ml
