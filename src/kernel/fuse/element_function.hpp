// An element-wise kernel as a helper function that computes one output element from the input
// elements it reads. A stencil that follows can then call it instead of reading the intermediate
// tensor.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernel/ir/builder.hpp"

namespace dala::kernel {

// Whether the kernel's outputs depend on nothing but the elements it reads, its parameters and the
// sizes of its tensors, and are computed in a time that is known. It must be one that can be
// followed by others (fuse.hpp), and read its inputs at its own element only.
[[nodiscard]] bool can_be_function(const ir::Module& module);

struct ElementFunction {
  std::uint32_t index = 0;  // in the functions of the module it was added to
  ir::Type result = {};
  // Its arguments, in this order: what the kernel reads, by the kernel's own numbering.
  std::vector<std::uint32_t> tensors = {};
  std::vector<std::uint32_t> params = {};
  std::vector<ir::Expr> queries = {};  // `query` and `bits`, the axis
};

// Adds to the builder's module the function for one output of `from`, whose own helpers are there
// already, from number `first_function` on.
[[nodiscard]] ElementFunction add_element_function(ir::Builder& to, const ir::Module& from,
                                                   std::uint32_t output,
                                                   std::uint32_t first_function, std::string name);

}  // namespace dala::kernel
