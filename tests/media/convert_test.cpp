// Other layouts: against formulas written here, and there and back.
#include <dala/media/convert.hpp>

#include <cmath>

#include "media/media_helper.hpp"

namespace dala::media::test {
namespace {

class Convert : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (compute_on(GetParam()) == nullptr) GTEST_SKIP() << "no device " << GetParam();
  }
  static const Compute& compute() { return *compute_on(GetParam()); }
  static Buffer upload(const Picture& picture) {
    return must(compute().buffer(std::span<const std::uint8_t>(picture.rgba),
                                 frame_shape(PixelFormat::rgba, size_of(picture))));
  }
  static FrameSize size_of(const Picture& picture) { return {picture.width, picture.height}; }
  static Picture download(const Buffer& buffer) {
    return {static_cast<std::uint32_t>(buffer.shape()[1]),
            static_cast<std::uint32_t>(buffer.shape()[0]), must(buffer.read<std::uint8_t>())};
  }
  static Picture there_and_back(const Picture& picture, PixelFormat format,
                                const ConvertOptions& options = {}) {
    const Buffer there = must(from_rgba(compute(), upload(picture), format, options));
    EXPECT_EQ(there.shape(), frame_shape(format, size_of(picture)));
    return download(must(to_rgba(compute(), there, format, size_of(picture), options)));
  }
};

Picture opaque(Picture picture) {
  for (std::size_t i = 3; i < picture.rgba.size(); i += 4) picture.rgba[i] = 255;
  return picture;
}

TEST_P(Convert, Bgra) {
  const Picture picture = noise(13, 7);
  const auto bytes =
      must(must(from_rgba(compute(), upload(picture), PixelFormat::bgra)).read<std::uint8_t>());
  for (std::size_t i = 0; i < bytes.size(); i += 4) {
    EXPECT_EQ(bytes[i], picture.rgba[i + 2]);
    EXPECT_EQ(bytes[i + 3], picture.rgba[i + 3]);
  }
  EXPECT_EQ(there_and_back(picture, PixelFormat::bgra), picture);
  EXPECT_EQ(there_and_back(picture, PixelFormat::rgba), picture);
}

TEST_P(Convert, Gray) {
  const Picture picture = opaque(scene());
  EXPECT_EQ(there_and_back(picture, PixelFormat::gray), filtered(picture, {{"grayscale"}}));
}

TEST_P(Convert, Nchw) {
  const Picture picture = opaque(noise(9, 5));
  const ConvertOptions options{.mean = {0.5F, 0.25F, 0.1F}, .deviation = {0.5F, 2, 0.2F}};
  const auto values =
      must(must(from_rgba(compute(), upload(picture), PixelFormat::nchw, options)).read<float>());
  EXPECT_NEAR(values[45], (picture.rgba[1] / 255.0F - 0.25F) / 2, 1e-5);
  EXPECT_NEAR(values[2 * 45 + 44], (picture.rgba[(44 * 4) + 2] / 255.0F - 0.1F) / 0.2F, 1e-4);
  EXPECT_EQ(there_and_back(picture, PixelFormat::nchw, options), picture);
  expect_error(from_rgba(compute(), upload(picture), PixelFormat::nchw, {.deviation = {1, 0, 1}}),
               ErrorCode::param_out_of_range);
}

TEST_P(Convert, YuvValues) {
  // White, black and the three colours, in blocks of four.
  const std::vector<std::array<std::uint8_t, 3>> colours = {
      {255, 255, 255}, {0, 0, 0}, {255, 0, 0}, {0, 255, 0}, {0, 0, 255}};
  Picture picture{10, 2, {}};
  for (int y = 0; y < 2; ++y)
    for (std::size_t x = 0; x < 10; ++x) {
      const auto& c = colours[x / 2];
      picture.rgba.insert(picture.rgba.end(), {c[0], c[1], c[2], 255});
    }
  const auto yuv =
      must(must(from_rgba(compute(), upload(picture), PixelFormat::yuv420)).read<std::uint8_t>());
  const std::vector<int> y = {235, 16, 81, 145, 41};  // what BT.601 says
  const std::vector<int> u = {128, 128, 90, 54, 240};
  const std::vector<int> v = {128, 128, 240, 34, 110};
  const auto nv12 =
      must(must(from_rgba(compute(), upload(picture), PixelFormat::nv12)).read<std::uint8_t>());
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(yuv[2 * i], y[i]);
    EXPECT_EQ(yuv[20 + i], u[i]);
    EXPECT_EQ(yuv[25 + i], v[i]);
    EXPECT_EQ(nv12[20 + (2 * i)], u[i]);
    EXPECT_EQ(nv12[21 + (2 * i)], v[i]);
  }
  const auto full = must(must(from_rgba(compute(), upload(picture), PixelFormat::yuv420,
                                        {.matrix = YuvMatrix::bt709, .full_range = true}))
                             .read<std::uint8_t>());
  EXPECT_EQ(full[0], 255);
  EXPECT_EQ(full[6], std::lround(0.7152 * 255));
}

TEST_P(Convert, YuvThereAndBack) {
  // Blocks of one colour keep it, but for rounding; odd sizes have their last block cut.
  for (const FrameSize size : {FrameSize{16, 8}, {7, 5}, {1, 1}, {2, 3}}) {
    const Picture small = opaque(noise((size.width + 1) / 2, (size.height + 1) / 2));
    Picture picture{size.width, size.height, {}};
    for (std::uint32_t y = 0; y < size.height; ++y)
      for (std::uint32_t x = 0; x < size.width; ++x)
        for (std::size_t c = 0; c < 4; ++c)
          picture.rgba.push_back(small.rgba[(((y / 2) * small.width) + (x / 2)) * 4 + c]);
    for (const PixelFormat format : {PixelFormat::yuv420, PixelFormat::nv12})
      for (const YuvMatrix matrix : {YuvMatrix::bt601, YuvMatrix::bt709})
        for (const bool full : {false, true})
          EXPECT_LE(
              difference(there_and_back(picture, format, {.matrix = matrix, .full_range = full}),
                         picture),
              3);
  }
}

TEST_P(Convert, BadFrames) {
  const Buffer wrong = must(compute().buffer_zeros({4, 4}, DType::u8));
  expect_error(from_rgba(compute(), wrong, PixelFormat::nv12), ErrorCode::shape_mismatch);
  expect_error(to_rgba(compute(), wrong, PixelFormat::nv12, {4, 4}), ErrorCode::shape_mismatch,
               "24");
  expect_error(to_rgba(compute(), {}, PixelFormat::nv12, {4, 4}), ErrorCode::invalid_handle);
}

INSTANTIATE_TEST_SUITE_P(Cpu, Convert, testing::Values("cpu"));
INSTANTIATE_TEST_SUITE_P(Gles, Convert, testing::Values("gles"));

}  // namespace
}  // namespace dala::media::test
