// What the documents allow and nobody should do: exceptions, waiting for oneself, forks, handles
// that were moved from, threads that cannot be made.
#include <chrono>
#include <functional>

#include "compute_fixture.hpp"
#include "support/child.hpp"
#include "support/no_threads.hpp"

namespace dala {
namespace {

using namespace std::chrono_literals;

class Misuse : public ComputeTest {
 protected:
  // Runs a kernel of one line, on a worker and on the calling thread.
  void with_kernel(const std::function<Result<void>(const HostCall&)>& body) {
    must(compute.register_kernel({.name = "tries"}, body));
    must(compute.run_kernel("tries", {}, zeros(1)));
    must(compute.wait(must(compute.submit({.kernel = "tries", .outputs = zeros(1)})), 30s));
    must(compute.remove_kernel("tries"));
  }
};

TEST_F(Misuse, ALoopBodyThatThrowsFailsTheCommand) {
  for (const bool everywhere : {false, true}) {
    const std::string name = everywhere ? "all_throw" : "one_throws";
    must(compute.register_kernel({.name = name}, [=](const HostCall& call) -> Result<void> {
      call.threads.parallel_for(1000, 1, [&](std::size_t begin, std::size_t) {
        if (everywhere || begin == 500) throw std::runtime_error("thrown in a loop");
      });
      return {};
    }));
    for (int i = 0; i < 200; ++i)
      expect_error(compute.run_kernel(name, {}, zeros(1)), ErrorCode::kernel_failed,
                   "thrown in a loop");
    expect_error(compute.wait(must(compute.submit({.kernel = name, .outputs = zeros(1)}))),
                 ErrorCode::kernel_failed, "thrown in a loop");
  }
  // The pool is as good as before.
  const Buffer big = zeros(1'000'000);
  must(compute.relu(big, big));
  EXPECT_EQ(values(big)[999'999], 0);
}

TEST_F(Misuse, AKernelThatWaitsForEverythingIsToldSo) {
  with_kernel([&](const HostCall&) -> Result<void> {
    expect_error(compute.wait_all(), ErrorCode::invalid_argument, "its own command");
    return {};
  });
}

TEST_F(Misuse, AKernelThatWaitsForWhatWaitsForItIsToldSo) {
  const Buffer own = zeros(1);
  must(compute.register_kernel({.name = "tries"}, [&](const HostCall&) -> Result<void> {
    expect_error(own.read<float>(), ErrorCode::invalid_argument, "its own end");
    expect_error(own.write<float>(std::vector<float>{1}), ErrorCode::invalid_argument);
    expect_error(compute.relu(own, own), ErrorCode::invalid_argument);
    const CommandId after =
        must(compute.submit({.kernel = "relu", .inputs = {own}, .outputs = zeros(1)},
                            {.stream = must(compute.stream())}));
    expect_error(compute.wait(after), ErrorCode::invalid_argument, "cannot end before");
    expect_error(compute.wait(after, 10s), ErrorCode::invalid_argument, "cannot end before");
    // Others it may wait for.
    const Buffer other = zeros(1);
    must(compute.relu(zeros(1), other));
    must(compute.wait(must(compute.submit({.kernel = "relu", .inputs = {other}, .outputs = other},
                                          {.stream = must(compute.stream())}))));
    return {};
  }));
  must(compute.run_kernel("tries", {}, own));
  must(compute.wait(must(compute.submit({.kernel = "tries", .outputs = own})), 30s));
  EXPECT_EQ(values(own), (std::vector<float>{0}));
}

TEST_F(Misuse, ACallbackMayWaitForATime) {
  const Compute one = Compute::create({.threads = 1}).value();
  const Buffer a = must(one.buffer<float>({1}, {1}));
  std::atomic<bool> done{false};
  must(one.submit({.kernel = "relu", .inputs = {a}, .outputs = a},
                  {.on_complete = [&](CommandId, const CommandStatus&) {
                    const CommandId next =
                        must(one.submit({.kernel = "relu", .inputs = {a}, .outputs = a}));
                    // The only worker is here; it must not be what the command waits for.
                    must(one.wait(next, 60s));
                    done = true;
                  }}));
  const auto limit = std::chrono::steady_clock::now() + 30s;
  while (!done && std::chrono::steady_clock::now() < limit) std::this_thread::yield();
  EXPECT_TRUE(done);
}

TEST_F(Misuse, ACallbackMayWaitForEverything) {
  std::atomic<int> done{0};
  for (int i = 0; i < 10; ++i)
    must(compute.submit(
        {.kernel = "relu", .inputs = {zeros(1)}, .outputs = zeros(1)},
        {.on_complete = [&](CommandId, const CommandStatus&) {
          must(compute.submit({.kernel = "relu", .inputs = {zeros(1)}, .outputs = zeros(1)}));
          must(compute.wait_all());
          ++done;
        }}));
  const auto limit = std::chrono::steady_clock::now() + 60s;
  while (done < 10 && std::chrono::steady_clock::now() < limit) std::this_thread::yield();
  EXPECT_EQ(done, 10);
}

TEST_F(Misuse, TheChildOfAForkIsTold) {
  if (!test::forks_are_followed) GTEST_SKIP() << "the thread sanitizer does not follow a fork";
  const Buffer a = floats({1});
  const Stream stream = must(compute.stream());
  const Pipeline pipeline = compute.pipeline();
  must(pipeline.add({.kernel = "relu", .inputs = {a}, .outputs = zeros(1)}));
  const CommandId id = must(
      compute.submit({.kernel = "waits", .inputs = {a}, .outputs = zeros(1)}, {.stream = stream}));
  until_waiting();
  EXPECT_EQ(
      test::in_child([&] {
        const auto is_told = [](const auto& result) {
          return !result && result.error().code == ErrorCode::forked;
        };
        int step = 1;
        for (const bool told :
             {is_told(compute.submit({.kernel = "relu", .inputs = {a}, .outputs = a})),
              is_told(compute.relu(a, a)), is_told(compute.wait(id)), is_told(compute.wait(id, 1s)),
              is_told(compute.wait_all()), is_told(compute.cancel(id)), is_told(a.read<float>()),
              is_told(a.write<float>(std::vector<float>{1})), is_told(pipeline.run()),
              is_told(compute.buffer_zeros({1}, DType::f32)),
              compute.poll(id).error && compute.poll(id).error->code == ErrorCode::forked}) {
          if (!told) return step;
          ++step;
        }
        // A new one works, and both go.
        const auto own = Compute::create({.device = "cpu", .threads = 2});
        if (!own) return 100;
        const auto b = own->buffer<float>({-3}, {1});
        if (!b || !own->relu(*b, *b)) return 101;
        const auto next = own->submit({.kernel = "relu", .inputs = {*b}, .outputs = *b});
        if (!next || !own->wait(*next) || !own->wait_all()) return 102;
        compute = *own;  // the last handle of the parent's goes
        return 0;
      }),
      0);
  gate = true;
  must(compute.wait(id));
}

TEST_F(Misuse, HandlesThatWereMovedFromSaySo) {
  Compute from = Compute::create({.threads = 1}).value();
  const Compute to = std::move(from);
  const Buffer a = must(to.buffer<float>({1}, {1}));
  // NOLINTBEGIN(bugprone-use-after-move): that is the test.
  const auto empty = [](const auto& result) {
    expect_error(result, ErrorCode::invalid_handle, "Compute");
  };
  empty(from.relu(a, a));
  empty(from.try_run_kernel("relu", a, a));
  empty(from.buffer_zeros({1}, DType::f32));
  empty(from.buffer<float>({1}, {1}));
  empty(from.copy(a));
  empty(from.submit({.kernel = "relu", .inputs = {a}, .outputs = a}));
  empty(from.wait(1));
  empty(from.wait(1, 1s));
  empty(from.wait_all());
  empty(from.cancel(1));
  empty(from.stream());
  empty(from.kernel("relu"));
  empty(from.kernel_text("relu"));
  empty(from.register_kernel({.name = "k"}, [](const HostCall&) -> Result<void> { return {}; }));
  empty(from.register_kernel("k", {.text = "fn k() {}"}));
  empty(from.replace_kernel("k", {.text = "fn k() {}"}));
  empty(from.remove_kernel("k"));
  empty(from.explain(Command{.kernel = "relu", .inputs = {a}, .outputs = a}));
  empty(from.explain(CommandId{1}));
  empty(from.prewarm({.kernel = "relu", .inputs = {a}, .outputs = a}));
  empty(from.time([]() -> Result<void> { return {}; }));
  empty(from.stop_trace("nowhere.json"));
  empty(from.to_dlpack(a));
  EXPECT_EQ(from.poll(1).error->code, ErrorCode::invalid_handle);
  EXPECT_TRUE(from.kernels().empty());
  EXPECT_EQ(from.device_info().id, "");
  EXPECT_EQ(from.memory_in_use(), 0U);
  EXPECT_FALSE(from.is_gpu());
  from.start_trace();
  EXPECT_FALSE(from.pipeline().run());

  Pipeline old = to.pipeline();
  const Pipeline now = std::move(old);
  expect_error(old.run(), ErrorCode::invalid_handle, "Pipeline");
  expect_error(old.submit(), ErrorCode::invalid_handle);
  expect_error(old.plan(), ErrorCode::invalid_handle);
  expect_error(old.explain(), ErrorCode::invalid_handle);
  expect_error(old.transient({1}, DType::f32), ErrorCode::invalid_handle);
  expect_error(old.set_params(0, {}), ErrorCode::invalid_handle);
  expect_error(old.add({.kernel = "relu", .inputs = {a}, .outputs = a}), ErrorCode::invalid_handle);
  EXPECT_EQ(old.stage_count(), 0U);
  EXPECT_TRUE(old.stages().empty());
  old.free();

  Buffer taken = a;
  const Buffer kept = std::move(taken);
  expect_error(taken.read<float>(), ErrorCode::invalid_handle, "Buffer");
  taken.free();
  Stream gone = must(to.stream());
  const Stream still = std::move(gone);
  EXPECT_EQ(gone.pending(), 0U);
  // NOLINTEND(bugprone-use-after-move)
}

TEST(NoThread, ACreateThatGetsNoThreadsIsAnError) {
  {
    const test::NoThreads none;
    expect_error(Compute::create({.device = "cpu", .threads = 2}), ErrorCode::no_thread,
                 "worker threads");
  }
  EXPECT_TRUE(Compute::create({.device = "cpu", .threads = 2}));
}

// A Compute that gets no spare thread goes on with those it has.
TEST(NoThread, SparesAreNotNeeded) {
  const Compute compute = Compute::create({.device = "cpu", .threads = 1}).value();
  const test::NoThreads none;
  std::atomic<int> begun{0};
  must(compute.register_kernel({.name = "meets"}, [&](const HostCall&) -> Result<void> {
    ++begun;
    const auto limit = std::chrono::steady_clock::now() + 30s;
    while (begun < 2 && std::chrono::steady_clock::now() < limit) std::this_thread::yield();
    return {};
  }));
  std::vector<CommandId> ids;
  for (int i = 0; i < 4; ++i)
    ids.push_back(must(
        compute.submit({.kernel = "meets", .outputs = must(compute.buffer_zeros({1}, DType::f32))},
                       {.stream = must(compute.stream())})));
  for (const CommandId id : ids) must(compute.wait(id, 60s));
  EXPECT_EQ(begun, 4);
}

}  // namespace
}  // namespace dala
