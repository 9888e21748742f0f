#include "core/worker_pool.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <set>

namespace dala {
namespace {

// Tasks that count themselves.
class CountedTasks : public TaskSource {
 public:
  bool run_one(bool only_realtime) override {
    if (only_realtime) return false;
    int left = available.load();
    while (left > 0)
      if (available.compare_exchange_weak(left, left - 1)) {
        ++done;
        return true;
      }
    return false;
  }
  std::atomic<int> available{0};
  std::atomic<int> done{0};
};

TEST(WorkerPool, LoopsCoverEveryIndexOnce) {
  for (unsigned threads : {1U, 2U, 3U, 7U, 12U}) {
    CountedTasks none;
    WorkerPool pool(threads);
    pool.start(none);
    for (std::size_t count : {0U, 1U, 63U, 64U, 1000U}) {
      std::vector<std::atomic<int>> seen(count);
      pool.parallel_for(count, 64, [&](std::size_t begin, std::size_t end) {
        EXPECT_EQ(begin % 64, 0U);
        EXPECT_LE(end - begin, 64U);
        for (std::size_t i = begin; i < end; ++i) ++seen[i];
      });
      for (const auto& times : seen) ASSERT_EQ(times, 1);
    }
  }
}

TEST(WorkerPool, UsesSeveralThreads) {
  CountedTasks none;
  WorkerPool pool(2);
  pool.start(none);
  std::mutex mutex;
  std::set<std::thread::id> threads;
  std::atomic<int> inside{0};
  const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  // Each piece waits for the other, so the loop ends only when two threads are in it.
  pool.parallel_for(2, 1, [&](std::size_t, std::size_t) {
    {
      const std::lock_guard lock(mutex);
      threads.insert(std::this_thread::get_id());
    }
    ++inside;
    while (inside < 2 && std::chrono::steady_clock::now() < limit) std::this_thread::yield();
  });
  EXPECT_EQ(threads.size(), 2U);
}

TEST(WorkerPool, ALoopInsideALoopRunsSerially) {
  CountedTasks none;
  WorkerPool pool(2);
  pool.start(none);
  std::atomic<int> sum{0};
  pool.parallel_for(8, 1, [&](std::size_t, std::size_t) {
    const auto self = std::this_thread::get_id();
    pool.parallel_for(100, 10, [&](std::size_t begin, std::size_t end) {
      EXPECT_EQ(std::this_thread::get_id(), self);
      sum += static_cast<int>(end - begin);
    });
  });
  EXPECT_EQ(sum, 800);
}

TEST(WorkerPool, RunsEveryTaskItIsToldOf) {
  CountedTasks tasks;
  WorkerPool pool(2);
  pool.start(tasks);
  for (int i = 0; i < 2000; ++i) {
    ++tasks.available;
    pool.notify();
    if (i % 100 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  while (tasks.done < 2000) std::this_thread::yield();
  pool.stop();
  EXPECT_EQ(tasks.done, 2000);
}

}  // namespace
}  // namespace dala
