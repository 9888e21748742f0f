// The CUDA backend without a GPU: what it says when the driver is not there, has no device, is
// busy, runs out of memory or loses its context, through a driver of the tests' own; and every
// kernel that it could be given, compiled by NVRTC where that is installed.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include <dala/compute.hpp>

#include "backend/cuda/cuda_device.hpp"
#include "backend/cuda/driver/compile.hpp"
#include "backend/meaning.hpp"
#include "backend/portable/portable.hpp"
#include "backend/registry/registry.hpp"
#include "core/threads/worker_pool.hpp"
#include "cuda_fake.hpp"
#include "kernel/builtin_texts.hpp"
#include "kernel/compile.hpp"
#include "kernel/emit/emit.hpp"
#include "support/printed.hpp"

namespace dala::backend::cuda {
namespace {

class CudaFaults : public testing::Test {
 protected:
  CudaFaults() { FakeDriver::reset(); }

  Result<std::shared_ptr<Device>> open(const DeviceOptions& options = {.threads = 1}) {
    return create(fake_library(), options, pool);
  }
  FakeDriver& fake = FakeDriver::get();
  WorkerPool pool{1};
};

struct Sum {
  std::unique_ptr<Memory> memory;
  std::array<TensorRef, 2> inputs;
  std::array<TensorRef, 1> outputs;

  explicit Sum(Device& device) : memory(std::move(*device.allocate(64))) {
    inputs = {TensorRef{memory.get(), DType::f32, {16}}, TensorRef{memory.get(), DType::f32, {16}}};
    outputs = {TensorRef{memory.get(), DType::f32, {16}}};
  }
  [[nodiscard]] KernelCall call() const { return {"elementwise_add", inputs, outputs, {}}; }
};

TEST_F(CudaFaults, BadLibraryPathsAreNamed) {
  const auto none = load({.driver = {"libdala_no_such_driver.so", "libdala_nor_this.so"}});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::unsupported);
  EXPECT_NE(none.error().message.find("libdala_no_such_driver.so"), std::string::npos);
  // A library that is no driver.
  const auto wrong = load({.driver = {"libdl.so.2", "libdl.so.2"}});
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("cuInit"), std::string::npos) << wrong.error().message;
}

TEST_F(CudaFaults, NoDeviceIsUnsupported) {
  fake.failing["cuInit"] = status::no_device;
  const auto opened = open();
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, ErrorCode::unsupported);
  EXPECT_NE(opened.error().message.find("the CUDA driver cannot be used"), std::string::npos);
}

TEST_F(CudaFaults, ABusyDeviceSaysSo) {
  fake.failing["cuCtxCreate_v2"] = status::device_unavailable;
  const auto opened = open();
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, ErrorCode::device_lost);
  EXPECT_NE(opened.error().message.find("making a CUDA context failed on Fake GPU"),
            std::string::npos)
      << opened.error().message;
  EXPECT_EQ(fake.contexts_alive, 0);
}

TEST_F(CudaFaults, EveryStepOfOpeningCanFail) {
  for (const char* step : {"cuInit", "cuDeviceGetCount", "cuDeviceGet", "cuDeviceTotalMem_v2",
                           "cuDeviceGetAttribute", "cuCtxCreate_v2", "cuStreamCreate",
                           "cuMemPoolCreate", "cuMemPoolSetAttribute", "cuMemGetInfo_v2"}) {
    FakeDriver::reset();
    fake.failing[step] = 999;
    EXPECT_FALSE(open()) << step;
    EXPECT_EQ(fake.contexts_alive, 0) << step;
  }
}

TEST_F(CudaFaults, OutOfMemoryHasNumbers) {
  fake.memory_limit = 1000;
  const auto device = open().value();
  const auto memory = device->allocate(4096);
  ASSERT_FALSE(memory);
  EXPECT_EQ(memory.error().code, ErrorCode::out_of_memory);
  EXPECT_NE(memory.error().message.find("4096"), std::string::npos) << memory.error().message;
  EXPECT_NE(memory.error().message.find("1073741824"), std::string::npos);
  EXPECT_EQ(fake.calls["cuMemPoolTrimTo"], 1) << "what the pool keeps is given back first";
  EXPECT_EQ(device->memory_in_use(), 0U);
  EXPECT_TRUE(device->allocate(512)) << "smaller ones still fit";
}

TEST_F(CudaFaults, TheBudgetComesBeforeTheDriver) {
  const auto device = open({.threads = 1, .memory_limit = 100}).value();
  const auto memory = device->allocate(101);
  ASSERT_FALSE(memory);
  EXPECT_EQ(memory.error().code, ErrorCode::out_of_memory);
  EXPECT_EQ(fake.memory_blocks, 0U);
}

TEST_F(CudaFaults, BytesComeBackAsTheyWereAcrossPieces) {
  const auto device = open().value();
  std::vector<std::byte> bytes((std::size_t{9} << 20U) + 3);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 7 + i / 256);
  const auto memory = device->allocate(bytes.size()).value();
  std::vector<std::byte> read(bytes.size());
  ASSERT_TRUE(device->read(*memory, read));
  EXPECT_EQ(read, std::vector<std::byte>(bytes.size())) << "memory is zeroed";
  ASSERT_TRUE(device->write(*memory, bytes));
  ASSERT_TRUE(device->read(*memory, read));
  EXPECT_EQ(read, bytes);
}

TEST_F(CudaFaults, AllMemoryIsGivenBack) {
  {
    const auto device = open().value();
    const auto memory = device->allocate(100).value();
    ASSERT_TRUE(device->write(*memory, std::vector<std::byte>(100)));
    EXPECT_EQ(fake.memory_blocks, 1U);
  }
  EXPECT_EQ(fake.memory_blocks, 0U);
  EXPECT_EQ(fake.contexts_alive, 0);
}

TEST_F(CudaFaults, ALaunchThatFailsIsAnErrorAndTheNextWorks) {
  const auto device = open().value();
  const Sum sum(*device);
  const Decision decision = device->prepare(sum.call()).value();
  ASSERT_TRUE(decision.chosen->launch(sum.call()));
  fake.failing["cuLaunchKernel"] = 1;
  const auto failed = decision.chosen->launch(sum.call());
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::internal);
  EXPECT_NE(failed.error().message.find("CUDA_ERROR_FAKE"), std::string::npos);
  fake.failing.clear();
  EXPECT_TRUE(decision.chosen->launch(sum.call()));
  EXPECT_EQ(fake.contexts_made, 1);
}

TEST_F(CudaFaults, APoisonedContextIsRebuilt) {
  const auto device = open().value();
  Sum sum(*device);
  const auto untouched = device->allocate(64).value();
  const Decision decision = device->prepare(sum.call()).value();
  fake.poisoned = true;
  const auto lost = device->finish();
  ASSERT_FALSE(lost);
  EXPECT_EQ(lost.error().code, ErrorCode::device_lost);
  EXPECT_NE(lost.error().message.find("CUDA_ERROR_ILLEGAL_ADDRESS"), std::string::npos);
  // A new context takes over; what was in the old one is gone and says so.
  EXPECT_TRUE(device->finish());
  EXPECT_EQ(fake.contexts_made, 2);
  EXPECT_EQ(fake.contexts_alive, 1);
  std::vector<std::byte> bytes(64);
  const auto gone = device->read(*sum.memory, bytes);
  ASSERT_FALSE(gone);
  EXPECT_EQ(gone.error().code, ErrorCode::device_lost);
  EXPECT_FALSE(decision.chosen->launch(sum.call())) << "its input is gone";
  // Written anew, all of it works: memory, kernels, transfers.
  ASSERT_TRUE(device->write(*sum.memory, bytes));
  EXPECT_TRUE(decision.chosen->launch(sum.call()));
  EXPECT_TRUE(device->read(*sum.memory, bytes));
  EXPECT_EQ(fake.calls["cuModuleLoadData"], 2);
}

TEST_F(CudaFaults, ADeviceThatStaysAwayIsAnErrorEveryTime) {
  const auto device = open().value();
  fake.poisoned = true;
  EXPECT_FALSE(device->finish());
  fake.failing["cuCtxCreate_v2"] = status::device_unavailable;
  for (int i = 0; i < 3; ++i) {
    const auto still = device->finish();
    ASSERT_FALSE(still);
    EXPECT_EQ(still.error().code, ErrorCode::device_lost);
  }
  fake.failing.clear();
  EXPECT_TRUE(device->finish());
}

TEST_F(CudaFaults, AFenceIsAnEventThatIsUsedAgain) {
  const auto device = open().value();
  {
    const auto fence = device->make_fence().value();
    fake.failing["cuEventQuery"] = status::not_ready;
    for (int i = 0; i < 3; ++i) {
      ASSERT_TRUE(fence->mark());
      EXPECT_FALSE(fence->is_passed());
      EXPECT_TRUE(fence->wait());
      EXPECT_EQ(fake.calls["cuEventSynchronize"], i + 1);
    }
    fake.failing.clear();
    ASSERT_TRUE(fence->mark());
    EXPECT_TRUE(fence->is_passed());
    EXPECT_TRUE(fence->wait());
    EXPECT_EQ(fake.calls["cuEventSynchronize"], 3) << "it had passed";
    EXPECT_EQ(fake.calls["cuEventCreate"], 1);
    EXPECT_EQ(fake.calls["cuEventRecord"], 4);
  }
  EXPECT_EQ(fake.calls["cuEventDestroy_v2"], 1);
}

TEST_F(CudaFaults, FencesTellOfALostContext) {
  const auto device = open().value();
  const std::array fences = {device->make_fence().value(), device->make_fence().value()};
  for (const auto& fence : fences) ASSERT_TRUE(fence->mark());
  fake.poisoned = true;
  const auto lost = fences[0]->wait();
  ASSERT_FALSE(lost);
  EXPECT_EQ(lost.error().code, ErrorCode::device_lost);
  EXPECT_NE(lost.error().message.find("CUDA_ERROR_ILLEGAL_ADDRESS"), std::string::npos);
  // By now there is a new context, which knows nothing of the old one's events.
  EXPECT_TRUE(fences[1]->is_passed());
  EXPECT_EQ(fences[1]->wait().error().code, ErrorCode::device_lost);
  ASSERT_TRUE(fences[1]->mark());
  EXPECT_TRUE(fences[1]->wait());
  EXPECT_EQ(fake.calls["cuEventCreate"], 3);
}

TEST_F(CudaFaults, ACaptureIsOneLaunchAndOutlivesItsContext) {
  const auto device = open().value();
  Sum sum(*device);
  const Decision decision = device->prepare(sum.call()).value();
  const std::array<CapturedLaunch, 2> launches = {CapturedLaunch{decision.chosen, sum.call()},
                                                  CapturedLaunch{decision.chosen, sum.call()}};
  const auto capture = device->capture(launches).value();
  ASSERT_NE(capture, nullptr);
  const int launched = fake.calls["cuLaunchKernel"];
  ASSERT_TRUE(capture->replay());
  EXPECT_EQ(fake.calls["cuLaunchKernel"], launched);
  EXPECT_EQ(fake.calls["cuGraphLaunch"], 1);
  fake.poisoned = true;
  EXPECT_FALSE(capture->replay());
  std::vector<std::byte> bytes(64);
  ASSERT_TRUE(device->write(*sum.memory, bytes));
  EXPECT_TRUE(capture->replay()) << "captured again in the new context";
  EXPECT_EQ(fake.calls["cuGraphInstantiateWithFlags"], 2);
}

TEST_F(CudaFaults, AFailedCaptureLeavesTheDeviceUsable) {
  const auto device = open().value();
  const Sum sum(*device);
  const Decision decision = device->prepare(sum.call()).value();
  const std::array<CapturedLaunch, 1> launches = {CapturedLaunch{decision.chosen, sum.call()}};
  for (const char* step : {"cuStreamBeginCapture_v2", "cuLaunchKernel", "cuStreamEndCapture",
                           "cuGraphInstantiateWithFlags"}) {
    fake.failing[step] = 1;
    EXPECT_FALSE(device->capture(launches)) << step;
    fake.failing.clear();
    EXPECT_TRUE(decision.chosen->launch(sum.call())) << step;
  }
}

TEST_F(CudaFaults, BadTextShowsWhatTheCompilerSays) {
  const auto device = open().value();
  const Sum sum(*device);
  fake.failing["nvrtcCompileProgram"] = 6;
  const auto decision = device->prepare(sum.call());
  ASSERT_FALSE(decision);
  EXPECT_EQ(decision.error().code, ErrorCode::compile_failed);
  EXPECT_NE(decision.error().message.find("bad text"), std::string::npos);
}

// Variants in CUDA C++ are compiled on first use, as all other kernels are, and once.
TEST_F(CudaFaults, NativeKernelsAreCompiledWhenTheyAreFirstPrepared) {
  const auto device = open().value();
  const auto module =
      kernel::compile(
          kernel::Source("one", "fn one(o: &mut Tensor<f32>) { o[ABSOLUTE_POS] = 1.0; }"), {})
          .module;
  ASSERT_NE(module, nullptr);
  const NativeKernel native{.source = "text", .entry = "one", .threads = 32};
  const auto program = device->compile_variant(meaning_of(module), {"one", native}).value();
  EXPECT_EQ(fake.calls["nvrtcCompileProgram"], 0);
  const auto memory = device->allocate(64).value();
  const std::array outputs = {TensorRef{memory.get(), DType::f32, {16}}};
  const KernelCall call{"one", {}, outputs, {}};
  fake.failing["nvrtcCompileProgram"] = 6;
  EXPECT_EQ(program->prepare(call).error().code, ErrorCode::compile_failed);
  fake.failing.clear();
  for (int i = 0; i < 2; ++i) {
    const auto decision = program->prepare(call);
    ASSERT_TRUE(decision) << decision.error().message;
    EXPECT_TRUE(decision->chosen->launch(call));
  }
  EXPECT_EQ(fake.calls["nvrtcCompileProgram"], 2);
  EXPECT_EQ(fake.calls["cuLaunchKernel"], 2);
}

// The buffer is the last of the tensors. What the kernel puts there is shown when the launch
// returns, and the next one finds zeros again.
TEST_F(CudaFaults, WhatAKernelPrintsIsReadAfterEachLaunch) {
  const auto device = open().value();
  const auto module =
      kernel::compile(
          kernel::Source("one", "fn one(o: &mut Tensor<f32>) { print(\"{} here\", o[0] as u32); }"),
          {})
          .module;
  ASSERT_NE(module, nullptr);
  const auto program = device->compile(module).value();
  const auto memory = device->allocate(64).value();
  const std::array outputs = {TensorRef{memory.get(), DType::f32, {16}}};
  const KernelCall call{"one", {}, outputs, {}};
  const Decision decision = program->prepare(call).value();
  EXPECT_TRUE(decision.waits) << "or it would be recorded";
  unsigned found = 0;
  fake.on_launch = [&](void** arguments) {
    auto* words = reinterpret_cast<std::uint32_t*>(*static_cast<Pointer*>(arguments[1]));
    for (std::size_t i = 0; i < 9; ++i) found += words[i];
    const std::array<std::uint32_t, 7> two_lines = {2, 1, 9, 40, 1, 3, 20};
    std::ranges::copy(two_lines, words);
  };
  dala::test::Printed printed;
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(decision.chosen->launch(call));
    EXPECT_EQ(printed.take(), "one: 20 here\none: 40 here\n");
  }
  EXPECT_EQ(found, 0U);
  // Nothing is read but the first word where nothing was printed.
  fake.on_launch = nullptr;
  fake.calls.clear();
  ASSERT_TRUE(decision.chosen->launch(call));
  EXPECT_EQ(printed.take(), "");
  EXPECT_EQ(fake.calls["cuMemcpyDtoHAsync_v2"], 1);
  EXPECT_EQ(fake.calls["cuMemcpyHtoDAsync_v2"], 0);
  // After an error no buffer is used again.
  fake.failing["cuLaunchKernel"] = 1;
  EXPECT_FALSE(decision.chosen->launch(call));
  fake.failing.clear();
  EXPECT_TRUE(decision.chosen->launch(call));
}

// What is compiled once is found again by the next program; what cannot be read is compiled again.
TEST_F(CudaFaults, MachineCodeIsKeptOnDisk) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("dala_cuda_" + std::to_string(::getpid()));
  const auto compiled = [&] {
    FakeDriver::reset();
    const auto device = open({.threads = 1, .cache_folder = folder}).value();
    const Sum sum(*device);
    EXPECT_TRUE(device->prepare(sum.call()));
    EXPECT_GE(fake.calls["cuModuleLoadData"], 1);
    return fake.calls["nvrtcCompileProgram"];
  };
  EXPECT_EQ(compiled(), 1);
  EXPECT_EQ(compiled(), 0);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) std::filesystem::resize_file(entry.path(), 3);
  EXPECT_EQ(compiled(), 1);
  EXPECT_EQ(compiled(), 0);
  std::filesystem::remove_all(folder);
}

TEST_F(CudaFaults, TimeIsTheDevicesOwn) {
  const auto device = open().value();
  EXPECT_EQ(device->time([] { return Result<void>{}; }).value(), std::chrono::milliseconds(1));
  const auto failed = device->time(
      []() -> Result<void> { return std::unexpected(Error{ErrorCode::internal, "x"}); });
  EXPECT_FALSE(failed);
}

// A kernel made of text takes blocks of any size: the smallest that fills the device.
TEST_F(CudaFaults, LaunchShapesFollowOccupancy) {
  const auto module = compile_portable({.name = "relu", .t = DType::f32, .u = DType::f32}).value();
  const auto units_with = [&](const std::map<int, int>& fitting) {
    FakeDriver::reset();
    fake.fitting = fitting;
    const auto device = open().value();
    const auto memory = device->allocate(4096 * 4).value();
    const auto program = device->compile(module).value();
    const std::array<TensorRef, 1> tensors = {TensorRef{memory.get(), DType::f32, {4096}}};
    const std::array<ParamValue, 1> slope = {0.0};
    const KernelCall call{"relu", tensors, tensors, slope};
    EXPECT_TRUE(program->prepare(call).value().chosen->launch(call));
    const int asked = fake.calls["cuOccupancyMaxActiveBlocksPerMultiprocessor"];
    EXPECT_TRUE(program->prepare(call).value().chosen->launch(call));
    EXPECT_EQ(fake.calls["cuOccupancyMaxActiveBlocksPerMultiprocessor"], asked) << "asked once";
    EXPECT_EQ(fake.launched[0] * fake.launched[1], 4096U);
    return fake.launched[1];
  };
  EXPECT_EQ(units_with({{128, 16}, {256, 8}, {512, 4}, {1024, 2}}), 128U);
  EXPECT_EQ(units_with({{128, 8}, {256, 8}, {512, 4}, {1024, 2}}), 256U);
  EXPECT_EQ(units_with({{128, 9}, {256, 4}, {512, 2}, {1024, 0}}), 128U);
}

TEST_F(CudaFaults, ATextureIsFilledOnTheDevice) {
  const auto device = open().value();
  std::vector<std::byte> pixels(3 * 2 * 4);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<std::byte>(i + 1);
  const auto memory = device->allocate(pixels.size()).value();
  ASSERT_TRUE(device->write(*memory, pixels));
  {
    const auto texture = device->share_texture({7, 3, 2}).value();
    const int read = fake.calls["cuMemcpyDtoHAsync_v2"];
    ASSERT_TRUE(texture->fill(*memory));
    EXPECT_EQ(fake.texture, pixels);
    EXPECT_EQ(fake.calls["cuMemcpyDtoHAsync_v2"], read) << "nothing passes through the host";
    EXPECT_EQ(fake.calls["cuGraphicsMapResources"], fake.calls["cuGraphicsUnmapResources"]);
  }
  EXPECT_EQ(fake.calls["cuGraphicsUnregisterResource"], 1);
}

TEST_F(CudaFaults, ATextureThatIsNotSharedIsAnErrorAndCostsNothingElse) {
  const auto device = open().value();
  const auto memory = device->allocate(24).value();
  fake.failing["cuGraphicsGLRegisterImage"] = 999;  // as without a context of OpenGL
  const auto none = device->share_texture({7, 3, 2});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::unsupported);
  EXPECT_NE(none.error().message.find("CUDA_ERROR_FAKE"), std::string::npos);
  fake.failing.clear();
  const auto texture = device->share_texture({7, 3, 2}).value();
  for (const char* step : {"cuGraphicsMapResources", "cuGraphicsSubResourceGetMappedArray",
                           "cuMemcpy2DAsync_v2", "cuGraphicsUnmapResources"}) {
    fake.failing[step] = 1;
    EXPECT_FALSE(texture->fill(*memory)) << step;
    fake.failing.clear();
    EXPECT_TRUE(texture->fill(*memory)) << step;
  }
  EXPECT_EQ(fake.contexts_made, 1);
  // A driver without these functions has all others.
  auto older = std::make_shared<Library>(*fake_library());
  older->graphics = std::unexpected(Error{ErrorCode::unsupported, "it lacks cuGraphicsGL"});
  const auto without = create(older, {.threads = 1}, pool).value();
  EXPECT_EQ(without->share_texture({7, 3, 2}).error().message, "it lacks cuGraphicsGL");
}

TEST_F(CudaFaults, ATextureOfALostContextSaysSo) {
  const auto device = open().value();
  const auto memory = device->allocate(24).value();
  const auto texture = device->share_texture({7, 3, 2}).value();
  fake.poisoned = true;
  EXPECT_FALSE(device->finish());
  ASSERT_TRUE(device->write(*memory, std::vector<std::byte>(24)));
  const auto lost = texture->fill(*memory);
  ASSERT_FALSE(lost);
  EXPECT_EQ(lost.error().code, ErrorCode::device_lost);
}

class CudaTexts : public testing::Test {
 protected:
  void SetUp() override {
    auto loaded = load_compiler({});
    if (!loaded) GTEST_SKIP() << "skipped: no NVRTC here: " << loaded.error().message;
    compiler = *loaded;
  }
  void expect_compiles(const std::string& text, Rounding rounding, const std::string& what) {
    const auto code = compile_source(compiler, text, 90, rounding, kernel::DiskCache({}));
    ASSERT_TRUE(code) << what << ": " << code.error().message;
    EXPECT_GT(code->image.size(), 1000U) << what;
  }
  Compiler compiler;
};

// As many types as keep the time short: all for a few texts, f32 for the rest.
TEST_F(CudaTexts, BuiltInKernelsCompile) {
  std::size_t count = 0;
  for (const std::string_view name : kernel::builtin_text_names()) {
    if (name.ends_with(".cu")) continue;
    for (const DType dtype : all_dtypes) {
      const bool wanted = dtype == DType::f32 || name == "portable/cast" || name == "relu";
      if (!wanted) continue;
      const PortableSource text{
          .name = name,
          .before = name == "portable/broadcast" ? "fn combine(x: T, y: T) -> T { x * y }\n" : "",
          .t = dtype,
          .u = dtype};
      const auto module = compile_portable(text);
      if (!module) continue;  // makes no sense for this type
      const auto emitted = kernel::emit(**module, kernel::Language::cuda);
      ASSERT_TRUE(emitted) << name;
      expect_compiles(*emitted, Rounding::as_written, std::string(name));
      ++count;
    }
  }
  EXPECT_GE(count, 15U);
}

TEST_F(CudaTexts, HandWrittenSumsCompileForAllTypes) {
  // An element, and what it is computed in.
  constexpr std::array<std::pair<const char*, const char*>, 6> types = {
      {{"float", "float"},
       {"double", "double"},
       {"unsigned", "unsigned"},
       {"unsigned char", "unsigned"},
       {"unsigned short", "unsigned"},
       {"unsigned long long", "unsigned long long"}}};
  for (const auto& [type, wide] : types)
    expect_compiles(std::string("typedef ") + type + " T;\ntypedef " + wide +
                        " W;\n#define OP +\n#define THREADS 1024\n" +
                        std::string(kernel::builtin_text("backend/cuda/elementwise.cu")),
                    Rounding::as_written, type);
}

TEST_F(CudaTexts, MistakesAreReported) {
  const auto code =
      compile_source(compiler, "this is no C++", 90, Rounding::fused, kernel::DiskCache({}));
  ASSERT_FALSE(code);
  EXPECT_EQ(code.error().code, ErrorCode::compile_failed);
  EXPECT_NE(code.error().message.find("kernel.cu"), std::string::npos);
}

TEST_F(CudaTexts, NewerDevicesThanTheCompilerGetPtx) {
  const auto code = compile_source(compiler, "extern \"C\" __global__ void f() {}", 999,
                                   Rounding::fused, kernel::DiskCache({}));
  ASSERT_TRUE(code) << code.error().message;
  const std::string text(reinterpret_cast<const char*>(code->image.data()), code->image.size());
  EXPECT_NE(text.find(".entry f"), std::string::npos);
}

}  // namespace
}  // namespace dala::backend::cuda
