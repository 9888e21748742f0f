#include "core/process/process_stamp.hpp"

#include <pthread.h>

#include <atomic>

#include "core/error.hpp"

namespace dala {

namespace {

std::atomic<std::uint32_t> forks{0};  // how many lie between the first process and this one

}  // namespace

ProcessStamp::ProcessStamp() : forks_(forks.load()) {
  // If there is no memory to register the handler, forks go unnoticed; that is no reason to fail.
  [[maybe_unused]] static const int registered =
      pthread_atfork(nullptr, nullptr, [] { forks.fetch_add(1); });
}

bool ProcessStamp::forked() const { return forks.load(std::memory_order_relaxed) != forks_; }

Result<void> ProcessStamp::check(const char* what) const {
  if (!forked()) return {};
  return fail(ErrorCode::forked,
              "{} was made before this process was forked, and its threads are not in it; make "
              "another one here",
              what);
}

}  // namespace dala
