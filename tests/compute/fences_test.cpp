// On a device that takes work before it has done it, a command ends when the device is done.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <future>
#include <vector>

#include <unistd.h>
#include <nlohmann/json.hpp>

#include "late_device.hpp"
#include "support/results.hpp"

namespace dala {
namespace {

using namespace std::chrono_literals;

constexpr auto a_while = 20ms;  // in which nothing is to happen

class Fences : public testing::Test {
 protected:
  void TearDown() override { device->pass_all(); }

  Buffer ones() { return must(compute.buffer<float>({1, 1}, {2})); }
  Buffer zeros() { return must(compute.buffer_zeros({2}, DType::f32)); }
  static Command copy(const Buffer& from, const Buffer& to) {
    return {.op = Op::copy_buffer, .inputs = from, .outputs = to};
  }
  CommandId submit(const Command& command, const SubmitOptions& options = {}) {
    return must(compute.submit(command, options));
  }
  [[nodiscard]] CommandState state(CommandId id) const { return compute.poll(id).state; }

  LateCompute late = LateCompute::make();
  Compute& compute = late.compute;
  const std::shared_ptr<LateDevice>& device = late.device;
};

TEST_F(Fences, CompletedIsWhatTheDeviceHasDone) {
  std::promise<CommandState> told;
  const CommandId id = submit(
      copy(ones(), zeros()),
      {.on_complete = [&](CommandId, const CommandStatus& how) { told.set_value(how.state); }});
  device->until_launched(1);
  std::future<CommandState> callback = told.get_future();
  expect_error(compute.wait(id, a_while), ErrorCode::timeout, "still pending");
  EXPECT_EQ(state(id), CommandState::pending);
  expect_error(compute.explain(id), ErrorCode::invalid_argument, "still pending");
  EXPECT_EQ(callback.wait_for(0s), std::future_status::timeout);
  device->pass(1);
  must(compute.wait(id, 60s));
  EXPECT_EQ(state(id), CommandState::completed);
  EXPECT_EQ(callback.get(), CommandState::completed);
}

TEST_F(Fences, WaitingWithoutALimitWaitsForTheDevice) {
  auto waiting = std::async([&] { return compute.wait(submit(copy(ones(), zeros()))); });
  device->until_launched(1);
  EXPECT_EQ(waiting.wait_for(a_while), std::future_status::timeout);
  device->pass(1);
  must(waiting.get());
}

TEST_F(Fences, WhatFollowsIsLaunchedMeanwhileAndEndsInOrder) {
  const Buffer a = ones();
  const Buffer b = zeros();
  const Buffer c = zeros();
  const CommandId first = submit(copy(a, b));
  const CommandId second = submit(copy(b, c));
  const CommandId barrier = submit({.op = Op::barrier});
  const Buffer d = zeros();
  const Stream other = must(compute.stream());
  const CommandId third = submit(copy(c, d), {.stream = other});
  device->until_launched(3);
  for (const CommandId id : {first, second, barrier, third})
    EXPECT_EQ(state(id), CommandState::pending);
  device->pass(1);
  must(compute.wait(first));
  EXPECT_EQ(state(second), CommandState::pending);
  EXPECT_EQ(state(barrier), CommandState::pending);
  device->pass(1);
  must(compute.wait(second));
  EXPECT_EQ(state(third), CommandState::pending);
  device->pass(2);
  must(compute.wait(barrier));
  must(compute.wait(third));
  EXPECT_EQ(must(d.read<float>()), (std::vector<float>{1, 1}));
}

TEST_F(Fences, WhatTheHostLooksAtIsDone) {
  std::atomic<bool> ran{false};
  must(compute.register_kernel({.name = "on_host", .inputs = {{.name = "input"}}},
                               [&](const HostCall&) -> Result<void> {
                                 ran = true;
                                 return {};
                               }));
  const Buffer a = ones();
  const Buffer b = zeros();
  submit(copy(a, b));
  const CommandId on_host = submit({.kernel = "on_host", .inputs = b, .outputs = zeros()});
  device->until_launched(1);
  auto reading = std::async([&] { return b.read<float>(); });
  EXPECT_EQ(reading.wait_for(a_while), std::future_status::timeout);
  EXPECT_FALSE(ran);
  device->pass(1);
  EXPECT_EQ(must(reading.get()), (std::vector<float>{1, 1}));
  device->pass(1);
  must(compute.wait(on_host));
  EXPECT_TRUE(ran);
}

// Calls that return no id are done with when the device has taken them.
TEST_F(Fences, BlockingCallsWaitForNobodyWhoIsLaunched) {
  for (const bool gives_way : {false, true}) {
    LateCompute own = LateCompute::make({.threads = 2, .gives_way = gives_way});
    const Buffer a = must(own.compute.buffer<float>({1, 1}, {2}));
    const Buffer b = must(own.compute.buffer_zeros({2}, DType::f32));
    const CommandId id = must(own.compute.submit(copy(a, b)));
    own.device->until_launched(1);
    must(own.compute.relu(b, b));
    const Buffer c = must(own.compute.copy(b));
    EXPECT_TRUE(must(own.compute.try_run_kernel("relu", b, b)));
    EXPECT_EQ(own.compute.poll(id).state, CommandState::pending);
    own.device->pass(1);
    EXPECT_EQ(must(c.read<float>()), (std::vector<float>{1, 1}));
    must(own.compute.wait(id));
    own.device->pass_all();
  }
}

TEST_F(Fences, ALostDeviceFailsWhatItHadNotDone) {
  const Buffer a = ones();
  const Buffer b = zeros();
  const Buffer c = zeros();
  const CommandId done = submit(copy(a, zeros()));
  const CommandId lost = submit(copy(a, b));
  const CommandId reader = submit(copy(b, c));
  const CommandId other = submit(copy(a, zeros()));
  device->until_launched(4);
  device->pass(1);
  must(compute.wait(done));
  device->lose();
  expect_error(compute.wait(lost), ErrorCode::device_lost, "has gone");
  expect_error(compute.wait(reader), ErrorCode::dependency_failed, "has gone");
  expect_error(compute.wait(other), ErrorCode::device_lost);
  expect_error(b.read<float>(), ErrorCode::dependency_failed, "has gone");
  expect_error(c.read<float>(), ErrorCode::dependency_failed, "has gone");
  must(b.write<float>(std::vector<float>{3, 4}));
  EXPECT_EQ(must(b.read<float>()), (std::vector<float>{3, 4}));
}

// The last writer of a buffer says whether it is damaged, however late the one before it ends.
TEST_F(Fences, AFailedLaunchIsNotMadeGoodByAnEarlierOne) {
  const Buffer a = ones();
  const Buffer b = zeros();
  const CommandId good = submit(copy(a, b));
  device->until_launched(1);
  device->rejects = true;
  const CommandId bad = submit(copy(a, b));
  while (device->rejects) std::this_thread::yield();
  EXPECT_EQ(state(good), CommandState::pending);
  device->pass(1);
  must(compute.wait(good));
  expect_error(compute.wait(bad), ErrorCode::out_of_memory, "no room");
  expect_error(b.read<float>(), ErrorCode::dependency_failed, "no room");
}

TEST_F(Fences, CancellingEndsWhatHasNotBegunAndNothingElse) {
  std::atomic<bool> gate{false};
  must(compute.register_kernel({.name = "waits", .inputs = {}},
                               [&](const HostCall&) -> Result<void> {
                                 while (!gate) std::this_thread::yield();
                                 return {};
                               }));
  const Buffer a = ones();
  const Buffer b = zeros();
  const CommandId launched = submit(copy(a, b));
  device->until_launched(1);
  const CommandId running = submit({.kernel = "waits", .outputs = a});
  const CommandId queued = submit(copy(a, b));
  EXPECT_TRUE(must(compute.cancel(launched)));
  EXPECT_TRUE(must(compute.cancel(queued)));
  expect_error(compute.wait(queued), ErrorCode::cancelled, "before it ran");
  EXPECT_EQ(state(launched), CommandState::pending);
  gate = true;
  device->pass_all();
  must(compute.wait(launched));
  must(compute.wait(running));
  expect_error(b.read<float>(), ErrorCode::dependency_failed, "cancelled");
  EXPECT_EQ(device->launches, 1);
  EXPECT_FALSE(must(compute.cancel(launched)));
}

TEST_F(Fences, TheEndOfAComputeWaitsForTheDeviceAndForCallbacks) {
  std::atomic<int> told{0};
  std::optional<LateCompute> own = LateCompute::make();
  const std::shared_ptr<LateDevice> its = own->device;
  {
    const Buffer a = must(own->compute.buffer<float>({1, 1}, {2}));
    const Buffer b = must(own->compute.buffer_zeros({2}, DType::f32));
    for (int i = 0; i < 10; ++i)
      must(own->compute.submit(copy(a, b),
                               {.on_complete = [&](CommandId, const CommandStatus&) { ++told; }}));
  }
  its->until_launched(10);
  auto ending = std::async([&] { own.reset(); });
  EXPECT_EQ(ending.wait_for(a_while), std::future_status::timeout);
  EXPECT_EQ(told, 0);
  its->pass(10);
  ending.get();
  EXPECT_EQ(told, 10);
}

TEST_F(Fences, ACallbackMaySubmitAndWait) {
  LateCompute own = LateCompute::make({.threads = 1});
  own.device->pass_all();
  const Buffer a = must(own.compute.buffer<float>({1, 1}, {2}));
  const Buffer b = must(own.compute.buffer_zeros({2}, DType::f32));
  std::promise<Result<void>> inner;
  must(own.compute.submit(copy(a, b), {.on_complete = [&](CommandId, const CommandStatus&) {
                            const auto id = own.compute.submit(copy(b, a));
                            auto all = own.compute.wait(id.value());
                            if (all) all = own.compute.wait_all();
                            inner.set_value(all);
                          }}));
  must(inner.get_future().get());
}

TEST_F(Fences, TracesAndExplanationsTellTheDevicesTime) {
  const auto file =
      std::filesystem::temp_directory_path() / ("dala_fences_" + std::to_string(::getpid()));
  compute.start_trace();
  const CommandId first = submit(copy(ones(), zeros()));
  const CommandId second = submit(copy(ones(), zeros()));
  device->until_launched(2);
  std::this_thread::sleep_for(a_while);
  device->pass(1);
  must(compute.wait(first));
  std::this_thread::sleep_for(a_while);
  device->pass(1);
  must(compute.wait(second));
  must(compute.stop_trace(file));
  // The second began on the device when the first was done.
  for (const CommandId id : {first, second}) {
    const Explanation explained = must(compute.explain(id));
    EXPECT_GE(explained.total_ms, 20);
    EXPECT_EQ(explained.stages.at(0).copy_ms, explained.total_ms);
  }
  EXPECT_GE(must(compute.explain(second)).queue_ms, 20);
  std::ifstream in(file);
  int found = 0;
  const auto events = nlohmann::json::parse(in)["traceEvents"];
  for (const auto& event : events) {
    if (event["name"] != "copy_buffer") continue;
    ++found;
    EXPECT_GE(event["dur"].get<double>(), 20e3);
  }
  EXPECT_EQ(found, 2);
  std::filesystem::remove(file);
}

TEST_F(Fences, AreUsedAgain) {
  const Buffer a = ones();
  const Buffer b = zeros();
  device->pass_all();
  for (int i = 0; i < 100; ++i) must(compute.wait(submit(copy(a, b))));
  const int warm = device->fences_made;
  for (int i = 0; i < 1000; ++i) must(compute.wait(submit(copy(a, b))));
  EXPECT_LE(device->fences_made - warm, 4);
}

TEST_F(Fences, ManyThreadsAgreeOnTheOrder) {
  device->pass_all();
  const Buffer sum = must(compute.buffer<float>({0, 0}, {2}));
  const Buffer one = ones();
  std::atomic<int> told{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      const Stream stream = must(compute.stream());
      for (int i = 0; i < 250; ++i) {
        const auto id = must(compute.submit(
            {.kernel = "elementwise_add", .inputs = {sum, one}, .outputs = sum},
            {.stream = stream, .on_complete = [&](CommandId, const CommandStatus&) { ++told; }}));
        if (i % 10 == t) must(compute.wait(id));
        if (i % 50 == t) must(sum.read<float>());
      }
    });
  for (std::thread& thread : threads) thread.join();
  must(compute.wait_all());
  EXPECT_EQ(must(sum.read<float>()), (std::vector<float>{1000, 1000}));
  while (told < 1000) std::this_thread::yield();
}

}  // namespace
}  // namespace dala
