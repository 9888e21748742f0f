// How far a long command is, and how long it will take.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace dala::cli {

// One line on stderr that is written over, on a terminal only.
class Progress {
 public:
  // `what` is counted: "pictures". A total of 0 is one that nobody knows.
  explicit Progress(std::string what, std::uint64_t total = 0);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  void step() { at(done_ + 1, total_); }
  void at(std::uint64_t done, std::uint64_t total);

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  std::uint64_t total_;
  std::uint64_t done_ = 0;
  bool shown_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point printed_;
};

}  // namespace dala::cli
