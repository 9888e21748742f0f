// Chooses how the stages of a pipeline run: each by itself, several fused into one kernel, or a run
// of them by a variant. Costs are compared only here.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "compute/plan/fusion_tiles.hpp"
#include "compute/plan/run_stage.hpp"

namespace dala {

// Neighbouring stages that run in the same way.
struct StageGroup {
  std::size_t first = 0;
  std::size_t count = 0;
  std::optional<RunMatch> match = {};  // by this variant; else as kernels of the language
  bool alone = false;                  // one stage that nothing is fused with
};

// The groups that cost least together. `pieces` are the stages that could be fused, and
// `rejections` are by stage: why a variant does not do those that begin with it.
[[nodiscard]] std::vector<StageGroup> choose_groups(
    const std::vector<Command>& stages, std::span<const FusionPiece> pieces,
    const PrepareContext& context, std::vector<std::vector<Rejection>>& rejections);

// Whether so many elements are worth the compiling of a fused kernel.
[[nodiscard]] bool is_worth_fusing(const std::vector<Command>& stages, const FusionPiece& piece,
                                   std::size_t count);

}  // namespace dala
