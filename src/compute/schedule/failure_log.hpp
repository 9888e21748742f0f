// The errors of commands that failed, for whoever asks later. Only the latest are kept; asking
// about an older command is answered with "expired", never with a guess.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include <dala/compute/command.hpp>
#include <dala/core/error.hpp>

namespace dala {

class FailureLog {
 public:
  static constexpr std::size_t kept = 4096;

  void add(CommandId id, std::shared_ptr<const Error> error) {
    if (entries_.size() < kept) {
      entries_.push_back({id, std::move(error)});
      return;
    }
    Entry& oldest = entries_[next_];
    if (oldest.id > forgotten_) forgotten_ = oldest.id;
    oldest = {id, std::move(error)};
    next_ = (next_ + 1) % kept;
  }

  // Null when the command is not among those kept.
  [[nodiscard]] const Error* find(CommandId id) const {
    for (const Entry& entry : entries_)
      if (entry.id == id) return entry.error.get();
    return nullptr;
  }

  // A command up to this id may have failed even if it is not found, because its error was dropped.
  [[nodiscard]] CommandId forgotten() const { return forgotten_; }

 private:
  struct Entry {
    CommandId id;
    std::shared_ptr<const Error> error;
  };
  std::vector<Entry> entries_;
  std::size_t next_ = 0;
  CommandId forgotten_ = 0;
};

}  // namespace dala
