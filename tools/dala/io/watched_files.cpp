#include "io/watched_files.hpp"

#include <chrono>
#include <thread>

namespace dala::cli {
namespace {

// Waits until whoever writes the file has stopped for a moment, to not read half of it. Not for
// ever: some files are always written to.
std::optional<FileStamp> settled(const std::string& file, const std::optional<FileStamp>& seen) {
  auto now = stamp(file);
  for (int tries = 0; tries < 50 && now && now != seen; ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const auto later = stamp(file);
    if (later == now) break;
    now = later;
  }
  return now;
}

}  // namespace

WatchedFiles::WatchedFiles(const std::string& text, const std::vector<std::string>& inputs)
    : files_{text} {
  files_.insert(files_.end(), inputs.begin(), inputs.end());
  for (const std::string& file : files_) seen_.push_back(stamp(file));
}

WatchedFiles::Change WatchedFiles::take_change() {
  Change change;
  for (std::size_t i = 0; i < files_.size(); ++i) {
    const auto now = settled(files_[i], seen_[i]);
    if (!now || now == seen_[i]) continue;
    seen_[i] = now;
    (i == 0 ? change.text : change.input) = true;
  }
  return change;
}

}  // namespace dala::cli
