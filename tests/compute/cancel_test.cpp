// Commands that run long: others go on beside them, and they can be ended.
#include <chrono>
#include <functional>

#include "compute_fixture.hpp"

namespace dala {
namespace {

using namespace std::chrono_literals;

class Cancel : public ComputeTest {
 protected:
  void SetUp() override {
    ComputeTest::SetUp();
    register_endless(compute);
  }
  static void register_endless(const Compute& on) {
    must(on.register_kernel("endless",
                            {.text = "fn k(o: &mut Tensor<f32>) {"
                                     "  let mut i = 0.0;"
                                     "  while i >= 0.0 { i = i + 1.0; if i > 9.0 { i = 0.0; } }"
                                     "  o[ABSOLUTE_POS] = i; }"}));
  }
  static CommandId submit_endless(const Compute& on, const Stream& stream = {},
                                  const CompletionCallback& callback = {}) {
    return must(on.submit({.kernel = "endless", .outputs = output(on)},
                          {.stream = stream, .on_complete = callback}));
  }
  static Buffer output(const Compute& on) { return must(on.buffer_zeros({4}, DType::f32)); }
  static Stream stream(const Compute& on) { return must(on.stream()); }
};

TEST_F(Cancel, WhatRunsIsStopped) {
  const Buffer damaged = zeros(4);
  const CommandId id = must(compute.submit({.kernel = "endless", .outputs = damaged}));
  expect_error(compute.wait(id, 20ms), ErrorCode::timeout);
  EXPECT_TRUE(must(compute.cancel(id)));
  expect_error(compute.wait(id), ErrorCode::cancelled, "was cancelled");
  EXPECT_EQ(compute.poll(id).state, CommandState::failed);
  expect_error(damaged.read<float>(), ErrorCode::dependency_failed, "was cancelled");
  must(damaged.write<float>(std::vector<float>{1, 2, 3, 4}));
  EXPECT_EQ(values(damaged), (std::vector<float>{1, 2, 3, 4}));
  EXPECT_FALSE(must(compute.cancel(id)));
  expect_error(compute.cancel(123456), ErrorCode::unknown_command, "123456");
}

TEST_F(Cancel, WhatIsInterpretedIsStoppedToo) {
  const Compute slow = Compute::create({.device = "cpu-interpreter", .threads = 1}).value();
  register_endless(slow);
  const CommandId id = submit_endless(slow);
  expect_error(slow.wait(id, 20ms), ErrorCode::timeout);
  EXPECT_TRUE(must(slow.cancel(id)));
  expect_error(slow.wait(id), ErrorCode::cancelled);
}

TEST_F(Cancel, WhatOpenGlEsRunsIsStoppedToo) {
  const auto gles = Compute::create({.device = "gles", .threads = 1});
  if (!gles) GTEST_SKIP() << "skipped: " << gles.error().message;
  register_endless(*gles);
  const CommandId id = submit_endless(*gles);
  expect_error(gles->wait(id, 50ms), ErrorCode::timeout);
  EXPECT_TRUE(must(gles->cancel(id)));
  expect_error(gles->wait(id), ErrorCode::cancelled);
  const Buffer a = must(gles->buffer<float>({-1, 2}, {2}));
  must(gles->relu(a, a));
  EXPECT_EQ(must(a.read<float>()), (std::vector<float>{0, 2}));
}

TEST_F(Cancel, WhatIsQueuedNeverBeginsAndIsOverAtOnce) {
  std::atomic<int> ran{0};
  std::atomic<int> told{0};
  must(compute.register_kernel({.name = "counts"}, [&](const HostCall&) -> Result<void> {
    ++ran;
    return {};
  }));
  const Stream one = stream(compute);
  const Buffer held = zeros(1);
  const CommandId first = must(
      compute.submit({.kernel = "waits", .inputs = {zeros(1)}, .outputs = held}, {.stream = one}));
  until_waiting();
  const auto count = [&](const CompletionCallback& callback = {}) {
    return must(compute.submit({.kernel = "counts", .outputs = zeros(1)},
                               {.stream = one, .on_complete = callback}));
  };
  const CommandId second = count([&](CommandId id, const CommandStatus& status) {
    EXPECT_EQ(status.error->code, ErrorCode::cancelled);
    EXPECT_EQ(compute.poll(id).state, CommandState::failed);
    ++told;
  });
  const CommandId third = count();
  EXPECT_TRUE(must(compute.cancel(second)));
  // The one before it still runs.
  EXPECT_EQ(told, 1);
  expect_error(compute.wait(second), ErrorCode::cancelled, "before it ran");
  EXPECT_EQ(compute.poll(first).state, CommandState::pending);
  EXPECT_EQ(compute.poll(third).state, CommandState::pending);
  EXPECT_EQ(ran, 0);
  gate = true;
  must(compute.wait(third));
  must(compute.wait(first));
  must(compute.wait_all());
  EXPECT_EQ(ran, 1);
  EXPECT_EQ(told, 1);
}

TEST_F(Cancel, WhatComesAfterStillWaitsForWhatWasBefore) {
  const Buffer shared = zeros(1);
  const CommandId first =
      must(compute.submit({.kernel = "waits", .inputs = {floats({7})}, .outputs = shared}));
  until_waiting();
  // Writes after the first; then one that writes after it and must still find the first done.
  const CommandId second = must(compute.submit(
      {.kernel = "relu", .inputs = {floats({1})}, .outputs = shared}, {.stream = stream(compute)}));
  const Buffer out = zeros(1);
  const CommandId third = must(compute.submit(
      {.kernel = "relu", .inputs = {floats({2})}, .outputs = shared}, {.stream = stream(compute)}));
  EXPECT_TRUE(must(compute.cancel(second)));
  expect_error(compute.wait(third, 50ms), ErrorCode::timeout);
  gate = true;
  must(compute.wait(first));
  must(compute.wait(third));
  EXPECT_EQ(values(shared), (std::vector<float>{2}));
}

TEST_F(Cancel, LoopsOfHostKernelsAndTheStagesOfAPipelineAreLeft) {
  std::atomic<bool> begun{false};
  must(compute.register_kernel({.name = "loops"}, [&](const HostCall& call) -> Result<void> {
    call.threads.parallel_for(std::size_t{1} << 40, 1,
                              [&](std::size_t, std::size_t) { begun = true; });
    return {};
  }));
  must(compute.register_kernel({.name = "looks"}, [&](const HostCall& call) -> Result<void> {
    begun = true;
    while (!call.cancelled()) std::this_thread::yield();
    return {};
  }));
  for (const char* kernel : {"loops", "looks"}) {
    begun = false;
    const Pipeline pipeline = compute.pipeline();
    must(pipeline.add({.kernel = kernel, .outputs = zeros(1)}));
    must(pipeline.add({.kernel = "relu", .inputs = {zeros(1)}, .outputs = zeros(1)}));
    const CommandId id = must(pipeline.submit());
    while (!begun) std::this_thread::yield();
    EXPECT_TRUE(must(compute.cancel(id)));
    expect_error(compute.wait(id), ErrorCode::cancelled);
  }
}

// Every way to run a command goes on while kernels without end have all workers.
TEST_F(Cancel, EndlessKernelsKeepNothingElseFromRunning) {
  for (const bool gives_way : {false, true}) {
    const Compute busy =
        Compute::create({.device = "cpu", .threads = 2, .gives_way = gives_way}).value();
    register_endless(busy);
    std::vector<CommandId> endless;
    for (int i = 0; i < 6; ++i) endless.push_back(submit_endless(busy, stream(busy)));
    const Buffer a = must(busy.buffer<float>({-1, 2}, {2}));
    const Buffer b = must(busy.buffer_zeros({2}, DType::f32));
    must(busy.relu(a, b));
    EXPECT_EQ(must(b.read<float>()), (std::vector<float>{0, 2}));
    std::atomic<bool> told{false};
    const CommandId id =
        must(busy.submit({.kernel = "relu", .inputs = {b}, .outputs = a},
                         {.stream = stream(busy),
                          .on_complete = [&](CommandId, const CommandStatus&) { told = true; }}));
    must(busy.wait(id, 30s));
    const auto limit = std::chrono::steady_clock::now() + 30s;
    while (!told && std::chrono::steady_clock::now() < limit) std::this_thread::yield();
    EXPECT_TRUE(told);
    for (const CommandId one : endless) {
      EXPECT_EQ(busy.poll(one).state, CommandState::pending);
      EXPECT_TRUE(must(busy.cancel(one)));
    }
    for (const CommandId one : endless) expect_error(busy.wait(one), ErrorCode::cancelled);
    // The workers are back, all of them.
    std::atomic<int> inside{0};
    must(busy.register_kernel({.name = "meets"}, [&](const HostCall& call) -> Result<void> {
      call.threads.parallel_for(2, 1, [&](std::size_t, std::size_t) {
        ++inside;
        const auto until = std::chrono::steady_clock::now() + 30s;
        while (inside < 2 && std::chrono::steady_clock::now() < until) std::this_thread::yield();
      });
      return {};
    }));
    must(busy.run_kernel("meets", {}, b));
    EXPECT_EQ(inside, 2);
  }
}

}  // namespace
}  // namespace dala
