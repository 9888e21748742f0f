// A pipeline made ready to run: every stage checked and chosen, transient memory laid out.
#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include <dala/compute/explain.hpp>

#include "compute/plan/buffer_state.hpp"
#include "compute/plan/fusion.hpp"
#include "compute/plan/work.hpp"

namespace dala {

struct PlannedStage {
  FusedStage stage;
  PreparedCall call;
  // Read by explain while a run may be going on. 0 where the time is not known: the device was only
  // given the work.
  std::atomic<std::int64_t> last_run_ns{0};
};

class Plan {
 public:
  std::deque<PlannedStage> stages;
  // Every buffer the caller can see, once each.
  struct Use {
    std::shared_ptr<Buffer::State> buffer;
    std::shared_ptr<backend::Memory> memory;
    bool read = false;  // before any stage has written it
    bool write = false;
  };
  std::vector<Use> uses;
  Hazard own;  // keeps two runs of this plan apart; guarded by the scheduler
  std::vector<std::shared_ptr<backend::Memory>> transient_memory;
  std::size_t transient_bytes = 0;
  std::atomic<bool> ran{false};
  std::map<const Buffer::State*, std::shared_ptr<backend::Memory>> memory_of_transients;
  // A stage's parameters may be exchanged between runs, by another thread.
  std::mutex running;

  // `waits` for the device after each stage, which takes longer, and tells how long each one took.
  [[nodiscard]] Result<void> run(backend::Device& device, WorkerPool& pool, bool waits = false);
  // The same with `running` held.
  [[nodiscard]] Result<void> run_locked(backend::Device& device, WorkerPool& pool,
                                        bool waits = false);
  // Runs every stage by itself and stores how long the device took for it.
  [[nodiscard]] Result<void> measure(backend::Device& device, WorkerPool& pool);
  // What replays captured stages in one launch, for explain; null where each is launched by itself.
  [[nodiscard]] const char* captured_as() const { return captured_as_.load(); }
  // With `running` held: a stage has changed.
  void forget_captures();

 private:
  // Consecutive stages, captured where there are several and the device supports it.
  struct Part {
    std::size_t first = 0;
    std::size_t count = 0;
    std::unique_ptr<backend::LaunchCapture> capture;
  };
  [[nodiscard]] Result<void> divide(backend::Device& device);
  [[nodiscard]] Result<void> run_part(const Part& part, backend::Device& device, WorkerPool& pool,
                                      bool waits);

  std::vector<Part> parts_;  // empty until the plan has run once as it is
  bool ran_as_it_is_ = false;
  std::atomic<const char*> captured_as_{nullptr};
};

}  // namespace dala
