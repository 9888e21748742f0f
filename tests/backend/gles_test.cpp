// What only a device of its own memory has: loss, budgets, the twin, verification, parts.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include <dala/compute.hpp>

#include "backend/gles/gles_device.hpp"
#include "backend/registry.hpp"
#include "core/worker_pool.hpp"

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
  ASSERT_EQ(stage.refused.size(), 1U);
  EXPECT_NE(stage.refused[0].reason.find("f64"), std::string::npos) << stage.refused[0].reason;
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
