// How a kernel's call treats the memory it goes through.
#pragma once

#include <cstddef>

#include "backend/device.hpp"
#include "core/tuning/traffic.hpp"

namespace dala::backend::cpu {

[[nodiscard]] inline TrafficPlan traffic_of(const KernelCall& call) {
  // One stream that is read, or two: the same processor may foresee the writing beside one and not
  // beside the other.
  static tuning::TrafficChoices of_one("map.in_caches", "map.in_memory", "map.in_place");
  static tuning::TrafficChoices of_two("elementwise.in_caches", "elementwise.in_memory",
                                       "elementwise.in_place");
  tuning::TrafficChoices& choices = call.inputs.size() == 1 ? of_one : of_two;
  const TensorRef& output = call.outputs[0];
  std::size_t bytes = output.bytes();
  bool in_place = false;
  for (const TensorRef& input : call.inputs) {
    bytes += input.bytes();
    in_place = in_place || input.memory == output.memory;
  }
  return choices.plan(bytes, !in_place);
}

// Calls run(traffic, begin, end) for a piece of the call's elements.
template <typename Run>
void run_piece(const TrafficPlan& plan, std::size_t begin, std::size_t end, Run&& run) {
  plan.run(end - begin, 64, [&](Traffic traffic, std::size_t from, std::size_t to) {
    run(traffic, begin + from, begin + to);
  });
}

}  // namespace dala::backend::cpu
