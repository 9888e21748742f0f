// All that lives in the context, and the context itself. Used on its own thread only
// (gl_thread.hpp).
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "backend/gles/context/buffer_pool.hpp"
#include "backend/gles/context/context.hpp"
#include "backend/gles/context/stop_switch.hpp"
#include "backend/gles/context/transfer.hpp"
#include "backend/gles/context/word_ring.hpp"

namespace dala::backend::gles {

// A buffer of the context, and whether what it held is still there.
struct BufferObject {
  GLuint id = 0;
  std::size_t capacity = 0;      // a multiple of four: shaders see words
  std::uint64_t generation = 0;  // of the context it is in
  bool lost = false;             // went down with a context, and has not been written since
};

class Session;

// Work for a later time: something the device must have done before it can go on.
class Waiting {
 public:
  virtual ~Waiting() = default;
  // Called once when the fence before it has passed, or the device is gone.
  virtual void resume(Session& session) = 0;
};

class Session {
 public:
  [[nodiscard]] static Result<std::unique_ptr<Session>> create();
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  [[nodiscard]] const Context& context() const { return *context_; }
  [[nodiscard]] const Gl& gl() const { return context_->gl(); }
  [[nodiscard]] const Description& description() const { return context_->description(); }
  [[nodiscard]] std::uint64_t generation() const { return generation_; }
  [[nodiscard]] WordRing& words() { return *words_; }
  [[nodiscard]] StopSwitch& stop_switch() { return stop_switch_; }

  // Zeroed.
  [[nodiscard]] Result<void> make_buffer(BufferObject& object, std::size_t bytes);
  [[nodiscard]] Result<void> write(const BufferObject& to, std::span<const std::byte> from);
  [[nodiscard]] Result<void> copy(const BufferObject& from, const BufferObject& to,
                                  std::size_t bytes);
  void recycle(const BufferObject& object);
  // Makes sure the buffer exists in this context. Its contents are lost if it was made in an
  // earlier one.
  [[nodiscard]] Result<void> revive(BufferObject& object);

  // Puts a fence behind the work submitted so far, and resumes `waiting` once it has passed.
  void when_done(Waiting& waiting);
  [[nodiscard]] bool has_waiting() const { return !waiting_.empty(); }
  // Resumes what is ready; with `block`, waits a moment for the first.
  void poll(bool block);

  // Asks the driver for errors. After a loss makes a new context; what was in the old is gone.
  [[nodiscard]] Result<void> check();
  // Errors of commands that nobody waits for are kept for the next call that reports errors.
  void report(Error error);
  [[nodiscard]] std::optional<Error> take_report();
  // For tests: as if the driver had reset the device.
  void lose() { lose_ = true; }

 private:
  struct Fence {
    GLsync sync;
    Waiting* waiting;
  };

  explicit Session(std::unique_ptr<Context> context);
  [[nodiscard]] Result<void> replace_context();
  void begin_context();

  std::unique_ptr<Context> context_;
  std::atomic<std::uint64_t> generation_ = 1;  // read by other threads too
  std::optional<BufferPool> pool_;
  std::optional<Transfer> transfer_;
  std::optional<WordRing> words_;
  StopSwitch stop_switch_;
  std::vector<Fence> waiting_;  // in the order of their fences
  std::vector<Fence> passed_;   // while they are resumed
  std::optional<Error> report_;
  bool lose_ = false;
};

}  // namespace dala::backend::gles
