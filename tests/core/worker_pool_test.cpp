#include "core/threads/worker_pool.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <set>

#include "support/results.hpp"

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
  [[nodiscard]] bool has_ready() const override { return available.load() > 0; }
  std::atomic<int> available{0};
  std::atomic<int> done{0};
};

TEST(WorkerPool, LoopsCoverEveryIndexOnce) {
  for (unsigned threads : {1U, 2U, 3U, 7U, 12U}) {
    CountedTasks none;
    WorkerPool pool(threads);
    must(pool.start(none));
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
  must(pool.start(none));
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
  must(pool.start(none));
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

TEST(WorkerPool, WhatABodyThrowsLeavesTheLoopWhenNobodyIsInIt) {
  CountedTasks none;
  WorkerPool pool(3);
  must(pool.start(none));
  for (int round = 0; round < 300; ++round) {
    std::atomic<int> inside{0};
    const std::size_t bad = static_cast<std::size_t>(round) % 100;
    try {
      pool.parallel_for(100, 1, [&](std::size_t begin, std::size_t) {
        ++inside;
        std::this_thread::yield();
        --inside;
        if (begin >= bad) throw static_cast<int>(begin);
      });
      FAIL() << "nothing was thrown";
    } catch (int begin) {
      EXPECT_GE(begin, static_cast<int>(bad));
    }
    ASSERT_EQ(inside, 0);
  }
}

// The one worker waits for a task that only another thread can run.
TEST(WorkerPool, SomebodyElseRunsWhatIsReadyWhileAWorkerIsStuck) {
  struct Tasks final : TaskSource {
    bool run_one(bool only_realtime) override {
      if (only_realtime) return false;
      const int number = left.fetch_sub(1);
      if (number <= 0) {
        left.fetch_add(1);
        return false;
      }
      if (number > 1) pool->notify();
      const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(30);
      ++begun;
      while (begun < 5 && std::chrono::steady_clock::now() < limit) std::this_thread::yield();
      ++ended;
      return true;
    }
    [[nodiscard]] bool has_ready() const override { return left.load() > 0; }
    WorkerPool* pool = nullptr;
    std::atomic<int> left{0};
    std::atomic<int> begun{0};
    std::atomic<int> ended{0};
  } tasks;
  WorkerPool pool(1);
  tasks.pool = &pool;
  must(pool.start(tasks));
  for (int round = 0; round < 3; ++round) {
    tasks.begun = 0;
    tasks.ended = 0;
    for (int i = 0; i < 5; ++i) {
      ++tasks.left;
      pool.notify();
    }
    while (tasks.ended < 5) std::this_thread::yield();
    EXPECT_EQ(tasks.begun, 5);
  }
}

TEST(WorkerPool, RunsEveryTaskItIsToldOf) {
  CountedTasks tasks;
  WorkerPool pool(2);
  must(pool.start(tasks));
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
