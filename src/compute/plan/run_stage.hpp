// A run of stages that a variant does at once, as one stage of the plan.
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

// The matches that begin at a stage, for each number of stages. The reasons of variants that do not
// match are added to `rejections`.
[[nodiscard]] std::vector<RunMatch> find_matches(const std::vector<Command>& stages,
                                                 std::size_t first, const PrepareContext& context,
                                                 std::vector<Rejection>& rejections);

// One stage for the whole match. Nothing where the device cannot run it after all; the reason is
// then added to `rejections`.
[[nodiscard]] std::optional<FusedStage> make_run_stage(const std::vector<Command>& stages,
                                                       const RunMatch& match,
                                                       const PrepareContext& context,
                                                       std::vector<Rejection>& rejections);

}  // namespace dala
