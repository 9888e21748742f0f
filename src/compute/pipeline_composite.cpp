#include "compute/pipeline_composite.hpp"

#include <algorithm>

#include "compute/describe.hpp"
#include "compute/pipeline_state.hpp"
#include "core/error.hpp"

namespace dala {

std::shared_ptr<Pipeline::State> PipelineComposite::new_pipeline(const Compute& compute,
                                                                 const PipelineOptions& options) {
  return std::make_shared<Pipeline::State>(compute.runtime(), options);
}

Result<std::shared_ptr<const PipelineComposite>> PipelineComposite::make(const Compute& compute,
                                                                         Pipeline::State& pipeline,
                                                                         std::vector<End> inputs,
                                                                         std::vector<End> outputs) {
  std::shared_ptr<PipelineComposite> made(new PipelineComposite);
  DALA_ASSIGN(Compute::Runtime* const runtime, compute.live());
  const std::lock_guard lock(pipeline.mutex);
  DALA_ASSIGN(made->plan_, pipeline.planned(*runtime));
  made->runtime_ = compute.runtime();
  made->inputs_ = std::move(inputs);
  made->outputs_ = std::move(outputs);
  return made;
}

Result<void> PipelineComposite::check_inputs(const KernelInfo& info,
                                             const backend::KernelCall& call) const {
  for (std::size_t i = 0; i < inputs_.size(); ++i)
    if (call.inputs[i].shape != inputs_[i].shape)
      return fail(ErrorCode::shape_mismatch, "{}: '{}' is {} and has to be {}", info.name,
                  info.inputs[i].name, to_string(call.inputs[i].shape),
                  to_string(inputs_[i].shape));
  return {};
}

backend::Decision PipelineComposite::decide() const {
  backend::Decision decision{.why = "a pipeline of kernels of the device"};
  for (const PlannedStage& stage : plan_->stages)
    decision.bytes_moved += stage.call.decision.bytes_moved;
  if (decision.bytes_moved > 0)
    decision.why = "a pipeline of kernels, some of which the host runs, on copies";
  return decision;
}

std::vector<Rejection> PipelineComposite::rejections(std::string_view device) const {
  std::vector<Rejection> rejections;
  for (const PlannedStage& stage : plan_->stages) {
    const PreparedCall& call = stage.call;
    if (call.decision.bytes_moved == 0) continue;
    rejections.push_back(
        {std::string(device), format("{}: {}", call.kernel->info().summary, call.decision.why)});
  }
  return rejections;
}

Result<void> PipelineComposite::run(const backend::KernelCall& call, backend::Device& device,
                                    WorkerPool& pool) const {
  // Calls may come from several threads, but the pipeline has one set of input buffers, so they run
  // one at a time.
  const std::lock_guard lock(plan_->running);
  const auto copy = [&](const backend::Memory& from, backend::Memory& to,
                        const backend::TensorRef& tensor) -> Result<void> {
    if (tensor.bytes() == 0) return {};
    return device.copy(from, to, tensor.bytes());
  };
  for (std::size_t i = 0; i < inputs_.size(); ++i)
    DALA_TRY(copy(*call.inputs[i].memory, *inputs_[i].buffer.state()->memory(), call.inputs[i]));
  DALA_TRY(plan_->run_locked(device, pool));
  for (std::size_t i = 0; i < outputs_.size(); ++i)
    DALA_TRY(copy(*outputs_[i].buffer.state()->memory(), *call.outputs[i].memory, call.outputs[i]));
  return {};
}

Result<Explanation> PipelineComposite::measure() const {
  const auto owner = runtime_.lock();
  if (owner == nullptr) return fail(ErrorCode::shut_down, "the Compute it belongs to is gone");
  if (plan_->ran.load()) DALA_TRY(plan_->measure(*owner->device, owner->pool));
  return explain_plan(*plan_, owner->device->info().id);
}

std::vector<std::size_t> PipelineComposite::first_stages() const {
  std::vector<std::size_t> firsts;
  for (const PlannedStage& planned : plan_->stages) firsts.push_back(planned.stage.first);
  return firsts;
}

Result<std::string> PipelineComposite::clock() const {
  const auto owner = runtime_.lock();
  if (owner == nullptr) return fail(ErrorCode::shut_down, "the Compute it belongs to is gone");
  return owner->device->info().capabilities.device_clock ? "its own" : "the host's";
}

Result<void> register_composite(const Compute& compute, KernelInfo info, CompositeMaker make) {
  DALA_ASSIGN(Compute::Runtime* const runtime, compute.live());
  return runtime->registry.add({std::move(info), CompositeKernel{std::move(make)}});
}

}  // namespace dala
