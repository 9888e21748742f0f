// Cancelling a running command: a flag that all threads working on it poll.
#pragma once

#include <atomic>
#include <exception>

namespace dala {

using StopFlag = std::atomic<bool>;

[[nodiscard]] inline bool is_set(const StopFlag* flag) {
  return flag != nullptr && flag->load(std::memory_order_relaxed);
}

// The flag of the command this thread runs; null where it runs none.
[[nodiscard]] const StopFlag* current_stop();

// Sets this thread's flag for as long as the object lives. They nest, since a command may run
// another.
class CurrentStop {
 public:
  explicit CurrentStop(const StopFlag* flag);
  ~CurrentStop();
  CurrentStop(const CurrentStop&) = delete;
  CurrentStop& operator=(const CurrentStop&) = delete;

 private:
  const StopFlag* outer_;
};

// The exception that leaves a loop whose command was cancelled.
class Cancelled final : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "the command was cancelled"; }
};

}  // namespace dala
