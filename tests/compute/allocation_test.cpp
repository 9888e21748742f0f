// No allocation per command once warm, counted where every allocation goes through.
#include "support/allocations.hpp"

#include "compute_fixture.hpp"

namespace dala {
namespace {

using test::per_thousand;

class Allocations : public ComputeTest {
 protected:
  void SetUp() override {
    ComputeTest::SetUp();
#if !DALA_COUNTS_ALLOCATIONS
    GTEST_SKIP() << "skipped: sanitizers have their own malloc, so allocations cannot be counted";
#endif
  }
};

TEST_F(Allocations, CountingWorks) {
  EXPECT_EQ(per_thousand([] { ::operator delete(::operator new(16)); }), 1000);
}

TEST_F(Allocations, NonePerSynchronousCommand) {
  const Buffer a = zeros(100);
  const Buffer b = zeros(100);
  EXPECT_EQ(per_thousand([&] { must(compute.add(a, a, b)); }), 0);
  EXPECT_EQ(per_thousand([&] { must(compute.scale(a, 2, b)); }), 0);
  EXPECT_EQ(per_thousand([&] { must(compute.run_kernel("relu", a, b, {{"slope", 0.1}})); }), 0);
  std::vector<std::byte> bytes(a.size_bytes());
  EXPECT_EQ(per_thousand([&] {
              must(a.write_bytes(bytes));
              must(a.read_into(bytes));
            }),
            0);
}

TEST_F(Allocations, NonePerLargeCommandOnSeveralThreads) {
  const Buffer a = zeros(500'000);
  const Buffer b = zeros(500'000);
  EXPECT_EQ(per_thousand([&] { must(compute.add(a, a, b)); }), 0);
}

TEST_F(Allocations, NonePerReductionSoftmaxTransposeOrMatrixProduct) {
  const Buffer a = must(compute.buffer_zeros({64, 64}, DType::f64));
  const Buffer b = must(compute.buffer_zeros({64, 64}, DType::f64));
  const Buffer row = must(compute.buffer_zeros({64}, DType::f64));
  EXPECT_EQ(per_thousand([&] { must(compute.matmul(a, a, b)); }), 0);
  EXPECT_EQ(per_thousand([&] { must(compute.run_kernel("softmax", a, b)); }), 0);
  EXPECT_EQ(per_thousand([&] { must(compute.run_kernel("transpose", a, b)); }), 0);
  EXPECT_EQ(per_thousand([&] { must(compute.run_kernel("sum", a, row, {{"axis", 0}})); }), 0);
  EXPECT_EQ(per_thousand([&] { must(compute.run_kernel("mean", a, row, {{"axis", 1}})); }), 0);
}

TEST_F(Allocations, NonePerMatrixProductOfFloats) {
  for (const std::int64_t n : {1, 64, 150}) {  // the last on several threads
    const Buffer a = must(compute.buffer_zeros({150, 150}, DType::f32));
    const Buffer b = must(compute.buffer_zeros({150, n}, DType::f32));
    const Buffer out = must(compute.buffer_zeros({150, n}, DType::f32));
    EXPECT_EQ(per_thousand([&] { must(compute.matmul(a, b, out)); }), 0) << n << " columns";
  }
}

TEST_F(Allocations, NonePerKernelWrittenAsText) {
  must(compute.register_kernel("text_kernel",
                               {.text = "fn k(a: Tensor<f32>, o: &mut Tensor<f32>, by: f32) {"
                                        "  o[ABSOLUTE_POS] = a[ABSOLUTE_POS] * by; }"}));
  const Buffer a = zeros(100);
  const Buffer b = zeros(100);
  if (must(compute.explain(Command{
               .kernel = "text_kernel", .inputs = {a}, .outputs = b, .params = {{"by", 2.0}}}))
          .stages[0]
          .implementation == "interpreter")
    GTEST_SKIP() << "skipped: this build has no JIT, and the interpreter allocates";
  const Params params = {{"by", 2.0}};
  EXPECT_EQ(per_thousand([&] { must(compute.run_kernel("text_kernel", a, b, params)); }), 0);
}

TEST_F(Allocations, NonePerKernelWithAHandleOrSeveralOutputs) {
  const Buffer a = zeros(100);
  const Buffer b = zeros(100);
  const Kernel relu = must(compute.find_kernel("relu"));
  EXPECT_EQ(per_thousand([&] { must(compute.run_kernel(relu, a, b)); }), 0);
  must(compute.register_kernel(
      "four", {.text = "fn four(a: Tensor<f32>, o: &mut Tensor<f32>, p: &mut Tensor<f32>,"
                       " q: &mut Tensor<f32>, r: &mut Tensor<f32>) { let i = ABSOLUTE_POS;"
                       " o[i] = a[i]; p[i] = a[i]; q[i] = a[i]; r[i] = a[i]; }"}));
  BufferList outputs;
  for (int i = 0; i < 4; ++i) outputs.push_back(zeros(100));
  if (must(compute.explain(Command{.kernel = "four", .inputs = {a}, .outputs = outputs}))
          .stages[0]
          .implementation == "interpreter")
    GTEST_SKIP() << "skipped: this build has no JIT, and the interpreter allocates";
  EXPECT_EQ(per_thousand([&] { must(compute.run_kernel("four", a, outputs)); }), 0);
}

TEST_F(Allocations, NonePerSubmittedCommand) {
  const Buffer a = zeros(100);
  const Buffer b = zeros(100);
  const Command command{.kernel = "relu", .inputs = {a}, .outputs = b};
  const Command barrier{.op = Op::barrier};
  EXPECT_EQ(per_thousand([&] { must(compute.wait(must(compute.submit(command)))); }), 0);
  EXPECT_EQ(per_thousand([&] { must(compute.wait(must(compute.submit(barrier)))); }), 0);
  EXPECT_EQ(per_thousand([&] {
              for (int i = 0; i < 8; ++i) static_cast<void>(compute.submit(command));
              must(compute.wait_all());
            }),
            0);
}

TEST_F(Allocations, NonePerPipelineRun) {
  const Buffer a = zeros(100);
  const Pipeline pipeline = compute.pipeline();
  const Buffer temporary = must(pipeline.transient({100}, DType::f32));
  for (int i = 0; i < 10; ++i) {
    must(pipeline.add({.kernel = "relu", .inputs = {a}, .outputs = temporary}));
    must(pipeline.add({.kernel = "sigmoid", .inputs = {temporary}, .outputs = a}));
  }
  EXPECT_EQ(per_thousand([&] { must(pipeline.run()); }), 0);
  EXPECT_EQ(per_thousand([&] { must(compute.wait(must(pipeline.submit()))); }), 0);
}

}  // namespace
}  // namespace dala
