#include "terminal/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "terminal/say.hpp"

namespace dala::cli {

namespace {

constexpr std::uint64_t bar_width = 24;
// Terminals are slow, and nobody reads faster.
constexpr std::chrono::milliseconds between_lines{50};

std::string time_text(double seconds) {
  const auto whole = std::llround(seconds);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

}  // namespace

Progress::Progress(std::string what, std::uint64_t total)
    : what_(std::move(what)), total_(total), shown_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  if (shown_ && done_ > 0) say_aside("\n");
}

void Progress::at(std::uint64_t done, std::uint64_t total) {
  done_ = done;
  total_ = total;
  const Clock::time_point now = Clock::now();
  if (!shown_ || done == 0 || (now - printed_ < between_lines && done != total)) return;
  printed_ = now;
  const double passed = std::chrono::duration<double>(now - begin_).count();
  const double rate = static_cast<double>(done) / std::max(passed, 1e-9);
  if (total >= done) {
    const std::uint64_t filled = bar_width * done / total;
    say_aside("\r[{:#<{}}{:.<{}}] {} of {} {}, {:.1f} a second, {} left ", "", filled, "",
              bar_width - filled, done, total, what_, rate,
              time_text(static_cast<double>(total - done) / rate));
  } else {
    say_aside("\r{} {}, {:.1f} a second ", done, what_, rate);
  }
  std::fflush(stderr);
}

}  // namespace dala::cli
