#include <hwy/targets.h>

#include <algorithm>

#include "media/golden_cases_helper.hpp"
#include "media/media_helper.hpp"

#ifdef DALA_HAS_OPENCV
#include <opencv2/imgproc.hpp>
#endif

namespace dala::media::test {
namespace {

Filter morphology(const char* operation, int radius) {
  return {"morphology", {{"operation", operation}, {"radius", radius}}};
}

const FilterGolden eroded{"morphology", "eroded", {morphology("erode", 2)}};
const FilterGolden dilated{"morphology", "dilated", {morphology("dilate", 1)}};
const FilterGolden opened{"morphology", "opened", {morphology("open", 1)}};
const FilterGolden closed{"morphology", "closed", {morphology("close", 3)}};

// What the description says, one pixel after the other.
Picture extreme(const Picture& from, bool least, int radius) {
  Picture out = from;
  const auto width = static_cast<int>(from.width);
  const auto height = static_cast<int>(from.height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < 3; ++c) {
        int found = least ? 255 : 0;
        for (int v = std::max(0, y - radius); v <= std::min(height - 1, y + radius); ++v)
          for (int u = std::max(0, x - radius); u <= std::min(width - 1, x + radius); ++u) {
            const int value = from.rgba[static_cast<std::size_t>((((v * width) + u) * 4) + c)];
            found = least ? std::min(found, value) : std::max(found, value);
          }
        out.rgba[static_cast<std::size_t>((((y * width) + x) * 4) + c)] =
            static_cast<std::uint8_t>(found);
      }
  return out;
}

// Tiles end inside the second frame, and squares are larger than the third.
std::vector<Picture> frames() { return {noise(97, 71), noise(1061, 70), noise(9, 150)}; }

TEST(Morphology, IsWhatItSaysInAllVectors) {
  for (const Picture& frame : frames())
    for (const int radius : {1, 2, 3, 8, 37})
      for (const bool least : {true, false}) {
        const Picture expected = extreme(frame, least, radius);
        for (const std::int64_t targets : hwy::SupportedAndGeneratedTargets()) {
          hwy::SetSupportedTargetsForTest(targets);
          const Picture found = filtered(frame, {morphology(least ? "erode" : "dilate", radius)});
          hwy::SetSupportedTargetsForTest(0);
          EXPECT_EQ(difference(found, expected), 0)
              << frame.width << " x " << frame.height << ", radius " << radius << ", "
              << hwy::TargetName(targets);
        }
      }
}

TEST(Morphology, OpenAndCloseAreTwoOfThem) {
  const Picture frame = noise(131, 75);
  EXPECT_EQ(difference(filtered(frame, {morphology("open", 2)}),
                       extreme(extreme(frame, true, 2), false, 2)),
            0);
  EXPECT_EQ(difference(filtered(frame, {morphology("close", 2)}),
                       extreme(extreme(frame, false, 2), true, 2)),
            0);
}

TEST(Morphology, BothAxesAreOneVariant) {
  const std::vector<Filter> chain = {morphology("close", 5)};
  const Explanation explained = must(pipeline_for(noise(640, 360)).explain(chain));
  ASSERT_EQ(explained.stages.size(), 2U) << to_string(explained);
  for (const StageExplanation& stage : explained.stages)
    EXPECT_EQ(stage.implementation, "morphology_vectors");
}

#ifdef DALA_HAS_OPENCV
TEST(Morphology, IsOpenCvs) {
  for (const Picture& frame : frames()) {
    const cv::Mat view(static_cast<int>(frame.height), static_cast<int>(frame.width), CV_8UC4,
                       const_cast<std::uint8_t*>(frame.rgba.data()));
    const cv::Mat square = cv::getStructuringElement(cv::MORPH_RECT, {7, 7});
    for (const auto& [name, operation] :
         {std::pair("erode", cv::MORPH_ERODE), std::pair("dilate", cv::MORPH_DILATE),
          std::pair("open", cv::MORPH_OPEN), std::pair("close", cv::MORPH_CLOSE)}) {
      cv::Mat made;
      cv::morphologyEx(view, made, operation, square);
      Picture expected{frame.width, frame.height, {made.datastart, made.dataend}};
      for (std::size_t i = 3; i < frame.rgba.size(); i += 4)  // OpenCV's alpha is a channel too
        expected.rgba[i] = frame.rgba[i];
      EXPECT_EQ(difference(filtered(frame, {morphology(name, 3)}), expected), 0) << name;
    }
  }
}
#endif

}  // namespace
}  // namespace dala::media::test
