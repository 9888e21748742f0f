#include "core/text/printed.hpp"

#include <cstdio>
#include <mutex>
#include <utility>

#include "core/forever.hpp"

namespace dala {

namespace {

struct Way {
  std::mutex mutex;
  PrintedSink sink;
};

Way& way() {
  static const Forever<Way> one;
  return *one;
}

}  // namespace

void show_printed(std::string_view lines) {
  const std::lock_guard lock(way().mutex);
  if (way().sink) return way().sink(lines);
  std::fwrite(lines.data(), 1, lines.size(), stderr);
}

void send_printed_to(PrintedSink sink) {
  const std::lock_guard lock(way().mutex);
  way().sink = std::move(sink);
}

}  // namespace dala
