// A run of stages that a variant does at once, as a stage.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compute/kernels/stage_run.hpp"
#include "compute/plan/fusion.hpp"

namespace dala {

// A variant that offers to do stages of a pipeline.
struct RunMatch {
  std::size_t first = 0;  // of the stages
  std::size_t count = 0;
  const RunVariant* variant = nullptr;
  RunOffer offer = {};
};

// Those that variants offer to do from a stage on, for each number of stages; why others do not is
// added to `rejections`.
[[nodiscard]] std::vector<RunMatch> find_matches(const std::vector<Command>& stages,
                                                 std::size_t first, const PrepareContext& context,
                                                 std::vector<Refusal>& rejections);

// One stage for all that a match does. Nothing where the device does not take it after all, which
// is then added to `rejections`.
[[nodiscard]] std::optional<FusedStage> make_run_stage(const std::vector<Command>& stages,
                                                       const RunMatch& match,
                                                       const PrepareContext& context,
                                                       std::vector<Refusal>& rejections);

}  // namespace dala
