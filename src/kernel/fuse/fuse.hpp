// Joins kernels that run one after the other into one, so that what one computes reaches the next
// in a register instead of through memory.
//
// A kernel can be followed by others in this way when it writes each of its outputs once, at the
// invocation's own element, whatever happens; it can follow others when it reads what they wrote at
// its own element. With `#[pixels]` the four bytes of a pixel are the invocation's own, and a
// kernel is joined with others of that kind only. A stencil reads other elements too. Behind
// element-wise kernels it computes those again, every time it would have read one, as long as that
// is cheaper than memory.
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

// `is_kept[buffer]`: somebody wants its contents afterwards. No kernel when the parts do not fit
// together, or would be more than one kernel may hold, or when it would not pay; then the text says
// why, and is empty where there is nothing to tell.
[[nodiscard]] std::expected<Fused, std::string> fuse(std::span<const FusePart> parts,
                                                     const std::vector<bool>& is_kept);

// Whether the kernel can be the first of several.
[[nodiscard]] bool can_be_followed(const ir::Module& module);

}  // namespace dala::kernel
