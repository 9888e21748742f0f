// The CUDA variant of expand, depthwise and project, run on the CPU with packed weights: it gives
// what the three convolutions give.
#include <gtest/gtest.h>

#include "ml/bottleneck_helper.hpp"
#include "ml/models_helper.hpp"
#include "ml/pipeline_helper.hpp"
#include "support/cuda_on_cpu.hpp"

namespace dala::ml {
namespace {

using namespace dala::test::cuda;
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
#define ADDS 1
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
                                    {"WARP_ROWS", WARP_ROWS},
                                    {"ADDS", ADDS}}) {
    const std::string line = "#define " + std::string(name) + " " + std::to_string(value) + "\n";
    EXPECT_NE(text.find(line), std::string::npos) << line << text.substr(0, 600);
  }
}

template <typename T>
const T* numbers(const NodeSource& text, std::size_t input) {
  return reinterpret_cast<const T*>(std::get<Tensor>(text.inputs[input]).view.data);
}

template <typename Kernel>
void expect_same(Precision precision, double apart, const Kernel& kernel) {
  std::mt19937 random(7);
  const Shape in = {1, CIN, H, W};
  const test::OnCpu expected = test::on_cpu(
      test::bottleneck_graph({.in = in, .middle = MIDDLE, .outputs = COUT, .adds = true}, random),
      in, random);
  const auto text = value_of(cuda_source(expected.graph, find_bottlenecks(expected.graph).at(0),
                                         precision, Fusing::always));
  ASSERT_TRUE(text);
  expect_macros(text->native->source);
  ASSERT_LE(text->native->shared_bytes, shared_words * sizeof(unsigned));
  const float* input = expected.input.view.values<float>().data();
  std::vector<float> output(static_cast<std::size_t>(expected.output.view.shape.elements()));
  run_blocks(text->native->blocks, text->native->threads, [&] {
    kernel(input, nullptr, numbers<uint4>(*text, 2), nullptr, nullptr, nullptr,
           numbers<float>(*text, 6), nullptr, numbers<uint4>(*text, 8), numbers<float>(*text, 9),
           input, nullptr, output.data());
  });
  for (std::size_t i = 0; i < output.size(); ++i)
    ASSERT_NEAR(output[i], expected.output.view.values<float>()[i], apart) << "at " << i;
}

TEST(BottleneckKernel, GivesWhatTheConvolutionsGive) {
  expect_same(Precision::f32, 1e-4, in_f32::bottleneck_in_f32);
}

TEST(BottleneckKernel, StaysCloseInHalves) {
  expect_same(Precision::f16, 0.1, in_f16::bottleneck_in_f16);
}

}  // namespace
}  // namespace dala::ml
