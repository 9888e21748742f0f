#include "stop_on_signal.hpp"

namespace dala::cli {

namespace {

volatile std::sig_atomic_t asked_to_stop = 0;

}  // namespace

StopOnSignal::StopOnSignal() {
  asked_to_stop = 0;
  struct sigaction action = {};
  action.sa_handler = [](int) { asked_to_stop = 1; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (std::size_t i = 0; i < signals.size(); ++i) {
    sigaction(signals[i], nullptr, &old_[i]);
    if (old_[i].sa_handler != SIG_IGN) sigaction(signals[i], &action, nullptr);
  }
}

StopOnSignal::~StopOnSignal() {
  for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &old_[i], nullptr);
}

bool StopOnSignal::asked() { return asked_to_stop != 0; }

}  // namespace dala::cli
