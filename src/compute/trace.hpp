// Collects what ran when, and writes it in Chrome's trace format.
#pragma once

#include <atomic>
#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

#include "compute/schedule/task.hpp"

namespace dala {

class Trace {
 public:
  void start();
  [[nodiscard]] Result<void> stop(const std::filesystem::path& file);

  [[nodiscard]] bool is_on() const { return on_.load(std::memory_order_relaxed); }
  void add(const Task& task, const Error* error);

 private:
  struct Event {
    std::string name;
    std::string implementation;
    std::string error;
    std::uint64_t lane = 0;
    CommandId command = 0;
    Task::Clock::time_point submitted;
    Task::Clock::time_point begin;
    std::chrono::nanoseconds duration{0};
    std::size_t bytes = 0;
  };
  void add_stages(const Task& task, const Event& whole);

  std::atomic<bool> on_{false};
  std::mutex mutex_;
  Task::Clock::time_point origin_;
  std::vector<Event> events_;
};

}  // namespace dala
