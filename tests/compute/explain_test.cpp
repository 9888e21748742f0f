// What explain and traces say.
#include <filesystem>
#include <fstream>

#include <nlohmann/json.hpp>

#include "compute_fixture.hpp"

namespace dala {
namespace {

class ExplainTest : public ComputeTest {};

TEST_F(ExplainTest, SaysWhichImplementationRanAndWhyOthersDidNot) {
  const Buffer m = must(compute.buffer<double>({1, 2, 3, 4}, {2, 2}));
  const Buffer out = must(compute.buffer_zeros({2, 2}, DType::f64));
  const Command command{.kernel = "matmul", .inputs = {m, m}, .outputs = out};
  const Explanation before = must(compute.explain(command));
  EXPECT_FALSE(before.ran);
  EXPECT_EQ(must(out.read<double>()), (std::vector<double>(4)));  // nothing ran

  const CommandId id = must(compute.submit(command));
  must(compute.wait(id));
  const Explanation after = must(compute.explain(id));
  ASSERT_EQ(after.stages.size(), 1U);
  const StageExplanation& stage = after.stages[0];
  EXPECT_TRUE(after.ran);
  EXPECT_EQ(stage.op, "run_kernel");
  EXPECT_EQ(stage.kernel, "matmul");
  EXPECT_EQ(stage.device, "cpu");
  EXPECT_EQ(stage.implementation, before.stages[0].implementation);
  EXPECT_FALSE(stage.why.empty());
  for (const Rejection& rejection : stage.rejections) EXPECT_FALSE(rejection.reason.empty());
  EXPECT_EQ(stage.bytes_read, 64U);
  EXPECT_EQ(stage.bytes_written, 32U);
  EXPECT_GT(stage.compute_ms, 0);
  EXPECT_GE(after.total_ms, stage.compute_ms);
  EXPECT_NE(to_string(after).find("matmul on cpu by " + stage.implementation), std::string::npos);
}

TEST_F(ExplainTest, PipelinesShowEveryStage) {
  const Buffer a = floats({1, 2});
  const Buffer b = zeros(2);
  const Pipeline pipeline = compute.pipeline();
  must(pipeline.add({.kernel = "relu", .inputs = {a}, .outputs = b}));
  must(pipeline.add({.op = Op::copy_buffer, .inputs = {b}, .outputs = a}));
  EXPECT_FALSE(must(pipeline.explain()).ran);
  const CommandId id = must(pipeline.submit());
  must(compute.wait(id));
  const Explanation explanation = must(compute.explain(id));
  ASSERT_EQ(explanation.stages.size(), 2U);
  EXPECT_GT(explanation.stages[0].compute_ms, 0);
  EXPECT_EQ(explanation.stages[1].op, "copy_buffer");
  EXPECT_GT(explanation.stages[1].copy_ms, 0);
  EXPECT_EQ(explanation.stages[1].bytes_moved, 8U);
}

TEST_F(ExplainTest, OnlyRecentCommandsAreKept) {
  const CommandId first = must(compute.submit({.op = Op::barrier}));
  for (int i = 0; i < 1100; ++i) must(compute.submit({.op = Op::barrier}));
  must(compute.wait_all());
  expect_error(compute.explain(first), ErrorCode::expired_command, "last 1024");
}

TEST_F(ExplainTest, TracesAreChromeTraceFiles) {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("dala_trace_" + std::to_string(::getpid()));
  expect_error(compute.stop_trace(file), ErrorCode::invalid_argument, "no trace");
  compute.start_trace();
  const Buffer a = floats({1, 2});
  const Stream stream = must(compute.stream());
  must(compute.submit({.kernel = "relu", .inputs = {a}, .outputs = a}, {.stream = stream}));
  must(compute.submit({.kernel = "fails", .inputs = {a}, .outputs = zeros(2)}));
  const Pipeline pipeline = compute.pipeline();
  must(pipeline.add({.kernel = "sigmoid", .inputs = {a}, .outputs = a}));
  must(pipeline.run());
  must(compute.wait_all());
  must(compute.stop_trace(file));
  std::ifstream in(file);
  const auto events = nlohmann::json::parse(in)["traceEvents"];
  std::map<std::string, nlohmann::json> by_name;
  for (const auto& event : events) by_name[event["name"]] = event;
  EXPECT_EQ(by_name["relu"]["ph"], "X");
  EXPECT_EQ(by_name["fails"]["args"]["error"], "it fails on purpose");
  EXPECT_TRUE(by_name.contains("sigmoid"));
  EXPECT_TRUE(by_name.contains("pipeline"));
  EXPECT_GE(by_name["relu"]["dur"].get<double>(), 0);
  std::filesystem::remove(file);
  compute.start_trace();
  expect_error(compute.stop_trace("/nonexistent/folder/trace.json"), ErrorCode::io, "trace.json");
}

}  // namespace
}  // namespace dala
