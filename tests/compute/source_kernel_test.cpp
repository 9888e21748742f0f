// Kernels registered by their source: run, replaced, removed, rejected, stopped, kept on disk.
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "compute_fixture.hpp"

namespace dala {
namespace {

constexpr const char* seed_form =
    "fn input: Tensor<f32>, output: Tensor<f32>, params: Map {\n"
    "  let i = ABSOLUTE_POS;\n"
    "  output[i] = input[i] * params.strength;\n"
    "}\n";

class SourceKernel : public ComputeTest {
 protected:
  static KernelSource seed_source(const char* text = seed_form) {
    return {.text = text, .params = {{.name = "strength", .type = ParamType::number}}};
  }
  std::vector<float> run(const Compute& on, const Params& params = {{"strength", 0.5}}) {
    const Buffer in = must(on.buffer<float>({1, 2, 3}, {3}));
    const Buffer out = must(on.buffer_zeros({3}, DType::f32));
    must(on.run_kernel("my_filter", in, out, params));
    return values(out);
  }
};

TEST_F(SourceKernel, TheSeedsFilterRunsAndIsReplaced) {
  must(compute.register_kernel("my_filter", seed_source()));
  EXPECT_EQ(run(compute), (std::vector<float>{0.5F, 1, 1.5F}));
  must(compute.replace_kernel("my_filter",
                              seed_source("fn input: Tensor<f32>, output: Tensor<f32>, params: Map "
                                          "{ output[ABSOLUTE_POS] = params.strength; }")));
  EXPECT_EQ(run(compute), (std::vector<float>{0.5F, 0.5F, 0.5F}));
  // Source with mistakes leaves the kernel in use as it is.
  const auto bad = compute.replace_kernel(
      "my_filter", seed_source("fn input: Tensor<f32>, output: Tensor<f32>, params: Map "
                               "{ output[ABSOLUTE_POS] = params.strenght; }"));
  expect_error(bad, ErrorCode::bad_kernel, "strenght");
  EXPECT_EQ(run(compute), (std::vector<float>{0.5F, 0.5F, 0.5F}));
}

TEST_F(SourceKernel, DescribesItself) {
  must(compute.register_kernel(
      "scale_all",
      {.text = "fn scale_all(a: Tensor<f32>, b: &mut Tensor<f32>, by: f32, times: u32, on: bool) {"
               "  b[ABSOLUTE_POS] = if on { a[ABSOLUTE_POS] * by * (times as f32) } else { 0 }; }",
       .params = {{.name = "by", .type = ParamType::number, .fallback = 2.0, .max = 4}},
       .summary = "Scales."}));
  const KernelInfo info = must(compute.kernel("scale_all"));
  EXPECT_EQ(info.summary, "Scales.");
  EXPECT_TRUE(info.in_place);
  ASSERT_EQ(info.params.size(), 3U);
  EXPECT_FALSE(info.params[0].required);
  EXPECT_TRUE(info.params[1].required);
  const Buffer a = floats({1, 2});
  expect_error(compute.run_kernel("scale_all", a, a, {{"by", 5.0}, {"times", 1}, {"on", true}}),
               ErrorCode::param_out_of_range);
  expect_error(compute.run_kernel("scale_all", a, a, {{"times", -1}, {"on", true}}),
               ErrorCode::param_out_of_range);
  expect_error(compute.run_kernel("scale_all", a, a, {{"times", 1}}), ErrorCode::missing_param);
  must(compute.run_kernel("scale_all", a, a, {{"times", 3}, {"on", true}}));
  EXPECT_EQ(values(a), (std::vector<float>{6, 12}));
}

TEST_F(SourceKernel, RegistrationIsChecked) {
  must(compute.register_kernel("my_filter", seed_source()));
  expect_error(compute.register_kernel("my_filter", seed_source()), ErrorCode::already_exists);
  expect_error(compute.replace_kernel("relu", seed_source()), ErrorCode::already_exists,
               "built in");
  expect_error(compute.remove_kernel("relu"), ErrorCode::invalid_argument, "built in");
  expect_error(compute.register_kernel("Bad Name", seed_source()), ErrorCode::invalid_argument);
  EXPECT_EQ(must(compute.kernel_text("my_filter")), seed_form);
  expect_error(compute.kernel_text("relu"), ErrorCode::invalid_argument);
  must(compute.remove_kernel("my_filter"));
  expect_error(compute.remove_kernel("my_filter"), ErrorCode::unknown_kernel);
  const auto unknown = compute.register_kernel(
      "k", {.text = "fn k(o: &mut Tensor<f32>) { o[0] = 1.0; }", .params = {{.name = "p"}}});
  expect_error(unknown, ErrorCode::unknown_param, "\"p\"");
}

TEST_F(SourceKernel, MistakesAreShownInTheirPlaces) {
  const auto bad = compute.register_kernel(
      "k", {.text = "fn k(o: &mut Tensor<f32>) {\n  o[0] = 1;\n  o[1] = true;\n  x = 1;\n}",
            .file = "k.dk"});
  expect_error(bad, ErrorCode::bad_kernel, "k.dk:3:10");
  expect_error(bad, ErrorCode::bad_kernel, "k.dk:4:3");
}

TEST_F(SourceKernel, CallsAreChecked) {
  must(compute.register_kernel("k", {.text = "fn k(a: Tensor<f32>, o: &mut Tensor<f32>) {"
                                             "  o[0, 0] = a[1]; }"}));
  expect_error(compute.run_kernel("k", zeros(3), zeros(3)), ErrorCode::shape_mismatch, "2 indices");
  const Buffer square = must(compute.buffer_zeros({2, 2}, DType::f32));
  expect_error(compute.run_kernel("k", must(compute.buffer_zeros({2}, DType::s32)), square),
               ErrorCode::wrong_dtype);
  expect_error(compute.run_kernel("k", square, square), ErrorCode::aliasing);
  must(compute.run_kernel("k", zeros(2), square));
}

TEST_F(SourceKernel, WhatIsInFlightKeepsTheOldKernel) {
  must(compute.register_kernel("my_filter", seed_source()));
  const Buffer held = floats({2});
  const Buffer out = zeros(1);
  must(compute.submit({.kernel = "waits", .inputs = {held}, .outputs = held}));
  const CommandId id = must(compute.submit(
      {.kernel = "my_filter", .inputs = {held}, .outputs = out, .params = {{"strength", 10.0}}}));
  must(compute.remove_kernel("my_filter"));
  gate = true;
  must(compute.wait(id));
  EXPECT_EQ(values(out), (std::vector<float>{20}));
}

TEST_F(SourceKernel, AnEndlessKernelIsStopped) {
  using namespace std::chrono_literals;
  const Compute brief = Compute::create({.threads = 2, .kernel_time_limit = 20ms}).value();
  must(brief.register_kernel("hangs", {.text = "fn hangs(o: &mut Tensor<f32>) { loop { } }"}));
  const Buffer out = must(brief.buffer_zeros({1000}, DType::f32));
  expect_error(brief.run_kernel("hangs", {}, out), ErrorCode::kernel_failed, "stopped");
  const Buffer other = must(brief.buffer_zeros({4}, DType::f32));
  must(brief.run_kernel("relu", other, other));
}

TEST_F(SourceKernel, RunsInAPipeline) {
  must(compute.register_kernel("my_filter", seed_source()));
  const Buffer in = floats({1, 2, 3});
  const Buffer out = zeros(3);
  Pipeline pipeline = compute.pipeline();
  const Buffer between = must(pipeline.transient({3}, DType::f32));
  must(pipeline.add(
      {.kernel = "my_filter", .inputs = {in}, .outputs = between, .params = {{"strength", 2.0}}}));
  must(pipeline.add({.kernel = "my_filter",
                     .inputs = {between},
                     .outputs = out,
                     .params = {{"strength", -1.0}}}));
  must(pipeline.run());
  EXPECT_EQ(values(out), (std::vector<float>{-2, -4, -6}));
}

// --- the cache on disk ---

class KernelCache : public SourceKernel {
 protected:
  KernelCache()
      : folder(std::filesystem::temp_directory_path() /
               ("dala-cache-test-" + std::to_string(getpid()))) {
    std::filesystem::remove_all(folder);
  }
  ~KernelCache() override { std::filesystem::remove_all(folder); }

  // Where the code came from, and that it is right.
  std::string origin() {
    const Compute fresh = Compute::create({.threads = 1, .cache_folder = folder}).value();
    must(fresh.register_kernel("my_filter", seed_source()));
    EXPECT_EQ(run(fresh), (std::vector<float>{0.5F, 1, 1.5F}));
    const Buffer in = must(fresh.buffer_zeros({3}, DType::f32));
    const Buffer out = must(fresh.buffer_zeros({3}, DType::f32));
    const Explanation explained = must(fresh.explain(Command{
        .kernel = "my_filter", .inputs = {in}, .outputs = out, .params = {{"strength", 1.0}}}));
    const StageExplanation& stage = explained.stages.at(0);
    if (stage.implementation == "interpreter") return "interpreter";
    why = stage.why;
    return stage.why.find("from the cache") != std::string::npos ? "cache" : "compiled";
  }
  std::filesystem::path only_file() {
    std::filesystem::path found;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.path().extension() == ".dalacode") found = entry.path();
    return found;
  }

  std::filesystem::path folder;
  std::string why;  // the last code is as it is
};

TEST_F(KernelCache, AFolderThatOthersCanWriteToIsNotUsedAndExplainSaysSo) {
  if (origin() == "interpreter") GTEST_SKIP() << "skipped: this build has no JIT";
  std::filesystem::permissions(folder, std::filesystem::perms::all);
  EXPECT_EQ(origin(), "compiled");
  EXPECT_EQ(origin(), "compiled");
  EXPECT_NE(why.find("is not used: others can write to " + folder.string()), std::string::npos)
      << why;
}

TEST_F(KernelCache, TheSecondTimeNothingIsCompiled) {
  if (origin() == "interpreter") GTEST_SKIP() << "skipped: this build has no JIT";
  EXPECT_EQ(origin(), "cache");
}

TEST_F(KernelCache, DamageIsHarmless) {
  if (origin() == "interpreter") GTEST_SKIP() << "skipped: this build has no JIT";
  const auto size = std::filesystem::file_size(only_file());
  // Every byte that matters, cut off and turned over.
  for (const std::uintmax_t at : {std::uintmax_t{0}, std::uintmax_t{9}, size / 2, size - 1}) {
    {
      std::fstream file(only_file(), std::ios::in | std::ios::out | std::ios::binary);
      file.seekg(static_cast<std::streamoff>(at));
      const auto old = static_cast<char>(file.get());
      file.seekp(static_cast<std::streamoff>(at));
      file.put(static_cast<char>(old ^ 0x55));
    }
    EXPECT_EQ(origin(), "compiled") << at;
    EXPECT_EQ(origin(), "cache") << at;
    std::filesystem::resize_file(only_file(), at);
    EXPECT_EQ(origin(), "compiled") << at;
  }
}

TEST_F(KernelCache, AFolderThatCannotBeUsedIsHarmless) {
  if (origin() == "interpreter") GTEST_SKIP() << "skipped: this build has no JIT";
  std::filesystem::remove_all(folder);
  std::ofstream(folder) << "a file where the folder should be";
  EXPECT_EQ(origin(), "compiled");
  folder /= "below_a_file";
  EXPECT_EQ(origin(), "compiled");
  folder = folder.parent_path();
}

}  // namespace
}  // namespace dala
