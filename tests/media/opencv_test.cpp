// The same as OpenCV, within 1/255, where both mean the same.
#ifdef DALA_HAS_OPENCV

#include <opencv2/imgproc.hpp>

#include "media/media_helper.hpp"

namespace dala::media::test {
namespace {

cv::Mat as_mat(const Picture& picture) {
  const cv::Mat view(static_cast<int>(picture.height), static_cast<int>(picture.width), CV_8UC4,
                     const_cast<std::uint8_t*>(picture.rgba.data()));
  return view.clone();
}

Picture as_picture(const cv::Mat& mat) {
  Picture out{static_cast<std::uint32_t>(mat.cols), static_cast<std::uint32_t>(mat.rows), {}};
  out.rgba.assign(mat.datastart, mat.dataend);
  return out;
}

// With the alpha of `alpha`, where OpenCV filters alpha too.
Picture with_alpha(Picture picture, const Picture& alpha) {
  for (std::size_t i = 3; i < picture.rgba.size(); i += 4) picture.rgba[i] = alpha.rgba[i];
  return picture;
}

std::vector<Picture> pictures() { return {scene(96, 64), noise(97, 33), scene(40, 71)}; }

TEST(OpenCv, GaussianBlur) {
  for (const Picture& picture : pictures())
    for (const auto& [radius, sigma] :
         {std::pair(1, 0.8), std::pair(3, 1.5), std::pair(7, 2.0), std::pair(12, 4.0),
          std::pair(20, 7.0), std::pair(3, 1.4)}) {
      if (radius >= 20 && picture.height < 41) continue;  // more than one reflection
      cv::Mat blurred;
      const int side = (2 * radius) + 1;
      cv::Mat exact;
      as_mat(picture).convertTo(exact, CV_32F);
      cv::GaussianBlur(exact, exact, {side, side}, sigma, sigma, cv::BORDER_REFLECT_101);
      exact.convertTo(blurred, CV_8U);
      const Picture ours = filtered(picture, {{"blur", {{"radius", radius}, {"sigma", sigma}}}});
      EXPECT_LE(difference(ours, with_alpha(as_picture(blurred), picture)), 2) << radius;
      if (radius > 3) continue;  // with few bits for its weights OpenCV is further from the truth
      cv::GaussianBlur(as_mat(picture), blurred, {side, side}, sigma, sigma,
                       cv::BORDER_REFLECT_101);
      EXPECT_LE(difference(ours, with_alpha(as_picture(blurred), picture)), 1) << radius;
    }
}

TEST(OpenCv, BoxBlur) {
  for (const Picture& picture : pictures()) {
    cv::Mat blurred;
    cv::blur(as_mat(picture), blurred, {9, 9}, {-1, -1}, cv::BORDER_REFLECT_101);
    EXPECT_LE(difference(filtered(picture, {{"box_blur", {{"radius", 4}}}}),
                         with_alpha(as_picture(blurred), picture)),
              1);
  }
}

TEST(OpenCv, Sharpen) {
  for (const Picture& picture : pictures()) {
    const float a = 0.3F;
    const cv::Mat kernel = (cv::Mat_<float>(3, 3) << 0, -a, 0, -a, 1 + (4 * a), -a, 0, -a, 0);
    cv::Mat sharp;
    cv::filter2D(as_mat(picture), sharp, -1, kernel);
    EXPECT_LE(difference(filtered(picture, {{"sharpen", {{"amount", 0.3}}}}),
                         with_alpha(as_picture(sharp), picture)),
              1);
  }
}

TEST(OpenCv, Bilateral) {
  for (const Picture& picture : pictures()) {
    cv::Mat rgb;
    cv::cvtColor(as_mat(picture), rgb, cv::COLOR_RGBA2RGB);
    cv::Mat smooth;
    cv::bilateralFilter(rgb, smooth, 5, 40, 3, cv::BORDER_REFLECT_101);
    cv::cvtColor(smooth, smooth, cv::COLOR_RGB2RGBA);
    const Filter ours{"denoise", {{"radius", 2}, {"sigma_color", 40.0}, {"sigma_space", 3.0}}};
    EXPECT_LE(difference(filtered(picture, {ours}), with_alpha(as_picture(smooth), picture)), 1);
  }
}

TEST(OpenCv, Median) {
  for (const Picture& picture : pictures())
    for (const int radius : {1, 2}) {
      cv::Mat middle;
      cv::Mat padded;  // OpenCV's median repeats the edge instead
      cv::copyMakeBorder(as_mat(picture), padded, 2, 2, 2, 2, cv::BORDER_REFLECT_101);
      cv::medianBlur(padded, middle, (2 * radius) + 1);
      const cv::Mat inner =
          middle(cv::Rect(2, 2, static_cast<int>(picture.width), static_cast<int>(picture.height)))
              .clone();
      EXPECT_EQ(difference(filtered(picture, {{"median", {{"radius", radius}}}}),
                           with_alpha(as_picture(inner), picture)),
                0);
    }
}

TEST(OpenCv, Grayscale) {
  for (const Picture& picture : pictures()) {
    cv::Mat grey;
    cv::cvtColor(as_mat(picture), grey, cv::COLOR_RGBA2GRAY);
    cv::cvtColor(grey, grey, cv::COLOR_GRAY2RGBA);
    EXPECT_LE(difference(filtered(picture, {{"grayscale"}}), with_alpha(as_picture(grey), picture)),
              1);
  }
}

TEST(OpenCv, Resize) {
  for (const Picture& picture : pictures())
    for (const auto& [width, height] : {std::pair(50, 40), std::pair(200, 150), std::pair(31, 90),
                                        std::pair(24, 16), std::pair(48, 32)}) {
      const auto resized = [&](int method) {
        cv::Mat out;
        cv::resize(as_mat(picture), out, {width, height}, 0, 0, method);
        return as_picture(out);
      };
      const auto ours = [&](const char* method) {
        return filtered(picture,
                        {{"resize", {{"width", width}, {"height", height}, {"method", method}}}});
      };
      EXPECT_LE(difference(ours("bilinear"), resized(cv::INTER_LINEAR)), 1) << width;
      // When enlarging, OpenCV's area is neither a mean nor bilinear.
      const bool smaller =
          width <= static_cast<int>(picture.width) && height <= static_cast<int>(picture.height);
      if (!smaller) continue;
      EXPECT_LE(difference(ours("area"), resized(cv::INTER_AREA)), 1) << width;
    }
}

// What a user gets who says nothing but a size: no pixel of the frame is left out.
TEST(OpenCv, ResizeShrinksByAreaUnlessTold) {
  const Picture lines = [] {  // every second column white: a grey, from far away
    Picture picture{480, 270, {}};
    for (int i = 0; i < 480 * 270; ++i) {
      const std::uint8_t v = i % 2 == 0 ? 255 : 0;
      picture.rgba.insert(picture.rgba.end(), {v, v, v, 255});
    }
    return picture;
  }();
  for (const Picture& picture : {lines, noise(481, 271), scene(480, 270)}) {
    cv::Mat smaller;
    cv::resize(as_mat(picture), smaller, {60, 34}, 0, 0, cv::INTER_AREA);
    EXPECT_LE(difference(filtered(picture, {{"resize", {{"width", 60}, {"height", 34}}}}),
                         as_picture(smaller)),
              1);
  }
  const Picture grey = filtered(lines, {{"resize", {{"width", 60}}}});
  for (std::size_t i = 0; i < grey.rgba.size(); i += 4) ASSERT_NEAR(grey.rgba[i], 128, 1);
}

}  // namespace
}  // namespace dala::media::test

#endif
