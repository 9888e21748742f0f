// Several stages as one command: each is checked when it is added, all are planned once, and the
// whole runs many times.
//
//   dala::Pipeline p = compute.pipeline();
//   auto half = p.transient({1024}, dala::DType::f32);           // lives only inside the pipeline
//   p.add({.kernel = "scalar_mul", .inputs = {a}, .outputs = *half, .params = {{"scalar", 0.5}}});
//   p.add({.kernel = "relu", .inputs = {*half}, .outputs = b});
//   p.run();
//
// A handle; copies are the same pipeline. May be used from any thread; two runs of one pipeline
// never overlap.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include <dala/compute/command.hpp>
#include <dala/compute/explain.hpp>
#include <dala/core/export.hpp>

namespace dala {

struct PipelineOptions {
  // Fuses neighbouring stages into one generated kernel where that is faster; `explain` says which.
  bool fuse = true;
  // Stages may be run by variants, of their kernels or of several stages that the library made;
  // without it all are run by the kernels' sources.
  bool variants = true;
};

class DALA_API Pipeline {
 public:
  // Adds a stage, or says what is wrong with it and leaves the pipeline as it was.
  [[nodiscard]] Result<void> add(const Command& stage) const;

  // A buffer with memory only while the pipeline runs. Stages that are never alive together share
  // it. It cannot be read or written from outside.
  [[nodiscard]] Result<Buffer> transient(const Shape& shape, DType dtype) const;

  // Other parameters for a stage (the first is 0); on error the old ones stay. The plan stays too,
  // so that a filter's strength can follow a slider. Runs that have not started yet see the new
  // ones, also those submitted before.
  [[nodiscard]] Result<void> set_params(std::size_t stage, const Params& params) const;

  [[nodiscard]] std::vector<Command> stages() const;
  [[nodiscard]] std::size_t stage_count() const;

  // Chooses implementations and reserves transient memory. `run` does it when needed; calling it
  // early moves the cost out of the first run.
  [[nodiscard]] Result<void> plan() const;

  [[nodiscard]] Result<void> run() const;
  [[nodiscard]] Result<CommandId> submit(const SubmitOptions& options = {}) const;

  // The plan, with the times of the last run.
  [[nodiscard]] Result<Explanation> explain() const;

  // Gives the plan's memory back; the stages stay. Handles that go away do the same.
  void free() const;

  struct State;
  explicit Pipeline(std::shared_ptr<State> state) : state_(std::move(state)) {}

 private:
  std::shared_ptr<State> state_;
};

}  // namespace dala
