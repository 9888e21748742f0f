// What only a device with memory of its own has: loss, budgets, the fallback, verification,
// launches in parts.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>

#include <unistd.h>
#include <nlohmann/json.hpp>

#include <dala/compute.hpp>

#include "backend/gles/gles_device.hpp"
#include "backend/registry/registry.hpp"
#include "core/threads/worker_pool.hpp"

namespace dala::backend {
namespace {

class GlesTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto made = Compute::create({.device = "gles", .threads = 2});
    if (!made) GTEST_SKIP() << "no OpenGL ES 3.1 here: " << made.error().message;
    compute = *made;
  }
  Buffer floats(const std::vector<float>& values) {
    return compute->buffer<float>(values, {static_cast<std::int64_t>(values.size())}).value();
  }

  std::optional<Compute> compute;
};

TEST_F(GlesTest, DescribesItself) {
  const DeviceInfo& info = compute->device_info();
  EXPECT_EQ(info.id, "gles");
  EXPECT_TRUE(info.gpu);
  EXPECT_FALSE(info.name.empty());
  EXPECT_GE(info.details.size(), 6U);
}

TEST_F(GlesTest, SoftwareIsNeverChosenByItself) {
  if (!compute->device_info().software) GTEST_SKIP() << "this machine has a hardware GPU";
  EXPECT_NE(Compute::create({})->device_info().id, "gles");
}

TEST_F(GlesTest, WhatEsCannotDoRunsOnTheCpuAndSaysSo) {
  const Buffer a = compute->buffer<double>(std::vector<double>{1, 2}, {2}).value();
  const Command command{.kernel = "elementwise_add", .inputs = {a, a}, .outputs = a};
  const auto explained = compute->explain(command).value();
  ASSERT_EQ(explained.stages.size(), 1U);
  const StageExplanation& stage = explained.stages[0];
  EXPECT_TRUE(stage.implementation.starts_with("cpu ")) << stage.implementation;
  EXPECT_NE(stage.why.find("the CPU does it on copies"), std::string::npos) << stage.why;
  ASSERT_EQ(stage.rejections.size(), 1U);
  EXPECT_NE(stage.rejections[0].reason.find("f64"), std::string::npos)
      << stage.rejections[0].reason;
  EXPECT_GT(stage.bytes_moved, 0U);
  const Buffer f = floats({1, 2});
  const auto on_gpu =
      compute->explain(Command{.kernel = "elementwise_add", .inputs = {f, f}, .outputs = f});
  EXPECT_EQ(on_gpu->stages[0].implementation, "shader");
  EXPECT_EQ(on_gpu->stages[0].bytes_moved, 0U);
}

TEST_F(GlesTest, BudgetIsAnErrorThatPasses) {
  const auto small =
      Compute::create({.device = "gles", .threads = 1, .memory_limit = 1 << 20}).value();
  const auto first = small.buffer_zeros({200 << 10}, DType::f32);
  ASSERT_TRUE(first);
  EXPECT_EQ(small.buffer_zeros({200 << 10}, DType::f32).error().code, ErrorCode::out_of_memory);
  first->free();
  EXPECT_TRUE(small.buffer_zeros({200 << 10}, DType::f32));
}

TEST_F(GlesTest, FreedStorageComesBackZeroed) {
  for (int i = 0; i < 3; ++i) {
    const Buffer buffer = compute->buffer_zeros({5000}, DType::u32).value();
    const auto values = buffer.read<std::uint32_t>().value();
    for (const std::uint32_t value : values) ASSERT_EQ(value, 0U);
    ASSERT_TRUE(buffer.write<std::uint32_t>(std::vector<std::uint32_t>(5000, 7)));
    buffer.free();
  }
}

TEST_F(GlesTest, ProgramBinariesAreKept) {
  std::string folder = testing::TempDir() + "dala_gles_XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  std::vector<std::string> reasons;
  for (int i = 0; i < 2; ++i) {
    const auto own = Compute::create({.device = "gles", .threads = 1, .cache_folder = folder});
    const Buffer a = own->buffer_zeros({4}, DType::f32).value();
    reasons.push_back(
        own->explain(Command{.kernel = "tanh", .inputs = {a}, .outputs = a})->stages[0].why);
  }
  std::filesystem::remove_all(folder);
  EXPECT_EQ(reasons[0], "compute shader, compiled here");
  EXPECT_EQ(reasons[1], "compute shader, from the cache");
}

// More than a shader of Mesa's sees at once; runs in parts.
TEST_F(GlesTest, TensorsLargerThanAShaderSees) {
  const std::int64_t elements = (std::int64_t{1} << 27) / 4 + 1000;
  const Buffer a = compute->buffer_zeros({elements}, DType::f32).value();
  const Buffer b = compute->buffer_zeros({elements}, DType::f32).value();
  std::vector<float> values(static_cast<std::size_t>(elements));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 1000);
  ASSERT_TRUE(a.write<float>(values));
  ASSERT_TRUE(compute->scale(a, 2, b));
  const auto result = b.read<float>().value();
  for (std::size_t i = 0; i < values.size(); ++i) ASSERT_EQ(result[i], values[i] * 2) << i;
}

// Runs a kernel without inputs and gives what it wrote.
std::vector<std::int32_t> whole_numbers(const Compute& compute, const std::string& text,
                                        const Params& params, std::int64_t count = 64) {
  EXPECT_TRUE(compute.replace_kernel("tried", {.text = text}));
  const Buffer out = compute.buffer_zeros({count}, DType::s32).value();
  if (const auto ran = compute.run_kernel("tried", {}, out, params); !ran) {
    ADD_FAILURE() << ran.error().message;
    return {};
  }
  return out.read<std::int32_t>().value_or(std::vector<std::int32_t>());
}

// Mesa's renderer goes through 65535 rounds of all loops of a shader together, and leaves out the
// rest.
TEST_F(GlesTest, LoopsRunToTheirEndHoweverLong) {
  struct Case {
    const char* text;
    std::int32_t result;
  };
  for (const Case& c : {
           Case{"fn tried(output: &mut Tensor<s32>, n: s32) {\n"
                "  let mut s = 0;\n  while s < n { s += 1; }\n  output[ABSOLUTE_POS] = s;\n}",
                200000},
           Case{"fn tried(output: &mut Tensor<s32>, n: s32) {\n"
                "  let mut s = 0;\n  for i in 0..n / 4 { s += 1; }\n"
                "  for i in 0..n / 4 { s += 1; }\n  output[ABSOLUTE_POS] = s;\n}",
                100000},
           Case{"fn tried(output: &mut Tensor<s32>, n: s32) {\n  let mut s = 0;\n"
                "  for i in 0..300 { for j in 0..300 { s += n / 200000; } }\n"
                "  output[ABSOLUTE_POS] = s;\n}",
                90000},
           Case{"fn part(n: s32) -> s32 { let mut s = 0; for i in 0..n { s += 1; } s }\n"
                "fn tried(output: &mut Tensor<s32>, n: s32) {\n"
                "  output[ABSOLUTE_POS] = part(n / 4) + part(n / 4);\n}",
                100000},
           Case{"fn tried(output: &mut Tensor<s32>, n: s32) {\n  let mut s = 0;\n"
                "  for i in 0..n / 500 { if (n as f32 * 1.0e30) % 0.75 >= 0.0 { s += 1; } }\n"
                "  output[ABSOLUTE_POS] = s;\n}",
                400},
           Case{"#[cube(64)]\nfn tried(output: &mut Tensor<s32>, n: s32) {\n"
                "  shared all: [s32; 64];\n  let mut s = 0;\n"
                "  for i in 0..n { all[UNIT_POS] = s; sync_cube();\n"
                "    s = all[63 - UNIT_POS] + 1; sync_cube(); }\n"
                "  output[ABSOLUTE_POS] = s;\n}",
                200000},
       }) {
    const auto got = whole_numbers(*compute, c.text, {{"n", 200000}});
    EXPECT_EQ(got, std::vector<std::int32_t>(64, c.result)) << c.text;
  }
  const auto each =
      whole_numbers(*compute,
                    "fn tried(output: &mut Tensor<s32>, n: s32) {\n  let mut s = 0;\n"
                    "  for i in 0..if ABSOLUTE_POS == 0 { n } else { 0 } { s += 1; }\n"
                    "  for i in 0..if ABSOLUTE_POS == 1 { n } else { 0 } { s += 1; }\n"
                    "  output[ABSOLUTE_POS] = s;\n}",
                    {{"n", 50000}}, 2);
  EXPECT_EQ(each, (std::vector<std::int32_t>{50000, 50000}));
}

TEST_F(GlesTest, WhyLongLoopsDoNotRunThere) {
  const std::string text =
      "fn counted(output: &mut Tensor<s32>, n: s32) {\n"
      "  let mut s = 0;\n  while s < n { s += 1; }\n  output[ABSOLUTE_POS] = s;\n}";
  ASSERT_TRUE(compute->register_kernel("counted", {.text = text}));
  const Buffer out = compute->buffer_zeros({4}, DType::s32).value();
  const auto stage = [&](int n) {
    const Command command{.kernel = "counted", .outputs = out, .params = {{"n", n}}};
    return compute->explain(command).value().stages[0];
  };
  for (const int n : {1000, 20000, 40000}) EXPECT_EQ(stage(n).implementation, "shader") << n;
  if (!compute->device_info().name.starts_with("llvmpipe"))
    GTEST_SKIP() << "this driver ends no loops";
  const StageExplanation longer = stage(70000);
  EXPECT_TRUE(longer.implementation.starts_with("cpu ")) << longer.implementation;
  ASSERT_EQ(longer.rejections.size(), 1U);
  EXPECT_NE(longer.rejections[0].reason.find("65535"), std::string::npos)
      << longer.rejections[0].reason;
  EXPECT_EQ(stage(1000).implementation, "shader");  // it was that call, not the kernel
}

// Built-in kernels loop along lines: the largest is behind where a driver would end.
TEST_F(GlesTest, LongLinesOfBuiltInKernels) {
  const std::int64_t rows = 66000;
  const std::int64_t columns = 1024;
  std::vector<std::uint8_t> values(static_cast<std::size_t>(rows * columns));
  for (std::int64_t i = 0; i < columns; ++i)
    values[static_cast<std::size_t>((rows - 1) * columns + i)] = static_cast<std::uint8_t>(i % 250);
  const Buffer in = compute->buffer<std::uint8_t>(values, {rows, columns}).value();
  const Buffer out = compute->buffer_zeros({columns}, DType::u8).value();
  ASSERT_TRUE(compute->run_kernel("max", {in}, out, {{"axis", 0}}));
  const auto got = out.read<std::uint8_t>().value();
  for (std::size_t i = 0; i < got.size(); ++i) ASSERT_EQ(got[i], i % 250) << i;
}

class GlesTimeLimit : public GlesTest {
 protected:
  void SetUp() override {
    GlesTest::SetUp();
    if (compute)
      compute =
          Compute::create(
              {.device = "gles", .threads = 2, .kernel_time_limit = std::chrono::milliseconds(200)})
              .value();
  }
  // With the limit of every test here.
  void expect_stopped(const std::string& text, const Params& params, std::int64_t count) {
    ASSERT_TRUE(compute->replace_kernel("slow", {.text = text}));
    const Buffer out = compute->buffer_zeros({count}, DType::u32).value();
    const auto ran = compute->run_kernel("slow", {}, out, params);
    ASSERT_FALSE(ran) << text;
    EXPECT_EQ(ran.error().code, ErrorCode::kernel_failed);
    EXPECT_EQ(ran.error().message,
              "kernel `slow` was stopped after 200 ms, the limit set by the host");
    // The device is as good as before.
    const Buffer a = floats({1, 2});
    ASSERT_TRUE(compute->add(a, a, a));
    EXPECT_EQ(a.read<float>().value(), (std::vector<float>{2, 4}));
  }
};

// Far more than any device does in that time, and yet not endless, should they not be stopped.
TEST_F(GlesTimeLimit, LongKernelsAreStopped) {
  expect_stopped(
      "fn slow(output: &mut Tensor<u32>, n: s32) {\n  let mut x: u32 = 1;\n"
      "  for i in 0..n { for j in 0..n { x = x * 1664525 + 1013904223; } }\n"
      "  output[ABSOLUTE_POS] = x;\n}",
      {{"n", 100000}}, 64);
  expect_stopped(
      "#[cube(64)]\nfn slow(output: &mut Tensor<u32>, n: s32) {\n  shared all: [u32; 64];\n"
      "  let mut x: u32 = 1;\n  for i in 0..n {\n    all[UNIT_POS] = x;\n    sync_cube();\n"
      "    for j in 0..n { x = x * 1664525 + all[63 - UNIT_POS]; }\n    sync_cube();\n  }\n"
      "  output[ABSOLUTE_POS] = x;\n}",
      {{"n", 100000}}, 64);
}

// Nobody can stop a driver that compiles: what would take it longer than the limit is not given to
// it.
TEST_F(GlesTimeLimit, LongTextsAreNotCompiled) {
  if (!compute->device_info().software) GTEST_SKIP() << "this driver does not run on the CPU";
  const auto stage = [&](int loops) {
    std::string text = "fn looped(output: &mut Tensor<s32>, n: s32) {\n  let mut s = 0;\n";
    for (int i = 0; i < loops; ++i) text += "  for i in 0..n { s += i * s + 1; }\n";
    EXPECT_TRUE(compute->replace_kernel("looped", {.text = text + "  output[0] = s;\n}"}));
    const Buffer out = compute->buffer_zeros({4}, DType::s32).value();
    const Command command{.kernel = "looped", .outputs = out, .params = {{"n", 1}}};
    EXPECT_TRUE(compute->run_kernel("looped", {}, out, command.params));
    EXPECT_EQ(out.read<std::int32_t>().value()[0], loops);
    return compute->explain(command).value().stages[0];
  };
  EXPECT_EQ(stage(3).implementation, "shader");
  const StageExplanation longer = stage(30);
  EXPECT_TRUE(longer.implementation.starts_with("cpu ")) << longer.implementation;
  ASSERT_EQ(longer.rejections.size(), 1U);
  EXPECT_NE(longer.rejections[0].reason.find(
                "30 loops this driver may take 6.2 s to compile it, and the time limit is 200 ms"),
            std::string::npos)
      << longer.rejections[0].reason;
}

// In software all of these run on the device itself, and take seconds.
TEST_F(GlesTimeLimit, ShadersAreStopped) {
  if (!compute->device_info().software) GTEST_SKIP() << "a GPU is done with them in no time";
  const std::string loop =
      "fn slow(output: &mut Tensor<u32>, n: s32) {\n  let mut x: u32 = 1;\n"
      "  for i in 0..n { x = x * 1664525 + 1013904223; }\n  output[ABSOLUTE_POS] = x;\n}";
  const std::string waiting =
      "#[cube(64)]\nfn slow(output: &mut Tensor<u32>, n: s32) {\n  shared all: [u32; 64];\n"
      "  let mut x: u32 = 1;\n  for i in 0..n {\n    all[UNIT_POS] = x;\n    sync_cube();\n"
      "    x = x * 1664525 + all[63 - UNIT_POS];\n    sync_cube();\n  }\n"
      "  output[ABSOLUTE_POS] = x;\n}";
  struct Case {
    const std::string& text;
    int rounds;
    std::int64_t count;
  };
  for (const Case& c :
       {Case{loop, 50000, 4 << 20}, {loop, 4000, 32 << 20}, {waiting, 30000, 4 << 20}}) {
    ASSERT_TRUE(compute->replace_kernel("slow", {.text = c.text}));
    const Buffer out = compute->buffer_zeros({c.count}, DType::u32).value();
    const Command command{.kernel = "slow", .outputs = out, .params = {{"n", c.rounds}}};
    EXPECT_EQ(compute->explain(command)->stages[0].implementation, "shader");
    expect_stopped(c.text, {{"n", c.rounds}}, c.count);
  }
}

// The stages of a pipeline have no fences of their own, so there is no time of them to tell; with a
// trace somebody waits for each.
TEST_F(GlesTest, ExplainTellsNoTimeThatIsNotTheDevices) {
  const Buffer a = floats(std::vector<float>(1000, 1));
  const Command command{.kernel = "tanh", .inputs = {a}, .outputs = a};
  const auto explained = [&](const auto& submit) {
    const CommandId id = submit().value();
    EXPECT_TRUE(compute->wait(id));
    return compute->explain(id).value();
  };
  Pipeline pipeline = compute->pipeline();
  ASSERT_TRUE(pipeline.add(command));
  ASSERT_TRUE(pipeline.add(
      {.op = Op::copy_buffer, .inputs = {a}, .outputs = floats(std::vector<float>(1000))}));
  for (const bool traced : {false, true}) {
    if (traced) compute->start_trace();
    const Explanation one = explained([&] { return compute->submit(command); });
    EXPECT_GT(one.total_ms, 0);
    EXPECT_EQ(one.stages.at(0).compute_ms, one.total_ms);
    const Explanation several = explained([&] { return pipeline.submit(); });
    EXPECT_GT(several.total_ms, 0);
    for (const StageExplanation& stage : several.stages)
      EXPECT_EQ(stage.compute_ms + stage.copy_ms > 0, traced) << to_string(several);
    EXPECT_EQ(to_string(several).find("its time is not known") == std::string::npos, traced)
        << to_string(several);
  }
}

// A matrix product of some hundred milliseconds where the driver runs on the CPU.
class GlesLongKernel : public GlesTest {
 protected:
  void SetUp() override {
    GlesTest::SetUp();
    if (!compute) return;
    const Buffer a = compute->buffer_zeros({1280, 1280}, DType::f32).value();
    const Buffer product = compute->buffer_zeros({1280, 1280}, DType::f32).value();
    command = {.kernel = "matmul", .inputs = {a, a}, .outputs = product};
    ASSERT_TRUE(compute->prewarm(command));
    if (!compute->device_info().software) GTEST_SKIP() << "too fast a device for this test";
  }
  Command command;
};

TEST_F(GlesLongKernel, IsNotCompletedBeforeTheDeviceIsDone) {
  using Clock = std::chrono::steady_clock;
  const auto file =
      std::filesystem::temp_directory_path() / ("dala_long_kernel_" + std::to_string(::getpid()));
  compute->start_trace();
  std::promise<CommandState> told;
  CommandId id = 0;
  const auto took = compute->time([&]() -> Result<void> {
    id = compute
             ->submit(command,
                      {.on_complete = [&](CommandId,
                                          const CommandStatus& how) { told.set_value(how.state); }})
             .value();
    EXPECT_EQ(compute->poll(id).state, CommandState::pending);
    const Clock::time_point begin = Clock::now();
    const auto waited = compute->wait(id, std::chrono::milliseconds(10));
    EXPECT_TRUE(!waited && waited.error().code == ErrorCode::timeout);
    const auto short_wait = Clock::now() - begin;
    // It goes on, and so does everybody else meanwhile.
    EXPECT_EQ(compute->poll(id).state, CommandState::pending);
    auto callback = told.get_future();
    EXPECT_EQ(callback.wait_for(std::chrono::seconds(0)), std::future_status::timeout);
    if (auto done = compute->wait(id); !done) return done;
    EXPECT_LT(short_wait, (Clock::now() - begin) / 2);
    EXPECT_EQ(callback.get(), CommandState::completed);
    return {};
  });
  ASSERT_TRUE(took) << took.error().message;
  ASSERT_TRUE(compute->stop_trace(file));
  // Between the two stamps of the device's clock there is a little more than the kernel.
  const double least_ms = 0.9 * std::chrono::duration<double, std::milli>(*took).count();
  EXPECT_GE(compute->explain(id)->total_ms, least_ms);
  std::ifstream in(file);
  const auto events = nlohmann::json::parse(in)["traceEvents"];
  ASSERT_EQ(events.at(0)["name"], "matmul");
  EXPECT_GE(events.at(0)["dur"].get<double>() / 1e3, least_ms);
  std::filesystem::remove(file);
}

// Each ends when it is done, however many are behind it.
TEST_F(GlesLongKernel, EndsBeforeThoseBehindIt) {
  const CommandId first = compute->submit(command).value();
  const CommandId second = compute->submit(command).value();
  ASSERT_TRUE(compute->wait(first));
  EXPECT_EQ(compute->poll(second).state, CommandState::pending);
  ASSERT_TRUE(compute->wait(second));
}

class DeviceTest : public testing::Test {
 protected:
  void SetUp() override {
    auto made = open_device("gles", {.threads = 1}, pool);
    if (!made) GTEST_SKIP() << "no OpenGL ES 3.1 here: " << made.error().message;
    device = *made;
  }
  [[nodiscard]] Result<void> add(Memory& a, Memory& b, Memory& to) {
    const std::array inputs = {TensorRef{&a, DType::f32, {4}}, TensorRef{&b, DType::f32, {4}}};
    const std::array outputs = {TensorRef{&to, DType::f32, {4}}};
    const KernelCall call{"elementwise_add", inputs, outputs, {}};
    auto decision = device->prepare(call);
    if (!decision) return std::unexpected(decision.error());
    if (auto launched = decision->chosen->launch(call); !launched) return launched;
    return device->finish();
  }

  WorkerPool pool{1};
  std::shared_ptr<Device> device;
};

TEST_F(DeviceTest, ComesBackAfterALoss) {
  const std::array<float, 4> ones = {1, 1, 1, 1};
  std::array<float, 4> result{};
  const auto a = device->allocate(16).value();
  const auto b = device->allocate(16).value();
  ASSERT_TRUE(device->write(*a, std::as_bytes(std::span(ones))));
  ASSERT_TRUE(add(*a, *a, *b));
  gles::lose(*device);
  // The first to ask is told, and everything is made anew.
  EXPECT_EQ(device->finish().error().code, ErrorCode::device_lost);
  EXPECT_TRUE(device->finish());
  EXPECT_EQ(device->read(*b, std::as_writable_bytes(std::span(result))).error().code,
            ErrorCode::device_lost);
  EXPECT_EQ(add(*a, *a, *b).error().code, ErrorCode::device_lost);
  // What is written again is good again, and the kernel with it.
  ASSERT_TRUE(device->write(*a, std::as_bytes(std::span(ones))));
  ASSERT_TRUE(add(*a, *a, *b));
  ASSERT_TRUE(device->read(*b, std::as_writable_bytes(std::span(result))));
  EXPECT_EQ(result, (std::array<float, 4>{2, 2, 2, 2}));
}

// Whoever has a fence behind what was lost is told, and nobody after that.
TEST_F(DeviceTest, FencesTellOfALoss) {
  const std::array<float, 4> ones = {1, 1, 1, 1};
  const auto a = device->allocate(16).value();
  const auto b = device->allocate(16).value();
  ASSERT_TRUE(device->write(*a, std::as_bytes(std::span(ones))));
  const auto fences = std::array{device->make_fence().value(), device->make_fence().value()};
  ASSERT_TRUE(device->copy(*a, *b, 16));
  ASSERT_TRUE(fences[0]->mark());
  ASSERT_TRUE(fences[0]->wait());
  EXPECT_TRUE(fences[0]->is_passed());
  gles::lose(*device);
  for (const auto& fence : fences) ASSERT_TRUE(fence->mark());
  for (const auto& fence : fences) EXPECT_EQ(fence->wait().error().code, ErrorCode::device_lost);
  ASSERT_TRUE(fences[0]->mark());
  EXPECT_TRUE(fences[0]->wait());
}

// ES has no f64, so the CPU does it on copies: of what is lost there is none to make.
TEST_F(DeviceTest, TheTwinWritesWhatWasLost) {
  const std::array<double, 2> ones = {1, 1};
  std::array<double, 2> result{};
  const auto a = device->allocate(16).value();
  const auto b = device->allocate(16).value();
  gles::lose(*device);
  EXPECT_EQ(device->finish().error().code, ErrorCode::device_lost);
  ASSERT_TRUE(device->write(*a, std::as_bytes(std::span(ones))));
  const std::array inputs = {TensorRef{a.get(), DType::f64, {2}},
                             TensorRef{a.get(), DType::f64, {2}}};
  const std::array outputs = {TensorRef{b.get(), DType::f64, {2}}};
  const KernelCall call{"elementwise_add", inputs, outputs, {}};
  const auto decision = device->prepare(call);
  ASSERT_TRUE(decision);
  const auto launched = decision->chosen->launch(call);
  ASSERT_TRUE(launched) << launched.error().message;
  ASSERT_TRUE(device->read(*b, std::as_writable_bytes(std::span(result))));
  EXPECT_EQ(result, (std::array<double, 2>{2, 2}));
}

TEST_F(DeviceTest, VerifyAgreesWithTheCpu) {
  ASSERT_EQ(setenv("DALA_VERIFY", "1", 1), 0);
  const auto verified = Compute::create({.device = "gles", .threads = 1});
  unsetenv("DALA_VERIFY");
  ASSERT_TRUE(verified);
  const Buffer a = verified->buffer<float>({1, -2, 3}, {3}).value();
  EXPECT_TRUE(verified->run_kernel("gelu", {a}, a));
}

}  // namespace
}  // namespace dala::backend
