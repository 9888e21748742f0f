// What has to hold for the indices of a kernel to stay inside their tensors without being checked.
//
// The kernel's body is generated twice: for the inner part of the domain, where all claims hold and
// no such check is left, and for the rest, where every index is checked. Which positions belong to
// the inner part is computed from the shapes when the kernel is launched.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/analysis/index_analysis.hpp"

namespace dala::kernel::jit {

inline constexpr std::uint32_t whole = ir::none;  // the flat index, rather than one axis

// 0 <= multiplier * base + rest < size of the tensor along the axis.
struct Claim {
  std::uint32_t tensor = 0;
  std::uint32_t axis = whole;
  Base base = Base::none;
  std::int64_t multiplier = 0;
  Interval rest;
};

struct Claims {
  std::vector<Claim> inside;
  // Tensors with as many channels as the domain, so that a pixel's neighbour is a fixed number of
  // elements away.
  std::vector<std::uint32_t> same_channels;

  [[nodiscard]] bool empty() const { return inside.empty() && same_channels.empty(); }
};

// Whether an access like t[y + a, x + b, z] runs along the domain's rows, channel by channel.
[[nodiscard]] bool follows_row(const IndexAnalysis& analysis,
                               const std::vector<ir::ExprId>& indices);

// Whether the accesses of one invocation are known to be apart: outputs are not read, and no two
// stores go to the same element. Only then may LLVM be told that the loop over invocations has no
// dependences, because it takes that to hold for the order inside an invocation as well.
[[nodiscard]] bool accesses_are_apart(const ir::Module& module, const IndexAnalysis& analysis);

// All that the kernel's accesses can claim.
[[nodiscard]] Claims collect_claims(const ir::Module& module, const IndexAnalysis& analysis);

}  // namespace dala::kernel::jit
