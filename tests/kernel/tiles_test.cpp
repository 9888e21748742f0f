// Kernels fused through tiles make what they make one after the other, to the last bit, whatever
// they do at the edges: run by the interpreter and as generated code (run_helper.hpp).
#include <gtest/gtest.h>

#include <random>

#include "kernel/emit/emit.hpp"
#include "kernel/fuse/tiles.hpp"
#include "kernel/run_helper.hpp"

namespace dala::kernel {
namespace {

using Bytes = std::vector<std::uint8_t>;
using Kernels = std::vector<std::shared_ptr<const ir::Module>>;

// A kernel of pixels that computes r, g, b and alpha.
std::shared_ptr<const ir::Module> pixels(const std::string& body) {
  return compiled_as_is(
      "fn mean(a: u8, b: u8) -> u8 { (((a as u32) + (b as u32)) / 2u32) as u8 }\n"
      "#[pixels]\nfn k(a: Tensor<u8>, o: &mut Tensor<u8>) {\n"
      "let y = ABSOLUTE_POS_Y; let x = ABSOLUTE_POS_X; let p = ABSOLUTE_POS * 4;\n"
      "let mut r = a[p]; let mut g = a[y, x, 1]; let mut b = a[p + 2]; let mut alpha = a[p + "
      "3];\n" +
      body + "o[p] = r; o[p + 1] = g; o[y, x, 2] = b; o[p + 3] = alpha;\n}\n");
}

const std::string skewed =
    "r = mean(a.mirrored(y - 2, x + 1, 0), a.mirrored(y, x + 3, 2)); g = a.mirrored(y + 1, x, 1);";
const std::string summed =
    "let mut s = 0u32; for dy in 0..3 { for dx in 0..2 { for c in 0..3 {"
    "s = s * 3u32 + (a.mirrored(y + dy - 1, x - dx, c) as u32); } } } b = s as u8;";
const std::string alone = "g = mean(g, 200u8); alpha = mean(alpha, b);";
const std::string placed = "r = mean(r, (x + 2 * y + ABSOLUTE_POS) as u8);";

Bytes one_by_one(const Kernels& kernels, Bytes image, const Shape& shape) {
  for (const auto& module : kernels) {
    Bytes next(image.size());
    const std::vector<HostTensor> inputs = {tensor(image, shape)};
    const std::vector<HostTensor> outputs = {tensor(next, shape)};
    EXPECT_TRUE(interpret(*module, {inputs, outputs, {}}));
    image = std::move(next);
  }
  return image;
}

std::vector<FusePart> parts_of(const Kernels& kernels) {
  std::vector<FusePart> parts;
  for (std::uint32_t i = 0; i < kernels.size(); ++i)
    parts.push_back({kernels[i].get(), {i, i + 1}, "k"});
  return parts;
}

void check(const std::vector<std::string>& bodies) {
  Kernels kernels;
  for (const std::string& body : bodies) kernels.push_back(pixels(body));
  std::mt19937 numbers(5);
  for (const auto& [width, height] : {std::pair{75, 43}, {32, 16}, {33, 17}, {20, 31}}) {
    const auto tiled = fuse_tiles(parts_of(kernels), width, height);
    ASSERT_TRUE(tiled) << tiled.error();
    const ir::Module& module = tiled->fused.module;
    EXPECT_EQ(tiled->fused.buffers,
              (std::vector<std::uint32_t>{0, static_cast<std::uint32_t>(bodies.size())}));
    const Shape shape{height, width, 4};
    Bytes in(static_cast<std::size_t>(shape.elements()));
    for (std::uint8_t& v : in) v = static_cast<std::uint8_t>(numbers());
    Bytes out(in.size());
    const std::vector<HostTensor> inputs = {tensor(in, shape)};
    const std::vector<HostTensor> outputs = {tensor(out, shape)};
    const auto done = run_both(module, {inputs, outputs, {}});
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_EQ(out, one_by_one(kernels, in, shape)) << bodies.back() << " " << to_string(shape);
    for (const Language language : {Language::glsl, Language::cuda, Language::msl})
      EXPECT_TRUE(emit(module, language));
  }
}

TEST(KernelTiles, StencilsOneAfterTheOther) {
  check({skewed, summed});
  check({summed, skewed});
  check({skewed, skewed, skewed});
}

TEST(KernelTiles, ElementWiseKernelsAnywhere) {
  check({alone, skewed});
  check({skewed, alone});
  check({placed, alone, summed, placed, skewed, alone});
}

TEST(KernelTiles, TablesMasksAndParametersAreReadWhereTheyAre) {
  const auto weighted = compiled_as_is(
      "#[pixels]\nfn k(a: Tensor<u8>, w: Tensor<u32>, o: &mut Tensor<u8>, more: u32) {\n"
      "let y = ABSOLUTE_POS_Y; let x = ABSOLUTE_POS_X;\n"
      "o[y, x, 0] = (((a.mirrored(y, x - 1, 0) as u32) * w[0] + more) >> 2) as u8;\n"
      "o[y, x, 1] = (((a.mirrored(y + 1, x, 1) as u32) * w[1]) >> 3) as u8;\n"
      "o[y, x, 2] = (w.len() as u32) as u8; o[y, x, 3] = a[y, x, 3];\n}\n");
  // Reads the frame that came in beside what was made of it.
  const auto beside = compiled_as_is(
      "#[pixels]\nfn k(a: Tensor<u8>, before: Tensor<u8>, o: &mut Tensor<u8>) {\n"
      "let p = ABSOLUTE_POS * 4;\nfor c in 0..0 {}\n"
      "o[p] = a[p] / 2 + before[p] / 2; o[p + 1] = before[p + 1]; o[p + 2] = a[p + 2];\n"
      "o[p + 3] = before[p + 7];\n}\n");
  const std::vector<FusePart> parts = {
      {weighted.get(), {0, 9, 1}, "weighted", {false, true, false}},
      {weighted.get(), {1, 9, 2}, "again", {false, true, false}},
      {beside.get(), {2, 0, 3}, "beside"}};
  const auto tiled = fuse_tiles(parts, 50, 40);
  ASSERT_TRUE(tiled) << tiled.error();
  EXPECT_EQ(tiled->fused.buffers, (std::vector<std::uint32_t>{0, 9, 3}));
  ASSERT_EQ(tiled->fused.params.size(), 2U);
  EXPECT_EQ(tiled->fused.params[1].part, 1U);
  const Shape shape{40, 50, 4};
  Bytes in(static_cast<std::size_t>(shape.elements()));
  std::mt19937 numbers(6);
  for (std::uint8_t& v : in) v = static_cast<std::uint8_t>(numbers());
  std::vector<std::uint32_t> weights = {3, 7};
  Bytes image = in;
  Bytes next(in.size());
  for (const std::uint32_t more : {11U, 5U}) {
    const std::vector<HostTensor> inputs = {tensor(image, shape), tensor(weights)};
    const std::vector<HostTensor> outputs = {tensor(next, shape)};
    const std::vector<ParamValue> params = {more};
    ASSERT_TRUE(interpret(*weighted, {inputs, outputs, params}));
    image = next;
  }
  const std::vector<HostTensor> both = {tensor(image, shape), tensor(in, shape)};
  const std::vector<HostTensor> expected = {tensor(next, shape)};
  ASSERT_TRUE(interpret(*beside, {both, expected, {}}));
  Bytes out(in.size());
  const std::vector<HostTensor> inputs = {tensor(in, shape), tensor(weights)};
  const std::vector<HostTensor> outputs = {tensor(out, shape)};
  const std::vector<ParamValue> params = {11U, 5U};
  ASSERT_TRUE(run_both(tiled->fused.module, {inputs, outputs, params}));
  EXPECT_EQ(out, next);
}

TEST(KernelTiles, WhatDoesNotFitIsRejectedWithTheReason) {
  const auto reason = [](const std::vector<std::string>& bodies, std::int64_t side) {
    Kernels kernels;
    for (const std::string& body : bodies) kernels.push_back(pixels(body));
    const auto tiled = fuse_tiles(parts_of(kernels), side, side);
    return tiled ? std::string() : tiled.error();
  };
  EXPECT_EQ(reason({skewed, skewed}, 64), "");
  EXPECT_NE(reason({skewed, skewed}, 6).find("mirrored more than once"), std::string::npos);
  const std::string far = "r = a.mirrored(y + 12, x - 12, 0);";
  EXPECT_NE(reason({far, far}, 64).find("bytes of shared memory"), std::string::npos);
  EXPECT_NE(reason({alone, "r = a[y - 1, x, 0];"}, 64).find("not mirrored"), std::string::npos);
  EXPECT_NE(reason({alone, "r = a.mirrored(y * 2, x, 0);"}, 64).find("not known"),
            std::string::npos);
  EXPECT_NE(reason({alone, "r = a.mirrored(y + (g as s32), x, 0);"}, 64), "");
}

}  // namespace
}  // namespace dala::kernel
