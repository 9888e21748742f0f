// The time a prediction may take. Files come from outside, and a few bytes can ask for years of
// work: whatever loops looks here now and then, and stops.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>

#include <dala/core/kernel_info.hpp>

#include "core/error.hpp"

namespace dala::ml {

class Watch {
 public:
  using Clock = std::chrono::steady_clock;

  // `stop`, where there is one, ends it sooner: the command was cancelled.
  explicit Watch(std::chrono::nanoseconds limit, const std::atomic<bool>* stop = nullptr)
      : limit_(limit),
        stop_(stop),
        deadline_(limit < Clock::time_point::max() - Clock::now() ? Clock::now() + limit
                                                                  : Clock::time_point::max()) {}

  // Whether the time is over. Also records it, since the caller then stops with its work
  // unfinished.
  [[nodiscard]] bool is_over() const {
    if (stopped_.load(std::memory_order_relaxed)) return true;
    const bool over =
        (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) || Clock::now() >= deadline_;
    if (over) stopped_.store(true, std::memory_order_relaxed);
    return over;
  }
  // An error where any caller was told that the time is over.
  [[nodiscard]] Result<void> check() const {
    if (!stopped_.load(std::memory_order_relaxed)) return {};
    return fail(ErrorCode::kernel_failed,
                "the model was stopped after {} ms, the limit set by the host",
                std::chrono::duration<double, std::milli>(limit_).count());
  }

 private:
  std::chrono::nanoseconds limit_;
  const std::atomic<bool>* stop_;
  Clock::time_point deadline_;
  mutable std::atomic<bool> stopped_{false};
};

// Threads that skip the remaining pieces of loops once the time is over. The caller's own thread
// also checks after each piece.
class WatchedThreads {
 public:
  WatchedThreads(const HostThreads& threads, const Watch& watch)
      : threads_(threads), watch_(watch) {}

  // Valid while this object lives.
  [[nodiscard]] HostThreads threads() { return {this, threads_.count(), &loop}; }

 private:
  static void loop(void* self, std::size_t count, std::size_t grain, HostThreads::Body body,
                   void* context) {
    const auto& own = *static_cast<const WatchedThreads*>(self);
    own.threads_.parallel_for(count, grain, [&](std::size_t begin, std::size_t end) {
      for (; begin < end && !own.watch_.is_over(); begin += std::min(grain, end - begin))
        body(context, begin, begin + std::min(grain, end - begin));
    });
  }

  HostThreads threads_;
  const Watch& watch_;
};

// For loops inside of a piece: checks the watch so rarely that it costs nothing. Once the time is
// over it stays so, which ends the enclosing loops too.
class Pace {
 public:
  static constexpr std::int64_t often = 1 << 20;

  explicit Pace(const Watch* watch) : watch_(watch) {}

  [[nodiscard]] bool is_over(std::int64_t steps) {
    steps_ += steps;
    if (steps_ < often) return over_;
    steps_ = 0;
    over_ = over_ || (watch_ != nullptr && watch_->is_over());
    return over_;
  }

 private:
  const Watch* watch_;
  std::int64_t steps_ = 0;
  bool over_ = false;
};

// Calls body(begin, end) over [0, count) in pieces that are not long, until the time is over. Every
// loop whose length a file decides goes through this, `for_each_run` or watched threads.
template <typename Body>
void in_pieces(Pace& pace, std::size_t count, const Body& body) {
  constexpr auto piece = static_cast<std::size_t>(Pace::often);
  for (std::size_t begin = 0; begin < count;) {
    const std::size_t length = std::min(piece, count - begin);
    if (pace.is_over(static_cast<std::int64_t>(length))) return;
    body(begin, begin + length);
    begin += length;
  }
}

inline void copy_in_pieces(Pace& pace, const std::byte* from, std::byte* to, std::size_t bytes) {
  in_pieces(pace, bytes, [&](std::size_t begin, std::size_t end) {
    std::memcpy(to + begin, from + begin, end - begin);
  });
}

}  // namespace dala::ml
