// How much memory a device may hand out, and how much it has.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/error.hpp"

namespace dala {

class MemoryBudget {
 public:
  explicit MemoryBudget(std::uint64_t limit) : limit_(limit) {}

  [[nodiscard]] Result<void> take(std::uint64_t bytes) {
    std::uint64_t used = used_.load();
    do {
      if (bytes > limit_ || used > limit_ - bytes)
        return fail(ErrorCode::out_of_memory,
                    "{} bytes were asked for, {} of the limit of {} are in use", bytes, used,
                    limit_);
    } while (!used_.compare_exchange_weak(used, used + bytes));
    return {};
  }
  void give_back(std::uint64_t bytes) { used_.fetch_sub(bytes); }

  [[nodiscard]] std::uint64_t used() const { return used_.load(); }
  [[nodiscard]] std::uint64_t limit() const { return limit_; }

 private:
  const std::uint64_t limit_;
  std::atomic<std::uint64_t> used_{0};
};

}  // namespace dala
