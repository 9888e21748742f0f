#include "ml/cpu/plan.hpp"

#include <chrono>

#include "ml/cpu/plan_builder.hpp"

namespace dala::ml::cpu {

Result<std::unique_ptr<Plan>> Plan::make(const Graph& graph) {
  auto plan = std::make_unique<Plan>();
  plan->memory_ = graph.memory;
  PlanBuilder builder(graph, *plan);
  DALA_TRY(builder.build());
  plan->times_.assign(plan->steps_.size(), 0);
  return plan;
}

Result<std::unique_ptr<Plan::Workspace>> Plan::take_workspace() {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      auto workspace = std::move(idle_.back());
      idle_.pop_back();
      return workspace;
    }
  }
  auto workspace = std::make_unique<Workspace>();
  auto memory = Memory::allocate(arena_bytes_, memory_);
  if (!memory)
    return fail(memory.error().code, "for what lies between input and output, {}",
                memory.error().message);
  workspace->memory = std::move(*memory);
  workspace->buffers.resize(places_.size());
  for (std::size_t i = 0; i < places_.size(); ++i)
    workspace->buffers[i] = places_[i].where == Where::arena
                                ? workspace->memory.data() + places_[i].at
                                : places_[i].constant;
  return workspace;
}

Result<void> Plan::run(const HostCall& call, const Watch* watch) {
  DALA_ASSIGN(auto workspace, take_workspace());
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (places_[i].where == Where::input)
      workspace->buffers[i] = call.inputs[places_[i].at].bytes.data();
    if (places_[i].where == Where::output)
      workspace->buffers[i] = call.outputs[places_[i].at].bytes.data();
  }
  Result<void> done;
  if (watch == nullptr) {
    done = run_steps({workspace->buffers, call.threads});
  } else {
    WatchedThreads watched(call.threads, *watch);
    done = run_steps({workspace->buffers, watched.threads(), watch});
  }
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(workspace));
  return done;
}

Result<void> Plan::run_steps(const Run& run) {
  using Clock = std::chrono::steady_clock;
  auto before = Clock::now();
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    DALA_TRY(steps_[i].run(run));
    const auto now = Clock::now();
    std::atomic_ref(times_[i]).store(
        std::chrono::duration<double, std::milli>(now - before).count(), std::memory_order_relaxed);
    before = now;
    if (run.watch == nullptr) continue;
    if (i + 1 < steps_.size()) static_cast<void>(run.watch->is_over());
    DALA_TRY(run.watch->check());
  }
  return {};
}

ModelExplanation Plan::explain() const {
  ModelExplanation explanation{.memory = arena_bytes_, .live = live_bytes_};
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    const double ms =
        std::atomic_ref(const_cast<double&>(times_[i])).load(std::memory_order_relaxed);
    explanation.steps.push_back({step.node, step.op, "cpu", step.implementation, step.output, ms});
  }
  return explanation;
}

}  // namespace dala::ml::cpu
