// A built-in kernel as the compute layer sees it: its description, and the rule for its outputs.
// Each backend finds its implementation by name.
#pragma once

#include <vector>

#include "backend/device.hpp"
#include "compute/kernels/inferred_output.hpp"

namespace dala {

// What the outputs of a call are, from its inputs and parameters; its outputs are not looked at. An
// error where those do not fit together. What the description already says (counts, dtypes, types
// and ranges of parameters) has been checked.
using OutputInference = Result<InferredOutputs> (*)(const backend::KernelCall& call);

struct KernelDef {
  KernelInfo info;
  OutputInference infer;
};

using KernelDefList = std::vector<KernelDef>;

// One per file under builtin/; all called by kernel_registry.cpp.
void define_elementwise(KernelDefList& list);
void define_activation(KernelDefList& list);
void define_cast(KernelDefList& list);
void define_softmax(KernelDefList& list);
void define_transpose(KernelDefList& list);
void define_reduction(KernelDefList& list);
void define_matmul(KernelDefList& list);
void define_generate(KernelDefList& list);

}  // namespace dala
