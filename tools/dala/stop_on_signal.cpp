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
  sigaction(SIGINT, &action, &old_int_);
  sigaction(SIGTERM, &action, &old_term_);
}

StopOnSignal::~StopOnSignal() {
  sigaction(SIGINT, &old_int_, nullptr);
  sigaction(SIGTERM, &old_term_, nullptr);
}

bool StopOnSignal::asked() { return asked_to_stop != 0; }

}  // namespace dala::cli
