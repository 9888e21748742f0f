// A built-in kernel as the compute layer sees it: its description and its shape rules. How it is
// run is each backend's affair, found by name.
#pragma once

#include <vector>

#include "backend/device.hpp"

namespace dala {

// Checks how shapes, dtypes and parameters fit together; what the description already says
// (counts, dtypes, parameter types and ranges) has been checked.
using CallCheck = Result<void> (*)(const backend::KernelCall& call);

struct KernelDef {
  KernelInfo info;
  CallCheck check;
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
