#include "ml/pipeline/plan.hpp"

#include "compute/generated.hpp"
#include "core/error.hpp"
#include "ml/pipeline/builder.hpp"

namespace dala::ml {

Result<std::unique_ptr<PipelinePlan>> PipelinePlan::make(const Compute& compute, const Graph& graph,
                                                         const Target& target) {
  std::unique_ptr<PipelinePlan> plan(new PipelinePlan(compute));
  PipelineBuilder builder(graph, *plan, target);
  DALA_TRY(builder.build());
  DALA_ASSIGN(plan->composite_,
              PipelineComposite::make(compute, *plan->state_, plan->inputs_, plan->outputs_));
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
  for (std::size_t i = 0; i < stages_.size() && i < pipeline.stages.size(); ++i)
    explanation.steps.push_back(
        {stages_[i].node, stages_[i].op, stages_[i].on_host ? "host" : pipeline.stages[i].device,
         stages_[i].implementation, stages_[i].output, pipeline.stages[i].compute_ms});
  return explanation;
}

}  // namespace dala::ml
