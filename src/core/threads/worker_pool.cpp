#include "core/threads/worker_pool.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <exception>

#include "core/process/system_info.hpp"
#include "core/threads/spin.hpp"
#include "core/threads/stop.hpp"
#include "core/threads/thread_priority.hpp"

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
      : body(called),
        context(with),
        stop(current_stop()),
        gives_way(yields),
        helpers_wanted(helpers) {}

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
        if (is_set(stop)) return fail(std::make_exception_ptr(Cancelled()));
        try {
          body(context, begin, std::min(part.end, begin + grain));
        } catch (...) {
          return fail(std::current_exception());
        }
        // Linux may tell a thread that computes only at the next tick, up to 4 ms later, that
        // another wants its core; one that calls the system learns it at once.
        if (gives_way) std::this_thread::yield();
      }
    }
  }

  // The first reason counts; nobody begins another piece.
  void fail(std::exception_ptr reason) {
    if (!failed.exchange(true)) thrown = std::move(reason);
    for (std::size_t i = 0; i < part_count; ++i)
      parts[i].next.store(parts[i].end, std::memory_order_relaxed);
  }

  [[nodiscard]] bool has_work() const {
    return std::any_of(parts.begin(), parts.begin() + part_count, [](const Part& part) {
      return part.next.load(std::memory_order_relaxed) < part.end;
    });
  }

  LoopBody body;
  void* context;
  const StopFlag* stop;
  std::size_t grain = 1;
  bool gives_way;
  int helpers_wanted;         // guarded by the pool's mutex
  Loop* next_loop = nullptr;  // guarded by the pool's mutex
  std::array<Part, most_parts> parts = {};
  std::size_t part_count = 0;
  std::atomic<int> helping{0};
  std::atomic<bool> failed{false};
  std::exception_ptr thrown;  // by the one who set `failed`
};

WorkerPool::WorkerPool(unsigned threads, bool gives_way)
    : threads_(std::max(1U, threads)),
      gives_way_(gives_way),
      max_spinning_(std::max(1, static_cast<int>(core_count()) - 1)) {}

WorkerPool::~WorkerPool() { stop(); }

void WorkerPool::notify() { wake(false); }

void WorkerPool::wake(bool all) {
  news_.fetch_add(1);
  // A spinning worker notices new work by itself: it looks at news_ again after it stops counting
  // as spinning and before it sleeps. Waking a second one would cost a system call for nothing.
  if (all)
    news_.notify_all();
  else if (spinning_.load() == 0)
    news_.notify_one();
  if (idle_.load() == 0) alarm();
}

void WorkerPool::run_loop(std::size_t count, std::size_t grain, LoopBody body, void* context) {
  const std::size_t pieces = (count + grain - 1) / grain;
  if (pieces <= 1 || threads_ == 1 || inside_loop || !started_) {
    const StopFlag* stop = current_stop();
    for (std::size_t begin = 0; begin < count; begin += grain) {
      if (is_set(stop)) throw Cancelled();
      body(context, begin, std::min(count, begin + grain));
    }
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
  if (loop.failed.load(std::memory_order_relaxed)) std::rethrow_exception(loop.thrown);
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
  if (source_->run_one(true)) return true;
  // Beside workers that are stuck there are no cores for loops, and those are the loops they are
  // stuck in.
  if (loops_waiting_.load(std::memory_order_relaxed) > 0 && stuck_.load() == 0) {
    if (source_->has_ready()) alarm();
    if (help_a_loop()) return true;
  }
  return source_->run_one(false);
}

std::chrono::nanoseconds WorkerPool::idle(std::uint32_t seen, std::chrono::nanoseconds spin) {
  const auto news = [&] { return news_.load(std::memory_order_relaxed) != seen; };
  idle_.fetch_add(1);
  if (stuck_.load(std::memory_order_relaxed) > 0) forget_stuck();
  const bool may_spin = spinning_.fetch_add(1) < max_spinning_;
  const bool found = may_spin && spin_until(spin, news);
  spinning_.fetch_sub(1);
  if (!found) {
    const auto begin = std::chrono::steady_clock::now();
    news_.wait(seen);
    spin = std::chrono::steady_clock::now() - begin < brief_sleep ? long_spin : short_spin;
  }
  idle_.fetch_sub(1);
  return spin;
}

void WorkerPool::work() {
  if (gives_way_) lower_priority_of_this_thread();
  std::chrono::nanoseconds spin = short_spin;
  get_place();
  while (true) {
    if (surplus_.load(std::memory_order_relaxed) > 0) offer_place();
    const std::uint32_t seen = news_.load();
    if (stopping_) return;  // looked at after the news, so that the last of them is not slept over
    const std::uint64_t stand_ins = stand_ins_.load(std::memory_order_relaxed);
    if (!find_work()) {
      spin = idle(seen, spin);
      continue;
    }
    ended_.fetch_add(1, std::memory_order_relaxed);
    if (stand_ins_.load(std::memory_order_relaxed) != stand_ins) come_back_from_long_work();
  }
}

}  // namespace dala
