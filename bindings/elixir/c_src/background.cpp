#include "background.hpp"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace dala::nif {

namespace {

class Background {
 public:
  Background() {
    std::thread([this] { work(); }).detach();
  }

  void add(std::function<void()> job) {
    {
      const std::lock_guard lock(mutex_);
      jobs_.push_back(std::move(job));
    }
    ready_.notify_one();
  }

 private:
  [[noreturn]] void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      ready_.wait(lock, [this] { return !jobs_.empty(); });
      {
        const std::function<void()> job = std::move(jobs_.front());
        jobs_.pop_front();
        lock.unlock();
        job();
      }
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<std::function<void()>> jobs_;
};

}  // namespace

void in_background(std::function<void()> job) {
  static Background& background = *new Background;
  background.add(std::move(job));
}

}  // namespace dala::nif
