// A node of a model as a kernel in the kernel language: the shapes are constants of the source,
// which sees every tensor as flat.
//
// Each family of operators has a file that makes sources; `find_source` tries one after the other.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <dala/core/kernel_info.hpp>

#include "compute/kernels/stage_run.hpp"
#include "ml/graph/graph.hpp"
#include "ml/pipeline/target.hpp"

namespace dala::ml {

// What a kernel reads: a value of the graph, or numbers that were made for it.
using Operand = std::variant<ValueId, Tensor>;

struct NodeSource {
  std::string text = {};
  std::vector<Operand> inputs = {};  // in the order of the source's parameters
  std::size_t grid = 0;              // invocations, where they are not one for each output: the
                                     // source then has a last input `grid` as its domain
  std::string name = {};             // for explain
  std::optional<NativeKernel> native = {};                   // a variant in a device's own language
  std::shared_ptr<const StageDescription> description = {};  // for variants of runs; may be null
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

// Convolutions and the like, with a kernel for CUDA. Nothing where there is no better than theirs.
[[nodiscard]] Result<std::optional<NodeSource>> cuda_source(const Graph& graph, const Node& node,
                                                            Precision precision);

// For the families: an activation of an expression; a number as the language writes it.
struct Activation;
[[nodiscard]] std::string activated(const Activation& activation, const std::string& x);
[[nodiscard]] std::string number(float value);
[[nodiscard]] bool are_f32(const Graph& graph, const Node& node);
// Types that every device's kernels have. Numbers of eight bytes lie there as two words each, and
// only what moves or makes them knows that.
[[nodiscard]] bool is_for_kernels(DType dtype);
[[nodiscard]] DType stored_as(DType dtype);
[[nodiscard]] std::int64_t stored_elements(const Value& value);
// Rows times a matrix, and a bias for each column at most.
[[nodiscard]] bool is_plain_gemm(const Graph& graph, const Node& node);
// For a convolution that has none.
[[nodiscard]] Result<Tensor> zero_bias(std::int64_t count);

}  // namespace dala::ml
