// Graphs to stages of a pipeline.
#pragma once

#include <map>
#include <set>

#include "ml/pipeline/node_source.hpp"
#include "ml/pipeline/plan.hpp"

namespace dala::ml {

class PipelineBuilder {
 public:
  PipelineBuilder(const Graph& graph, PipelinePlan& plan, const Target& target)
      : graph_(graph), plan_(plan), target_(target), buffers_(graph.values.size()) {}

  [[nodiscard]] Result<void> build();

 private:
  [[nodiscard]] Result<void> plan_bottlenecks();
  [[nodiscard]] Result<void> add_node(const Node& node);
  [[nodiscard]] Result<void> add_source(const Node& node, const NodeSource& made, ValueId to);
  [[nodiscard]] Result<void> add_host(const Node& node);
  [[nodiscard]] Result<void> add_stage(const Node& node, const Command& command,
                                       std::string implementation, bool on_host = false);
  [[nodiscard]] Result<void> add_outputs();
  [[nodiscard]] Result<Buffer> buffer_of(ValueId id);
  [[nodiscard]] Result<Buffer> output_of(ValueId id);
  [[nodiscard]] Result<Buffer> upload(const TensorView& tensor) const;

  const Graph& graph_;
  PipelinePlan& plan_;
  const Target target_;
  std::vector<Buffer> buffers_;  // by value, once they are made
  std::map<const Node*, NodeSource>
      fused_;                    // by last node: kernels that several nodes were fused into,
  std::set<const Node*> taken_;  // and the other nodes of those kernels
};

}  // namespace dala::ml
