// Variants make what the stages' sources make, to within 1/255, at all kinds of
// sizes and parameters, whatever vectors the processor has.
#include <hwy/targets.h>

#include <cmath>
#include <set>

#include "compute/generated.hpp"
#include "compute/pipeline_state.hpp"
#include "media/chain.hpp"
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
  const char* variant;
  int most = 1;             // by which the two may differ
  double share_off = 0.05;  // of all bytes may differ at all
};

void PrintTo(const Case& of, std::ostream* out) { *out << of.name; }

class Variants : public testing::TestWithParam<Case> {};

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

// A chain whose runs of stages are done by variants wherever these accept them, whatever it costs;
// or by the stages' sources one by one.
struct Ran {
  Picture picture;
  Explanation explanation;
};

Ran run_chain(const Compute& compute, const Picture& picture, const std::vector<Filter>& filters,
              bool by_variants) {
  const FrameSize size{picture.width, picture.height};
  const ChainPlan plan = must(plan_chain(size, filters));
  const auto state = std::make_shared<Pipeline::State>(
      compute.runtime(), PipelineOptions{.fuse = by_variants, .variants = by_variants});
  state->prefers_variants = true;
  const Pipeline pipeline(state);
  const Buffer input = must(compute.buffer_from_bytes(std::as_bytes(std::span(picture.rgba)),
                                                      frame_shape(size), DType::u8));
  const Buffer output = must(compute.buffer_zeros(frame_shape(plan.out.size), DType::u8));
  must(Chain::add_to(pipeline, compute, plan, input, output));
  must(pipeline.run());
  return {{plan.out.size.width, plan.out.size.height, must(output.read<std::uint8_t>())},
          must(pipeline.explain())};
}

double share_of_different(const Picture& a, const Picture& b) {
  std::size_t different = 0;
  for (std::size_t i = 0; i < a.rgba.size(); ++i) different += a.rgba[i] != b.rgba[i] ? 1 : 0;
  return static_cast<double>(different) / static_cast<double>(a.rgba.size());
}

bool has_avx512() { return compute_on("cpu")->device_info().capabilities.avx512_vnni; }

TEST_P(Variants, MakeWhatTheSourcesMake) {
  const std::string variant = GetParam().variant;
  const bool needs_avx512 = variant.ends_with("avx512");
  if (needs_avx512 && !has_avx512())
    GTEST_SKIP() << "skipped: this processor has no AVX-512 VNNI, so the sources run";
  for (const Picture& picture : {noise(97, 71), scene(613, 70), noise(75, 201)}) {
    std::vector<Filter> filters = GetParam().filters;
    for (Filter& filter : filters)
      if (filter.name == "blend") filter = blend_with(picture.width, picture.height, 0.7);
    const Picture expected = run_chain(*compute_on("cpu"), picture, filters, false).picture;
    for (const std::int64_t targets : hwy::SupportedAndGeneratedTargets()) {
      const OnlyVectors only(targets);
      const Ran made = run_chain(*compute_on("cpu"), picture, filters, true);
      ASSERT_EQ(made.explanation.stages.size(), 1U) << to_string(made.explanation);
      EXPECT_EQ(made.explanation.stages[0].implementation, variant);
      EXPECT_LE(difference(made.picture, expected), GetParam().most) << hwy::TargetName(targets);
      EXPECT_LE(share_of_different(made.picture, expected), GetParam().share_off)
          << hwy::TargetName(targets);
      if (needs_avx512) break;  // there is one form of these
    }
  }
}

const Filter sharpen{"sharpen", {{"amount", 0.3}}};
const Filter brighter{"brightness", {{"value", 0.1}}};
const Filter warmer{"white_balance", {{"temperature", 0.2}}};
const Filter vignette{"vignette"};
const Filter darker{"brightness", {{"value", -0.2}}};

const std::vector<Filter> ten_mixed = {brighter,
                                       {"contrast", {{"value", 0.3}}},
                                       {"saturation", {{"value", 0.4}}},
                                       {"sepia", {{"amount", 0.3}}},
                                       warmer,
                                       {"hue", {{"degrees", 20.0}}},
                                       {"invert"},
                                       {"grayscale"},
                                       darker,
                                       vignette};

const char* const by_blur = "blur_avx512";
const char* const by_pixels = "pixels_avx512";

INSTANTIATE_TEST_SUITE_P(
    Filters, Variants,
    testing::Values(
        Case{"Blur3", {blur(3, 1.5)}, by_blur, 0}, Case{"Blur1", {blur(1, 0.8)}, by_blur, 0},
        Case{"BlurOfNothing", {blur(2, 0.01)}, by_blur, 0},
        Case{"Blur8", {blur(8, 3.0)}, by_blur, 0}, Case{"Blur20", {blur(20, 7.0)}, by_blur, 0},
        Case{"Blur64", {blur(64, 30.0)}, by_blur, 0},
        Case{"WideBlurOfNothing", {blur(12, 0.05)}, by_blur, 0},
        Case{"BoxBlur", {{"box_blur", {{"radius", 5}}}}, by_blur, 0},
        Case{"Chain", {blur(3, 1.5), sharpen, brighter}, by_blur, 0},
        Case{"BlurAndDarker", {blur(4, 2.0), darker}, by_blur, 0},
        Case{"Unsharp", {{"sharpen", {{"amount", 0.5}, {"radius", 3}}}}, by_blur, 1},
        Case{"StrongUnsharp", {{"sharpen", {{"amount", 10.0}, {"radius", 9}}}, darker}, by_blur, 1},
        Case{"StrongSharpen", {blur(2, 1.0), {"sharpen", {{"amount", 10.0}}}}, by_blur, 1},
        Case{"Sepia", {{"sepia"}}, by_pixels, 0},
        Case{"Hue", {{"hue", {{"degrees", 100.0}}}}, by_pixels, 0},
        Case{"Grayscale", {{"grayscale"}}, by_pixels, 0},
        Case{"Saturation", {{"saturation", {{"value", 1.0}}}}, by_pixels, 0},
        Case{"Vignette", {vignette}, by_pixels, 0}, Case{"Brightness", {brighter}, by_pixels, 0},
        Case{"SepiaVignette", {{"sepia", {{"amount", 0.4}}}, vignette}, by_pixels, 0},
        Case{"CurvesAndHue",
             {warmer, {"hue", {{"degrees", -200.0}}}, {"gamma", {{"value", 2.0}}}},
             by_pixels,
             0},
        Case{"TenMixed", ten_mixed, by_pixels, 0}, Case{"Blend", {{"blend"}}, "avx512", 0},
        Case{"Denoise", {{"denoise"}}, "vectors"},
        Case{"WideDenoise",
             {{"denoise", {{"radius", 6}, {"sigma_space", 2.0}, {"sigma_color", 15.0}}}},
             "vectors"},
        Case{
            "SharpDenoise", {{"denoise", {{"sigma_color", 0.1}, {"sigma_space", 0.1}}}}, "vectors"},
        Case{"Lut", {{"lut", {{"file", cube_file()}}}}, "vectors"},
        Case{"Resize",
             {{"resize", {{"width", 37}, {"height", 20}, {"method", "bilinear"}}}},
             "vectors",
             1,
             0.5},
        Case{"ResizeDownFirst",
             {{"resize", {{"width", 30}, {"height", 5}, {"method", "bilinear"}}}},
             "vectors",
             1,
             0.5}),
    [](const auto& test) { return std::string(test.param.name); });

// Opaque pictures and shares that are exact in whole numbers are blended in another way than
// others.
TEST(VariantsOfBlend, AreExactForAnyOpacity) {
  if (!has_avx512())
    GTEST_SKIP() << "skipped: this processor has no AVX-512 VNNI, so the sources run";
  const Picture picture = noise(419, 33);
  Picture opaque = noise(419, 33);
  std::ranges::reverse(opaque.rgba);
  for (std::size_t i = 3; i < opaque.rgba.size(); i += 4) opaque.rgba[i] = 255;
  Picture mixed = opaque;  // one vector in some has a pixel that is not
  for (std::size_t i = 3; i < mixed.rgba.size(); i += 4 * 37) mixed.rgba[i] = 100;
  for (const Picture& other : {opaque, mixed})
    for (const double opacity : {0.0, 0.5, 0.25, 0.75, 1.0, 0.3, 1.0 / 32768, 32767.0 / 32768}) {
      const std::vector<Filter> filters = {
          {"blend",
           {{"opacity", opacity}},
           {{"other", std::make_shared<const Picture>(other), {}}}}};
      const Ran made = run_chain(*compute_on("cpu"), picture, filters, true);
      EXPECT_EQ(made.explanation.stages[0].implementation, "avx512");
      EXPECT_EQ(made.picture.rgba,
                run_chain(*compute_on("cpu"), picture, filters, false).picture.rgba)
          << opacity;
    }
}

// What does the stages of a chain on frames of this size, in their order.
std::string chosen(std::vector<Filter> filters, std::uint32_t width, std::uint32_t height) {
  const Picture picture = noise(width, height);
  for (Filter& filter : filters)
    if (filter.name == "blend") filter = blend_with(width, height, 0.7);
  std::string out;
  const Explanation explained = must(pipeline_for(picture).explain(filters));
  for (const StageExplanation& stage : explained.stages)
    out += (out.empty() ? "" : " ") + stage.implementation;
  return out;
}

// Whatever is done faster together with a neighbour is left to the fused sources.
TEST(VariantsOfRuns, AreTakenWhereTheyCostLess) {
  const auto by_hand = [](const std::vector<Filter>& filters) {
    return chosen(filters, 1280, 720);
  };
  if (by_hand({{"median"}}) != "jit") GTEST_SKIP() << "skipped: this build has no JIT";
  EXPECT_EQ(by_hand({{"denoise"}, {"chroma_key"}}), "vectors jit");
  EXPECT_EQ(by_hand({{"lut", {{"file", cube_file()}}}, {"chroma_key"}}), "vectors jit");
  if (!has_avx512()) GTEST_SKIP() << "skipped: this processor has no AVX-512 VNNI";
  EXPECT_EQ(by_hand({{"sepia"}}), "pixels_avx512");
  EXPECT_EQ(by_hand({{"vignette"}}), "pixels_avx512");
  EXPECT_EQ(by_hand({{"denoise"}, {"sepia"}}), "vectors pixels_avx512");
  EXPECT_EQ(by_hand({{"sepia"}, {"hue"}}), "pixels_avx512");
  EXPECT_EQ(by_hand({{"sepia"}, {"vignette"}}), "pixels_avx512");
  EXPECT_EQ(by_hand({{"sepia"}, {"chroma_key"}}), "jit");
  EXPECT_EQ(by_hand({{"sharpen"}, {"brightness"}}), "jit");
  EXPECT_EQ(by_hand({{"sepia"}, {"hue"}, {"vignette"}, {"hue"}, {"chroma_key"}}),
            "pixels_avx512 jit");
  EXPECT_EQ(by_hand({{"blur"}, {"sharpen"}, {"sepia"}, {"vignette"}}), "blur_avx512 pixels_avx512");
  EXPECT_EQ(by_hand({{"blur"}, {"sharpen"}, {"brightness"}, {"sepia"}}),
            "blur_avx512 pixels_avx512");
  EXPECT_EQ(by_hand({{"blend"}}), "avx512");
}

// All variants that there are, of kernels and of runs, in chains that every device has, compared
// with the sources on the device that knows nothing else.
class EveryVariant : public testing::TestWithParam<const char*> {};

TEST_P(EveryVariant, IsRunAndMakesWhatTheSourcesMake) {
  const Compute* compute = compute_on(GetParam());
  if (compute == nullptr) GTEST_SKIP() << "skipped: no " << GetParam() << " here";
  const Picture picture = noise(75, 43);
  std::vector<std::vector<Filter>> chains = {
      {blur(3, 1.5), sharpen, brighter}, {blur(8, 3.0), darker},         {blur(1, 0.8), sharpen},
      {blur(9, 3.0), sharpen},           {{"sharpen", {{"radius", 2}}}}, ten_mixed};
  for (const FilterInfo& info : filters()) {
    Filter filter{.name = info.name};
    if (info.name == "lut") filter.params.set("file", cube_file());
    if (info.name == "resize") filter.params.set("width", std::int64_t{30});
    if (info.name == "resize") filter.params.set("method", "bilinear");
    for (const FilterInputInfo& input : info.inputs)
      filter.inputs.push_back({input.name, std::make_shared<const Picture>(noise(75, 43)), {}});
    chains.push_back({filter});
  }
  std::set<std::string> registered;
  std::set<std::string> seen;  // run, or rejected by the device
  for (const std::vector<Filter>& chain : chains) {
    const ChainPlan plan = must(plan_chain({picture.width, picture.height}, chain));
    for (const Stage& stage : plan.stages) {
      for (const KernelVariant& variant : stage.variants) registered.insert(variant.name);
      if (stage.description == nullptr) continue;
      for (const RunVariant& run : stage.description->runs())
        registered.insert(std::string(run.name));
    }
    const Ran made = run_chain(*compute, picture, chain, true);
    for (const StageExplanation& stage : made.explanation.stages) {
      seen.insert(stage.implementation);
      for (const Rejection& rejection : stage.rejections) seen.insert(rejection.implementation);
    }
    const Picture expected =
        run_chain(*compute_on("cpu-interpreter"), picture, chain, false).picture;
    EXPECT_LE(difference(made.picture, expected), 1) << chain.front().name;
  }
  EXPECT_GE(registered.size(), 4);
  for (const std::string& variant : registered)
    EXPECT_TRUE(seen.contains(variant)) << variant << " was never asked";
}

INSTANTIATE_TEST_SUITE_P(Devices, EveryVariant, testing::Values("cpu", "gles", "cuda"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace dala::media::test
