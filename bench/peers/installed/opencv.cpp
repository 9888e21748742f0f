#include "peers/filters.hpp"

#include <array>
#include <memory>

#ifdef DALA_HAS_OPENCV
#include <opencv2/imgproc.hpp>
#endif

namespace dala::bench {

#ifdef DALA_HAS_OPENCV

namespace {

struct Frames {
  cv::Mat in;
  cv::Mat out;
  cv::Mat between;
  cv::Mat other;
  std::array<cv::Mat, 3> numbers;
  std::vector<cv::Mat> planes;
};
using Work = std::function<void(Frames&)>;

cv::Mat sharpen_kernel(float a) {
  cv::Mat kernel = (cv::Mat_<float>(3, 3) << 0, -a, 0, -a, 1 + (4 * a), -a, 0, -a, 0);
  return kernel;
}

// By rows for red, green, blue and alpha.
cv::Mat saturation_matrix(float s) {
  const float r = 0.299F * (1 - s);
  const float g = 0.587F * (1 - s);
  const float b = 0.114F * (1 - s);
  cv::Mat matrix =
      (cv::Mat_<float>(4, 4) << r + s, g, b, 0, r, g + s, b, 0, r, g, b + s, 0, 0, 0, 0, 1);
  return matrix;
}

cv::Mat sepia_matrix() {
  cv::Mat matrix = (cv::Mat_<float>(4, 4) << .393F, .769F, .189F, 0, .349F, .686F, .168F, 0, .272F,
                    .534F, .131F, 0, 0, 0, 0, 1);
  return matrix;
}

Work work(const std::string& filter) {
  if (filter == "grayscale")
    return [](Frames& f) {
      cv::cvtColor(f.in, f.between, cv::COLOR_RGBA2GRAY);
      cv::cvtColor(f.between, f.out, cv::COLOR_GRAY2RGBA);
    };
  if (filter == "brightness")
    return [](Frames& f) { cv::add(f.in, cv::Scalar(25.5, 25.5, 25.5, 0), f.out); };
  if (filter == "contrast") return [](Frames& f) { f.in.convertTo(f.out, -1, 1.3, -38.25); };
  if (filter == "saturation")
    return [m = saturation_matrix(1.4F)](Frames& f) { cv::transform(f.in, f.out, m); };
  if (filter == "sepia") return [m = sepia_matrix()](Frames& f) { cv::transform(f.in, f.out, m); };
  if (filter == "blend")
    return [](Frames& f) { cv::addWeighted(f.in, 0.5, f.other, 0.5, 0, f.out); };
  if (filter == "blur 3") return [](Frames& f) { cv::GaussianBlur(f.in, f.out, {7, 7}, 1.5); };
  if (filter == "blur 20") return [](Frames& f) { cv::GaussianBlur(f.in, f.out, {41, 41}, 7); };
  if (filter == "sharpen")
    return [m = sharpen_kernel(0.3F)](Frames& f) { cv::filter2D(f.in, f.out, -1, m); };
  if (filter == "unsharp")
    return [](Frames& f) {
      cv::GaussianBlur(f.in, f.between, {7, 7}, 1.5);
      cv::addWeighted(f.in, 1.5, f.between, -0.5, 0, f.out);
    };
  if (filter == "denoise")
    return [](Frames& f) { cv::bilateralFilter(f.between, f.out, 5, 40, 3); };
  if (filter == "chain")
    return [m = sharpen_kernel(0.3F)](Frames& f) {
      cv::GaussianBlur(f.in, f.between, {7, 7}, 1.5);
      cv::filter2D(f.between, f.out, -1, m);
      cv::add(f.out, cv::Scalar(25.5, 25.5, 25.5, 0), f.out);
    };
  if (filter == "resize 224")
    return [](Frames& f) { cv::resize(f.in, f.out, {224, 224}, 0, 0, cv::INTER_LINEAR); };
  if (filter == "resize 224 normalised")
    return [](Frames& f) {
      cv::resize(f.in, f.between, {224, 224}, 0, 0, cv::INTER_LINEAR);
      cv::split(f.between, f.planes);
      constexpr std::array mean = {0.485, 0.456, 0.406};
      constexpr std::array deviation = {0.229, 0.224, 0.225};
      for (std::size_t c = 0; c < 3; ++c)
        f.planes[c].convertTo(f.numbers[c], CV_32F, 1 / (255 * deviation[c]),
                              -mean[c] / deviation[c]);
    };
  return {};
}

}  // namespace

MediaPeer opencv_filter(const std::string& filter, std::span<const std::uint8_t> rgba, int width,
                        int height, unsigned threads) {
  const Work does = work(filter);
  if (!does) return {};
  auto frames = std::make_shared<Frames>();
  frames->in = cv::Mat(height, width, CV_8UC4);
  std::copy(rgba.begin(), rgba.end(), frames->in.data);
  frames->other = 255 - frames->in;
  // Its bilateral filter takes three channels only; taking alpha off is not counted.
  if (filter == "denoise") cv::cvtColor(frames->in, frames->between, cv::COLOR_RGBA2RGB);
  return {"OpenCV", [does, frames, threads] {
            cv::setNumThreads(static_cast<int>(threads));
            does(*frames);
          }};
}

#else

MediaPeer opencv_filter(const std::string&, std::span<const std::uint8_t>, int, int, unsigned) {
  return {};
}

#endif

}  // namespace dala::bench
