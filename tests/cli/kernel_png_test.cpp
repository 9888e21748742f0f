// dala kernel run on pictures
#include "cli/kernel_helper.hpp"

namespace dala::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

class KernelPng : public KernelCliTest {
 protected:
  KernelPng() {
    // 2 rows of 3 RGBA pixels; most not opaque, since alpha must not change the colours.
    for (int i = 0; i < 24; ++i) pixels.push_back(static_cast<std::uint8_t>(i * 11));
    write("photo.png", make_png(3, 2, 4, pixels));
  }
  // A .png with what the kernel makes of photo.png.
  [[nodiscard]] Ended run(const std::string& text, const std::string& shape = "2,3,4") const {
    write("k.dk", text);
    return kernel({"run", "k.dk", "--in", "photo.png", "--out", "out.png", "--out-shape", shape});
  }
  // Bits and colour type from the header: 0 grey, 2 RGB, 6 RGBA.
  [[nodiscard]] std::pair<int, int> format(const std::string& name) const {
    const std::string file = read(name);
    if (file.size() < 26) return {};
    return {file[24], file[25]};
  }
  Bytes pixels;
};

TEST_F(KernelPng, InvertsBytes) {
  const Ended ended =
      kernel({"run", example("invert.dk"), "--in", "photo.png", "--out", "out.png"});
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(ended.out, "wrote out.png: u8 {2, 3, 4}\n");
  Bytes expected = pixels;
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (i % 4 != 3) expected[i] = static_cast<std::uint8_t>(255 - expected[i]);
  EXPECT_EQ(format("out.png"), std::pair(8, 6));
  EXPECT_EQ(read_png("out.png", 2, 3), expected);
}

TEST_F(KernelPng, BlursFloats) {
  Bytes dot(5 * 5 * 4, 0);
  for (std::size_t c = 0; c < 4; ++c) dot[((2 * 5 + 2) * 4) + c] = 90;
  write("dot.PNG", make_png(5, 5, 4, dot));
  const Ended ended =
      kernel({"run", example("box_blur.dk"), "--in", "dot.PNG", "--out", "out.png"});
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  const Bytes blurred = read_png("out.png", 5, 5);
  ASSERT_EQ(blurred.size(), dot.size());
  for (std::size_t y = 0; y < 5; ++y)
    for (std::size_t x = 0; x < 5; ++x)
      EXPECT_EQ(blurred[(y * 5 + x) * 4], y >= 1 && y <= 3 && x >= 1 && x <= 3 ? 10 : 0)
          << y << ' ' << x;
}

TEST_F(KernelPng, FloatsAreFromZeroToOne) {
  write("k.dk", "fn k(a: Tensor<f32>, b: &mut Tensor<f32>) { b[ABSOLUTE_POS] = a[ABSOLUTE_POS]; }");
  ASSERT_EQ(kernel({"run", "k.dk", "--in", "photo.png", "--out", "f.npy"}).exit_code, 0);
  const std::vector<float> values = read_npy("f.npy", {2, 3, 4});
  for (std::size_t i = 0; i < values.size(); ++i)
    EXPECT_FLOAT_EQ(values[i], static_cast<float>(pixels[i]) / 255.0F);
  ASSERT_EQ(kernel({"run", "k.dk", "--in", "f.npy", "--out", "back.png"}).exit_code, 0);
  EXPECT_EQ(read_png("back.png", 2, 3), pixels);
  // What lies outside is cut, and NaN is black.
  const Ended ended =
      run("fn k(a: Tensor<f32>, b: &mut Tensor<f32>) {\n"
          "  b[0] = -1.0; b[1] = 2.0; b[2] = 0.0 / 0.0; b[3] = 0.5;\n}",
          "2,2");
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(read_png("out.png", 2, 2),
            (Bytes{0, 0, 0, 255, 255, 255, 255, 255, 0, 0, 0, 255, 128, 128, 128, 255}));
}

TEST_F(KernelPng, GreyAndRgb) {
  write("grey.png", make_png(2, 1, 1, {7, 200}));
  EXPECT_EQ(read_png("grey.png", 1, 2), (Bytes{7, 7, 7, 255, 200, 200, 200, 255}));
  write("rgb.png", make_png(1, 1, 3, {1, 2, 3}));
  EXPECT_EQ(read_png("rgb.png", 1, 1), (Bytes{1, 2, 3, 255}));

  const std::string count =
      "fn k(a: Tensor<u8>, b: &mut Tensor<u8>) { b[ABSOLUTE_POS] = ABSOLUTE_POS as u8; }";
  ASSERT_EQ(run(count, "1,2,3").exit_code, 0);
  EXPECT_EQ(format("out.png"), std::pair(8, 2));
  EXPECT_EQ(read_png("out.png", 1, 2), (Bytes{0, 1, 2, 255, 3, 4, 5, 255}));
  for (const char* shape : {"1,2", "1,2,1"}) {
    ASSERT_EQ(run(count, shape).exit_code, 0);
    EXPECT_EQ(format("out.png"), std::pair(8, 0));
    EXPECT_EQ(read_png("out.png", 1, 2), (Bytes{0, 0, 0, 255, 1, 1, 1, 255}));
  }
}

TEST_F(KernelPng, WhatIsNoPicture) {
  const std::string same =
      "fn k(a: Tensor<u8>, b: &mut Tensor<u8>) { b[ABSOLUTE_POS] = a[ABSOLUTE_POS]; }";
  for (const char* shape : {"24", "2,3,2", "2,3,4,1", "scalar", "0,3,4", "1,134217729"})
    expect_error(run(same, shape), 1, "out.png: a picture is {h, w}, {h, w, 1}");
  expect_error(run("fn k(a: Tensor<u8>, b: &mut Tensor<s32>) { b[0] = 1; }"), 1,
               "out.png: a picture can be u8 or f32, and the output is s32");
  expect_error(run("fn k(a: Tensor<f64>, b: &mut Tensor<u8>) { b[0] = 1; }"), 1,
               "photo.png: a picture can be u8 or f32, and 'a' takes f64");
  EXPECT_FALSE(std::filesystem::exists(path("out.png")));
}

TEST_F(KernelPng, BadFiles) {
  const auto load = [&](const std::string& content) {
    write("bad.png", content);
    return kernel({"run", example("invert.dk"), "--in", "bad.png", "--out", "out.png"});
  };
  const std::string good = read("photo.png");
  expect_error(load(""), 1, "bad.png");
  expect_error(load("not a picture"), 1,
               "bad.png is not a PNG, JPEG, WebP, BMP, TIFF, GIF or AVIF");
  expect_error(load(good.substr(0, 60)), 1, "bad.png is not a good PNG");
  std::string flipped = good;
  flipped[20] = static_cast<char>(flipped[20] ^ 1);  // the header's sum no longer fits
  expect_error(load(flipped), 1, "bad.png is not a good PNG");
  expect_error(load(make_png(900000, 900000, 4, {1, 2, 3})), 1,
               "bad.png has 900000 x 900000 pixels, more than the limit");
  expect_error(load(make_png(9000, 9000, 4, {1, 2, 3})), 1, "bad.png is not a good PNG");
  expect_error(kernel({"run", example("invert.dk"), "--in", "none.png", "--out", "out.png"}), 1,
               "could not open none.png");
  EXPECT_FALSE(std::filesystem::exists(path("out.png")));
}

TEST_F(KernelPng, KernelsOfTheLibraryToo) {
  const Ended ended =
      dala({"run", "cast", "--in", "photo.png", "--out", "f.npy", "--out-dtype", "f32"});
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(read_npy("f.npy", {2, 3, 4})[1], 11.0F);
  ASSERT_EQ(dala({"run", "generate_gradient", "--out", "g.png", "--out-shape", "4,5,4"}).exit_code,
            0);
  EXPECT_EQ(format("g.png"), std::pair(8, 6));
}

}  // namespace
}  // namespace dala::test
