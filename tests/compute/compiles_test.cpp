// What a pipeline compiles: only what runs, and different kernels in parallel.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <vector>

#include "backend/forwarding_device.hpp"
#include "backend/registry/registry.hpp"
#include "compute/runtime.hpp"
#include "core/error.hpp"
#include "support/results.hpp"

namespace dala {
namespace {

// The CPU, whose programs say when they are prepared, which is when devices compile.
class CountingDevice final : public backend::ForwardingDevice {
 public:
  using ForwardingDevice::ForwardingDevice;

  [[nodiscard]] Result<std::unique_ptr<backend::Program>> compile(
      std::shared_ptr<const kernel::ir::Module> module) override {
    DALA_ASSIGN(auto program, inner().compile(module));
    return std::make_unique<CountedProgram>(*this, module->name, std::move(program));
  }

  // Each is in `prepare` until this many are at once.
  int together = 1;
  std::atomic<int> compiled{0};  // programs that were prepared at all
  std::atomic<int> most{0};      // of them in `prepare` at once

 private:
  class CountedProgram final : public backend::Program {
   public:
    CountedProgram(CountingDevice& device, std::string name,
                   std::unique_ptr<backend::Program> program)
        : device_(&device), name_(std::move(name)), program_(std::move(program)) {}
    [[nodiscard]] Result<backend::Decision> prepare(const backend::KernelCall& call) override {
      if (!prepared_.exchange(true)) {
        ++device_->compiled;
        device_->meet();
      }
      if (name_.starts_with("bad")) return fail(ErrorCode::compile_failed, "{}", name_);
      return program_->prepare(call);
    }

   private:
    CountingDevice* device_;
    std::string name_;
    std::unique_ptr<backend::Program> program_;
    std::atomic<bool> prepared_{false};
  };

  void meet() {
    std::unique_lock lock(mutex_);
    ++inside_;
    most = std::max(most.load(), inside_);
    changed_.notify_all();
    // A minute, so that a test fails rather than hangs.
    changed_.wait_for(lock, std::chrono::minutes(1), [&] { return most >= together; });
    --inside_;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  int inside_ = 0;
};

class Compiles : public testing::Test {
 protected:
  Compiles()
      : compute(Compute::Runtime::create(
                    {.threads = 2},
                    [&](const backend::DeviceOptions& with,
                        WorkerPool& pool) -> Result<std::shared_ptr<backend::Device>> {
                      DALA_ASSIGN(auto cpu, backend::open_device("cpu", with, pool));
                      device = std::make_shared<CountingDevice>(std::move(cpu));
                      return device;
                    })
                    .value()) {}

  // A kernel that adds `n`.
  std::string add_kernel(const std::string& name, int n) {
    must(compute.register_kernel(
        name, {.text = "fn " + name +
                       "(a: Tensor<f32>, o: &mut Tensor<f32>) { o[ABSOLUTE_POS] = "
                       "a[ABSOLUTE_POS] + " +
                       std::to_string(n) + ".0; }"}));
    return name;
  }
  // Stages from one buffer to the next, through transient ones.
  Pipeline chain(const std::vector<std::string>& kernels, const PipelineOptions& options) {
    Pipeline pipeline = compute.pipeline(options);
    Buffer from = must(compute.buffer_zeros({elements}, DType::f32));
    for (const std::string& kernel : kernels) {
      last = kernel == kernels.back() ? must(compute.buffer_zeros({elements}, DType::f32))
                                      : must(pipeline.transient({elements}, DType::f32));
      must(pipeline.add({.kernel = kernel, .inputs = from, .outputs = last}));
      from = last;
    }
    return pipeline;
  }

  static constexpr std::int64_t elements = 1 << 19;  // worth joining
  std::shared_ptr<CountingDevice> device;
  Compute compute;
  Buffer last;
};

TEST_F(Compiles, OnlyWhatRunsOfAPipelineThatIsJoined) {
  if (!device->fuses_kernels()) GTEST_SKIP() << "skipped: this build has no JIT, and fuses nothing";
  Pipeline pipeline =
      chain({add_kernel("one", 1), add_kernel("two", 2), add_kernel("three", 3)}, {});
  EXPECT_EQ(device->compiled, 0);
  must(pipeline.run());
  EXPECT_EQ(must(pipeline.explain()).stages.size(), 1U);
  EXPECT_EQ(device->compiled, 1);
  EXPECT_EQ(must(last.read<float>())[7], 6);
}

TEST_F(Compiles, MistakesAreStillToldWhenAStageIsAdded) {
  Pipeline pipeline = chain({add_kernel("one", 1)}, {});
  const Buffer wrong = must(compute.buffer_zeros({3}, DType::u8));
  expect_error(pipeline.add({.kernel = "one", .inputs = wrong, .outputs = last}),
               ErrorCode::wrong_dtype);
  expect_error(
      pipeline.add({.kernel = "one", .inputs = last, .outputs = last, .params = {{"x", 1}}}),
      ErrorCode::unknown_param);
  EXPECT_EQ(device->compiled, 0);
}

TEST_F(Compiles, DifferentKernelsSideBySide) {
  device->together = 2;
  const std::vector<std::string> kernels = {add_kernel("one", 1),   "one",
                                            add_kernel("two", 2),   "one",
                                            add_kernel("three", 3), add_kernel("four", 4)};
  Pipeline pipeline = chain(kernels, {.fuse = false});
  must(pipeline.plan());
  EXPECT_EQ(device->most, 2);
  EXPECT_EQ(device->compiled, 4);
  must(pipeline.run());
  EXPECT_EQ(must(last.read<float>())[7], 12);
}

TEST_F(Compiles, TheErrorIsThatOfTheFirstStageThatHasOne) {
  add_kernel("good", 1);
  add_kernel("bad_one", 1);
  add_kernel("bad_two", 2);
  for (int i = 0; i < 20; ++i) {
    Pipeline pipeline = chain({"good", "bad_two", "good", "bad_one", "good"}, {.fuse = false});
    expect_error(pipeline.plan(), ErrorCode::compile_failed, "bad_two");
  }
}

// Every worker is in such a kernel, and each of them has kernels compiled.
TEST_F(Compiles, WorkersMayPlanToo) {
  add_kernel("one", 1);
  add_kernel("two", 2);
  must(compute.register_kernel({.name = "plans", .inputs = {}}, [&](const HostCall&) {
    Pipeline pipeline = compute.pipeline({.fuse = false});
    const Buffer own = must(compute.buffer_zeros({4}, DType::f32));
    const Buffer other = must(compute.buffer_zeros({4}, DType::f32));
    must(pipeline.add({.kernel = "one", .inputs = own, .outputs = other}));
    must(pipeline.add({.kernel = "two", .inputs = other, .outputs = own}));
    return pipeline.plan();
  }));
  std::vector<CommandId> ids;
  for (int i = 0; i < 8; ++i) {
    const Stream stream = must(compute.stream());
    const Buffer output = must(compute.buffer_zeros({1}, DType::f32));
    ids.push_back(must(compute.submit({.kernel = "plans", .outputs = output}, {.stream = stream})));
  }
  for (const CommandId id : ids) must(compute.wait(id));
}

}  // namespace
}  // namespace dala
