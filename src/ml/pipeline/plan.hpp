// A model as a pipeline of kernels, for devices other than the CPU: weights lie on the device, and
// so does all between input and output. What has no kernel runs on the host, on copies.
#pragma once

#include <mutex>

#include <dala/ml.hpp>

#include "ml/graph/graph.hpp"

namespace dala::ml {

class PipelinePlan {
 public:
  // Of a graph whose shapes are known and whose passes have run. `enough` is what the device wants
  // (kernel_text.hpp).
  [[nodiscard]] static Result<std::unique_ptr<PipelinePlan>> make(const Compute& compute,
                                                                  const Graph& graph,
                                                                  std::int64_t enough);
  ~PipelinePlan();
  PipelinePlan(const PipelinePlan&) = delete;
  PipelinePlan& operator=(const PipelinePlan&) = delete;

  // Copies the inputs in, runs, copies the outputs out: all on the device and in one stream.
  [[nodiscard]] Result<CommandId> submit(const BufferList& inputs, const BufferList& outputs,
                                         const SubmitOptions& options);
  [[nodiscard]] Result<ModelExplanation> explain() const;

 private:
  friend class PipelineBuilder;
  struct Stage {
    std::string node;
    std::string op;
    std::string implementation;
    Shape output;
  };

  explicit PipelinePlan(const Compute& compute)
      : compute_(compute), pipeline_(compute.pipeline({.fuse = false})) {}

  Compute compute_;
  Pipeline pipeline_;
  std::vector<Buffer> inputs_;
  std::vector<Buffer> outputs_;
  std::vector<Stage> stages_;
  std::vector<std::string> host_kernels_;  // registered for this plan alone
  std::mutex mutex_;                       // the three commands of a prediction stay together
};

}  // namespace dala::ml
