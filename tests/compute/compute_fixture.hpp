// A Compute for each test, and kernels that tests need: one that fails, one that waits.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include <dala/compute.hpp>

#include "support/results.hpp"

namespace dala {

class ComputeTest : public testing::Test {
 protected:
  void SetUp() override {
    // Fails always.
    must(compute.register_kernel(
        {.name = "fails", .inputs = {{.name = "input"}}}, [](const HostCall&) -> Result<void> {
          return std::unexpected(Error{ErrorCode::kernel_failed, "it fails on purpose"});
        }));
    // Copies input to output once the gate is open.
    must(compute.register_kernel({.name = "waits", .inputs = {{.name = "input"}}, .in_place = true},
                                 [this](const HostCall& call) -> Result<void> {
                                   waiting = true;
                                   while (!gate.load()) std::this_thread::yield();
                                   const auto from = call.inputs[0].values<float>();
                                   const auto to = call.outputs[0].values<float>();
                                   for (std::size_t i = 0; i < to.size(); ++i) to[i] = from[i];
                                   return {};
                                 }));
  }

  void TearDown() override { gate = true; }

  Buffer floats(std::initializer_list<float> values) {
    return must(compute.buffer<float>(values, {static_cast<std::int64_t>(values.size())}));
  }
  Buffer zeros(std::int64_t count) { return must(compute.buffer_zeros({count}, DType::f32)); }
  static std::vector<float> values(const Buffer& buffer) { return must(buffer.read<float>()); }

  // Returns when a "waits" kernel is running.
  void until_waiting() const {
    while (!waiting.load()) std::this_thread::yield();
  }

  std::atomic<bool> gate{false};
  std::atomic<bool> waiting{false};
  Compute compute = Compute::create({.threads = 2}).value();
};

}  // namespace dala
