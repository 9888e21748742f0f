// Joins kernels that run one after the other into one, so that what one computes reaches the next
// in a register instead of through memory.
//
// A kernel can be followed by others in this way when it writes each of its outputs once, at the
// invocation's own element, whatever happens; it can follow others when it reads what they wrote at
// its own element only. So a stencil can stand at the beginning, and element-wise kernels anywhere.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernel/ir/ir.hpp"

namespace dala::kernel {

// One kernel with the buffers it is used with: `buffers` has the caller's number for each tensor of
// the module. All buffers of all parts must have the same shape.
struct FusePart {
  const ir::Module* module = nullptr;
  std::vector<std::uint32_t> buffers = {};
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

// `is_kept(buffer)`: somebody wants its contents afterwards. Nothing when the parts do not fit
// together, or would be more than one kernel may hold.
[[nodiscard]] std::optional<Fused> fuse(std::span<const FusePart> parts,
                                        const std::vector<bool>& is_kept);

// Whether the kernel can be the first of several.
[[nodiscard]] bool can_be_followed(const ir::Module& module);

}  // namespace dala::kernel
