// A context on the GPU with the one stream that everything runs in, in the order of submission.
//
// Any thread may use it. A Use makes the context current on its thread for as long as it lives:
//
//   DALA_ASSIGN(const Use use, session.use());
//   DALA_TRY(use.check(use.driver().MemsetD8Async(...), "clearing memory"));
//
// After an error that leaves the context unusable (a kernel that read outside of memory, a device
// that was reset), the next Use makes a new one. What was in the old one is gone; `generation`
// tells old handles from new.
#pragma once

#include <atomic>
#include <memory>
#include <shared_mutex>
#include <string>
#include <string_view>

#include "backend/cuda/driver/library.hpp"

namespace dala::backend::cuda {

// What is known of a device without a context.
struct Description {
  std::string name;
  int driver_version = 0;  // 13000 for CUDA 13.0
  int major = 0;           // of what the device can do
  int minor = 0;
  std::uint64_t memory_bytes = 0;
  std::uint64_t l2_bytes = 0;
  std::uint32_t multiprocessors = 0;
  std::uint32_t threads_per_block = 0;
  std::uint32_t shared_bytes = 0;         // of a block, without asking for more
  std::uint32_t shared_bytes_opt_in = 0;  // when asked for
};

// Error `unsupported` where there is no device that can be used.
[[nodiscard]] Result<Description> describe_device(const Library& library);

class Session;

class Use {
 public:
  ~Use();
  Use(Use&& other) noexcept;
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;
  Use& operator=(Use&&) = delete;

  [[nodiscard]] const Driver& driver() const;
  // Where work goes: the session's stream, or the one in which this thread captures a graph.
  [[nodiscard]] StreamHandle stream() const;
  // The session's, for what must not become part of a graph: taking memory and giving it back.
  [[nodiscard]] StreamHandle own_stream() const;
  [[nodiscard]] PoolHandle pool() const;
  [[nodiscard]] std::uint64_t generation() const;
  // A status as a result: `device_lost` where the context is gone with it, `out_of_memory`, or
  // `internal`. `doing` says what was being done: "copying memory".
  [[nodiscard]] Result<void> check(Status status, std::string_view doing) const;

 private:
  friend class Session;
  Use(Session& session, std::shared_lock<std::shared_mutex> lock);

  Session* session_;
  const Session* before_ = nullptr;           // what the thread used around this
  std::shared_lock<std::shared_mutex> lock_;  // none inside another Use of the same session
};

class Session {
 public:
  [[nodiscard]] static Result<std::shared_ptr<Session>> open(
      std::shared_ptr<const Library> library);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Error `device_lost` where the context was lost and a new one could not be made.
  [[nodiscard]] Result<Use> use();
  [[nodiscard]] const Library& library() const { return *library_; }
  [[nodiscard]] const Description& description() const { return description_; }
  [[nodiscard]] std::uint64_t generation() const { return generation_; }
  // How often a context was lost, whether or not there is a new one yet.
  [[nodiscard]] std::uint64_t losses() const { return generation_ + (lost_ ? 1U : 0U); }

 private:
  friend class Use;
  friend class Capture;
  Session(std::shared_ptr<const Library> library, Description description);
  [[nodiscard]] Result<void> make_context();
  void drop_context();

  std::shared_ptr<const Library> library_;
  Description description_;
  // Shared by those who use the context, alone for who makes a new one.
  std::shared_mutex mutex_;
  ContextHandle context_ = nullptr;
  StreamHandle stream_ = nullptr;
  PoolHandle pool_ = nullptr;
  std::atomic<std::uint64_t> generation_{0};
  std::atomic<bool> lost_{false};
};

// While it lives, what this thread launches is captured in a stream of its own rather than run.
class Capture {
 public:
  [[nodiscard]] static Result<Capture> begin(const Use& use);
  ~Capture();
  Capture(Capture&& other) noexcept;
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;
  Capture& operator=(Capture&&) = delete;

  // The graph of what was launched; the caller destroys it.
  [[nodiscard]] Result<GraphHandle> end(const Use& use);

 private:
  Capture(const Driver& driver, StreamHandle stream) : driver_(&driver), stream_(stream) {}
  const Driver* driver_;
  StreamHandle stream_;
};

}  // namespace dala::backend::cuda
