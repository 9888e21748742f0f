// A model on the CPU for inputs of certain shapes: steps, and the memory between them.
#pragma once

#include <memory>
#include <mutex>

#include <dala/ml.hpp>

#include "ml/cpu/step.hpp"
#include "ml/graph/graph.hpp"

namespace dala::ml::cpu {

class Plan {
 public:
  // Of a graph whose shapes are known and whose passes have run.
  [[nodiscard]] static Result<std::unique_ptr<Plan>> make(const Graph& graph);

  [[nodiscard]] const std::vector<TensorView>& outputs() const { return outputs_; }
  // Several runs may go on at once, each in memory of its own, which is kept for later ones.
  // Stops when `watch` says so; the outputs are damaged then.
  [[nodiscard]] Result<void> run(const HostCall& call, const Watch* watch = nullptr);
  [[nodiscard]] ModelExplanation explain() const;

 private:
  friend class PlanBuilder;
  enum class Where : unsigned char { arena, constant, input, output };
  struct Place {
    Where where = Where::arena;
    std::size_t at = 0;  // offset, or number of the input or output
    std::byte* constant = nullptr;
  };
  struct Workspace {
    Memory memory;
    std::vector<std::byte*> buffers;
  };

  [[nodiscard]] Result<std::unique_ptr<Workspace>> take_workspace();
  [[nodiscard]] Result<void> run_steps(const Run& run);

  HostMemory memory_;
  std::vector<Tensor> keep_;  // constants that steps read
  std::vector<TensorView> outputs_;
  std::vector<Place> places_;
  std::vector<Step> steps_;
  std::size_t arena_bytes_ = 0;
  std::size_t live_bytes_ = 0;

  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<Workspace>> idle_;
  std::vector<double> times_;  // ms of the steps in the last run
};

}  // namespace dala::ml::cpu
