// The type by which variants know the stages of the filter `morphology`.
#pragma once

#include <cstdint>
#include <span>

#include "compute/kernels/stage_run.hpp"

namespace dala::media {

enum class Extreme : std::uint8_t { least, greatest };

// The least or greatest value, channel by channel, of a pixel and `radius` neighbours on each side
// along one axis. What would lie outside the frame does not count; alpha stays.
struct ExtremeStage final : StageDescription {
  Extreme extreme = Extreme::least;
  bool is_horizontal = true;
  std::uint32_t radius = 0;

  ExtremeStage(Extreme which, bool horizontal, std::uint32_t reach)
      : extreme(which), is_horizontal(horizontal), radius(reach) {}
  [[nodiscard]] std::span<const RunVariant> runs() const override;
};

}  // namespace dala::media
