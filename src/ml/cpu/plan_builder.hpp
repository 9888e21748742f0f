// Chooses how each node runs and in which layout, and where everything lies.
#pragma once

#include "ml/cpu/arena.hpp"
#include "ml/cpu/convolution.hpp"
#include "ml/cpu/plan.hpp"
#include "ml/cpu/quantized/convolution.hpp"
#include "ml/ops/resize.hpp"
#include "ml/passes/uses.hpp"

namespace dala::ml::cpu {

class PlanBuilder {
 public:
  PlanBuilder(const Graph& graph, Plan& plan)
      : graph_(graph),
        plan_(plan),
        uses_(graph),
        forms_(graph.values.size()),
        before_(graph.values.size()) {}

  [[nodiscard]] Result<void> build();

 private:
  // A value may lie in any layout, or in several.
  struct Form {
    BufferId plain = no_buffer;
    BufferId blocked = no_buffer;
    BufferId pixels = no_buffer;  // bytes, as in quantized/convolution.hpp
  };

  [[nodiscard]] Result<void> add_node(const Node& node);
  // Each returns whether it has planned the node.
  [[nodiscard]] Result<bool> add_convolution(const Node& node);
  [[nodiscard]] Result<Convolution> make_convolution(const Node& node);
  // Whether a pointwise convolution is deferred, to be fused with the depthwise one that is its
  // only reader.
  [[nodiscard]] bool is_left_to_next(const Node& node, const Convolution& made) const;
  void add_expanded(const Node& node, Convolution depthwise);
  [[nodiscard]] Result<bool> add_quantized_convolution(const Node& node);
  void add_bytes(const Node& node, std::string name, QuantizedConvolution made);
  [[nodiscard]] bool add_quantized_sum(const Node& node);
  [[nodiscard]] Result<bool> add_quantized_product(const Node& node);
  [[nodiscard]] bool add_quantize(const Node& node);
  [[nodiscard]] bool add_dequantize(const Node& node);
  // Whether all of these inputs that a node has are constants.
  [[nodiscard]] bool are_constant(const Node& node,
                                  std::initializer_list<std::size_t> inputs) const;
  [[nodiscard]] Result<bool> add_dense(const Node& node);
  [[nodiscard]] bool add_activation(const Node& node);
  [[nodiscard]] bool add_same_shape(const Node& node);
  [[nodiscard]] bool add_pool(const Node& node);
  [[nodiscard]] bool add_global_pool(const Node& node);
  [[nodiscard]] bool add_resize(const Node& node);
  void add_plain_resize(const Node& node, std::shared_ptr<const ResizePlan> plan);
  [[nodiscard]] bool add_concat(const Node& node);
  [[nodiscard]] bool add_channel_pad(const Node& node);
  [[nodiscard]] bool add_transpose(const Node& node);
  [[nodiscard]] bool add_view(const Node& node);
  void add_reference(const Node& node);
  [[nodiscard]] Result<void> add_outputs();
  void place();

  [[nodiscard]] BufferId plain(ValueId id);
  [[nodiscard]] BufferId blocked(ValueId id);
  [[nodiscard]] BufferId pixels(ValueId id);
  [[nodiscard]] bool has_blocks(ValueId id) const;
  [[nodiscard]] bool prefers_blocks(ValueId id) const;  // and nothing else
  [[nodiscard]] BufferId new_plain(ValueId id);
  [[nodiscard]] BufferId new_blocked(ValueId id);
  [[nodiscard]] BufferId new_pixels(ValueId id);
  [[nodiscard]] BufferId new_buffer(std::size_t bytes);
  [[nodiscard]] Picture picture(ValueId id) const;
  [[nodiscard]] const TensorView* constant(const Node& node, std::size_t input) const;
  void add_step(const Node& node, std::string implementation, std::vector<BufferId> reads,
                std::vector<BufferId> writes, std::function<Result<void>(const Run&)> run);

  const Graph& graph_;
  Plan& plan_;
  Uses uses_;
  std::vector<Form> forms_;
  std::vector<std::size_t> bytes_;  // of each buffer
  // By value: what makes it, where that is a part of the step that reads it.
  struct Before {
    const Node* node = nullptr;
    std::shared_ptr<const Convolution> convolution = nullptr;
  };
  std::vector<Before> before_;
};

}  // namespace dala::ml::cpu
