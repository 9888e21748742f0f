// Streams, hazards, priorities, failures, callbacks.
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <mutex>
#include <thread>

#include "compute_fixture.hpp"

namespace dala {
namespace {

using namespace std::chrono_literals;

class Scheduling : public ComputeTest {
 protected:
  // A kernel that notes that it ran.
  void SetUp() override {
    ComputeTest::SetUp();
    must(compute.register_kernel(
        {.name = "notes", .params = {{.name = "number", .type = ParamType::integer}}},
        [this](const HostCall& call) -> Result<void> {
          const std::lock_guard lock(mutex);
          noted.push_back(call.params[0].integer());
          return {};
        }));
  }
  Result<CommandId> note(int number, const Stream& stream, const Buffer& output) {
    return compute.submit({.kernel = "notes", .outputs = output, .params = {{"number", number}}},
                          {.stream = stream});
  }

  std::mutex mutex;
  std::vector<std::int64_t> noted;
};

TEST_F(Scheduling, SubmitReturnsWhileTheCommandRuns) {
  const Buffer b = zeros(2);
  const CommandId id =
      must(compute.submit({.kernel = "waits", .inputs = {floats({1, 2})}, .outputs = b}));
  EXPECT_EQ(compute.poll(id).state, CommandState::pending);
  expect_error(compute.wait(id, 5ms), ErrorCode::timeout, "still pending");
  gate = true;
  must(compute.wait(id, 10s));
  EXPECT_EQ(compute.poll(id).state, CommandState::completed);
  must(compute.wait(id));
  EXPECT_EQ(values(b), (std::vector<float>{1, 2}));
}

TEST(GivesWay, KernelsRunOnThreadsOfLowerPriority) {
  const Compute compute =
      Compute::create({.device = "cpu", .threads = 2, .gives_way = true}).value();
  const auto nice = [] { return getpriority(PRIO_PROCESS, static_cast<id_t>(gettid())); };
  const int here = nice();
  std::thread::id ran_on;
  int ran_at = -1;
  bool fails = false;
  must(compute.register_kernel({.name = "looks"}, [&](const HostCall&) -> Result<void> {
    ran_on = std::this_thread::get_id();
    ran_at = nice();
    if (fails) return std::unexpected(Error{ErrorCode::kernel_failed, "as asked"});
    return {};
  }));
  const Buffer output = must(compute.buffer_zeros({1}, DType::f32));
  must(compute.run_kernel("looks", {}, output, {}));
  EXPECT_NE(ran_on, std::this_thread::get_id());
  EXPECT_EQ(ran_at, std::max(here, 10));
  EXPECT_EQ(nice(), here);
  const CommandId id = must(compute.submit({.kernel = "looks", .outputs = output}));
  must(compute.wait(id));
  EXPECT_NE(ran_on, std::this_thread::get_id());
  fails = true;
  expect_error(compute.run_kernel("looks", {}, output, {}), ErrorCode::kernel_failed, "as asked");
}

TEST_F(Scheduling, UnknownIds) {
  EXPECT_EQ(compute.poll(0).error->code, ErrorCode::unknown_command);
  EXPECT_EQ(compute.poll(123456).error->code, ErrorCode::unknown_command);
  expect_error(compute.wait(123456), ErrorCode::unknown_command, "123456");
  expect_error(compute.explain(CommandId{123456}), ErrorCode::unknown_command);
}

TEST_F(Scheduling, OneStreamKeepsItsOrder) {
  const Stream stream = must(compute.stream());
  const Buffer held = zeros(1);
  must(compute.submit({.kernel = "waits", .inputs = {held}, .outputs = zeros(1)},
                      {.stream = stream}));
  std::vector<std::int64_t> expected;
  for (int i = 0; i < 100; ++i) {
    must(note(i, stream, zeros(1)));  // each its own buffer: only the stream orders them
    expected.push_back(i);
  }
  EXPECT_EQ(stream.pending(), 101U);
  gate = true;
  must(compute.wait_all());
  EXPECT_EQ(noted, expected);
  EXPECT_EQ(stream.pending(), 0U);
}

TEST_F(Scheduling, AnotherStreamDoesNotWait) {
  const Stream slow = must(compute.stream());
  const Stream quick = must(compute.stream());
  must(compute.submit({.kernel = "waits", .inputs = {zeros(1)}, .outputs = zeros(1)},
                      {.stream = slow}));
  const CommandId id = must(note(1, quick, zeros(1)));
  must(compute.wait(id, 10s));
  EXPECT_EQ(slow.pending(), 1U);
}

TEST_F(Scheduling, HazardsOrderStreams) {
  const Stream first = must(compute.stream());
  const Stream second = must(compute.stream());
  const Buffer a = floats({3});
  const Buffer b = floats({0});
  const Buffer c = floats({0});
  // b = a (waits); c = b + b must see it; then b = c overwrites after c has read.
  must(compute.submit({.kernel = "waits", .inputs = {a}, .outputs = b}, {.stream = first}));
  must(compute.submit({.kernel = "elementwise_add", .inputs = {b, b}, .outputs = c},
                      {.stream = second}));
  must(compute.submit({.op = Op::copy_buffer, .inputs = {c}, .outputs = b}, {.stream = first}));
  until_waiting();
  gate = true;
  EXPECT_EQ(values(c), (std::vector<float>{6}));
  EXPECT_EQ(values(b), (std::vector<float>{6}));
}

TEST_F(Scheduling, HostWritesWaitForReaders) {
  const Buffer a = floats({1});
  const Buffer b = floats({0});
  must(compute.submit({.kernel = "waits", .inputs = {a}, .outputs = b}));
  until_waiting();
  std::thread opener([&] {
    std::this_thread::sleep_for(10ms);
    gate = true;
  });
  must(a.write<float>(std::vector<float>{2}));
  EXPECT_TRUE(gate.load());  // the write waited for the reader
  EXPECT_EQ(values(b), (std::vector<float>{1}));
  opener.join();
}

TEST_F(Scheduling, HigherClassesGoFirst) {
  const Compute one = Compute::create({.threads = 1}).value();
  std::atomic<bool> open{false};
  std::vector<std::int64_t> order;
  must(one.register_kernel({.name = "holds"}, [&](const HostCall&) -> Result<void> {
    while (!open) std::this_thread::yield();
    return {};
  }));
  // All read what "holds" writes: they become ready at once, however long that takes.
  must(one.register_kernel(
      {.name = "notes", .inputs = {{.name = "held"}}, .params = {{.name = "number"}}},
      [&](const HostCall& call) -> Result<void> {
        order.push_back(static_cast<std::int64_t>(call.params[0].number()));
        return {};
      }));
  const Buffer held = must(one.buffer_zeros({1}, DType::f32));
  const auto note = [&](int number, const Stream& stream) {
    must(one.submit({.kernel = "notes",
                     .inputs = {held},
                     .outputs = must(one.buffer_zeros({1}, DType::f32)),
                     .params = {{"number", number}}},
                    {.stream = stream}));
  };
  const Stream background = must(one.stream({.priority = Priority::background}));
  const Stream normal = must(one.stream());
  const Stream realtime = must(one.stream({.priority = Priority::realtime}));
  must(one.submit({.kernel = "holds", .outputs = held}, {.stream = must(one.stream())}));
  note(3, background);
  note(2, normal);
  note(1, realtime);
  open = true;
  must(one.wait_all());
  EXPECT_EQ(order, (std::vector<std::int64_t>{1, 2, 3}));
}

TEST_F(Scheduling, WhatARealtimeCommandWaitsForIsLifted) {
  const Compute one = Compute::create({.threads = 1}).value();
  std::atomic<bool> open{false};
  std::vector<double> order;
  must(one.register_kernel({.name = "holds"}, [&](const HostCall&) -> Result<void> {
    while (!open) std::this_thread::yield();
    return {};
  }));
  // All read what "holds" writes: they become ready at once, however long that takes.
  must(one.register_kernel(
      {.name = "notes", .inputs = {{.name = "held"}}, .params = {{.name = "number"}}},
      [&](const HostCall& call) -> Result<void> {
        order.push_back(call.params[0].number());
        return {};
      }));
  const Stream background = must(one.stream({.priority = Priority::background}));
  const Stream normal = must(one.stream());
  const Stream realtime = must(one.stream({.priority = Priority::realtime}));
  const Buffer shared = must(one.buffer_zeros({1}, DType::f32));
  const Buffer other = must(one.buffer_zeros({1}, DType::f32));
  const Buffer held = must(one.buffer_zeros({1}, DType::f32));
  const auto note = [&](int number, const Buffer& output, const Stream& stream) {
    must(one.submit(
        {.kernel = "notes", .inputs = {held}, .outputs = output, .params = {{"number", number}}},
        {.stream = stream}));
  };
  must(one.submit({.kernel = "holds", .outputs = held}, {.stream = must(one.stream())}));
  note(1, shared, background);
  note(3, other, normal);
  note(2, shared, realtime);  // must come after 1, and so 1 must overtake 3
  open = true;
  must(one.wait_all());
  EXPECT_EQ(order, (std::vector<double>{1, 2, 3}));
}

TEST_F(Scheduling, ATryRunsOnlyWhatNothingIsInTheWayOf) {
  const Buffer a = floats({-1, 2});
  const Buffer b = zeros(2);
  EXPECT_TRUE(must(compute.try_run_kernel("relu", a, b)));
  EXPECT_EQ(values(b), (std::vector<float>{0, 2}));
  const Buffer busy = floats({5, 6});
  const CommandId id = must(compute.submit({.kernel = "waits", .inputs = {a}, .outputs = busy}));
  until_waiting();
  EXPECT_FALSE(must(compute.try_run_kernel("relu", busy, b)));
  EXPECT_FALSE(must(compute.try_run_kernel("relu", b, busy)));
  EXPECT_EQ(values(b), (std::vector<float>{0, 2}));
  expect_error(compute.try_run_kernel("relo", a, b), ErrorCode::unknown_kernel);
  gate = true;
  must(compute.wait(id));
  EXPECT_TRUE(must(compute.try_run_kernel("relu", busy, b)));
  EXPECT_EQ(values(b), (std::vector<float>{0, 2}));
  expect_error(compute.try_run_kernel("fails", a, b), ErrorCode::kernel_failed);
}

TEST_F(Scheduling, AFullQueuePushesBack) {
  const Stream stream = must(compute.stream({.capacity = 2, .when_full = WhenFull::reject}));
  const Buffer a = zeros(1);
  must(compute.submit({.kernel = "waits", .inputs = {a}, .outputs = a}, {.stream = stream}));
  must(note(1, stream, zeros(1)));
  expect_error(note(2, stream, zeros(1)), ErrorCode::queue_full, "2 commands pending");
  gate = true;
  must(compute.wait_all());
  must(note(3, stream, zeros(1)));
  must(compute.wait_all());
  EXPECT_EQ(noted, (std::vector<std::int64_t>{1, 3}));
}

TEST_F(Scheduling, AFullQueueCanMakeTheCallerWait) {
  const Stream stream = must(compute.stream({.capacity = 1}));
  const Buffer a = zeros(1);
  must(compute.submit({.kernel = "waits", .inputs = {a}, .outputs = a}, {.stream = stream}));
  std::thread opener([&] {
    std::this_thread::sleep_for(10ms);
    gate = true;
  });
  must(note(1, stream, zeros(1)));
  EXPECT_TRUE(gate.load());
  opener.join();
  must(compute.wait_all());
}

TEST_F(Scheduling, AFailureFailsWhatReadsItAndNothingElse) {
  const Stream stream = must(compute.stream());
  const Buffer a = floats({1});
  const Buffer broken = floats({0});
  const Buffer reader = floats({0});
  const Buffer second_reader = floats({0});
  const Buffer unrelated = floats({0});
  const CommandId failed = must(
      compute.submit({.kernel = "fails", .inputs = {a}, .outputs = broken}, {.stream = stream}));
  const CommandId dependent = must(compute.submit(
      {.kernel = "relu", .inputs = {broken}, .outputs = reader}, {.stream = stream}));
  const CommandId next = must(
      compute.submit({.kernel = "relu", .inputs = {a}, .outputs = unrelated}, {.stream = stream}));
  const CommandId far =
      must(compute.submit({.kernel = "relu", .inputs = {reader}, .outputs = second_reader}));
  expect_error(compute.wait(failed), ErrorCode::kernel_failed, "on purpose");
  expect_error(compute.wait(dependent), ErrorCode::dependency_failed, "on purpose");
  expect_error(compute.wait(far), ErrorCode::dependency_failed, "on purpose");
  must(compute.wait(next));
  EXPECT_EQ(values(unrelated), (std::vector<float>{1}));
  EXPECT_EQ(compute.poll(failed).state, CommandState::failed);

  // The same holds long after the failure, until somebody writes the buffer.
  expect_error(broken.read<float>(), ErrorCode::dependency_failed, "on purpose");
  expect_error(compute.relu(reader, second_reader), ErrorCode::dependency_failed);
  must(broken.write<float>(std::vector<float>{5}));
  EXPECT_EQ(values(broken), (std::vector<float>{5}));
  must(compute.relu(a, reader));
  EXPECT_EQ(values(reader), (std::vector<float>{1}));
}

TEST_F(Scheduling, AHostKernelThatThrowsFailsTheCommand) {
  must(compute.register_kernel({.name = "throws"}, [](const HostCall&) -> Result<void> {
    throw std::runtime_error("thrown on purpose");
  }));
  expect_error(compute.run_kernel("throws", {}, zeros(1)), ErrorCode::kernel_failed,
               "thrown on purpose");
}

TEST_F(Scheduling, CallbacksSeeTheEnd) {
  std::atomic<int> completed{0};
  std::atomic<int> failed{0};
  const auto callback = [&](CommandId id, const CommandStatus& status) {
    EXPECT_EQ(compute.poll(id).state, status.state);
    (status.state == CommandState::completed ? completed : failed)++;
  };
  const Buffer a = floats({1});
  for (int i = 0; i < 50; ++i) {
    must(compute.submit({.kernel = "relu", .inputs = {a}, .outputs = zeros(1)},
                        {.on_complete = callback}));
    must(compute.submit({.kernel = "fails", .inputs = {a}, .outputs = zeros(1)},
                        {.on_complete = callback}));
  }
  while (completed + failed < 100) std::this_thread::yield();
  EXPECT_EQ(completed, 50);
  EXPECT_EQ(failed, 50);
}

TEST_F(Scheduling, ACallbackMaySubmitAndWait) {
  const Compute one = Compute::create({.threads = 1}).value();
  const Buffer a = must(one.buffer<float>({1}, {1}));
  const Buffer b = must(one.buffer_zeros({1}, DType::f32));
  std::atomic<bool> done{false};
  must(one.submit({.kernel = "relu", .inputs = {a}, .outputs = b},
                  {.on_complete = [&](CommandId, const CommandStatus&) {
                    const CommandId next = must(
                        one.submit({.kernel = "elementwise_add", .inputs = {a, b}, .outputs = b}));
                    must(one.wait(next));
                    done = true;
                  }}));
  while (!done) std::this_thread::yield();
  EXPECT_EQ(must(b.read<float>()), (std::vector<float>{2}));
}

TEST_F(Scheduling, ACallbackMayReadWhatIsNotWrittenYet) {
  const Compute one = Compute::create({.threads = 1}).value();
  const Buffer a = must(one.buffer<float>({1}, {1}));
  const Buffer b = must(one.buffer_zeros({1}, DType::f32));
  std::atomic<float> seen{0};
  must(one.submit({.kernel = "relu", .inputs = {a}, .outputs = b},
                  {.on_complete = [&](CommandId, const CommandStatus&) {
                    must(one.submit({.kernel = "elementwise_add", .inputs = {a, a}, .outputs = b}));
                    seen = must(b.read<float>())[0];
                  }}));
  while (seen == 0) std::this_thread::yield();
  EXPECT_EQ(seen, 2);
}

TEST_F(Scheduling, TheLastHandleMayGoInACallback) {
  std::atomic<bool> done{false};
  {
    auto own = std::make_shared<Compute>(Compute::create({.threads = 1}).value());
    const Buffer a = must(own->buffer<float>({1}, {1}));
    must(own->submit({.kernel = "relu", .inputs = {a}, .outputs = a},
                     {.on_complete = [own, &done](CommandId, const CommandStatus&) mutable {
                       std::this_thread::sleep_for(20ms);
                       own.reset();
                       done = true;
                     }}));
  }
  while (!done) std::this_thread::yield();
}

TEST_F(Scheduling, FreeingABufferInUseLetsTheCommandFinish) {
  const Buffer a = floats({4});
  const Buffer b = floats({0});
  const CommandId id = must(compute.submit({.kernel = "waits", .inputs = {a}, .outputs = b}));
  until_waiting();
  a.free();
  gate = true;
  must(compute.wait(id));
  EXPECT_EQ(values(b), (std::vector<float>{4}));
}

TEST_F(Scheduling, OldFailuresExpireHonestly) {
  const Buffer a = floats({1});
  const Buffer b = zeros(1);
  const CommandId first = must(compute.submit({.kernel = "fails", .inputs = {a}, .outputs = b}));
  for (int i = 0; i < 5000; ++i)
    must(compute.submit({.kernel = "fails", .inputs = {a}, .outputs = b}));
  must(compute.wait_all());
  EXPECT_EQ(compute.poll(first).error->code, ErrorCode::expired_command);
}

}  // namespace
}  // namespace dala
