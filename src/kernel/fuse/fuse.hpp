// Fuses kernels that run one after the other into one kernel, so that a result reaches the next in
// a register instead of through memory.
//
// A kernel can be followed by others in this way when it writes each of its outputs once, at the
// invocation's own element, whatever happens; it can follow others when it reads what they wrote at
// its own element. With `#[pixels]` the four bytes of a pixel are the invocation's own, and a
// kernel is fused only with others of that kind. A stencil reads other elements too. Where it
// follows element-wise kernels, it recomputes an element each time it would have read one, as long
// as that is cheaper than memory.
#pragma once

#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

#include "kernel/ir/ir.hpp"

namespace dala::kernel {

// One kernel with the buffers it is used with: `buffers` has the caller's number for each tensor of
// the module. All buffers of all parts must have the same shape, with four channels where there are
// pixels; only inputs that nothing writes may have others: weights, tables, masks.
struct FusePart {
  const ir::Module* module = nullptr;
  std::vector<std::uint32_t> buffers = {};
  std::string name = {};               // that people know it by
  std::vector<bool> other_shape = {};  // by tensor; empty where all have the same
};

struct Fused {
  ir::Module module;
  std::vector<std::uint32_t> buffers;  // by its tensors
  // Where each of its parameters came from.
  struct Param {
    std::uint32_t part;
    std::uint32_t index;
  };
  std::vector<Param> params;
};

// `is_kept[buffer]`: its contents are used afterwards. No kernel where the parts cannot be fused,
// would be more than one kernel may hold, or would not be faster; the error then says why, and is
// empty where there is nothing worth reporting.
[[nodiscard]] std::expected<Fused, std::string> fuse(std::span<const FusePart> parts,
                                                     const std::vector<bool>& is_kept);

// Whether the kernel can be the first of several.
[[nodiscard]] bool can_be_followed(const ir::Module& module);

}  // namespace dala::kernel
