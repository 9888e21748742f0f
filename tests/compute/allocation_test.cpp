// No allocation per command once warm, counted where every allocation goes through.
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <new>

#include "compute_fixture.hpp"

// The sanitizers bring their own malloc, which cannot be replaced.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define DALA_COUNTS_ALLOCATIONS 0
#else
#define DALA_COUNTS_ALLOCATIONS 1

namespace {
std::atomic<long> allocations{0};
}

extern "C" {
// glibc's own, under their other names.
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_calloc(count, size);
}
void* realloc(void* block, std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_realloc(block, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  *block = __libc_memalign(alignment, size);
  return *block == nullptr ? 12 : 0;
}
}
#endif

namespace dala {
namespace {

class Allocations : public ComputeTest {
 protected:
  void SetUp() override {
    ComputeTest::SetUp();
#if !DALA_COUNTS_ALLOCATIONS
    GTEST_SKIP() << "skipped: sanitizers have their own malloc, so allocations cannot be counted";
#endif
  }

#if DALA_COUNTS_ALLOCATIONS
  // Allocations of 1000 calls after 2000 to get warm: the fewest of several tries, because on a
  // busy machine more can be in flight than ever before, and the tables grow once more.
  template <typename Function>
  static long per_thousand(Function&& function) {
    for (int i = 0; i < 2000; ++i) function();
    long fewest = std::numeric_limits<long>::max();
    for (int attempt = 0; attempt < 5 && fewest > 0; ++attempt) {
      const long before = allocations.load();
      for (int i = 0; i < 1000; ++i) function();
      fewest = std::min(fewest, allocations.load() - before);
    }
    return fewest;
  }
#else
  template <typename Function>
  static long per_thousand(Function&&) {
    return 0;
  }
#endif
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

TEST_F(Allocations, NonePerSubmittedCommand) {
  const Buffer a = zeros(100);
  const Buffer b = zeros(100);
  const Command command{.kernel = "relu", .inputs = {a}, .outputs = b};
  const Command barrier{.op = Op::barrier};
  EXPECT_EQ(per_thousand([&] { must(compute.wait(must(compute.submit(command)))); }), 0);
  EXPECT_EQ(per_thousand([&] { must(compute.wait(must(compute.submit(barrier)))); }), 0);
  EXPECT_EQ(per_thousand([&] {
              for (int i = 0; i < 8; ++i) static_cast<void>(compute.submit(command));
              compute.wait_all();
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
