// What kernels print, for tests that look at it.
#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "core/text/printed.hpp"

namespace dala::test {

// Takes it for as long as it lives.
class Printed {
 public:
  Printed() {
    send_printed_to([this](std::string_view lines) {
      const std::lock_guard lock(mutex_);
      lines_ += lines;
    });
  }
  ~Printed() { send_printed_to({}); }
  Printed(const Printed&) = delete;
  Printed& operator=(const Printed&) = delete;

  // All since the last time.
  [[nodiscard]] std::string take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(lines_, {});
  }

 private:
  std::mutex mutex_;
  std::string lines_;
};

}  // namespace dala::test
