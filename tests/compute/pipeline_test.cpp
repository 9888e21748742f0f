// Pipelines: checked when added, planned once, run many times.
#include "compute/plan/transient_layout.hpp"
#include "compute_fixture.hpp"

namespace dala {
namespace {

class PipelineTest : public ComputeTest {
 protected:
  static Command scale(const Buffer& from, double by, const Buffer& to) {
    return {.kernel = "scalar_mul", .inputs = {from}, .outputs = to, .params = {{"scalar", by}}};
  }
};

TEST_F(PipelineTest, RunsManyTimesOnNewData) {
  const Buffer a = zeros(3);
  const Buffer b = zeros(3);
  const Pipeline pipeline = compute.pipeline();
  must(pipeline.add(scale(a, 3, b)));
  must(pipeline.add({.kernel = "elementwise_add", .inputs = {a, b}, .outputs = b}));
  must(pipeline.plan());
  for (float x = 0; x < 10; ++x) {
    must(a.write<float>(std::vector<float>{x, -x, 1}));
    must(pipeline.run());
    EXPECT_EQ(values(b), (std::vector<float>{4 * x, -4 * x, 4}));
  }
}

TEST_F(PipelineTest, RunsAsynchronouslyAndInOrder) {
  const Buffer a = floats({1});
  const Pipeline doubling = compute.pipeline();
  must(doubling.add(scale(a, 2, a)));
  const Stream streams[] = {must(compute.stream()), must(compute.stream())};
  CommandId last = 0;
  for (int i = 0; i < 20; ++i) last = must(doubling.submit({.stream = streams[i % 2]}));
  must(compute.wait(last));
  EXPECT_EQ(values(a), (std::vector<float>{1048576}));
}

TEST_F(PipelineTest, TransientsLiveOnlyInside) {
  const Buffer a = floats({1, 2});
  const Buffer out = zeros(2);
  const Pipeline pipeline = compute.pipeline();
  const Buffer first = must(pipeline.transient({2}, DType::f32));
  const Buffer second = must(pipeline.transient({2}, DType::f32));
  expect_error(pipeline.add(scale(first, 2, out)), ErrorCode::transient_buffer,
               "no earlier stage writes");
  must(pipeline.add(scale(a, 2, first)));
  must(pipeline.add(scale(first, 2, second)));
  must(pipeline.add(scale(second, 2, out)));
  must(pipeline.run());
  EXPECT_EQ(values(out), (std::vector<float>{8, 16}));
  expect_error(first.read<float>(), ErrorCode::transient_buffer);
  expect_error(compute.relu(first, out), ErrorCode::transient_buffer);
  expect_error(compute.pipeline().add(scale(first, 2, out)), ErrorCode::transient_buffer,
               "its pipeline");
  expect_error(pipeline.add({.kernel = "transpose", .inputs = {first}, .outputs = first}),
               ErrorCode::aliasing);
}

TEST_F(PipelineTest, TransientMemoryIsSharedAndGivenBack) {
  const Buffer a = zeros(1000);
  const std::uint64_t before = compute.memory_in_use();
  const Pipeline pipeline = compute.pipeline();
  Buffer previous = a;
  for (int i = 0; i < 10; ++i) {
    const Buffer next = must(pipeline.transient({1000}, DType::f32));
    must(pipeline.add(scale(previous, 2, next)));
    previous = next;
  }
  must(pipeline.plan());
  EXPECT_EQ(compute.memory_in_use() - before, 8000U);  // two blocks take turns
  EXPECT_EQ(must(pipeline.explain()).transient_bytes, 8000U);
  pipeline.free();
  EXPECT_EQ(compute.memory_in_use(), before);
  must(pipeline.run());  // plans anew
}

TEST_F(PipelineTest, ChangesAfterPlanningAreSeen) {
  const Buffer a = floats({1});
  const Pipeline pipeline = compute.pipeline();
  must(pipeline.run());  // no stages: nothing to do
  must(pipeline.add(scale(a, 2, a)));
  must(pipeline.run());
  must(pipeline.add(scale(a, 5, a)));
  must(pipeline.run());
  EXPECT_EQ(values(a), (std::vector<float>{20}));
  a.free();
  expect_error(pipeline.run(), ErrorCode::freed_buffer);
}

TEST_F(PipelineTest, ParametersChangeWithoutPlanningAgain) {
  // Small stages stay apart, large ones become one kernel; both must take the change.
  for (const std::int64_t count : {std::int64_t{4}, std::int64_t{1} << 20}) {
    const std::vector<float> ones(static_cast<std::size_t>(count), 1);
    const Buffer a = must(compute.buffer(std::span<const float>(ones), {count}));
    const Buffer b = must(compute.buffer_zeros({count}, DType::f32));
    const Pipeline p = compute.pipeline();
    const Buffer t = must(p.transient({count}, DType::f32));
    must(p.add({.kernel = "scalar_mul", .inputs = {a}, .outputs = t, .params = {{"scalar", 2.0}}}));
    must(p.add({.kernel = "scalar_mul", .inputs = {t}, .outputs = b, .params = {{"scalar", 3.0}}}));
    must(p.run());
    EXPECT_EQ(must(b.read<float>())[0], 6);
    must(p.set_params(0, {{"scalar", 10.0}}));
    EXPECT_TRUE(must(p.explain()).ran) << "the plan was thrown away";
    must(p.run());
    EXPECT_EQ(must(b.read<float>()).back(), 30);
    must(p.set_params(1, {{"scalar", 0.5}}));
    must(p.run());
    EXPECT_EQ(must(b.read<float>()).front(), 5);

    EXPECT_EQ(p.set_params(2, {}).error().code, ErrorCode::invalid_argument);
    EXPECT_EQ(p.set_params(0, {{"slope", 1}}).error().code, ErrorCode::unknown_param);
    must(p.run());
    EXPECT_EQ(must(b.read<float>()).front(), 5) << "a rejected change took effect";
  }
}

TEST_F(PipelineTest, AFailingStageIsNamedAndDamagesTheOutputs) {
  const Buffer a = floats({1});
  const Buffer b = floats({2});
  const Buffer c = floats({3});
  const Pipeline pipeline = compute.pipeline();
  must(pipeline.add(scale(a, 2, b)));
  must(pipeline.add({.kernel = "fails", .inputs = {b}, .outputs = c}));
  expect_error(pipeline.run(), ErrorCode::kernel_failed, "stage 2 of 2: it fails on purpose");
  expect_error(c.read<float>(), ErrorCode::dependency_failed);
  EXPECT_EQ(values(a), (std::vector<float>{1}));
}

TEST_F(PipelineTest, ReadsOfDamagedInputsFail) {
  const Buffer a = floats({1});
  const Buffer b = floats({2});
  static_cast<void>(compute.run_kernel("fails", a, b));
  const Pipeline reads = compute.pipeline();
  must(reads.add(scale(b, 2, a)));
  expect_error(reads.run(), ErrorCode::dependency_failed);
  const Pipeline overwrites = compute.pipeline();
  must(overwrites.add(scale(floats({1}), 2, b)));
  must(overwrites.add(scale(b, 2, a)));
  must(overwrites.run());
  EXPECT_EQ(values(a), (std::vector<float>{4}));
}

TEST(TransientLayout, SharesOnlyWhatIsNeverAliveTogether) {
  const std::vector<Lifetime> lifetimes = {{100, 0, 1}, {50, 1, 2}, {100, 2, 3}, {10, 0, 3}};
  const TransientLayout layout = lay_out(lifetimes);
  EXPECT_EQ(layout.block_of[0], layout.block_of[2]);
  EXPECT_NE(layout.block_of[0], layout.block_of[1]);
  EXPECT_NE(layout.block_of[1], layout.block_of[2]);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NE(layout.block_of[3], layout.block_of[i]);
  EXPECT_EQ(layout.block_bytes.size(), 3U);
}

}  // namespace
}  // namespace dala
