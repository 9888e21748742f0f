#include "ml/pipeline/plan.hpp"

#include "core/error.hpp"
#include "ml/pipeline/builder.hpp"

namespace dala::ml {

Result<std::unique_ptr<PipelinePlan>> PipelinePlan::make(const Compute& compute, const Graph& graph,
                                                         std::int64_t enough) {
  std::unique_ptr<PipelinePlan> plan(new PipelinePlan(compute));
  PipelineBuilder builder(graph, *plan, enough);
  DALA_TRY(builder.build());
  DALA_TRY(plan->pipeline_.plan());
  return plan;
}

PipelinePlan::~PipelinePlan() {
  for (const std::string& kernel : host_kernels_) static_cast<void>(compute_.remove_kernel(kernel));
}

Result<CommandId> PipelinePlan::submit(const BufferList& inputs, const BufferList& outputs,
                                       const SubmitOptions& options) {
  const SubmitOptions quiet{.stream = options.stream};
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < inputs_.size(); ++i)
    DALA_TRY(compute_.submit({.op = Op::copy_buffer, .inputs = inputs[i], .outputs = inputs_[i]},
                             quiet));
  DALA_TRY(pipeline_.submit(quiet));
  Result<CommandId> last = fail(ErrorCode::internal, "a model without outputs");
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    last = compute_.submit({.op = Op::copy_buffer, .inputs = outputs_[i], .outputs = outputs[i]},
                           i + 1 == outputs_.size() ? options : quiet);
    if (!last) return last;
  }
  return last;
}

Result<ModelExplanation> PipelinePlan::explain() const {
  DALA_ASSIGN(const Explanation pipeline, pipeline_.explain());
  ModelExplanation explanation{.memory = pipeline.transient_bytes,
                               .live = pipeline.transient_bytes};
  for (std::size_t i = 0; i < stages_.size() && i < pipeline.stages.size(); ++i)
    explanation.steps.push_back({stages_[i].node, stages_[i].op, pipeline.stages[i].device,
                                 stages_[i].implementation, stages_[i].output,
                                 pipeline.stages[i].compute_ms});
  return explanation;
}

}  // namespace dala::ml
