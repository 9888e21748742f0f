#include "compute/trace.hpp"

#include <set>

#include <nlohmann/json.hpp>

#include "compute/describe.hpp"
#include "compute/plan/plan.hpp"
#include "core/error.hpp"
#include "core/files/file.hpp"

namespace dala {

namespace {

// Blocking calls belong to no stream; they get a row of their own in the trace.
constexpr std::uint64_t host_lane = 1000000;

double microseconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double, std::micro>(time).count();
}

}  // namespace

void Trace::start() {
  const std::lock_guard lock(mutex_);
  events_.clear();
  origin_ = Task::Clock::now();
  on_ = true;
}

void Trace::add(const Task& task, const Error* error) {
  Event event;
  event.name = work_name(task.work);
  event.implementation = implementation_name(task.work.call);
  if (error != nullptr) event.error = error->message;
  event.lane = task.stream != nullptr ? task.stream->number : host_lane;
  event.command = task.id;
  event.submitted = task.submitted;
  event.begin = task.started;
  event.duration = task.ended - task.started;
  event.bytes = task.work.call.bytes_read() + task.work.call.bytes_written() +
                task.work.read_into.size() + task.work.write_from.size();
  const std::lock_guard lock(mutex_);
  if (task.work.plan != nullptr && error == nullptr) add_stages(task, event);
  events_.push_back(std::move(event));
}

void Trace::add_stages(const Task& task, const Event& whole) {
  Task::Clock::time_point begin = whole.begin;
  for (const PlannedStage& stage : task.work.plan->stages) {
    Event event = whole;
    event.name = call_name(stage.call);
    event.implementation = implementation_name(stage.call);
    event.begin = begin;
    event.duration = std::chrono::nanoseconds(stage.last_run_ns.load());
    event.bytes = stage.call.bytes_read() + stage.call.bytes_written();
    begin += event.duration;
    events_.push_back(std::move(event));
  }
}

Result<void> Trace::stop(const std::filesystem::path& file) {
  const std::lock_guard lock(mutex_);
  if (!on_) return fail(ErrorCode::invalid_argument, "no trace was started");
  on_ = false;
  nlohmann::json list = nlohmann::json::array();
  std::set<std::uint64_t> lanes;
  for (const Event& event : events_) {
    lanes.insert(event.lane);
    nlohmann::json args = {{"command", event.command},
                           {"queued_us", microseconds(event.begin - event.submitted)},
                           {"bytes", event.bytes}};
    if (!event.implementation.empty()) args["implementation"] = event.implementation;
    if (!event.error.empty()) args["error"] = event.error;
    list.push_back({{"name", event.name},
                    {"ph", "X"},
                    {"pid", 1},
                    {"tid", event.lane},
                    {"ts", microseconds(event.begin - origin_)},
                    {"dur", microseconds(event.duration)},
                    {"args", std::move(args)}});
  }
  for (const std::uint64_t lane : lanes) {
    const std::string name = lane == host_lane ? "calling threads" : format("stream {}", lane);
    list.push_back({{"name", "thread_name"},
                    {"ph", "M"},
                    {"pid", 1},
                    {"tid", lane},
                    {"args", {{"name", name}}}});
  }
  events_.clear();
  // Names come from kernels and errors may quote bytes from outside; bad UTF-8 is replaced.
  const std::string text = nlohmann::json{{"traceEvents", std::move(list)}}.dump(
      1, ' ', false, nlohmann::json::error_handler_t::replace);
  return write_file(file, std::as_bytes(std::span(text)), {});
}

}  // namespace dala
