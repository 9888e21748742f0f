#include <dala/media/async.hpp>

#include <condition_variable>
#include <mutex>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/handle.hpp"
#include "core/threads/thread.hpp"

namespace dala::media {

namespace {

constexpr unsigned most_in_flight = 16;

using Look = std::shared_ptr<const std::vector<Filter>>;

}  // namespace

struct AsyncFramePipeline::State {
  State(std::function<void(const AsyncFrame&)> frame, const AsyncOptions& options)
      : on_frame(std::move(frame)), on_error(options.on_error) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { end(); }

  void work(const FramePipeline& pipeline);
  void end();

  const ProcessStamp stamp;
  const std::function<void(const AsyncFrame&)> on_frame;
  const std::function<void(std::uint64_t, const Error&)> on_error;
  std::vector<FramePipeline> pipelines;  // one for each frame in flight
  std::vector<Thread> workers;

  std::mutex mutex;
  std::condition_variable changed;
  Look filters = std::make_shared<const std::vector<Filter>>();
  std::vector<std::uint8_t> waiting;  // the newest frame that nobody works on
  Look waiting_filters;
  std::uint64_t waiting_number = 0;      // 0: there is none
  std::vector<std::uint64_t> in_flight;  // numbers, in their order
  AsyncCounts counts;
  bool stopped = false;
  std::once_flag ended;

 private:
  struct Job {
    std::uint64_t number = 0;
    Look filters;
    std::vector<std::uint8_t> rgba;
    std::vector<std::uint8_t> out;
    FrameSize size;
  };
  [[nodiscard]] bool take(Job& job);
  [[nodiscard]] static Result<void> process(const FramePipeline& pipeline, Job& job);
  void hand_over(const Job& job, const Result<void>& done);
};

bool AsyncFramePipeline::State::take(Job& job) {
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return waiting_number != 0 || stopped; });
  if (stopped) return false;
  std::swap(job.rgba, waiting);
  job.filters = waiting_filters;
  job.number = std::exchange(waiting_number, 0);
  in_flight.push_back(job.number);
  return true;
}

Result<void> AsyncFramePipeline::State::process(const FramePipeline& pipeline, Job& job) {
  DALA_ASSIGN(job.size, pipeline.output_size(*job.filters));
  job.out.resize(std::size_t{job.size.width} * job.size.height * 4);
  return pipeline.process_frame_into(job.rgba, *job.filters, job.out);
}

// Results are delivered in frame order. The frames before this one are already being filtered, so
// the wait is short.
void AsyncFramePipeline::State::hand_over(const Job& job, const Result<void>& done) {
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return in_flight.front() == job.number; });
  lock.unlock();
  bool good = done.has_value();
  try {
    if (good)
      on_frame({job.number, job.size, job.out});
    else if (on_error)
      on_error(job.number, done.error());
  } catch (...) {
    good = false;  // the next frame comes all the same
  }
  lock.lock();
  ++(good ? counts.done : counts.failed);
  in_flight.erase(in_flight.begin());
  changed.notify_all();
}

void AsyncFramePipeline::State::work(const FramePipeline& pipeline) {
  Job job;
  while (take(job)) {
    Result<void> done;
    try {
      done = process(pipeline, job);
    } catch (const std::bad_alloc&) {
      done = fail(ErrorCode::out_of_memory, "no memory for a frame");
    }
    hand_over(job, done);
  }
}

void AsyncFramePipeline::State::end() {
  {
    const std::lock_guard lock(mutex);
    stopped = true;
    if (std::exchange(waiting_number, 0) != 0) ++counts.dropped;
    changed.notify_all();
  }
  std::call_once(ended, [&] {
    for (Thread& worker : workers) worker.join();
    for (const FramePipeline& pipeline : pipelines) pipeline.stop();
  });
}

Result<AsyncFramePipeline> AsyncFramePipeline::start(
    std::uint32_t width, std::uint32_t height, std::function<void(const AsyncFrame&)> on_frame,
    const AsyncOptions& options) {
  if (!on_frame)
    return fail(ErrorCode::invalid_argument, "there is no function that takes the frames");
  if (options.in_flight < 1 || options.in_flight > most_in_flight)
    return fail(ErrorCode::param_out_of_range, "{} frames in flight; it must be 1 to {}",
                options.in_flight, most_in_flight);
  // In the child of a fork it stays: there are no threads to wait for, and locks may be locked.
  const auto end = [](State* last) {
    if (!last->stamp.forked()) delete last;
  };
  std::shared_ptr<State> state(new State(std::move(on_frame), options), end);
  FramePipelineOptions each = options.pipeline;
  for (unsigned i = 0; i < options.in_flight; ++i) {
    DALA_ASSIGN(auto pipeline, FramePipeline::start(width, height, each));
    each.compute = pipeline.compute();  // one set of threads for all
    state->pipelines.push_back(std::move(pipeline));
  }
  for (const FramePipeline& pipeline : state->pipelines) {
    DALA_ASSIGN(Thread worker, Thread::start("frames in flight", [state = state.get(), &pipeline] {
                  state->work(pipeline);
                }));
    state->workers.push_back(std::move(worker));
  }
  return AsyncFramePipeline(std::move(state));
}

Result<void> AsyncFramePipeline::set_filters(std::span<const Filter> filters) const {
  if (state_ == nullptr) return empty_handle("AsyncFramePipeline");
  // Planned here, so that no frame waits for it and mistakes are told to who made them.
  for (const FramePipeline& pipeline : state_->pipelines) DALA_TRY(pipeline.prepare(filters));
  auto look = std::make_shared<const std::vector<Filter>>(filters.begin(), filters.end());
  const std::lock_guard lock(state_->mutex);
  state_->filters = std::move(look);
  return {};
}

Result<std::uint64_t> AsyncFramePipeline::submit(std::span<const std::uint8_t> rgba) const {
  if (state_ == nullptr) return empty_handle("AsyncFramePipeline");
  State& state = *state_;
  DALA_TRY(state.stamp.check("the frame pipeline"));
  const FrameSize size = state.pipelines.front().size();
  const std::size_t needed = std::size_t{size.width} * size.height * 4;
  if (rgba.size() != needed)
    return fail(ErrorCode::wrong_length, "the frame has {} bytes; {} x {} pixels of RGBA need {}",
                rgba.size(), size.width, size.height, needed);
  const std::lock_guard lock(state.mutex);
  if (state.stopped) return fail(ErrorCode::shut_down, "the frame pipeline has been stopped");
  if (state.waiting_number != 0) ++state.counts.dropped;
  state.waiting.assign(rgba.begin(), rgba.end());
  state.waiting_filters = state.filters;
  state.waiting_number = ++state.counts.submitted;
  state.changed.notify_all();
  return state.waiting_number;
}

void AsyncFramePipeline::flush() const {
  if (state_ == nullptr || state_->stamp.forked()) return;
  std::unique_lock lock(state_->mutex);
  const std::uint64_t last = state_->counts.submitted;
  state_->changed.wait(lock, [&] {
    const bool waits = state_->waiting_number != 0 && state_->waiting_number <= last;
    return !waits && (state_->in_flight.empty() || state_->in_flight.front() > last);
  });
}

AsyncCounts AsyncFramePipeline::counts() const {
  if (state_ == nullptr || state_->stamp.forked()) return {};
  const std::lock_guard lock(state_->mutex);
  return state_->counts;
}

void AsyncFramePipeline::stop() const {
  if (state_ != nullptr && !state_->stamp.forked()) state_->end();
}

}  // namespace dala::media
