// Kernels with indices of 64 bits. A parameter that only such an index holds makes a kernel run in
// that form on small tensors; the large ones, of more elements than s32 counts, only
// DALA_TEST_LONG=1 asks for: they take 4.3 GB.
#include <algorithm>
#include <cstdlib>

#include "conformance/conformance.hpp"
#include "core/format.hpp"
#include "support/results.hpp"

namespace dala::conformance {
namespace {

constexpr std::int64_t far = 6'000'000'000;

class WideIndices : public Suite {
 protected:
  // The body of fn text(a, b, o, n: index), where n is `far`.
  void on_numbers(const std::string& body, const std::string& before = "") {
    const std::string text = before +
                             "fn text(a: Tensor<f32>, b: Tensor<s32>, o: &mut Tensor<s32>, "
                             "n: index) {" +
                             body + "}";
    for (const Shape& shape : {Shape{1}, Shape{33}, Shape{300}})
      expect_same_text(
          text, {.kernel = "",
                 .inputs = {random(DType::f32, shape, 3, true), random(DType::s32, shape, 4, true)},
                 .outputs = {zeros(DType::s32, shape)},
                 .params = {{"n", far}}});
  }
};

TEST_P(WideIndices, Arithmetic) {
  on_numbers("o[ABSOLUTE_POS] = ((n + ABSOLUTE_POS * 3) / 7 % 1000) as s32;");
  on_numbers(
      "let x = (n << 2) + ABSOLUTE_POS; let y = -x / 3; let k = x % 1009 + (y >> 31);"
      "o[ABSOLUTE_POS] = (min(max(k, -5), 1000) ^ (x & 255)) as s32;");
  on_numbers("o[ABSOLUTE_POS] = ((n as f32) / 1000.0) as s32 + (n as s32);");
  on_numbers(
      "let mut k = ABSOLUTE_POS; let mut rounds = 0;"
      "while k < n { k = k * 3 + 1; rounds += 1; } o[ABSOLUTE_POS] = rounds;");
  on_numbers(
      "let mut sum = 0; for i in n - 5..n + ABSOLUTE_POS % 4 { sum += i; }"
      "o[ABSOLUTE_POS] = (sum % 10007) as s32;");
}

TEST_P(WideIndices, Accesses) {
  on_numbers(
      "let i = ABSOLUTE_POS; let back = n - far(1);"
      "o[i] = b[i] + b[i + back] + b[i + n] + b[i - n] + b.clamped(i + n) + b.clamped(i - n) +"
      "  b.mirrored(i + n) + b.mirrored(i - n * 2) + (a[i * 2] as s32);",
      "fn far(i: index) -> index { i * (6000000000s64 as index) }\n");
  on_numbers(
      "let mut t = [1, 2, 3]; let mut at = [n, ABSOLUTE_POS]; at[1] += 2; t[ABSOLUTE_POS % 4] = 7;"
      "o[at[1] - 2] = t[at[0] - n] + t[at[1]] + t[n];"
      "o[n] = 3; o[-n] = 3; atomic_add(o[n], 1);");
  for (const Shape& shape : {Shape{3, 5}, Shape{9, 40}})
    expect_same_text(
        "fn text(a: Tensor<s32>, o: &mut Tensor<s32>, n: index) {"
        "  let y = ABSOLUTE_POS_Y; let x = ABSOLUTE_POS_X;"
        "  o[y, x] = a[y, x] + a[y + n, x] + a.clamped(y - 1, x + n) * 3 + a.mirrored(y + n, x - "
        "1) "
        "+   (a.len() + a.shape(0) * 5 + a.stride(0) * 7 + CUBE_COUNT_X + CUBE_POS) as s32; }",
        {.kernel = "",
         .inputs = {random(DType::s32, shape, 8, true)},
         .outputs = {zeros(DType::s32, shape)},
         .params = {{"n", far}}});
}

TEST_P(WideIndices, Cubes) {
  for (const Shape& shape : {Shape{1}, Shape{64}, Shape{5, 70}, Shape{3, 9, 4}})
    expect_same_text(
        "#[cube(8, 4)] fn text(a: Tensor<s32>, o: &mut Tensor<s32>, n: index) {"
        "  shared places: [index; 32]; shared words: [s32; 32];"
        "  places[UNIT_POS] = n + ABSOLUTE_POS_X; words[UNIT_POS] = a[ABSOLUTE_POS];"
        "  sync_cube();"
        "  let other = (UNIT_POS + 1) % CUBE_DIM;"
        "  let sum = subgroup_sum(words[UNIT_POS]); let next = subgroup_shuffle(n, other);"
        "  o[ABSOLUTE_POS] = words[other] + sum + ((places[other] + next) % 1013) as s32"
        "    + (CUBE_POS * 64 + CUBE_POS_Y * 8 + CUBE_COUNT) as s32; }",
        {.kernel = "",
         .inputs = {random(DType::s32, shape, 9, true)},
         .outputs = {zeros(DType::s32, shape)},
         .params = {{"n", far}}});
}

// OpenGL ES has no such integers: there the CPU does it.
TEST_P(WideIndices, AreExplained) {
  must(device().replace_kernel(
      "explained", KernelSource{.text = "fn explained(o: &mut Tensor<s32>, n: index) {"
                                        "  o[ABSOLUTE_POS] = (n / 1000000) as s32; }"}));
  const Buffer out = must(device().buffer_zeros({4}, DType::s32));
  const auto stage =
      must(device().explain(Command{.kernel = "explained", .outputs = out, .params = {{"n", far}}}))
          .stages.at(0);
  EXPECT_NE(stage.why.find("indices of 64 bits"), std::string::npos) << stage.why;
  if (GetParam() == std::string_view("gles")) {
    ASSERT_EQ(stage.rejections.size(), 1U) << stage.why;
    EXPECT_NE(stage.rejections[0].reason.find("indices of 64 bits"), std::string::npos)
        << stage.rejections[0].reason;
  } else {
    EXPECT_TRUE(stage.rejections.empty()) << stage.rejections[0].reason;
  }
  must(device().run_kernel("explained", {}, out, {{"n", far}}));
  EXPECT_EQ(must(out.read<std::int32_t>()), std::vector<std::int32_t>(4, 6000));
}

// More elements than s32 counts, by a line that is not full: 2147859025.
class LargeTensors : public Suite {
 protected:
  static constexpr std::int64_t side = 46345;
  static constexpr std::int64_t count = side * side;
  static constexpr std::int64_t seen = 64;  // elements that are looked at in one place

  void SetUp() override {
    Suite::SetUp();
    if (IsSkipped()) return;
    if (std::getenv("DALA_TEST_LONG") == nullptr) GTEST_SKIP() << "only DALA_TEST_LONG=1 asks";
    const std::string_view id = GetParam();
    if (id == "cpu-interpreter") GTEST_SKIP() << "it would take hours";
    if (device().device_info().limits.max_buffer_bytes < static_cast<std::uint64_t>(count))
      GTEST_SKIP() << "the device has no buffer of this size";
    must(device().replace_kernel("fill", KernelSource{.text = R"(
fn fill(output: &mut Tensor<u8>) {
  output[ABSOLUTE_POS] = ((ABSOLUTE_POS * 7 + 3) % 251) as u8;
})"}));
    must(device().replace_kernel("window", KernelSource{.text = R"(
fn window(input: Tensor<u8>, output: &mut Tensor<u8>, first: index) {
  output[ABSOLUTE_POS] = input[first + ABSOLUTE_POS];
})"}));
    must(device().replace_kernel("mark_last", KernelSource{.text = R"(
#[over(one)]
fn mark_last(one: Tensor<u8>, output: &mut Tensor<u8>) { output[output.len() - 1] = 255; }
)"}));
    must(device().replace_kernel("soft", KernelSource{.text = R"(
fn soft(input: Tensor<u8>, output: &mut Tensor<u8>) {
  let y = ABSOLUTE_POS_Y;
  let x = ABSOLUTE_POS_X;
  let mut sum: u32 = 0;
  for i in 0..3 { sum += input.clamped(y + i - 1, x + 1) as u32; }
  output[y, x] = (sum / 3) as u8;
})"}));
    big_ = must(device().buffer_zeros({side, side}, DType::u8));
  }
  void TearDown() override {
    big_ = {};
    Suite::TearDown();
  }

  // Both ends, and both sides of the last element that s32 counts.
  static std::vector<std::int64_t> places() {
    return {0, (std::int64_t{1} << 31) - seen / 2, count - seen};
  }
  static unsigned filled(std::int64_t i) { return static_cast<unsigned>((i * 7 + 3) % 251); }

  template <typename Expected>
  void expect(const Buffer& buffer, const Expected& expected) {
    const Buffer part = must(device().buffer_zeros({seen}, DType::u8));
    for (const std::int64_t first : places()) {
      must(device().run_kernel("window", buffer, part, {{"first", first}}));
      const auto got = must(part.read<std::uint8_t>());
      for (std::int64_t i = 0; i < seen; ++i)
        ASSERT_EQ(unsigned{got[static_cast<std::size_t>(i)]}, expected(first + i) & 255U)
            << first + i;
    }
  }
  void fill() { must(device().run_kernel("fill", {}, big_)); }

  Buffer big_;
};

TEST_P(LargeTensors, KernelsOfTheLanguage) {
  fill();
  expect(big_, filled);
  const Buffer out = must(device().buffer_zeros({side, side}, DType::u8));
  must(device().run_kernel("soft", big_, out));
  expect(out, [](std::int64_t at) {
    unsigned sum = 0;
    for (std::int64_t i = -1; i < 2; ++i) {
      const std::int64_t y = std::clamp<std::int64_t>(at / side + i, 0, side - 1);
      sum += filled(y * side + std::min(at % side + 1, side - 1));
    }
    return sum / 3;
  });
  const auto explained =
      must(device().explain(Command{.kernel = "soft", .inputs = {big_}, .outputs = out}));
  EXPECT_NE(explained.stages[0].why.find("indices of 64 bits"), std::string::npos);
}

TEST_P(LargeTensors, BuiltIn) {
  fill();
  must(device().run_kernel("relu", big_, big_));
  expect(big_, filled);
  must(device().run_kernel("elementwise_add", {big_, big_}, big_));
  expect(big_, [](std::int64_t i) { return 2 * filled(i); });
  std::vector<std::uint8_t> line(side);
  for (std::size_t i = 0; i < line.size(); ++i) line[i] = static_cast<std::uint8_t>(i % 13);
  const Buffer row = must(device().buffer(std::span<const std::uint8_t>(line), {side}));
  must(device().run_kernel("elementwise_sub", {big_, row}, big_));
  expect(big_, [](std::int64_t i) { return 2 * filled(i) - static_cast<unsigned>(i % side % 13); });
}

TEST_P(LargeTensors, AlongLines) {
  fill();
  const Buffer one = must(device().buffer_zeros({1}, DType::u8));
  must(device().run_kernel("mark_last", one, big_));
  std::int64_t sum = count / 251 * (251 * 250 / 2);
  for (std::int64_t i = count / 251 * 251; i < count; ++i) sum += filled(i);
  sum += 255 - filled(count - 1);
  const Buffer whole = must(device().buffer_zeros({1}, DType::s64));
  must(device().run_kernel("sum", big_, whole));
  EXPECT_EQ(must(whole.read<std::int64_t>())[0], sum);
  must(device().run_kernel("argmax", big_, whole));
  EXPECT_EQ(must(whole.read<std::int64_t>())[0], count - 1);
  must(device().run_kernel("max", big_, one));
  EXPECT_EQ(must(one.read<std::uint8_t>())[0], 255);
  const Buffer lines = must(device().buffer_zeros({side}, DType::s64));
  for (const std::int64_t axis : {0, 1}) {
    must(device().run_kernel("sum", big_, lines, {{"axis", axis}}));
    std::int64_t last = 255 - filled(count - 1);
    for (std::int64_t i = 0; i < side; ++i)
      last += filled(axis == 1 ? (side - 1) * side + i : i * side + side - 1);
    EXPECT_EQ(must(lines.read<std::int64_t>()).back(), last) << axis;
    must(device().run_kernel("argmax", big_, lines, {{"axis", axis}}));
    EXPECT_EQ(must(lines.read<std::int64_t>()).back(), side - 1) << axis;
  }
  const Buffer turned = must(device().buffer_zeros({side, side}, DType::u8));
  must(device().run_kernel("transpose", big_, turned));
  expect(turned, [](std::int64_t i) {
    const std::int64_t from = i % side * side + i / side;
    return from == count - 1 ? 255U : filled(from);
  });
}

DALA_ON_ALL_DEVICES(WideIndices);
DALA_ON_ALL_DEVICES(LargeTensors);

}  // namespace
}  // namespace dala::conformance
