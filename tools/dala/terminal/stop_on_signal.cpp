#include "terminal/stop_on_signal.hpp"

#include <atomic>
#include <cstdint>
#include <ctime>

namespace dala::cli {

namespace {

// What reaches the program within this time after the first signal belongs to it: `timeout` signals
// the program and then its whole group, and a terminal that is closed sends more than one kind.
constexpr std::int64_t one_request_ns = 500'000'000;

// The time of the first signal; 0 before it. Lock-free, so a handler may use it.
std::atomic<std::int64_t> asked_at = 0;
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

std::int64_t now_ns() {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (std::int64_t{now.tv_sec} * 1'000'000'000) + now.tv_nsec + 1;
}

void on_signal(int signal) {
  const std::int64_t now = now_ns();
  std::int64_t first = 0;
  if (asked_at.compare_exchange_strong(first, now) || now - first < one_request_ns) return;
  // It is blocked while its handler runs, and arrives as soon as that returns.
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace

StopOnSignal::StopOnSignal() {
  asked_at = 0;
  struct sigaction action = {};
  action.sa_handler = on_signal;
  for (std::size_t i = 0; i < signals.size(); ++i) {
    sigaction(signals[i], nullptr, &old_[i]);
    if (old_[i].sa_handler != SIG_IGN) sigaction(signals[i], &action, nullptr);
  }
}

StopOnSignal::~StopOnSignal() {
  for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &old_[i], nullptr);
}

bool StopOnSignal::asked() { return asked_at.load(std::memory_order_relaxed) != 0; }

}  // namespace dala::cli
