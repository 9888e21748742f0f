// Filters that are folded into one make what they make one by one.
#include "media/media_helper.hpp"

namespace dala::media::test {
namespace {

class Folded : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (compute_on(GetParam()) == nullptr) GTEST_SKIP() << "this machine has no " << GetParam();
  }

  static Picture run(const Picture& picture, const std::vector<Filter>& filters) {
    return must(pipeline_for(picture, GetParam()).process_frame(picture.rgba, filters));
  }
  static Picture one_by_one(Picture picture, const std::vector<Filter>& filters) {
    for (const Filter& filter : filters) picture = run(picture, {filter});
    return picture;
  }
};

const std::vector<Filter> ten = {{"brightness", {{"value", 0.2}}},
                                 {"contrast", {{"value", 0.9}}},
                                 {"gamma", {{"value", 2.2}}},
                                 {"invert"},
                                 {"exposure", {{"stops", -1.3}}},
                                 {"white_balance", {{"temperature", 0.7}, {"tint", -0.4}}},
                                 {"color_grade", {{"lift_r", 0.2}, {"gain_b", 1.7}}},
                                 {"contrast", {{"value", -0.6}}},
                                 {"brightness", {{"value", -0.3}}},
                                 {"gamma", {{"value", 0.4}}}};

TEST_P(Folded, CurvesAreExact) {
  // All values of every channel, and every neighbour a curve may lead to.
  const Picture picture = noise(300, 200);
  for (std::size_t first = 0; first < ten.size(); ++first)
    for (const std::size_t count : {2U, 3U, 5U, 10U}) {
      std::vector<Filter> chain;
      for (std::size_t i = 0; i < count; ++i) chain.push_back(ten[(first + i) % ten.size()]);
      EXPECT_EQ(run(picture, chain), one_by_one(picture, chain)) << first << ", " << count;
    }
}

TEST_P(Folded, AcrossOtherFilters) {
  const Picture picture = scene(300, 200);
  const std::vector<Filter> chain = {
      ten[0], ten[1], ten[2],  {"saturation", {{"value", 0.8}}}, ten[3],
      ten[4], ten[5], {"hdr"}, {"sharpen", {{"radius", 2}}},     ten[6],
      ten[7], ten[8]};
  EXPECT_LE(difference(run(picture, chain), one_by_one(picture, chain)), 1);
}

TEST_P(Folded, OneStageThatSaysWhatItIs) {
  const Picture picture = noise(300, 200);
  const FramePipeline pipeline = pipeline_for(picture, GetParam());
  const auto stages = must(pipeline.explain(ten)).stages;
  ASSERT_EQ(stages.size(), 1U);
  EXPECT_TRUE(stages[0].kernel.starts_with("media_brightness_contrast_gamma_invert_exposure"))
      << stages[0].kernel;
  EXPECT_EQ(must(pipeline.explain(std::vector{ten[0]})).stages[0].kernel, "media_brightness");
}

TEST_P(Folded, ParametersChangeWithoutANewPlan) {
  const Picture picture = noise(300, 200);
  const FramePipeline pipeline = pipeline_for(picture, GetParam());
  std::vector<Filter> chain(ten.begin(), ten.begin() + 4);
  must(pipeline.process_frame(picture.rgba, chain));
  chain[0].params.set("value", -0.25);
  EXPECT_TRUE(must(pipeline.explain(chain)).ran);
  EXPECT_EQ(must(pipeline.process_frame(picture.rgba, chain)), one_by_one(picture, chain));
}

INSTANTIATE_TEST_SUITE_P(Devices, Folded, testing::Values("cpu", "gles", "cuda"));

}  // namespace
}  // namespace dala::media::test
