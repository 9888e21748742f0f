#include "ml/pipeline/convolution_stage.hpp"

#include "core/error.hpp"

namespace dala::ml {

namespace {

#ifdef DALA_HAS_CUDA
constexpr RunVariant bottlenecks[] = {{.name = "bottleneck_cuda", .offer = offer_bottleneck}};
#else
constexpr std::span<const RunVariant> bottlenecks;
#endif

}  // namespace

bool Convolution::is_pointwise() const {
  return group == 1 && window.kernel[0] == 1 && window.kernel[1] == 1 && window.in == window.out;
}

Result<Convolution> convolution_of(const Graph& graph, const Node& node) {
  const Shape& in = graph[node.inputs[0]].shape;
  const Shape& weights = graph[node.inputs[1]].shape;
  Convolution made{.inputs = weights[1],
                   .outputs = weights[0],
                   .group = node.attributes.integer("group", 1),
                   .epilogue = epilogue_of(graph, node)};
  DALA_ASSIGN(made.window, window_of(node, in, weights.dims().subspan(2)));
  return made;
}

std::span<const RunVariant> ConvolutionStage::runs() const {
  const bool may_expand = what.is_pointwise() && !addend;
  return may_expand ? std::span<const RunVariant>(bottlenecks) : std::span<const RunVariant>();
}

}  // namespace dala::ml
