// Ctrl-C, SIGTERM and a terminal that is closed end long commands in good order.
#pragma once

#include <array>
#include <csignal>

namespace dala::cli {

// While it lives, the first signal asks for an end, and another one half a second later or more
// ends at once. A signal that the caller has ignored, as nohup does, stays so. One at a time.
class StopOnSignal {
 public:
  StopOnSignal();
  StopOnSignal(const StopOnSignal&) = delete;
  StopOnSignal& operator=(const StopOnSignal&) = delete;
  ~StopOnSignal();

  [[nodiscard]] static bool asked();

 private:
  static constexpr std::array<int, 3> signals = {SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, signals.size()> old_ = {};
};

}  // namespace dala::cli
