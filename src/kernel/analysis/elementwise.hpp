// Whether a kernel looks at each element by itself.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernel/analysis/index_analysis.hpp"
#include "kernel/ir/ir.hpp"

namespace dala::kernel {

// Whether t[indices] is the element of t at the invocation's own position, where t has the shape of
// the domain.
[[nodiscard]] bool is_own_element(const IndexAnalysis& analysis,
                                  const std::vector<ir::ExprId>& indices);

// The channel of t[indices] where that is a byte of the invocation's own pixel, in a kernel with
// `#[pixels]` and for a tensor with four channels: t[4 * ABSOLUTE_POS + c], or t[y, x, c].
[[nodiscard]] std::optional<std::uint32_t> own_channel(const IndexAnalysis& analysis,
                                                       const std::vector<ir::ExprId>& indices);

// Every access of every tensor is at [ABSOLUTE_POS], and there are no cubes and no atomics. Such a
// kernel can work in place, and be fused with others of its kind.
[[nodiscard]] bool is_elementwise(const ir::Module& module);

}  // namespace dala::kernel
