// What has to hold for the indices of a kernel to stay inside their tensors without being checked.
//
// The kernel's body is generated twice: for the inner part of the domain, where all claims hold and
// no such check is left, and for the rest, where every index is checked. Which positions belong to
// the inner part is computed from the shapes when the kernel is launched.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/analysis/index_analysis.hpp"
#include "kernel/native/jit.hpp"

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
  // Tensors with clamped or mirrored reads, which have something to find only in these.
  std::vector<std::uint32_t> not_empty;

  [[nodiscard]] bool empty() const {
    return inside.empty() && same_channels.empty() && not_empty.empty();
  }
};

// Whether an index has to be inside for the inner part. What is the same along a whole row costs
// nothing there even if it is moved inside, so rows at the top and bottom are inner all the same.
[[nodiscard]] bool needs_claim(const Affine& index, ir::Edge edge);

// Whether an access like t[y + a, x + b, z] runs along the domain's rows, channel by channel.
[[nodiscard]] bool follows_row(const IndexAnalysis& analysis,
                               const std::vector<ir::ExprId>& indices);

// All that the kernel's accesses can claim.
[[nodiscard]] Claims collect_claims(const ir::Module& module, const IndexAnalysis& analysis,
                                    const Variant& variant);

}  // namespace dala::kernel::jit
