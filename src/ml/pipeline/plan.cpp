#include "ml/pipeline/plan.hpp"

#include "compute/generated.hpp"
#include "compute/pipeline_state.hpp"
#include "core/error.hpp"
#include "ml/pipeline/builder.hpp"

namespace dala::ml {

Result<std::unique_ptr<PipelinePlan>> PipelinePlan::make(const Compute& compute, const Graph& graph,
                                                         const Target& target) {
  std::unique_ptr<PipelinePlan> plan(new PipelinePlan(compute));
  plan->state_->prefers_variants = target.prefers_variants;
  PipelineBuilder builder(graph, *plan, target);
  DALA_TRY(builder.build());
  DALA_ASSIGN(plan->composite_,
              PipelineComposite::make(compute, *plan->state_, plan->inputs_, plan->outputs_));
  plan->state_->constants = {};
  return plan;
}

PipelinePlan::~PipelinePlan() {
  for (const std::string& kernel : host_kernels_) remove_own_kernel(compute_, kernel);
}

Result<ModelExplanation> PipelinePlan::explain() const {
  DALA_ASSIGN(const Explanation pipeline, composite_->measure());
  DALA_ASSIGN(std::string clock, composite_->clock());
  ModelExplanation explanation{.memory = pipeline.transient_bytes,
                               .live = pipeline.transient_bytes,
                               .clock = std::move(clock)};
  const std::vector<std::size_t> firsts = composite_->first_stages();
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    const StageExplanation& ran = pipeline.stages[i];
    const std::size_t end = i + 1 < firsts.size() ? firsts[i + 1] : stages_.size();
    const std::span<const Stage> stages = std::span(stages_).subspan(firsts[i], end - firsts[i]);
    ModelStep step{
        .node = stages[0].node,
        .device = stages[0].on_host ? "host" : ran.device,
        .implementation = stages.size() == 1 ? stages[0].implementation : ran.implementation,
        .output = stages.back().output,
        .ms = ran.compute_ms,
        .rejections = ran.rejections};
    for (const Stage& stage : stages) step.op += (step.op.empty() ? "" : " + ") + stage.op;
    explanation.steps.push_back(std::move(step));
  }
  return explanation;
}

}  // namespace dala::ml
