// How a command that runs is told to end early: a flag that whoever works on it looks at.
#pragma once

#include <atomic>
#include <exception>

namespace dala {

using StopFlag = std::atomic<bool>;

[[nodiscard]] inline bool is_set(const StopFlag* flag) {
  return flag != nullptr && flag->load(std::memory_order_relaxed);
}

// That of the command this thread runs; null where it runs none.
[[nodiscard]] const StopFlag* current_stop();

// Makes it this thread's for as long as it lives. A command may run inside another.
class CurrentStop {
 public:
  explicit CurrentStop(const StopFlag* flag);
  ~CurrentStop();
  CurrentStop(const CurrentStop&) = delete;
  CurrentStop& operator=(const CurrentStop&) = delete;

 private:
  const StopFlag* outer_;
};

// What leaves a loop that was not run to its end because its command was cancelled.
class Cancelled final : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "the command was cancelled"; }
};

}  // namespace dala
