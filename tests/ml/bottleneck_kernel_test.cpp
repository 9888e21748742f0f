// Expand, depthwise and project as they are written for CUDA, run by the CPU on what a pipeline
// gives them: they make what the convolutions make, and DALA_VERIFY finds where they do not.
#include <gtest/gtest.h>

#include "backend/cuda_fake.hpp"
#include "ml/bottleneck_helper.hpp"
#include "ml/models_helper.hpp"
#include "ml/pipeline_helper.hpp"
#include "support/cuda_on_cpu.hpp"

namespace dala::ml {
namespace {

using namespace dala::test::cuda;
using backend::cuda::FakeDriver;
using dala::test::value_of;

// What the lanes of a warp have brought for a product.
struct Brought {
  std::array<std::array<unsigned, 4>, 32> a;
  std::array<std::array<unsigned, 2>, 32> b;
};
std::array<Brought, 8> brought;

void fetch(unsigned* to, const uint4* from) { std::memcpy(to, from, sizeof *from); }
void wait_fetched() {}

float half_value(unsigned bits) {
  const int exponent = static_cast<int>((bits >> 10U) & 31U);
  const auto part = static_cast<float>(bits & 1023U);
  const float size =
      exponent == 0 ? std::ldexp(part, -24) : std::ldexp(1024.0F + part, exponent - 25);
  return (bits & 0x8000U) != 0 ? -size : size;
}
// Normal numbers, which is all that these tests have.
unsigned short half(float value) {
  if (std::abs(value) < 0x1p-14F) return 0;
  const unsigned bits = std::bit_cast<unsigned>(value);
  const unsigned rebased = (bits & 0x7fffffffU) - (112U << 23U);
  return static_cast<unsigned short>(((bits >> 16U) & 0x8000U) |
                                     ((rebased + 0x0fffU + ((rebased >> 13U) & 1U)) >> 13U));
}

// Number k of row `row` of the weights, where a warp's lanes have it, and of the pixels.
template <bool halves>
float number_of(const Brought& all, bool of_weights, int row, int k) {
  const auto lane = static_cast<std::size_t>(row % 8 * 4 + (halves ? k % 8 / 2 : k % 4));
  const auto upper = static_cast<std::size_t>(halves ? k / 8 : k / 4);
  const unsigned word =
      of_weights ? all.a[lane][static_cast<std::size_t>(row / 8) + upper * 2] : all.b[lane][upper];
  return halves ? half_value(k % 2 == 0 ? word & 0xffffU : word >> 16U)
                : std::bit_cast<float>(word & 0xffffe000U);
}

template <bool halves>
void multiply_in_warp(float* d, const uint4& a, unsigned b0, unsigned b1) {
  const int lane = threadIdx.x % 32;
  Brought& all = brought[static_cast<std::size_t>(threadIdx.x) / 32];
  all.a[static_cast<std::size_t>(lane)] = {a.x, a.y, a.z, a.w};
  all.b[static_cast<std::size_t>(lane)] = {b0, b1};
  sync_warp();
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < (halves ? 16 : 8); ++k)
      d[i] += number_of<halves>(all, true, lane / 4 + i / 2 * 8, k) *
              number_of<halves>(all, false, lane % 4 * 2 + i % 2, k);
  sync_warp();
}

float expanded(float x) { return std::max(x, 0.0F); }
float filtered(float x) { return std::max(x, 0.0F); }
float before(float x) { return x; }
float after(float x) { return x; }

// NOLINTBEGIN(bugprone-reserved-identifier)
#define __shared__
// NOLINTEND(bugprone-reserved-identifier)
constexpr std::size_t shared_words = 16384;

#define CIN 20
#define MIDDLE 70
#define COUT 20
#define H 7
#define W 6
#define OH 7
#define OW 6
#define KH 3
#define KW 3
#define SY 1
#define SX 1
#define DY 1
#define DX 1
#define PY 1
#define PX 1
#define TH 4
#define TW 4
#define SPLIT_K 2
#define WARP_ROWS 2
// Its arguments: the inputs of the run, of which it reads two, and the tables. It adds its input.
#define TENSORS                                                                        \
  const float* __restrict__ input, const void*, const void*, const void*, const void*, \
      const void*, const void*, const void*, const float* __restrict__ bias,           \
      const uint4* __restrict__ expand, const float* __restrict__ filter,              \
      const uint4* __restrict__ project
#define ADDEND input
namespace in_f32 {
alignas(16) unsigned shared[shared_words];
void multiply(float* d, const uint4& a, unsigned b0, unsigned b1) {
  multiply_in_warp<false>(d, a, b0, b1);
}
#define PRECISION 32
#define bottleneck bottleneck_in_f32  // the text names it as C does, without namespaces
#include "../../src/ml/pipeline/cuda/bottleneck.cu"
}  // namespace in_f32
#undef PRECISION
#undef DEEP
#undef bottleneck
namespace in_f16 {
alignas(16) unsigned shared[shared_words];
void multiply(float* d, const uint4& a, unsigned b0, unsigned b1) {
  multiply_in_warp<true>(d, a, b0, b1);
}
#define PRECISION 16
#define bottleneck bottleneck_in_f16
#include "../../src/ml/pipeline/cuda/bottleneck.cu"
}  // namespace in_f16
#undef bottleneck

// The numbers above are those that the pipeline chooses.
void expect_macros(const std::string& text) {
  for (const auto& [name, value] : {std::pair{"CIN", CIN},
                                    {"MIDDLE", MIDDLE},
                                    {"COUT", COUT},
                                    {"H", H},
                                    {"W", W},
                                    {"OH", OH},
                                    {"OW", OW},
                                    {"KH", KH},
                                    {"KW", KW},
                                    {"SY", SY},
                                    {"SX", SX},
                                    {"DY", DY},
                                    {"DX", DX},
                                    {"PY", PY},
                                    {"PX", PX},
                                    {"TH", TH},
                                    {"TW", TW},
                                    {"SPLIT_K", SPLIT_K},
                                    {"WARP_ROWS", WARP_ROWS}}) {
    const std::string line = "#define " + std::string(name) + " " + std::to_string(value) + "\n";
    EXPECT_NE(text.find(line), std::string::npos) << line << text.substr(0, 600);
  }
}

// What stands behind #define in this file.
constexpr std::string_view tensors =
    "#define TENSORS const float* __restrict__ input, const void*, const void*, const void*, "
    "const void*, const void*, const void*, const void*, const float* __restrict__ bias, "
    "const uint4* __restrict__ expand, const float* __restrict__ filter, "
    "const uint4* __restrict__ project\n";

template <typename T>
T* argument(void** arguments, std::size_t number) {
  return reinterpret_cast<T*>(*static_cast<backend::cuda::Pointer*>(arguments[number]));
}

// The first launch of each run of the plan is the kernel's.
template <typename Kernel>
void run_on_cpu(void** arguments, const Kernel& kernel) {
  FakeDriver& fake = FakeDriver::get();
  ASSERT_LE(fake.launched_shared_bytes, shared_words * sizeof(unsigned));
  run_blocks(fake.grid, fake.launched[1], [&] {
    kernel(argument<const float>(arguments, 0), nullptr, nullptr, nullptr, nullptr, nullptr,
           nullptr, nullptr, argument<const float>(arguments, 8),
           argument<const uint4>(arguments, 9), argument<const float>(arguments, 10),
           argument<const uint4>(arguments, 11), argument<float>(arguments, 12));
  });
}

class BottleneckKernel : public testing::Test {
 protected:
  BottleneckKernel() {
    FakeDriver::reset();
    FakeDriver::get().shared_bytes_opt_in = 160 * 1024;
    std::mt19937 random(7);
    const Shape in = {1, CIN, H, W};
    expected = test::on_cpu(
        test::bottleneck_graph({.in = in, .middle = MIDDLE, .outputs = COUT, .adds = true}, random),
        in, random);
  }
  ~BottleneckKernel() override { FakeDriver::reset(); }

  [[nodiscard]] std::unique_ptr<PipelinePlan> plan(const Compute& compute,
                                                   Precision precision) const {
    auto made = value_of(PipelinePlan::make(compute, expected.graph,
                                            {.device = compute.device_info().capabilities,
                                             .precision = precision,
                                             .prefers_variants = true}));
    EXPECT_EQ(value_of(made->explain()).steps.size(), 2) << "the kernel, and a copy";
    return made;
  }

  template <typename Kernel>
  void expect_same(Precision precision, double apart, const Kernel& kernel) {
    const Compute compute = test::on_fake_cuda();
    const auto planned = plan(compute, precision);
    const std::vector<std::string>& sources = FakeDriver::get().sources;
    const auto source = std::ranges::find_if(
        sources, [](const std::string& text) { return text.contains("bottleneck(TENSORS"); });
    ASSERT_NE(source, sources.end());
    expect_macros(*source);
    EXPECT_TRUE(source->contains(tensors)) << source->substr(0, 600);
    EXPECT_TRUE(source->contains("#define ADDEND input\n"));
    std::vector<float> output;
    FakeDriver::get().on_launch = [&](void** arguments) {
      if (!output.empty()) return;
      run_on_cpu(arguments, kernel);
      const auto count = static_cast<std::size_t>(expected.output.view.shape.elements());
      const auto* const made = argument<const float>(arguments, 12);
      output.assign(made, made + count);
    };
    ASSERT_TRUE(test::run_plan(compute, *planned, expected));
    FakeDriver::get().on_launch = nullptr;
    ASSERT_EQ(output.size(), static_cast<std::size_t>(expected.output.view.shape.elements()));
    for (std::size_t i = 0; i < output.size(); ++i)
      ASSERT_NEAR(output[i], expected.output.view.values<float>()[i], apart) << "at " << i;
  }

  test::OnCpu expected;
};

TEST_F(BottleneckKernel, GivesWhatTheConvolutionsGive) {
  expect_same(Precision::f32, 1e-4, in_f32::bottleneck_in_f32);
}

TEST_F(BottleneckKernel, StaysCloseInHalves) {
  expect_same(Precision::f16, 0.1, in_f16::bottleneck_in_f16);
}

// What a run of stages means is its stages one after the other.
TEST_F(BottleneckKernel, IsVerified) {
  for (const float wrong_by : {0.0F, 1.0F}) {
    const Compute compute = test::on_fake_cuda(true);
    const auto planned = plan(compute, Precision::f32);
    int launches = 0;
    FakeDriver::get().on_launch = [&](void** arguments) {
      if (launches++ > 0) return;
      run_on_cpu(arguments, in_f32::bottleneck_in_f32);
      argument<float>(arguments, 12)[3] += wrong_by;
    };
    const auto ran = test::run_plan(compute, *planned, expected);
    FakeDriver::get().on_launch = nullptr;
    ASSERT_FALSE(ran) << "the driver copies nothing";
    EXPECT_EQ(ran.error().code, ErrorCode::verify_failed);
    EXPECT_TRUE(ran.error().message.contains(wrong_by == 0 ? "stage 2 of 2" : "stage 1 of 2"))
        << ran.error().message;
  }
}

}  // namespace
}  // namespace dala::ml
