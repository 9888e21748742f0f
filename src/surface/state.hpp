// A surface behind its handles: the queue, the thread that empties it, and what went wrong.
#pragma once

#include <atomic>
#include <deque>
#include <exception>
#include <future>
#include <mutex>
#include <optional>

#include <dala/surface.hpp>

#include "core/error.hpp"
#include "core/threads/thread.hpp"
#include "surface/executor.hpp"
#include "surface/queue.hpp"
#include "surface/record/recorder.hpp"

namespace dala {

// Callbacks and renderers are user code, whose exceptions must not end the process.
template <typename Function>
Result<void> guarded(const char* what, Function&& function) {
  try {
    return function();
  } catch (const std::exception& thrown) {
    return fail(ErrorCode::internal, "{} threw: {}", what, thrown.what());
  } catch (...) {
    return fail(ErrorCode::internal, "{} threw something that is no std::exception", what);
  }
}

// Shared by the handles and by the thread, which holds it until it ends.
class SurfaceCore {
 public:
  explicit SurfaceCore(const SurfaceOptions& given)
      : options(given), queue(given.queue_bytes, given.when_full) {
    if (!options.renderer) options.renderer = make_headless_renderer();
  }

  // The thread. `started` gets the outcome of everything that can fail at the start.
  void work(std::uint32_t width, std::uint32_t height, std::promise<Result<void>>& started);

  // On the render thread, with everything submitted before it done: function(executor).
  template <typename Function>
  [[nodiscard]] Result<void> call(Function&& function);
  // After the pixels were changed by other means than commands.
  void record_pixels();

  SurfaceOptions options;
  surface::Queue queue;
  std::atomic<std::uint64_t> size{0};  // width and height in one
  std::atomic<std::uint64_t> frames{0};
  std::optional<surface::Recorder> recorder;  // the render thread's

  [[nodiscard]] std::vector<SurfaceError> take_errors();

 private:
  void handle(const surface::Queue::Entry& entry);
  void report(SurfaceError error);
  void publish();

  std::unique_ptr<surface::Executor> executor_;
  std::mutex errors_mutex_;
  std::deque<SurfaceError> errors_;
};

template <typename Function>
Result<void> SurfaceCore::call(Function&& function) {
  struct Work final : surface::Call {
    Work(SurfaceCore& its_core, Function& its_function) : core(its_core), function(its_function) {}
    void run() override {
      result = guarded("the function given", [&] { return function(*core.executor_); });
    }
    SurfaceCore& core;
    Function& function;
    Result<void> result;
  } work(*this, function);
  if (auto done = queue.run(work); !done) return done;
  return std::move(work.result);
}

// Of the handles: the last one ends the thread.
class Surface::State {
 public:
  explicit State(std::shared_ptr<SurfaceCore> shared) : core(std::move(shared)) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { destroy(); }
  void destroy();

  const std::shared_ptr<SurfaceCore> core;
  std::mutex thread_mutex;
  Thread thread;
};

}  // namespace dala
