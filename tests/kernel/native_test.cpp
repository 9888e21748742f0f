// Where generated code takes another way than the interpreter: inner parts and edges, vectors that
// a row does not fill, pixels as words, loops written out. Every run here is compared with the
// interpreter bit for bit (run_helper.hpp).
#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "kernel/run_helper.hpp"

namespace dala::kernel {
namespace {

template <typename T>
std::vector<T> noise(std::int64_t count, unsigned seed) {
  std::mt19937 numbers(seed);
  std::vector<T> out(static_cast<std::size_t>(count));
  for (T& v : out) v = static_cast<T>(numbers() % 256);
  return out;
}

// Sizes around those of vectors, of the stencil, and of nothing.
const std::vector<Shape> images = {{1, 1},  {1, 7},  {2, 2}, {3, 5}, {5, 16},
                                   {4, 17}, {9, 70}, {0, 5}, {5, 0}};

void on_images(const std::string& text) {
  for (const Shape& in_shape : images) {
    for (const Shape& out_shape : {in_shape, Shape{4, 37}}) {
      std::vector<float> in = noise<float>(in_shape.elements(), 1);
      std::vector<float> out(static_cast<std::size_t>(out_shape.elements()), -1.0F);
      EXPECT_TRUE(run(text, {tensor(in, in_shape)}, {tensor(out, out_shape)}))
          << to_string(in_shape) << " to " << to_string(out_shape);
    }
  }
}

std::string stencil(const std::string& read) {
  return "fn k(t: Tensor<f32>, o: &mut Tensor<f32>) {"
         "  let w = [1.0, 2.5, -3.0, 0.5, 7.0, 1.5, 2.0, -1.0, 0.25];"
         "  let mut sum = 0.0;"
         "  for dy in 0..3 { for dx in 0..3 {"
         "    sum += t" +
         read +
         " * w[dy * 3 + dx]; } }"
         "  o[ABSOLUTE_POS_Y, ABSOLUTE_POS_X] = sum; }";
}

TEST(KernelNative, StencilsWithEveryKindOfEdge) {
  on_images(stencil(".clamped(ABSOLUTE_POS_Y + dy - 1, ABSOLUTE_POS_X + dx - 1)"));
  on_images(stencil(".mirrored(ABSOLUTE_POS_Y + dy - 1, ABSOLUTE_POS_X + dx - 1)"));
  on_images(stencil("[ABSOLUTE_POS_Y + dy - 1, ABSOLUTE_POS_X + dx - 1]"));
}

TEST(KernelNative, RowsThatAreFarOutside) {
  on_images(stencil(".clamped(ABSOLUTE_POS_Y + dy * 20 - 30, ABSOLUTE_POS_X)"));
  on_images(stencil(".mirrored(ABSOLUTE_POS_Y + dy * 20 - 30, ABSOLUTE_POS_X + dx)"));
  on_images(stencil(".mirrored(dy * 3 - 7, ABSOLUTE_POS_X + dx)"));
  on_images(stencil(".clamped(ABSOLUTE_POS_X - dy, ABSOLUTE_POS_Y + dx)"));
}

TEST(KernelNative, IndicesFromData) {
  on_images(
      "fn k(t: Tensor<f32>, o: &mut Tensor<f32>) {"
      "  let y = ABSOLUTE_POS_Y; let x = ABSOLUTE_POS_X;"
      "  let far = (t[y, x] as u8) as s32;"
      "  o[y, x] = t.clamped(y + far, x) + t.mirrored(y, x + far) + t[y + far, x]; }");
}

TEST(KernelNative, BranchesInRows) {
  on_images(
      "fn k(t: Tensor<f32>, o: &mut Tensor<f32>) {"
      "  let y = ABSOLUTE_POS_Y; let x = ABSOLUTE_POS_X;"
      "  if t[y, x] > 100.0 { o[y, x] = t.clamped(y - 1, x); return; }"
      "  if x % 3 == 1 { o[y, x] = t.clamped(y, x + 1) / 3.0; } }");
}

// Of u8, whole images of 1 to 4 channels, and flat.
TEST(KernelNative, PixelsOfBytes) {
  const std::vector<std::string> texts = {
      // All four bytes at once, in an order of its own.
      "#[pixels] fn k(t: Tensor<u8>, o: &mut Tensor<u8>) {"
      "  let p = ABSOLUTE_POS * 4;"
      "  o[p + 2] = t[p]; o[p] = t[p + 3] + t[p + 1]; o[p + 3] = 7; o[p + 1] = t[p + 2] ^ t[p]; }",
      // Not all of them.
      "#[pixels] fn k(t: Tensor<u8>, o: &mut Tensor<u8>) {"
      "  let p = ABSOLUTE_POS * 4; o[p] = t[p + 2]; o[p + 1] = t[p + 6]; o[p + 3] = t[p - 3]; }",
      // Some of them sometimes.
      "#[pixels] fn k(t: Tensor<u8>, o: &mut Tensor<u8>) {"
      "  let p = ABSOLUTE_POS * 4; o[p] = 1; o[p + 1] = 2; if t[p] > 100 { o[p + 2] = 3; }"
      "  o[p + 3] = 4; }",
      "#[pixels] fn k(t: Tensor<u8>, o: &mut Tensor<u8>) {"
      "  let p = ABSOLUTE_POS * 4; o[p] = 1; o[p + 1] = 2; if t[p] > 100 { return; }"
      "  o[p + 2] = 3; o[p + 3] = 4; }",
      // Of two pixels.
      "#[pixels] fn k(t: Tensor<u8>, o: &mut Tensor<u8>) {"
      "  let p = ABSOLUTE_POS * 4; o[p] = t[p]; o[p + 1] = t[p]; o[p + 6] = 9; o[p + 3] = 8; }",
      "#[pixels] fn k(t: Tensor<u8>, o: &mut Tensor<u8>) {"
      "  let y = ABSOLUTE_POS_Y; let x = ABSOLUTE_POS_X;"
      "  o[y, x, 0] = t.clamped(y - 1, x + 1, 2); o[y, x, 1] = t.mirrored(y, x - 3, 1);"
      "  o[y, x, 2] = t[y, x, 0] / 2; o[y, x, 3] = t[y + 1, x - 1, 3]; }",
      // By rows, but with flat indices.
      "#[pixels] fn k(t: Tensor<u8>, o: &mut Tensor<u8>) {"
      "  let p = ABSOLUTE_POS * 4; o[p + 1] = t[p] + (ABSOLUTE_POS_X as u8); }",
      "#[pixels] fn k(t: Tensor<u8>, o: &mut Tensor<u8>) {"
      "  let y = ABSOLUTE_POS_Y; let x = ABSOLUTE_POS_X; let mut sum = 0;"
      "  for c in 0..4 { for dx in 0..3 { sum += t.clamped(y, x + dx - 1, c) as s32; } }"
      "  for c in 0..4 { o[y, x, c] = (sum / (c + 1)) as u8; } }"};
  for (const std::string& text : texts) {
    for (const std::int64_t channels : {1, 2, 3, 4, 5}) {
      for (const std::int64_t width : {1, 3, 16, 40}) {
        const Shape shape{3, width, channels};
        std::vector<std::uint8_t> in = noise<std::uint8_t>(shape.elements(), 2);
        std::vector<std::uint8_t> out(in.size(), 99);
        EXPECT_TRUE(run(text, {tensor(in, shape)}, {tensor(out, shape)})) << text << "\n"
                                                                          << to_string(shape);
      }
    }
  }
}

// Tables of 256 bytes are looked up in registers, where all 256 are there.
TEST(KernelNative, ByteTables) {
  const std::vector<std::string> bodies = {
      "o[i] = table[t[i] as s32];",
      "o[i] = table[(t[i] as s32) + 256];",
      "o[i] = table[(t[i] as s32) * 2];",
      "o[i] = table[t[i]] ^ table[(255 - (t[i] as s32)) + 512];",
      "o[i] = table[table[t[i]]];",
      "o[i] = ((table[t[i]] as f32) * 0.5 + (i as f32)) as u8;",
      "if t[i] > 100 { o[i] = table[t[i]]; }",
      "for k in 0..3 { o[i] = o[i] + table[(t[i] as s32) + 256 * k]; }",
      "o[i] = table[(t[i] / 2) as s32];",
  };
  for (const std::string& body : bodies)
    for (const std::int64_t size : {0, 1, 255, 256, 511, 512, 768})
      for (const std::int64_t count : {1, 15, 16, 17, 64, 1000}) {
        std::vector<std::uint8_t> in = noise<std::uint8_t>(count, 3);
        std::vector<std::uint8_t> table = noise<std::uint8_t>(size, 4);
        std::vector<std::uint8_t> out(static_cast<std::size_t>(count), 9);
        EXPECT_TRUE(
            run("fn k(t: Tensor<u8>, table: Tensor<u8>, o: &mut Tensor<u8>) {"
                "  let i = ABSOLUTE_POS; " +
                    body + " }",
                {tensor(in), tensor(table)}, {tensor(out)}))
            << body << " " << size << " " << count;
      }
}

TEST(KernelNative, LimitsBeforeAByte) {
  std::vector<float> in = {-1,
                           -0.0F,
                           0,
                           0.5F,
                           254.9F,
                           255,
                           256,
                           1e20F,
                           -1e20F,
                           std::numeric_limits<float>::infinity(),
                           -std::numeric_limits<float>::infinity(),
                           std::numeric_limits<float>::quiet_NaN()};
  for (const char* expression :
       {"min(max(x, 0.0), 255.0)", "max(0.0, x)", "min(255.0, max(-3.0, x))",
        "clamp(x, 0.0, 255.0)", "max(min(x, 255.0), 0.0)", "min(x, 255.0)", "max(x, 1.0)",
        "min(max(x, 0.0), 200.0)", "min(max(x, 7.0), 300.0)", "clamp(x, 1.0, 255.0)",
        "clamp(x, -1.0, 254.0)"}) {
    std::vector<std::uint8_t> out(in.size(), 99);
    EXPECT_TRUE(run(std::string("fn k(t: Tensor<f32>, o: &mut Tensor<u8>) {"
                                "  let x = t[ABSOLUTE_POS]; o[ABSOLUTE_POS] = (") +
                        expression + ") as u8; }",
                    {tensor(in)}, {tensor(out)}))
        << expression;
  }
}

TEST(KernelNative, LoopsWrittenOut) {
  std::vector<std::int32_t> in = noise<std::int32_t>(100, 3);
  for (const char* body :
       {"for i in 0..5 { if i == x % 7 { break; } sum += i; }",
        "for i in -2..3 { if (x + i) % 2 == 0 { continue; } sum = sum * 3 + i; }",
        "for i in 0..4 { for j in 0..i { if j == x % 3 { break; } sum += i * j; } }",
        "for i in 0..3 { sum += i; break; }", "for i in 3..3 { sum += 100; }",
        "for i in 0..3 { if x > 100 { return; } sum += i; }",
        "for i in 0..3 { let mut j = 0; while j < i { j += 1; if j == x % 4 { continue; } sum += "
        "j; } }",
        "for i in 0u32..4u32 { sum += (i * 3000000000u32) as s32; }",
        "let mut a = [1, 2, 3]; for i in 0..4 { a[i] = sum; sum += a[i - 1] + i; }"}) {
    std::vector<std::int32_t> out(in.size(), 99);
    EXPECT_TRUE(run(std::string("fn k(t: Tensor<s32>, o: &mut Tensor<s32>) {"
                                "  let x = t[ABSOLUTE_POS]; let mut sum = 0;") +
                        body + " o[ABSOLUTE_POS] = sum; }",
                    {tensor(in)}, {tensor(out)}))
        << body;
  }
}

}  // namespace
}  // namespace dala::kernel
