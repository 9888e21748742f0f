// Graphs to stages of a pipeline.
#pragma once

#include <deque>

#include "ml/passes/uses.hpp"
#include "ml/pipeline/node_source.hpp"
#include "ml/pipeline/plan.hpp"

namespace dala::ml {

class PipelineBuilder {
 public:
  PipelineBuilder(const Graph& graph, PipelinePlan& plan, const Target& target)
      : graph_(graph), uses_(graph), plan_(plan), target_(target), buffers_(graph.values.size()) {}

  // What it has uploaded is known to variants as long as the builder lives.
  [[nodiscard]] Result<void> build();

 private:
  [[nodiscard]] bool stands_before_its_reader(const Node& node) const;
  [[nodiscard]] Result<void> add_with_makers(const Node& node);
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
  const Uses uses_;
  PipelinePlan& plan_;
  const Target target_;
  std::vector<Buffer> buffers_;  // by value, once they are made
  std::deque<Tensor> uploaded_;  // that are not the graph's
};

}  // namespace dala::ml
