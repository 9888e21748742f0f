// Activation functions that can be part of another step's epilogue.
#pragma once

#include <cstdint>
#include <optional>

#include "ml/graph/graph.hpp"

namespace dala::ml {

enum class ActivationKind : std::uint8_t {
  identity,
  clip,   // between a and b
  leaky,  // times a below zero
  sigmoid,
  silu,          // times its sigmoid
  hard_sigmoid,  // a * x + b between 0 and 1
  hard_swish,
  tanh,
};

struct Activation {
  ActivationKind kind = ActivationKind::identity;
  float a = 0;
  float b = 0;
};

// What the node does with its first input; nothing when it is no such node, or not of f32.
[[nodiscard]] std::optional<Activation> activation_of(const Graph& graph, const Node& node);

// The epilogue of a fused convolution (passes/fuse_convolutions.cpp).
struct Epilogue {
  Activation before = {};  // applied to the sum with its bias
  Activation after = {};   // applied after the addend was added
};
[[nodiscard]] Epilogue epilogue_of(const Graph& graph, const Node& node);

}  // namespace dala::ml
