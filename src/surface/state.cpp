#include "surface/state.hpp"

#include "core/error.hpp"

namespace dala {

namespace {

constexpr std::size_t most_errors = 256;

}  // namespace

void SurfaceCore::work(std::uint32_t width, std::uint32_t height,
                       std::promise<Result<void>>& started) {
  queue.set_owner(std::this_thread::get_id());
  auto created = surface::Executor::create(width, height, options, options.renderer);
  Result<void> ready = created ? guarded("the renderer", [&] { return options.renderer->start(); })
                               : Result<void>(std::unexpected(created.error()));
  const bool runs = ready.has_value();
  if (runs) {
    executor_ = std::move(*created);
    publish();
  }
  started.set_value(std::move(ready));
  if (!runs) return;
  while (queue.take([&](const surface::Queue::Entry& entry) { handle(entry); })) {
  }
  static_cast<void>(guarded("the renderer", [&]() -> Result<void> {
    options.renderer->finish();
    return {};
  }));
  if (recorder) static_cast<void>(recorder->finish());
  executor_.reset();
}

void SurfaceCore::handle(const surface::Queue::Entry& entry) {
  if (entry.call != nullptr) {
    entry.call->run();
  } else {
    if (recorder) recorder->add(Recording::Kind::message, entry.message);
    const auto done = guarded("a renderer, kernel or callback", [&]() -> Result<void> {
      executor_->run(entry.sequence, entry.message,
                     [&](SurfaceError error) { report(std::move(error)); });
      return {};
    });
    if (!done)
      report({entry.sequence, 0, 0, static_cast<draw::Opcode>(entry.message[0]), done.error()});
  }
  publish();
}

void SurfaceCore::report(SurfaceError error) {
  error.error.message = format("{} at byte {} of message {}: {}", to_string(error.opcode),
                               error.offset, error.sequence, error.error.message);
  if (options.on_error)
    static_cast<void>(guarded("on_error", [&]() -> Result<void> {
      options.on_error(error);
      return {};
    }));
  const std::scoped_lock lock(errors_mutex_);
  if (errors_.size() == most_errors) errors_.pop_front();
  errors_.push_back(std::move(error));
}

std::vector<SurfaceError> SurfaceCore::take_errors() {
  const std::scoped_lock lock(errors_mutex_);
  std::vector<SurfaceError> taken(std::make_move_iterator(errors_.begin()),
                                  std::make_move_iterator(errors_.end()));
  errors_.clear();
  return taken;
}

void SurfaceCore::record_pixels() {
  if (!recorder) return;
  const surface::Canvas& canvas = executor_->frames().canvas();
  recorder->add(Recording::Kind::pixels,
                {reinterpret_cast<const std::byte*>(canvas.pixels), executor_->frames().bytes()});
}

void SurfaceCore::publish() {
  size.store((std::uint64_t{executor_->frames().width()} << 32) | executor_->frames().height(),
             std::memory_order_relaxed);
  frames.store(executor_->frames_presented(), std::memory_order_relaxed);
}

void Surface::State::destroy() {
  // In the child of a fork there is no thread to end, and locks may stay locked for good.
  if (!core->queue.check_process()) {
    if (thread.joinable()) thread.detach();
    return;
  }
  core->queue.close();
  const std::scoped_lock lock(thread_mutex);
  if (!thread.joinable()) return;
  // In a callback the thread would wait for itself; it ends when the callback returns.
  if (core->queue.on_render_thread())
    thread.detach();
  else
    thread.join();
}

}  // namespace dala
