// What has to hold for the indices of a kernel to stay inside their tensors without being checked.
//
// The kernel's body is generated twice: for the inner part of the domain, where all bounds
// conditions hold and indices are not checked, and for the rest, where every index is. Which
// positions belong to the inner part is computed from the shapes when the kernel is launched.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/analysis/index_analysis.hpp"
#include "kernel/native/jit.hpp"

namespace dala::kernel::jit {

inline constexpr std::uint32_t whole = ir::none;  // the flat index, rather than one axis

// 0 <= multiplier * base + rest < size of the tensor along the axis.
struct BoundsCondition {
  std::uint32_t tensor = 0;
  std::uint32_t axis = whole;
  Base base = Base::none;
  std::int64_t multiplier = 0;
  Interval rest;
};

struct BoundsConditions {
  std::vector<BoundsCondition> inside;
  // Tensors with as many channels as the domain, so that a pixel's neighbour is a fixed number of
  // elements away.
  std::vector<std::uint32_t> same_channels;
  // Tensors that must not be empty, because clamped or mirrored reads have to find an element.
  std::vector<std::uint32_t> not_empty;

  [[nodiscard]] bool empty() const {
    return inside.empty() && same_channels.empty() && not_empty.empty();
  }
};

// Whether the inner part relies on this index being inside the tensor. An index that is the same
// for a whole row is clamped or mirrored once a row instead, which is cheap, so that rows at the
// top and bottom of an image belong to the inner part too.
[[nodiscard]] bool needs_bounds_condition(const Affine& index, ir::Edge edge);

// Whether an access like t[y + a, x + b, z] runs along the domain's rows, channel by channel.
[[nodiscard]] bool follows_row(const IndexAnalysis& analysis,
                               const std::vector<ir::ExprId>& indices);

// Those of all accesses of the kernel.
[[nodiscard]] BoundsConditions collect_bounds_conditions(
    const ir::Module& module, const IndexAnalysis& analysis,
    const ChannelSpecialisation& specialisation);

}  // namespace dala::kernel::jit
