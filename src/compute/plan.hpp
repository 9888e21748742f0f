// A pipeline made ready to run: every stage checked and chosen, transient memory laid out.
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <vector>

#include <dala/explain.hpp>

#include "compute/buffer_state.hpp"
#include "compute/work.hpp"

namespace dala {

struct PlannedStage {
  PreparedCall call;
  Refusal not_joined = {};  // with the stages before it; empty when there is nothing to say
  std::atomic<std::int64_t> last_run_ns{0};  // read by explain while a run may be going on
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

  [[nodiscard]] Result<void> run(backend::Device& device);
};

}  // namespace dala
