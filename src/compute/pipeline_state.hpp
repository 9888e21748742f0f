// The state behind a Pipeline handle: the stages as the caller gave them, and the plan made of
// them.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include <dala/compute/pipeline.hpp>

#include "compute/plan/plan.hpp"
#include "compute/runtime.hpp"

namespace dala {

struct Pipeline::State {
  // Weak, like a buffer's: a pipeline kept too long does not keep threads alive.
  State(const std::shared_ptr<Compute::Runtime>& owner, const PipelineOptions& how)
      : runtime(owner), options(how) {}

  std::mutex mutex;
  const std::weak_ptr<Compute::Runtime> runtime;
  const PipelineOptions options;
  bool prefers_variants = false;  // as in PrepareContext
  StageConstants constants = {};  // for variants of runs
  std::vector<Command> stages;
  std::shared_ptr<Plan> plan;  // null until planned

  // The rest is called with the mutex held.
  [[nodiscard]] PrepareContext context(Compute::Runtime& owner) const;
  [[nodiscard]] Result<void> check_stage(Compute::Runtime& owner, const Command& stage) const;
  [[nodiscard]] Result<std::shared_ptr<Plan>> make_plan(Compute::Runtime& owner) const;
  // Prepares a stage of the plan as `call`, with memory for its transient buffers.
  [[nodiscard]] Result<void> prepare_stage(Compute::Runtime& owner, const Plan& of,
                                           const FusedStage& stage, PreparedCall& call) const;
  // All of the plan's.
  [[nodiscard]] Result<void> prepare_stages(Compute::Runtime& owner, Plan& of) const;
  // Brings the plan up to date with the parameters of one stage.
  [[nodiscard]] Result<void> exchange_params(Compute::Runtime& owner, std::size_t number) const;
  [[nodiscard]] Result<std::shared_ptr<Plan>> planned(Compute::Runtime& owner);
};

}  // namespace dala
