// Ctrl-C ends long commands in good order.
#pragma once

#include <csignal>

namespace dala::cli {

// While it lives, the first Ctrl-C asks for an end and the second one ends at once. One at a time.
class StopOnSignal {
 public:
  StopOnSignal();
  StopOnSignal(const StopOnSignal&) = delete;
  StopOnSignal& operator=(const StopOnSignal&) = delete;
  ~StopOnSignal();

  [[nodiscard]] static bool asked();

 private:
  struct sigaction old_int_ = {};
  struct sigaction old_term_ = {};
};

}  // namespace dala::cli
