// Graphs as pipelines of kernels, beside what the CPU makes of them.
#pragma once

#include <optional>
#include <random>

#ifdef DALA_HAS_CUDA
#include "backend/cuda/driver/compile.hpp"
#endif
#include "ml/graph/graph.hpp"
#include "ml/pipeline/node_source.hpp"
#include "ml/pipeline/target.hpp"

namespace dala::ml::test {

[[nodiscard]] ValueId add_constant(Graph& graph, const Shape& shape, std::mt19937& random);

// For an input of that shape.
[[nodiscard]] Graph after_passes(const Graph& graph, const Shape& in);

// A graph after its passes, random numbers for its one input, and what the CPU's plan gives for
// them.
struct OnCpu {
  Graph graph = {};
  Tensor input = {};
  Tensor output = {};
};
[[nodiscard]] OnCpu on_cpu(const Graph& graph, const Shape& in, std::mt19937& random);

// The Compute of a device, or nothing where the machine has none.
[[nodiscard]] std::optional<Compute> compute_on(const char* device);

// The pipeline's numbers are at most `apart` from the CPU's.
// As good as any that CUDA runs on.
inline constexpr Capabilities cuda_device{.language = NativeLanguage::cuda, .matrix_units = true};

void expect_same(const Compute& compute, const OnCpu& expected, const Target& target, double apart);

#ifdef DALA_HAS_CUDA
void expect_compiles(const backend::cuda::Compiler& compiler, const NodeSource& text);
#endif

}  // namespace dala::ml::test
