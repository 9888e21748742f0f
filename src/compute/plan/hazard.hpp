// The pending accesses to a buffer, in submission order; dependencies between commands follow from
// them.
#pragma once

#include <memory>

#include <dala/core/error.hpp>

namespace dala {

struct Task;
struct Hazard;

// One use of one buffer by one task that has not ended.
struct Access {
  Hazard* hazard = nullptr;
  bool write = false;
  Task* task = nullptr;
  Access* earlier = nullptr;
  Access* later = nullptr;
};

// A reader must wait for the last writer; a writer for the last writer and everybody after it.
// Guarded by the scheduler's lock.
struct Hazard {
  Access* latest = nullptr;
  Access* last_write = nullptr;  // of those that have not ended
  // Why the contents are not to be trusted: the last write failed. Null when they are good.
  std::shared_ptr<const Error> damage;

  void append(Access& access) {
    access.earlier = latest;
    access.later = nullptr;
    if (latest != nullptr) latest->later = &access;
    latest = &access;
    if (access.write) last_write = &access;
  }
  void remove(Access& access) {
    if (last_write == &access) {
      do last_write = last_write->earlier;
      while (last_write != nullptr && !last_write->write);
    }
    if (access.earlier != nullptr) access.earlier->later = access.later;
    if (access.later != nullptr)
      access.later->earlier = access.earlier;
    else
      latest = access.earlier;
  }
};

}  // namespace dala
