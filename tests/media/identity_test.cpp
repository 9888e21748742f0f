// Chains whose kernels have the same names, and users' kernels with the names of ours.
#include <dala/media.hpp>
#include <dala/media/convert.hpp>

#include "media/media_helper.hpp"

namespace dala::media::test {
namespace {

// As one by one, within the rounding of each.
void expect_as_one_by_one(const FramePipeline& pipeline, const Picture& picture,
                          const std::vector<Filter>& chain) {
  Picture expected = picture;
  for (const Filter& filter : chain)
    expected = must(pipeline.process_frame(expected.rgba, std::vector{filter}));
  EXPECT_LE(difference(must(pipeline.process_frame(picture.rgba, chain)), expected), 1)
      << chain.back().name;
}

TEST(MediaIdentity, ChainsThatBeginAlikeAreTwoKernels) {
  const Picture picture = scene(500, 300);
  const FramePipeline pipeline = pipeline_for(picture);
  std::vector<Filter> chain = {{"saturation", {{"value", 0.3}}},
                               {"sepia", {{"amount", 0.4}}},
                               {"hue", {{"degrees", 40.0}}},
                               {"grayscale"}};
  for (const Filter& last : std::vector<Filter>{{"saturation", {{"value", -0.4}}},
                                                {"brightness", {{"value", 0.2}}},
                                                {"vignette", {{"strength", 0.7}}},
                                                {"sepia", {{"amount", 0.9}}}}) {
    std::vector<Filter> longer = chain;
    longer.push_back(last);
    expect_as_one_by_one(pipeline, picture, longer);
  }
}

// Look-ups in a row become one, with a name that is cut.
TEST(MediaIdentity, FoldedChainsThatBeginAlikeAreTwo) {
  const Picture picture = scene(500, 300);
  const FramePipeline pipeline = pipeline_for(picture);
  const std::vector<Filter> chain = {{"brightness", {{"value", 0.1}}},
                                     {"contrast", {{"value", 0.2}}},
                                     {"gamma", {{"value", 1.3}}},
                                     {"exposure", {{"stops", 0.2}}},
                                     {"invert"},
                                     {"brightness"}};
  for (const Filter& last : std::vector<Filter>{
           {"saturation", {{"value", -0.4}}}, {"invert"}, {"vignette", {{"strength", 0.7}}}}) {
    std::vector<Filter> longer = chain;
    longer.push_back(last);
    expect_as_one_by_one(pipeline, picture, longer);
  }
}

// Every name that filters, conversions and fused stages were once registered under.
TEST(MediaIdentity, KernelsOfTheUserAreNeitherTakenNorInTheWay) {
  const Picture picture = scene(96, 64);
  const std::vector<Filter> chain = {{"median"}, {"sharpen", {{"amount", 0.5}}}, {"brightness"}};
  const Picture expected = filtered(picture, chain);
  const Compute compute = *Compute::create({.device = "cpu"});
  const char* black = R"(fn k(input: Tensor<u8>, output: &mut Tensor<u8>) {
    output[ABSOLUTE_POS] = 0u8;
  })";
  const std::vector<std::string> names = {"media_median", "media_sharpen", "media_brightness",
                                          "media_sharpen_by_hand", "media_swap_red_and_blue"};
  for (const std::string& name : names) must(compute.register_kernel(name, {.text = black}));
  const FramePipeline pipeline =
      *FramePipeline::start(picture.width, picture.height, {.compute = compute});
  EXPECT_EQ(must(pipeline.process_frame(picture.rgba, chain)), expected);

  const Buffer frame = must(compute.buffer<std::uint8_t>(
      std::span<const std::uint8_t>(picture.rgba), {picture.height, picture.width, 4}));
  const auto swapped =
      must(must(from_rgba(compute, frame, PixelFormat::bgra)).read<std::uint8_t>());
  EXPECT_EQ(swapped[0], picture.rgba[2]);
  EXPECT_EQ(swapped[2], picture.rgba[0]);

  // And the other way round: after the filters ran, the names are still the user's.
  const Buffer out = must(compute.buffer_zeros(frame.shape(), DType::u8));
  must(compute.run_kernel("media_sharpen", frame, out));
  for (const std::uint8_t byte : must(out.read<std::uint8_t>())) ASSERT_EQ(byte, 0);
  must(compute.replace_kernel("media_sharpen", {.text = black}));
  must(compute.remove_kernel("media_sharpen"));
  EXPECT_EQ(must(pipeline.process_frame(picture.rgba, chain)), expected);
}

TEST(MediaIdentity, KernelsOfFiltersAreNotListed) {
  const Compute compute = *Compute::create({.device = "cpu"});
  const std::size_t before = compute.kernels().size();
  const Picture picture = scene(32, 32);
  const FramePipeline pipeline = *FramePipeline::start(32, 32, {.compute = compute});
  must(pipeline.process_frame(picture.rgba, std::vector<Filter>{{"median"}, {"sepia"}}));
  EXPECT_EQ(compute.kernels().size(), before);
}

}  // namespace
}  // namespace dala::media::test
