// Which of a pool's threads work and which stand by; see worker_pool.hpp.
#include <algorithm>

#include "core/threads/worker_pool.hpp"

namespace dala {

namespace {

// When tasks are ready and none has ended for so long, a spare thread is added.
constexpr std::chrono::milliseconds patience{50};
// The most threads above the requested number. Enough for a careless program; one that blocks more
// of them on purpose waits for its kernels' time limit.
constexpr std::size_t most_spares = 32;

}  // namespace

Result<void> WorkerPool::start(TaskSource& source) {
  source_ = &source;
  Result<void> started;
  {
    Lock lock(places_mutex_);
    workers_.reserve(threads_ + most_spares + 1);
    while (started && workers_.size() <= threads_) {
      auto worker = Thread::start("the worker threads of the Compute", [this] { work(); });
      if (worker)
        workers_.push_back(std::move(*worker));
      else
        started = std::unexpected(std::move(worker.error()));
    }
  }
  started_ = started.has_value();
  if (!started) stop();
  return started;
}

void WorkerPool::stop() {
  std::vector<Thread> ending;
  {
    const Lock lock(places_mutex_);
    stopping_ = true;
    ending.swap(workers_);
  }
  places_changed_.notify_all();
  wake(true);
  for (Thread& worker : ending) worker.join();
}

void WorkerPool::count_surplus() { surplus_.store(std::max(0, out_ - places())); }

void WorkerPool::get_place() {
  Lock lock(places_mutex_);
  stand_by(lock);
}

void WorkerPool::offer_place() {
  Lock lock(places_mutex_);
  if (out_ <= places()) return;
  --out_;
  count_surplus();
  // Passes on the notification that woke this thread.
  if (source_->has_ready()) {
    lock.unlock();
    wake(false);
    lock.lock();
  }
  stand_by(lock);
}

void WorkerPool::stand_by(Lock& lock) {
  ++standing_by_;
  while (!stopping_ && out_ >= places()) {
    if (watching_) {
      places_changed_.wait(lock);
      continue;
    }
    watching_ = true;
    if (watch(lock)) {
      ++away_;
      stuck_.fetch_add(1);
      stand_ins_.fetch_add(1);
    }
    watching_ = false;
  }
  --standing_by_;
  ++out_;
  count_surplus();
  // Somebody else has to watch now.
  if (standing_by_ == 0 && out_ > static_cast<int>(threads_)) add_spare();
  places_changed_.notify_one();
}

// Where no thread can be made, the next one who comes back from long work stands by.
void WorkerPool::add_spare() {
  if (stopping_ || workers_.size() > threads_ + most_spares) return;
  if (auto spare = Thread::start("a spare worker of the Compute", [this] { work(); }))
    workers_.push_back(std::move(*spare));
}

bool WorkerPool::watch(Lock& lock) {
  const auto called_off = [&] { return stopping_.load() || out_ < places(); };
  places_changed_.wait(lock, [&] { return called_off() || alarmed_.load(); });
  const std::uint64_t before = ended_.load();
  if (places_changed_.wait_for(lock, patience, called_off)) return false;
  // Cleared before looking for work, so that a task that becomes ready from now on sets it again.
  alarmed_.store(false);
  if (!source_->has_ready() || idle_.load() > 0) return false;
  alarmed_.store(true);  // whoever watches next looks again
  return ended_.load() == before;
}

void WorkerPool::alarm() {
  if (alarmed_.exchange(true)) return;
  // Whoever is about to wait for it has seen it, or waits already.
  {
    const Lock lock(places_mutex_);
  }
  places_changed_.notify_all();
}

WorkerPool::Away::Away(WorkerPool& pool) : pool_(pool) { pool_.leave(); }

WorkerPool::Away::~Away() { pool_.come_back(); }

void WorkerPool::leave() {
  {
    const Lock lock(places_mutex_);
    ++away_;
    count_surplus();
  }
  places_changed_.notify_all();
}

void WorkerPool::come_back() {
  const Lock lock(places_mutex_);
  --away_;
  count_surplus();
}

void WorkerPool::come_back_from_long_work() {
  const Lock lock(places_mutex_);
  if (stuck_.load() == 0) return;
  stuck_.fetch_sub(1);
  --away_;
  count_surplus();
}

void WorkerPool::forget_stuck() {
  const Lock lock(places_mutex_);
  if (idle_.load() < out_) return;
  away_ -= stuck_.exchange(0);
  count_surplus();
}

}  // namespace dala
