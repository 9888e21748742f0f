// Fused kernels do what the kernels do one after the other, on images of every small size: run by
// the interpreter and as generated code (run_helper.hpp). What each kind of fusion makes of the
// kernels under golden/fuse that have its name and a number is compared with the IR beside them.
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "core/format.hpp"
#include "kernel/fuse/fuse.hpp"
#include "kernel/fuse/tiles.hpp"
#include "kernel/ir/print.hpp"
#include "kernel/ir/verify.hpp"
#include "kernel/run_helper.hpp"
#include "support/goldens.hpp"
#include "support/paths.hpp"

namespace dala::kernel {
namespace {

using Image = std::vector<float>;

// Of f32, from one tensor to another, with its place in y, x and i.
std::shared_ptr<const ir::Module> kernel(const std::string& body) {
  return compiled_as_is(
      "fn half(v: f32) -> f32 { v * 0.5 }"
      "fn k(a: Tensor<f32>, o: &mut Tensor<f32>) {"
      "  let y = ABSOLUTE_POS_Y; let x = ABSOLUTE_POS_X; let i = ABSOLUTE_POS;" +
      body + " }");
}

Image one_by_one(const std::vector<std::shared_ptr<const ir::Module>>& kernels, Image image,
                 const Shape& shape) {
  for (const auto& module : kernels) {
    Image next(image.size());
    const std::vector<HostTensor> inputs = {tensor(image, shape)};
    const std::vector<HostTensor> outputs = {tensor(next, shape)};
    EXPECT_TRUE(interpret(*module, {inputs, outputs, {}}));
    image = std::move(next);
  }
  return image;
}

void check(const std::vector<std::string>& bodies) {
  std::vector<std::shared_ptr<const ir::Module>> kernels;
  std::vector<FusePart> parts;
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    kernels.push_back(kernel(bodies[i]));
    parts.push_back({kernels.back().get(), {i, i + 1}, "k"});
  }
  std::vector<bool> kept(bodies.size() + 1, false);
  kept.back() = true;
  const auto fused = fuse(parts, kept);
  ASSERT_TRUE(fused) << fused.error();
  ASSERT_EQ(fused->buffers,
            (std::vector<std::uint32_t>{0, static_cast<std::uint32_t>(bodies.size())}));
  std::mt19937 numbers(5);
  for (const Shape& shape : std::vector<Shape>{{1, 1}, {1, 4}, {4, 1}, {2, 3}, {5, 19}, {3, 40}}) {
    Image in(static_cast<std::size_t>(shape.elements()));
    for (float& v : in) v = static_cast<float>(numbers() % 200) - 100;
    Image out(in.size());
    const std::vector<HostTensor> inputs = {tensor(in, shape)};
    const std::vector<HostTensor> outputs = {tensor(out, shape)};
    EXPECT_TRUE(run_both(fused->module, {inputs, outputs, {}}));
    EXPECT_EQ(out, one_by_one(kernels, in, shape)) << bodies.back() << " " << to_string(shape);
  }
}

const std::filesystem::path golden_folder =
    dala::test::tests_folder() / "kernel" / "golden" / "fuse";

// Each reads what the one before it wrote, as its first input.
template <typename Join>
void expect_golden(const std::string& name, const Join& join) {
  std::vector<std::shared_ptr<const ir::Module>> kernels;
  for (int i = 1; i <= 2; ++i)
    kernels.push_back(
        compiled_as_is(dala::test::read_text(golden_folder / format("{}_{}.dk", name, i))));
  std::vector<FusePart> parts;
  for (std::uint32_t i = 0; i < kernels.size(); ++i) {
    FusePart part{kernels[i].get(), {i}, kernels[i]->name};
    for (std::uint32_t more = 2; more < kernels[i]->tensors.size(); ++more)
      part.buffers.push_back(10 * i + more);
    part.buffers.push_back(i + 1);
    parts.push_back(part);
  }
  const ir::Module module = join(parts);
  EXPECT_EQ(ir::find_fault(module), std::nullopt) << name;
  dala::test::expect_text(golden_folder / (name + ".ir"), ir::print(module));
}

ir::Module joined(const std::vector<FusePart>& parts) {
  std::vector<bool> kept(32, false);
  kept[parts.size()] = true;
  const auto fused = fuse(parts, kept);
  EXPECT_TRUE(fused) << fused.error();
  return fused ? fused->module : ir::Module{};
}

ir::Module tiled(const std::vector<FusePart>& parts) {
  const auto made = fuse_tiles(parts, 64, 48);
  EXPECT_TRUE(made) << made.error();
  return made ? made->fused.module : ir::Module{};
}

TEST(KernelFuse, Goldens) {
  expect_golden("elementwise", joined);
  expect_golden("recomputed", joined);
  expect_golden("tiles", tiled);
}

// Nothing makes a 1 of it.
const std::string from_nothing_one = "o[i] = a[i] + 1.0;";

TEST(KernelFuse, ReadsOutsideKeepTheirMeaning) {
  for (const char* stencil :
       {"o[y, x] = a[y - 1, x] + a[y, x + 1] * 2.0 + a[y + 2, x - 2] * 4.0;",
        "o[y, x] = a.clamped(y - 1, x + 1) + a.clamped(y + 3, x - 3) * 2.0;",
        "o[y, x] = a.mirrored(y - 1, x + 1) + a.mirrored(y + 3, x - 3) * 2.0;",
        "o[i] = a[i - 1] + a[i + 1] * 2.0 + a.mirrored(i + 3) * 4.0;",
        "o[i] = a[(i as s64) - 2s64] + a[9000000000s64] + a[-1] + a[0, 0];", "o[y, x] = a[x, y];"})
    check({from_nothing_one, stencil});
}

TEST(KernelFuse, IndicesThatAreComputed) {
  check({from_nothing_one,
         "let far = (a[y, x] as s32) / 30; o[y, x] = a[y + far, x - far] + a.clamped(far, x);"});
  check(
      {from_nothing_one,
       "let mut s = 0.0; for dy in 0..3 { for dx in 0..2 { s = s * 2.0 + a[y + dy - 1, x - dx]; } }"
       "o[y, x] = s;"});
}

TEST(KernelFuse, ChainsWithHelpersLocalsAndSizes) {
  check({"let mut v = half(a[i]); for n in 0..2 { v += 1.5; } o[i] = v;",
         "let w = [1.0, 2.0]; let mut v = a[y, x]; if v > 3.0 { v = v - w[1]; } o[y, x] = v;",
         "o[i] = a[i] + (o.shape(1) as f32) + (a.len() as f32);",
         "o[y, x] = half(a[y - 1, x]) + a.clamped(y, x + 1);", "o[i] = half(a[i]) - 1.0;"});
}

TEST(KernelFuse, WhatDependsOnItsPlaceIsNotComputedElsewhere) {
  const auto by_place = kernel("o[i] = a[i] + (x as f32);");
  const auto stencil = kernel("o[y, x] = a[y, x - 1];");
  const std::vector<FusePart> parts = {{by_place.get(), {0, 1}, "by_place"},
                                       {stencil.get(), {1, 2}, "stencil"}};
  EXPECT_FALSE(fuse(parts, {true, false, true}));
}

TEST(KernelFuse, WhatOthersReadIsNotOverwritten) {
  const auto first = kernel(from_nothing_one);
  const auto stencil = kernel("o[y, x] = a[y, x - 1];");
  const std::vector<FusePart> parts = {{first.get(), {0, 1}, "first"},
                                       {stencil.get(), {1, 0}, "stencil"}};
  EXPECT_FALSE(fuse(parts, {true, false}));
}

}  // namespace
}  // namespace dala::kernel
