// Chains of filters that read around their pixels: on every device what the filters make one by one
// on the CPU, and on CUDA one kernel where the tiles allow it.
#include "media/media_helper.hpp"

namespace dala::media::test {
namespace {

struct TiledChain {
  const char* name;
  std::vector<Filter> filters;
  std::size_t kernels;  // that are left on CUDA
};

void PrintTo(const TiledChain& chain, std::ostream* out) { *out << chain.name; }

using Case = std::tuple<const char*, TiledChain>;
class TiledChains : public testing::TestWithParam<Case> {};

TEST_P(TiledChains, MakeWhatTheFiltersMake) {
  const auto& [device, chain] = GetParam();
  if (compute_on(device) == nullptr) GTEST_SKIP() << "skipped: no device " << device << " here";
  for (const auto& [width, height] : {std::pair{397U, 331U}, std::pair{512U, 300U}}) {
    const Picture picture = noise(width, height);
    const Picture expected =
        must(pipeline_for(picture, "cpu", false).process_frame(picture.rgba, chain.filters));
    const FramePipeline pipeline = pipeline_for(picture, device);
    const Picture is = must(pipeline.process_frame(picture.rgba, chain.filters));
    EXPECT_LE(difference(is, expected), 1) << width << " x " << height;
    if (device != std::string("cuda")) continue;
    EXPECT_EQ(must(pipeline.explain(chain.filters)).stages.size(), chain.kernels);
  }
}

const std::vector<TiledChain>& chains() {
  static const Filter small_median{"median", {{"radius", 1}}};
  static const Filter edges{"edge_detect", {{"strength", 0.7}}};
  static const Filter sharpen{"sharpen", {{"amount", 0.3}}};
  static const Filter box{"box_blur", {{"radius", 2}}};
  static const Filter wide_box{"box_blur", {{"radius", 9}}};
  static const Filter sepia{"sepia"};
  static const Filter gamma{"gamma", {{"value", 1.4}}};
  static const std::vector<TiledChain> all = {
      {"MedianAndSharpen", {small_median, sharpen}, 1},
      {"BoxEdgesSepia", {box, edges, sepia}, 1},
      {"ColoursBetween", {sepia, sharpen, gamma, edges, {"invert"}}, 1},
      {"SharpenThrice", {sharpen, sharpen, sharpen}, 1},
      {"TooFarForOne", {wide_box, wide_box, sharpen}, 3},
      {"WithPlaces", {sharpen, {"vignette"}, small_median}, 1}};
  return all;
}

INSTANTIATE_TEST_SUITE_P(Devices, TiledChains,
                         testing::Combine(testing::Values("cpu", "gles", "cuda"),
                                          testing::ValuesIn(chains())),
                         [](const auto& test) {
                           return std::string(std::get<0>(test.param)) + "_" +
                                  std::get<1>(test.param).name;
                         });

}  // namespace
}  // namespace dala::media::test
