// A node of a graph as a kernel in the kernel language. The source is specialised for the node's
// shapes and sees every tensor as a flat array.
//
// Each family of operators has a file; `find_source` tries them in turn.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <dala/core/kernel_info.hpp>

#include "ml/graph/graph.hpp"
#include "ml/pipeline/bottleneck.hpp"
#include "ml/pipeline/target.hpp"

namespace dala::ml {

// An input of a kernel: a value of the graph, or a constant made for this kernel.
using Operand = std::variant<ValueId, Tensor>;

struct NodeSource {
  std::string text = {};
  std::vector<Operand> inputs = {};  // in the order of the source's parameters
  std::size_t grid = 0;              // invocations, where they are not one for each output: the
                                     // text then has a last input `grid` that it runs over
  std::string name = {};             // for explain
  std::optional<NativeKernel> native = {};  // a variant in a device's own language
};

// Nothing when there is none; the host runs the node then.
[[nodiscard]] Result<std::optional<NodeSource>> find_source(const Graph& graph, const Node& node,
                                                            const Target& target);

// The families.
[[nodiscard]] Result<std::optional<NodeSource>> convolution_source(const Graph& graph,
                                                                   const Node& node,
                                                                   std::int64_t enough);
[[nodiscard]] Result<std::optional<NodeSource>> matrix_source(const Graph& graph, const Node& node);
[[nodiscard]] std::optional<NodeSource> element_source(const Graph& graph, const Node& node);
[[nodiscard]] Result<std::optional<NodeSource>> movement_source(const Graph& graph,
                                                                const Node& node);
// A Split is a kernel for each of its outputs.
[[nodiscard]] Result<NodeSource> split_source(const Graph& graph, const Node& node,
                                              std::size_t output);
[[nodiscard]] Result<std::optional<NodeSource>> window_source(const Graph& graph, const Node& node);
[[nodiscard]] Result<std::optional<NodeSource>> resize_source(const Graph& graph, const Node& node);
[[nodiscard]] Result<std::optional<NodeSource>> reduction_source(const Graph& graph,
                                                                 const Node& node);
[[nodiscard]] Result<std::optional<NodeSource>> normalization_source(const Graph& graph,
                                                                     const Node& node);
[[nodiscard]] Result<std::optional<NodeSource>> transposed_source(const Graph& graph,
                                                                  const Node& node);

// Convolutions and the like, with a kernel for CUDA.
[[nodiscard]] Result<std::optional<NodeSource>> cuda_source(const Graph& graph, const Node& node,
                                                            Precision precision);

// Several nodes as one kernel. Nothing where that needs more than a device has, or is slower than
// separate kernels.
[[nodiscard]] Result<std::optional<NodeSource>> cuda_source(const Graph& graph,
                                                            const Bottleneck& of,
                                                            Precision precision, Fusing fusing);

// Helpers for the families: an activation applied to an expression; a number as a literal.
struct Activation;
[[nodiscard]] std::string activated(const Activation& activation, const std::string& x);
[[nodiscard]] std::string number(float value);
[[nodiscard]] bool are_f32(const Graph& graph, const Node& node);
// Types that kernels on every device support. Numbers of eight bytes are stored as two words each,
// which only kernels that move or make them handle.
[[nodiscard]] bool is_for_kernels(DType dtype);
[[nodiscard]] DType stored_as(DType dtype);
[[nodiscard]] std::int64_t stored_elements(const Value& value);
// A Gemm that is a product with an optional bias for each column.
[[nodiscard]] bool is_plain_gemm(const Graph& graph, const Node& node);
// The bias of a convolution without one.
[[nodiscard]] Result<Tensor> zero_bias(std::int64_t count);

}  // namespace dala::ml
