// A thread whose start can fail with an error, and that is joined only in the process that started
// it.
#pragma once

#include <system_error>
#include <thread>
#include <utility>

#include <dala/core/error.hpp>

#include "core/process/process_stamp.hpp"

namespace dala {

class Thread {
 public:
  Thread() = default;
  // Error `no_thread`; `what` says for whom: "the surface".
  template <typename Work>
  [[nodiscard]] static Result<Thread> start(const char* what, Work&& work) {
    try {
      return Thread(std::thread(std::forward<Work>(work)));
    } catch (const std::system_error& error) {
      return std::unexpected(not_started(what, error));
    }
  }

  [[nodiscard]] bool joinable() const { return thread_.joinable(); }
  [[nodiscard]] std::thread::id get_id() const { return thread_.get_id(); }
  // In the child of a fork there is nobody to wait for.
  void join() {
    if (stamp_.forked())
      thread_.detach();
    else
      thread_.join();
  }
  void detach() { thread_.detach(); }

 private:
  explicit Thread(std::thread thread) : thread_(std::move(thread)) {}
  [[nodiscard]] static Error not_started(const char* what, const std::system_error& error);

  std::thread thread_;
  ProcessStamp stamp_;
};

}  // namespace dala
