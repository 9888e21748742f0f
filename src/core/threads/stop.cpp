#include "core/threads/stop.hpp"

#include <utility>

namespace dala {

namespace {

thread_local const StopFlag* current = nullptr;

}  // namespace

const StopFlag* current_stop() { return current; }

CurrentStop::CurrentStop(const StopFlag* flag) : outer_(std::exchange(current, flag)) {}

CurrentStop::~CurrentStop() { current = outer_; }

}  // namespace dala
