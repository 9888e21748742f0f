// A model as a pipeline of kernels, for devices other than the CPU. Weights and intermediate
// results stay on the device. A node without a kernel runs on the host, on copies.
#pragma once

#include <dala/ml.hpp>

#include "compute/pipeline_composite.hpp"
#include "ml/graph/graph.hpp"
#include "ml/pipeline/target.hpp"

namespace dala::ml {

class PipelinePlan {
 public:
  // Of a graph whose shapes are known and whose passes have run.
  [[nodiscard]] static Result<std::unique_ptr<PipelinePlan>> make(const Compute& compute,
                                                                  const Graph& graph,
                                                                  const Target& target);
  ~PipelinePlan();
  PipelinePlan(const PipelinePlan&) = delete;
  PipelinePlan& operator=(const PipelinePlan&) = delete;

  // As a kernel; may outlive the plan.
  [[nodiscard]] const std::shared_ptr<const PipelineComposite>& composite() const {
    return composite_;
  }
  [[nodiscard]] Result<ModelExplanation> explain() const;

 private:
  friend class PipelineBuilder;
  struct Stage {
    std::string node;
    std::string op;
    std::string implementation;
    Shape output;
    bool on_host = false;
  };

  explicit PipelinePlan(const Compute& compute)
      : compute_(compute),
        state_(PipelineComposite::new_pipeline(compute, {.fuse = false})),
        pipeline_(state_) {}

  Compute compute_;
  std::shared_ptr<Pipeline::State> state_;
  Pipeline pipeline_;
  std::vector<Composite::End> inputs_;
  std::vector<Composite::End> outputs_;
  std::vector<Stage> stages_;
  std::vector<std::string> host_kernels_;  // registered for this plan alone
  std::shared_ptr<const PipelineComposite> composite_;
};

}  // namespace dala::ml
