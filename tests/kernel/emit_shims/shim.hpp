// Runs a kernel written for a GPU on the host: groups one after the other, the units of a group one
// after the other too, or as threads where they wait for each other.
#pragma once

#include <atomic>
#include <barrier>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace shim {

struct Group {
  unsigned x = 0;
  unsigned y = 0;
  unsigned z = 0;
};

inline thread_local Group group;
inline thread_local Group unit;
inline thread_local Group group_size;
inline std::barrier<>* units_of_group = nullptr;

inline void sync() { units_of_group->arrive_and_wait(); }

struct Launch {
  void** buffers;
  unsigned groups_x;
  unsigned groups_y;
  unsigned units;
  bool waits;
};

template <typename Body>
void run_group(const Launch& launch, Group at, Body body) {
  const auto one = [&](unsigned number) {
    group = at;
    unit = {number};
    group_size = {launch.units};
    body();
  };
  if (!launch.waits) {
    for (unsigned i = 0; i < launch.units; ++i) one(i);
    return;
  }
  std::barrier<> all(launch.units);
  units_of_group = &all;
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < launch.units; ++i) threads.emplace_back(one, i);
}

template <typename Body>
void run_groups(const Launch& launch, Body body) {
  for (unsigned y = 0; y < launch.groups_y; ++y)
    for (unsigned x = 0; x < launch.groups_x; ++x) run_group(launch, {x, y}, body);
}

}  // namespace shim
