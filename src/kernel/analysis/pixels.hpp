// Pixels of four bytes. Generated code reads and writes those of an invocation as one word where it
// can: as bytes, LLVM would take vectors of pixels apart and put them together again.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernel/analysis/index_analysis.hpp"

namespace dala::kernel {

// By tensor: the size of its last axis where that is 1 to 4 and known, else 0.
using Channels = std::array<std::uint8_t, ir::max_tensors>;

// Whether an access is to bytes of pixels: t[4 * ABSOLUTE_POS + c], or t[y, x, c] of a tensor with
// four channels.
[[nodiscard]] bool is_in_pixels(const ir::Module& module, const IndexAnalysis& analysis,
                                const Channels& channels, std::uint32_t tensor,
                                const std::vector<ir::ExprId>& indices);

// All of the pixels that bytes in this range belong to.
[[nodiscard]] Interval whole_pixels(Interval bytes);

// By tensor: whether every invocation writes one pixel of it, all four bytes, whatever happens.
[[nodiscard]] std::vector<bool> written_by_pixels(const ir::Module& module,
                                                  const IndexAnalysis& analysis,
                                                  const Channels& channels);

}  // namespace dala::kernel
