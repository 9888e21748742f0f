// A composite kernel: a pipeline with input and output buffers of its own. A call copies its
// inputs there, runs the pipeline, and copies the results to its outputs. All of that stays on
// the device, but for stages that only the host can run.
//
// For layers above, which register what they have built as one kernel; a model is one.
#pragma once

#include <span>
#include <vector>

#include <dala/compute.hpp>

#include "compute/plan/composite.hpp"
#include "compute/plan/plan.hpp"

namespace dala {

class PipelineComposite final : public Composite {
 public:
  // The pipeline to add stages to.
  [[nodiscard]] static std::shared_ptr<Pipeline::State> new_pipeline(
      const Compute& compute, const PipelineOptions& options);
  // Plans the pipeline, which has to read `inputs` and write `outputs` and is run by nobody else.
  [[nodiscard]] static Result<std::shared_ptr<const PipelineComposite>> make(
      const Compute& compute, Pipeline::State& pipeline, std::vector<End> inputs,
      std::vector<End> outputs);

  [[nodiscard]] const std::vector<End>& outputs() const override { return outputs_; }
  [[nodiscard]] Result<void> check_inputs(const KernelInfo& info,
                                          const backend::KernelCall& call) const override;
  [[nodiscard]] backend::Decision decide() const override;
  [[nodiscard]] std::vector<Rejection> rejections(std::string_view device) const override;
  [[nodiscard]] Result<void> run(const backend::KernelCall& call, backend::Device& device,
                                 WorkerPool& pool) const override;

  // Its stages, with the times of one more run on the inputs of the last call: each stage by itself
  // and by the device's clock. Without times where there was no call yet.
  [[nodiscard]] Result<Explanation> measure() const;
  // For each stage of the plan, the number of the first added stage whose work it does.
  [[nodiscard]] std::vector<std::size_t> first_stages() const;
  // Which clock measured them: "its own", the device's, or "the host's".
  [[nodiscard]] Result<std::string> clock() const;

 private:
  PipelineComposite() = default;

  std::weak_ptr<Compute::Runtime> runtime_;
  std::shared_ptr<Plan> plan_;
  std::vector<End> inputs_;
  std::vector<End> outputs_;
};

// `make` is called for each call of the kernel, also while a pipeline is being planned, and by
// several threads.
[[nodiscard]] Result<void> register_composite(const Compute& compute, KernelInfo info,
                                              CompositeMaker make);

}  // namespace dala
