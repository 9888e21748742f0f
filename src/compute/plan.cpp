#include "compute/plan.hpp"

#include "core/error.hpp"

namespace dala {

Result<void> Plan::run(backend::Device& device, WorkerPool& pool) {
  const std::lock_guard lock(running);
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin = Clock::now();
  std::size_t number = 0;
  for (PlannedStage& stage : stages) {
    ++number;
    if (auto done = stage.call.run(device, pool); !done)
      return fail(done.error().code, "stage {} of {}: {}", number, stages.size(),
                  done.error().message);
    const Clock::time_point end = Clock::now();
    stage.last_run_ns.store((end - begin).count(), std::memory_order_relaxed);
    begin = end;
  }
  ran.store(true, std::memory_order_relaxed);
  return {};
}

}  // namespace dala
