// Steps with weights: convolutions and products with a constant matrix.
#include <algorithm>
#include <cstring>

#include "ml/cpu/dense.hpp"
#include "ml/cpu/expanded.hpp"
#include "ml/cpu/plan_builder.hpp"
#include "ml/graph/activation.hpp"
#include "ml/graph/steps.hpp"

namespace dala::ml::cpu {

namespace {

constexpr std::size_t few_channels = 8;

}  // namespace

Result<Convolution> PlanBuilder::make_convolution(const Node& node) {
  const ValueId x = node.inputs[0];
  const TensorView& weights = *constant(node, 1);
  DALA_ASSIGN(const Window window,
              window_of(node, graph_[x].shape, weights.shape.dims().subspan(2)));
  const Form& form = forms_[static_cast<std::size_t>(x)];
  const bool is_pending = before_[static_cast<std::size_t>(x)].node != nullptr;
  const ConvolutionSpec spec{.window = window,
                             .in = picture(x),
                             .out_channels = static_cast<std::size_t>(weights.shape[0]),
                             .group = static_cast<std::size_t>(node.attributes.integer("group", 1)),
                             .epilogue = epilogue_of(graph_, node),
                             .plain_input = form.blocked == no_buffer && !is_pending &&
                                            picture(x).channels <= few_channels &&
                                            node.attributes.integer("group", 1) == 1};
  return Convolution::make(spec, weights, constant(node, 2), graph_.memory);
}

bool PlanBuilder::is_left_to_next(const Node& node, const Convolution& made) const {
  const bool adds = node.inputs.size() > 3 && node.inputs[3] != no_value;
  const ValueId out = node.outputs[0];
  const std::size_t reader = uses_.only_reader(out);
  if (adds || !made.is_pointwise() || reader == nobody) return false;
  const Node* next = &graph_.nodes[reader];
  if (next->op != "FusedConv" || next->inputs[0] != out) return false;
  const auto channels = static_cast<std::int64_t>(picture(out).channels);
  return channels > 1 && next->attributes.integer("group", 1) == channels &&
         graph_[next->inputs[1]].shape[0] == channels;
}

void PlanBuilder::add_expanded(const Node& node, Convolution depthwise) {
  const Before& before = before_[static_cast<std::size_t>(node.inputs[0])];
  const auto both = std::make_shared<const Expanded>(*before.convolution, std::move(depthwise));
  const BufferId in = blocked(before.node->inputs[0]);
  const bool adds = node.inputs.size() > 3 && node.inputs[3] != no_value;
  const BufferId addend = adds ? blocked(node.inputs[3]) : no_buffer;
  const BufferId scratch = new_buffer(both->scratch() * sizeof(float));
  const BufferId out = new_blocked(node.outputs[0]);
  std::vector<BufferId> reads{in};
  if (adds) reads.push_back(addend);
  Node shown = node;
  shown.op = step_text(*before.node) + " + Conv";
  add_step(shown, "pointwise and depthwise in bands", std::move(reads), {out, scratch},
           [=](const Run& run) -> Result<void> {
             both->run(run.floats(in), adds ? run.floats(addend) : nullptr, run.floats(out),
                       run.floats(scratch), run.threads, run.watch);
             return {};
           });
}

Result<bool> PlanBuilder::add_convolution(const Node& node) {
  if (node.op != "FusedConv") return false;
  DALA_ASSIGN(Convolution made, make_convolution(node));
  if (made.is_depthwise() && before_[static_cast<std::size_t>(node.inputs[0])].node != nullptr) {
    add_expanded(node, std::move(made));
    return true;
  }
  const auto convolution = std::make_shared<const Convolution>(std::move(made));
  if (is_left_to_next(node, *convolution)) {
    before_[static_cast<std::size_t>(node.outputs[0])] = {&node, convolution};
    return true;
  }
  const BufferId in = convolution->takes_plain() ? plain(node.inputs[0]) : blocked(node.inputs[0]);
  const bool adds = node.inputs.size() > 3 && node.inputs[3] != no_value;
  const BufferId addend = adds ? blocked(node.inputs[3]) : no_buffer;
  const BufferId scratch = new_buffer(convolution->scratch() * sizeof(float));
  const BufferId out = new_blocked(node.outputs[0]);
  std::vector<BufferId> reads{in};
  if (adds) reads.push_back(addend);
  add_step(node, std::string(convolution->name()), std::move(reads), {out, scratch},
           [=](const Run& run) -> Result<void> {
             convolution->run(run.floats(in), adds ? run.floats(addend) : nullptr, run.floats(out),
                              run.floats(scratch), run.threads);
             return {};
           });
  return true;
}

// A product with a constant matrix.
Result<bool> PlanBuilder::add_dense(const Node& node) {
  if (node.op != "Gemm" && node.op != "MatMul") return false;
  const TensorView* matrix = constant(node, 1);
  const Shape& x = graph_[node.inputs[0]].shape;
  if (matrix == nullptr || matrix->shape.rank() != 2 || x.rank() < 2 || x.elements() == 0 ||
      matrix->elements() == 0)
    return false;
  const Attributes& given = node.attributes;
  const bool has_bias = node.inputs.size() > 2 && node.inputs[2] != no_value;
  const TensorView* bias = constant(node, 2);
  if (given.integer("transA", 0) != 0 || given.number("alpha", 1) != 1 ||
      given.number("beta", 1) != 1)
    return false;
  const std::int64_t columns = graph_[node.outputs[0]].shape.dims().back();
  if (has_bias && (bias == nullptr || bias->shape.rank() == 0 ||
                   bias->shape.elements() != columns || bias->shape.dims().back() != columns))
    return false;
  if (blocks_of(static_cast<std::size_t>(matrix->shape[0])) * block *
          blocks_of(static_cast<std::size_t>(matrix->shape[1])) * block >
      most_packed(matrix->elements()))
    return false;
  DALA_ASSIGN(Dense made,
              Dense::make(*matrix, given.integer("transB", 0) != 0, bias, graph_.memory));
  const auto dense = std::make_shared<const Dense>(std::move(made));
  const auto rows = static_cast<std::size_t>(x.elements() / x.dims().back());
  const BufferId in = plain(node.inputs[0]);
  const BufferId out = new_plain(node.outputs[0]);
  add_step(node, "dense", {in}, {out}, [=](const Run& run) -> Result<void> {
    dense->run(run.floats(in), rows, run.floats(out), run.threads);
    return {};
  });
  return true;
}

}  // namespace dala::ml::cpu
