// From the id of a command in flight to its task: an open-addressed hash table that stops
// allocating once it has reached the size of what is in flight.
#pragma once

#include <cstddef>
#include <vector>

#include <dala/compute/command.hpp>

namespace dala {

struct Task;

class TaskTable {
 public:
  [[nodiscard]] Task* find(CommandId id) const {
    for (std::size_t i = home(id);; i = next(i)) {
      if (slots_[i].id == id) return slots_[i].task;
      if (slots_[i].id == 0) return nullptr;
    }
  }

  void insert(CommandId id, Task& task) {
    if (2 * (count_ + 1) > slots_.size()) grow();
    std::size_t i = home(id);
    while (slots_[i].id != 0) i = next(i);
    slots_[i] = {id, &task};
    ++count_;
  }

  void erase(CommandId id) {
    std::size_t hole = home(id);
    while (slots_[hole].id != id) hole = next(hole);
    // Backward-shift deletion: moves entries back that would no longer be found behind the gap.
    for (std::size_t i = next(hole); slots_[i].id != 0; i = next(i)) {
      const std::size_t wanted = home(slots_[i].id);
      const bool reachable =
          hole < i ? (hole < wanted && wanted <= i) : (hole < wanted || wanted <= i);
      if (!reachable) {
        slots_[hole] = slots_[i];
        hole = i;
      }
    }
    slots_[hole] = {};
    --count_;
  }

 private:
  struct Slot {
    CommandId id = 0;
    Task* task = nullptr;
  };

  // Ids count up, so their low bits spread evenly.
  [[nodiscard]] std::size_t home(CommandId id) const { return id & (slots_.size() - 1); }
  [[nodiscard]] std::size_t next(std::size_t i) const { return (i + 1) & (slots_.size() - 1); }

  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    count_ = 0;
    for (const Slot& slot : old)
      if (slot.id != 0) insert(slot.id, *slot.task);
  }

  std::vector<Slot> slots_ = std::vector<Slot>(256);
  std::size_t count_ = 0;
};

}  // namespace dala
