#include "core/worker_pool.hpp"

#include <algorithm>
#include <array>
#include <chrono>

#include "core/spin.hpp"
#include "core/system_info.hpp"
#include "core/thread_priority.hpp"

namespace dala {

namespace {

// Set while a thread is inside a loop body, where another loop would only add overhead.
thread_local bool inside_loop = false;

// Waking a sleeping thread can take longer than a small command. A worker that slept only briefly
// is in the middle of a series of them and spins longer next time, so that it is there for the
// next.
constexpr std::chrono::nanoseconds short_spin = std::chrono::microseconds(50);
constexpr std::chrono::nanoseconds long_spin = std::chrono::milliseconds(1);
constexpr std::chrono::nanoseconds brief_sleep = std::chrono::milliseconds(1);

}  // namespace

// Each thread begins in a part of its own and helps with the others afterwards. Loops that follow
// one another over the same rows so find them in the cache of the core that made them.
struct WorkerPool::Loop {
  static constexpr std::size_t most_parts = 8;
  struct alignas(64) Part {
    std::atomic<std::size_t> next{0};
    std::size_t end = 0;
  };

  Loop(LoopBody called, void* with, bool yields, int helpers)
      : body(called), context(with), gives_way(yields), helpers_wanted(helpers) {}

  void cut_up(std::size_t count, std::size_t of_grain) {
    grain = of_grain;
    const std::size_t pieces = (count + grain - 1) / grain;
    part_count = std::min(static_cast<std::size_t>(helpers_wanted) + 1, most_parts);
    for (std::size_t i = 0; i < part_count; ++i) {
      parts[i].next.store(pieces * i / part_count * grain, std::memory_order_relaxed);
      parts[i].end = std::min(count, pieces * (i + 1) / part_count * grain);
    }
  }
  // By the thread that called, which is 0, or a helper.
  void work(std::size_t thread) {
    for (std::size_t i = 0; i < part_count; ++i) {
      Part& part = parts[(thread + i) % part_count];
      for (;;) {
        const std::size_t begin = part.next.fetch_add(grain, std::memory_order_relaxed);
        if (begin >= part.end) break;
        body(context, begin, std::min(part.end, begin + grain));
        // Linux may tell a thread that computes only at the next tick, up to 4 ms later, that
        // another wants its core; one that calls the system learns it at once.
        if (gives_way) std::this_thread::yield();
      }
    }
  }

  [[nodiscard]] bool has_work() const {
    return std::any_of(parts.begin(), parts.begin() + part_count, [](const Part& part) {
      return part.next.load(std::memory_order_relaxed) < part.end;
    });
  }

  LoopBody body;
  void* context;
  std::size_t grain = 1;
  bool gives_way;
  int helpers_wanted;         // guarded by the pool's mutex
  Loop* next_loop = nullptr;  // guarded by the pool's mutex
  std::array<Part, most_parts> parts = {};
  std::size_t part_count = 0;
  std::atomic<int> helping{0};
};

WorkerPool::WorkerPool(unsigned threads, bool gives_way)
    : threads_(std::max(1U, threads)),
      gives_way_(gives_way),
      max_spinning_(std::max(1, static_cast<int>(core_count()) - 1)) {}

WorkerPool::~WorkerPool() { stop(); }

void WorkerPool::start(TaskSource& source) {
  source_ = &source;
  workers_.reserve(threads_);
  for (unsigned i = 0; i < threads_; ++i) workers_.emplace_back([this] { work(); });
}

void WorkerPool::stop() {
  stopping_ = true;
  wake(true);
  for (std::thread& worker : workers_) worker.join();
  workers_.clear();
}

void WorkerPool::notify() { wake(false); }

void WorkerPool::wake(bool all) {
  news_.fetch_add(1);
  // A spinning worker sees the news by itself: it looks at news_ again after it stops counting as
  // spinning and before it sleeps. Waking a second one would cost a system call for nothing.
  if (all)
    news_.notify_all();
  else if (spinning_.load() == 0)
    news_.notify_one();
}

void WorkerPool::run_loop(std::size_t count, std::size_t grain, LoopBody body, void* context) {
  const std::size_t pieces = (count + grain - 1) / grain;
  if (pieces <= 1 || threads_ == 1 || inside_loop || workers_.empty()) {
    for (std::size_t begin = 0; begin < count; begin += grain)
      body(context, begin, std::min(count, begin + grain));
    return;
  }
  const int helpers = static_cast<int>(std::min<std::size_t>(threads_, pieces)) - 1;
  Loop loop(body, context, gives_way_, helpers);
  loop.cut_up(count, grain);
  {
    const std::lock_guard lock(mutex_);
    loop.next_loop = loops_;
    loops_ = &loop;
  }
  loops_waiting_.fetch_add(1);
  wake(helpers > 1);

  inside_loop = true;
  loop.work(0);
  inside_loop = false;

  loops_waiting_.fetch_sub(1);
  {
    const std::lock_guard lock(mutex_);
    Loop** link = &loops_;
    while (*link != &loop) link = &(*link)->next_loop;
    *link = loop.next_loop;
  }
  // Nobody joins any more; wait for the helpers that are still on their last piece.
  const auto all_left = [&] { return loop.helping.load(std::memory_order_acquire) == 0; };
  while (!spin_until(short_spin, all_left)) std::this_thread::yield();
}

bool WorkerPool::help_a_loop() {
  if (loops_waiting_.load(std::memory_order_relaxed) == 0) return false;
  Loop* found = nullptr;
  std::size_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    for (Loop* loop = loops_; loop != nullptr && found == nullptr; loop = loop->next_loop) {
      if (loop->helpers_wanted == 0) continue;
      if (!loop->has_work()) continue;
      number = static_cast<std::size_t>(loop->helpers_wanted--);
      loop->helping.fetch_add(1, std::memory_order_relaxed);
      found = loop;
    }
  }
  if (found == nullptr) return false;
  inside_loop = true;
  found->work(number);
  inside_loop = false;
  found->helping.fetch_sub(1, std::memory_order_release);  // the loop may be gone after this
  return true;
}

bool WorkerPool::find_work() {
  return source_->run_one(true) || help_a_loop() || source_->run_one(false);
}

std::chrono::nanoseconds WorkerPool::idle(std::uint32_t seen, std::chrono::nanoseconds spin) {
  const auto news = [&] { return news_.load(std::memory_order_relaxed) != seen; };
  const bool may_spin = spinning_.fetch_add(1) < max_spinning_;
  const bool found = may_spin && spin_until(spin, news);
  spinning_.fetch_sub(1);
  if (found) return spin;
  const auto begin = std::chrono::steady_clock::now();
  news_.wait(seen);
  return std::chrono::steady_clock::now() - begin < brief_sleep ? long_spin : short_spin;
}

void WorkerPool::work() {
  if (gives_way_) lower_priority_of_this_thread();
  std::chrono::nanoseconds spin = short_spin;
  while (!stopping_) {
    const std::uint32_t seen = news_.load();
    if (!find_work()) spin = idle(seen, spin);
  }
}

}  // namespace dala
