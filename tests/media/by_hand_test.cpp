// Functions written for the CPU make what the stages' texts make, to within 1/255, at all kinds of
// sizes and parameters, whatever vectors the processor has.
#include <hwy/targets.h>

#include <cmath>

#include "media/by_hand.hpp"
#include "media/chain.hpp"
#include "media/cpu/vnni.hpp"
#include "media/media_helper.hpp"

namespace dala::media::test {
namespace {

// Highway takes only these sets of instructions while it lives.
class OnlyVectors {
 public:
  explicit OnlyVectors(std::int64_t targets) { hwy::SetSupportedTargetsForTest(targets); }
  ~OnlyVectors() { hwy::SetSupportedTargetsForTest(0); }
  OnlyVectors(const OnlyVectors&) = delete;
  OnlyVectors& operator=(const OnlyVectors&) = delete;
};

struct Case {
  const char* name;
  std::vector<Filter> filters;
  bool needs_vnni = false;
  int most = 1;             // by which the two may differ
  double share_off = 0.05;  // of all bytes may differ at all
};

void PrintTo(const Case& of, std::ostream* out) { *out << of.name; }

class ByHand : public testing::TestWithParam<Case> {};

Filter blur(int radius, double sigma) { return {"blur", {{"radius", radius}, {"sigma", sigma}}}; }

Filter blend_with(std::uint32_t width, std::uint32_t height, double opacity) {
  auto other = std::make_shared<const Picture>(noise(width, height));
  return {"blend", {{"opacity", opacity}}, {{"other", other, {}}}};
}

// A table whose entries have nothing to do with their places.
std::string cube_file() {
  static const Folder folder;
  const std::filesystem::path file = folder / "wild.cube";
  std::string text = "LUT_3D_SIZE 5\nDOMAIN_MIN -0.1 0 0.1\nDOMAIN_MAX 1 0.9 1.2\n";
  std::uint32_t random = 7;
  for (int i = 0; i < 5 * 5 * 5 * 3; ++i) {
    random = (random * 1664525) + 1013904223;
    text += std::to_string((random >> 8) / 16777216.0) + (i % 3 == 2 ? "\n" : " ");
  }
  write_text(file, text);
  return file.string();
}

Picture run_plan(const Picture& picture, const ChainPlan& plan) {
  const Compute& compute = *compute_on("cpu");
  const Buffer input =
      must(compute.buffer_from_bytes(std::as_bytes(std::span(picture.rgba)),
                                     frame_shape({picture.width, picture.height}), DType::u8));
  const auto chain = must(Chain::make(compute, plan, input, false));
  must(chain->run());
  return {plan.out.size.width, plan.out.size.height, must(chain->output().read<std::uint8_t>())};
}

double share_of_different(const Picture& a, const Picture& b) {
  std::size_t different = 0;
  for (std::size_t i = 0; i < a.rgba.size(); ++i) different += a.rgba[i] != b.rgba[i] ? 1 : 0;
  return static_cast<double>(different) / static_cast<double>(a.rgba.size());
}

TEST_P(ByHand, MakesWhatTheTextMakes) {
  if (GetParam().needs_vnni && !cpu::has_vnni())
    GTEST_SKIP() << "skipped: this processor has no AVX-512 VNNI, so the text runs";
  for (const Picture& picture : {noise(97, 71), scene(613, 70), noise(75, 201)}) {
    std::vector<Filter> filters = GetParam().filters;
    for (Filter& filter : filters)
      if (filter.name == "blend") filter = blend_with(picture.width, picture.height, 0.7);
    ChainPlan text = must(plan_chain({picture.width, picture.height}, filters));
    ChainPlan by_hand = text;
    prepare_for_device(text, "cpu", false);
    prepare_for_device(by_hand, "cpu", true);
    ASSERT_EQ(by_hand.stages.size(), 1U);
    ASSERT_TRUE(by_hand.stages[0].by_hand);
    const Picture expected = run_plan(picture, text);
    for (const std::int64_t targets : hwy::SupportedAndGeneratedTargets()) {
      const OnlyVectors only(targets);
      const Picture made = run_plan(picture, by_hand);
      EXPECT_LE(difference(made, expected), GetParam().most) << hwy::TargetName(targets);
      EXPECT_LE(share_of_different(made, expected), GetParam().share_off)
          << hwy::TargetName(targets);
      if (GetParam().needs_vnni) break;  // there is one form of these
    }
  }
}

const Filter sharpen{"sharpen", {{"amount", 0.3}}};
const Filter brighter{"brightness", {{"value", 0.1}}};
const Filter warmer{"white_balance", {{"temperature", 0.2}}};
const Filter vignette{"vignette"};
const Filter darker{"brightness", {{"value", -0.2}}};

INSTANTIATE_TEST_SUITE_P(
    Filters, ByHand,
    testing::Values(
        Case{"Blur3", {blur(3, 1.5)}, true, 0}, Case{"Blur1", {blur(1, 0.8)}, true, 0},
        Case{"BlurOfNothing", {blur(2, 0.01)}, true, 0}, Case{"Blur8", {blur(8, 3.0)}, true, 0},
        Case{"Blur20", {blur(20, 7.0)}, true, 0}, Case{"Blur64", {blur(64, 30.0)}, true, 0},
        Case{"WideBlurOfNothing", {blur(12, 0.05)}, true, 0},
        Case{"BoxBlur", {{"box_blur", {{"radius", 5}}}}, true, 0},
        Case{"Chain", {blur(3, 1.5), sharpen, brighter}, true, 0},
        Case{"BlurAndDarker", {blur(4, 2.0), darker}, true, 0},
        Case{"Unsharp", {{"sharpen", {{"amount", 0.5}, {"radius", 3}}}}, true, 1},
        Case{"StrongUnsharp", {{"sharpen", {{"amount", 10.0}, {"radius", 9}}}, darker}, true, 1},
        Case{"StrongSharpen", {blur(2, 1.0), {"sharpen", {{"amount", 10.0}}}}, true, 1},
        Case{"Sepia", {{"sepia"}}, true, 0}, Case{"Hue", {{"hue", {{"degrees", 100.0}}}}, true, 0},
        Case{"Grayscale", {{"grayscale"}}, true, 0},
        Case{"Saturation", {{"saturation", {{"value", 1.0}}}}, true, 0},
        Case{"SepiaVignette", {{"sepia", {{"amount", 0.4}}}, vignette}, true, 0},
        Case{"CurvesAndHue",
             {warmer, {"hue", {{"degrees", -200.0}}}, {"gamma", {{"value", 2.0}}}},
             true,
             0},
        Case{"TenMixed",
             {brighter,
              {"contrast", {{"value", 0.3}}},
              {"saturation", {{"value", 0.4}}},
              {"sepia", {{"amount", 0.3}}},
              warmer,
              {"hue", {{"degrees", 20.0}}},
              {"invert"},
              {"grayscale"},
              darker,
              vignette},
             true,
             0},
        Case{"Blend", {{"blend"}}, true, 0}, Case{"Denoise", {{"denoise"}}},
        Case{"WideDenoise",
             {{"denoise", {{"radius", 6}, {"sigma_space", 2.0}, {"sigma_color", 15.0}}}}},
        Case{"SharpDenoise", {{"denoise", {{"sigma_color", 0.1}, {"sigma_space", 0.1}}}}},
        Case{"Lut", {{"lut", {{"file", cube_file()}}}}},
        Case{"Resize",
             {{"resize", {{"width", 37}, {"height", 20}, {"method", "bilinear"}}}},
             false,
             1,
             0.5},
        Case{"ResizeDownFirst",
             {{"resize", {{"width", 30}, {"height", 5}, {"method", "bilinear"}}}},
             false,
             1,
             0.5}),
    [](const auto& test) { return std::string(test.param.name); });

// Whatever can be joined with a neighbour is left to its text.
TEST(ByHandPlan, ShortFunctionsOnlyAlone) {
  const auto by_hand = [](const std::vector<Filter>& filters) {
    ChainPlan plan = must(plan_chain({100, 100}, filters));
    prepare_for_device(plan, "cpu", true);
    std::string out;
    for (const Stage& stage : plan.stages) out += stage.by_hand ? 'h' : 't';
    return out;
  };
  EXPECT_EQ(by_hand({{"denoise"}, {"vignette"}}), "ht");
  EXPECT_EQ(by_hand({{"lut", {{"file", cube_file()}}}, {"vignette"}}), "ht");
  if (!cpu::has_vnni()) GTEST_SKIP() << "skipped: this processor has no AVX-512 VNNI";
  EXPECT_EQ(by_hand({{"sepia"}}), "h");
  EXPECT_EQ(by_hand({{"denoise"}, {"sepia"}}), "hh");
  EXPECT_EQ(by_hand({{"sepia"}, {"hue"}}), "h");
  EXPECT_EQ(by_hand({{"sepia"}, {"vignette"}}), "h");
  EXPECT_EQ(by_hand({{"vignette"}}), "t");
  EXPECT_EQ(by_hand({{"sepia"}, {"chroma_key"}}), "tt");
  EXPECT_EQ(by_hand({{"sepia"}, {"hue"}, {"vignette"}, {"hue"}, {"chroma_key"}}), "ht");
  EXPECT_EQ(by_hand({{"blur"}, {"sharpen"}, {"sepia"}, {"vignette"}}), "hh");
  EXPECT_EQ(by_hand({{"blur"}, {"sharpen"}, {"brightness"}, {"sepia"}}), "hh");
  ChainPlan elsewhere = must(plan_chain({100, 100}, std::vector<Filter>{{"blur"}, {"sepia"}}));
  prepare_for_device(elsewhere, "gles", true);
  for (const Stage& stage : elsewhere.stages) EXPECT_FALSE(stage.by_hand);
}

}  // namespace
}  // namespace dala::media::test
