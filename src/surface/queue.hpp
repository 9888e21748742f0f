// The bounded queue of the render thread: messages and calls, in order of arrival.
//
// Producers copy into one block of memory under a short lock; the render thread takes all of it at
// once and gives the block it is done with in exchange. Two blocks go back and forth, so a warm
// queue allocates nothing.
#pragma once

#include <condition_variable>
#include <cstring>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include <dala/surface.hpp>

#include "core/process/process_stamp.hpp"

namespace dala::surface {

// Work that its caller waits for; it lives on the caller's stack.
class Call {
 public:
  Call() = default;
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  virtual ~Call() = default;
  virtual void run() = 0;

 private:
  friend class Queue;
  bool done_ = false;
};

class Queue {
 public:
  Queue(std::size_t limit, WhenFull when_full) : limit_(limit), when_full_(when_full) {}

  // One message, given in parts. It must be checked.
  [[nodiscard]] Result<Sequence> push(std::span<const CommandBytes> parts);
  // Returns when it has run.
  [[nodiscard]] Result<void> run(Call& call);
  // Error `forked` in the child of a fork, where nobody empties it.
  [[nodiscard]] Result<void> check_process() const { return process_.check("the surface"); }
  // From now on nothing comes in; what is there is still taken.
  void close();

  // --- for the render thread ---
  void set_owner(std::thread::id owner) { owner_ = owner; }
  [[nodiscard]] bool on_render_thread() const { return std::this_thread::get_id() == owner_; }

  struct Entry {
    Sequence sequence;
    CommandBytes message;  // empty: a call
    Call* call;
  };
  // Waits for work and hands all of it to `handle`, entry by entry; false when there will be none.
  template <typename Handle>
  bool take(Handle&& handle) {
    if (!exchange()) return false;
    for (std::size_t at = 0; at < taken_.size();) {
      Header header;
      std::memcpy(&header, taken_.data() + at, sizeof header);
      at += sizeof header;
      handle(Entry{header.sequence, CommandBytes(taken_).subspan(at, header.size), header.call});
      at += header.size;
      if (header.call != nullptr) finish(*header.call);
    }
    return true;
  }

 private:
  struct Header {
    Sequence sequence;
    std::size_t size;
    Call* call;
  };

  [[nodiscard]] Result<Sequence> put(std::unique_lock<std::mutex>& lock,
                                     std::span<const CommandBytes> parts, Call* call);
  [[nodiscard]] bool exchange();
  void finish(Call& call);

  const ProcessStamp process_;
  const std::size_t limit_;
  const WhenFull when_full_;
  std::thread::id owner_;
  std::mutex mutex_;
  std::condition_variable work_;   // something came in, or it was closed
  std::condition_variable room_;   // the block was taken, or it was closed
  std::condition_variable ended_;  // a call has run
  std::vector<std::byte> waiting_;
  std::vector<std::byte> taken_;
  Sequence last_ = 0;
  bool idle_ = false;  // the render thread sleeps
  bool closed_ = false;
};

}  // namespace dala::surface
