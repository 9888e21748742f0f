// What files say besides their pixels, files that take too long, and formats that libav reads.
#include <cstdio>
// After <cstdio>, which it needs.
#include <jpeglib.h>
#include <png.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include <dala/media/still.hpp>

#include "media/media_helper.hpp"
#include "media/still/codec.hpp"
#include "support/paths.hpp"

namespace dala::media::test {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::byte>;

Bytes bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

// A directory with an orientation, and one with a thumbnail of eight letters T.
Bytes exif_with(char orientation) {
  std::string text("II\x2A\0\x08\0\0\0", 8);
  text += std::string("\x01\0\x12\x01\x03\0\x01\0\0\0", 10) + orientation + std::string(3, '\0');
  text += std::string("\x1A\0\0\0", 4);                                 // the next one begins at 26
  text += std::string("\x02\0\x01\x02\x04\0\x01\0\0\0\x38\0\0\0", 14);  // its bytes are at 56
  text += std::string("\x02\x02\x04\0\x01\0\0\0\x08\0\0\0\0\0\0\0", 16);
  return bytes_of(text + "TTTTTTTT");
}

Bytes profile_for(std::string_view colours) {
  std::string text(132, '\0');
  std::ranges::copy(colours, text.begin() + 16);
  return bytes_of(text + "the profile itself");
}

Picture opaque(std::uint32_t width, std::uint32_t height) {
  Picture picture = scene(width, height);
  for (std::size_t i = 3; i < picture.rgba.size(); i += 4) picture.rgba[i] = 255;
  return picture;
}

constexpr StillFormat written[] = {StillFormat::png, StillFormat::jpeg, StillFormat::webp};

TEST(StillDetails, ProfileAndExifGoThereAndBack) {
  const Picture picture = opaque(40, 30);
  const Picture clear = scene(40, 30);
  for (const StillFormat format : written)
    for (const int quality : {90, 100})
      for (const Picture& one : {picture, clear}) {
        const StillOptions options{
            .quality = quality, .icc = profile_for("RGB "), .exif = exif_with(1)};
        const Still back = must(decode_still(must(encode_picture(one, format, options))));
        EXPECT_EQ(back.format, format);
        EXPECT_EQ(back.icc, options.icc) << to_string(format);
        EXPECT_EQ(exif_orientation(back.exif), 1) << to_string(format);
        EXPECT_EQ(back.exif.size(), options.exif.size()) << to_string(format);
        EXPECT_TRUE(back.notes.empty()) << back.notes[0];
        const Still plain = must(decode_still(must(encode_picture(one, format, {quality}))));
        EXPECT_EQ(back.picture, plain.picture) << to_string(format);
        EXPECT_TRUE(plain.icc.empty());
        EXPECT_TRUE(plain.exif.empty());
      }
}

// In every format, not in JPEG alone. The EXIF that comes back says that it is done.
TEST(StillDetails, OrientationIsCarriedOut) {
  const Picture picture = opaque(40, 30);
  for (const StillFormat format : written) {
    const Picture upright = must(decode_picture(must(encode_picture(picture, format))));
    const Still turned =
        must(decode_still(must(encode_picture(picture, format, {.exif = exif_with(6)}))));
    EXPECT_EQ(turned.picture, oriented(upright, 6)) << to_string(format);
    EXPECT_EQ(turned.picture.width, 30) << to_string(format);
    EXPECT_EQ(exif_orientation(turned.exif), 1) << to_string(format);
  }
}

// It would show what a filter has hidden.
TEST(StillDetails, TheThumbnailIsGone) {
  const Still still = must(
      decode_still(must(encode_picture(opaque(8, 8), StillFormat::jpeg, {.exif = exif_with(1)}))));
  ASSERT_EQ(still.exif.size(), exif_with(1).size());
  EXPECT_EQ(std::ranges::count(still.exif, std::byte{'T'}), 0);
  EXPECT_EQ(std::ranges::count(exif_with(1), std::byte{'T'}), 8);
}

TEST(StillDetails, HostileDirectories) {
  for (std::size_t length = 0; length <= exif_with(6).size(); ++length) {
    Bytes cut = exif_with(6);
    cut.resize(length);
    renew_exif(cut);
    EXPECT_EQ(exif_orientation(cut), 1) << length;
  }
  for (std::size_t at = 0; at < exif_with(6).size(); ++at) {
    Bytes odd = exif_with(6);
    odd[at] = std::byte{0xFF};
    renew_exif(odd);  // under asan: nothing outside is touched
    EXPECT_EQ(odd.size(), exif_with(6).size());
  }
}

TEST(StillDetails, AProfileThatIsNotForRgbIsNotKeptAndSaid) {
  const Still still = must(decode_still(
      must(encode_picture(opaque(8, 8), StillFormat::png, {.icc = profile_for("GRAY")}))));
  EXPECT_TRUE(still.icc.empty());
  ASSERT_EQ(still.notes.size(), 1U);
  EXPECT_NE(still.notes[0].find("not one for RGB"), std::string::npos) << still.notes[0];
}

TEST(StillDetails, SixteenBitsAreSaid) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = 4;
  image.height = 4;
  image.format = PNG_FORMAT_LINEAR_RGB_ALPHA;
  const std::vector<png_uint_16> pixels(std::size_t{4} * 4 * 4, 65535);
  Bytes bytes(4096);
  png_alloc_size_t length = bytes.size();
  ASSERT_NE(png_image_write_to_memory(&image, bytes.data(), &length, 0, pixels.data(), 0, nullptr),
            0);
  bytes.resize(length);
  const Still still = must(decode_still(bytes));
  ASSERT_EQ(still.notes.size(), 1U);
  EXPECT_EQ(still.notes[0], "had 16 bits a channel, of which 8 are kept");
  EXPECT_EQ(still.picture.rgba[0], 255);
}

TEST(StillDetails, ExifThatDoesNotFitIsAnError) {
  expect_error(encode_picture(opaque(8, 8), StillFormat::jpeg, {.exif = Bytes(70'000)}),
               ErrorCode::invalid_argument, "70000 bytes");
}

// --- PNG ---

TEST(PngWriting, OpaquePicturesHaveNoAlphaInTheFile) {
  const auto kind = [](const Picture& picture) {
    return std::to_integer<int>(must(encode_picture(picture, StillFormat::png))[25]);
  };
  EXPECT_EQ(kind(opaque(20, 20)), PNG_COLOR_TYPE_RGB);
  EXPECT_EQ(kind(scene(96, 64)), PNG_COLOR_TYPE_RGB_ALPHA);
}

// What repeats itself takes far fewer bytes than what has to be told.
TEST(PngWriting, BothWaysOfCompressingThereAndBack) {
  Picture tiles{512, 512, {}};
  const Picture tile = noise(64, 64);
  for (std::uint32_t y = 0; y < 512; ++y)
    for (std::uint32_t x = 0; x < 512; ++x) {
      const std::size_t at = ((y % 64 * 64) + (x % 64)) * 4;
      for (std::size_t c = 0; c < 4; ++c)
        tiles.rgba.push_back(tile.rgba[at + c] < 128 && c < 3 ? 0 : 255);
    }
  const Bytes repeats = must(encode_picture(tiles, StillFormat::png));
  EXPECT_LT(repeats.size(), 512U * 512 / 4);
  EXPECT_EQ(must(decode_picture(repeats)), tiles);
  const Picture any = noise(300, 200);
  EXPECT_EQ(must(decode_picture(must(encode_picture(any, StillFormat::png)))), any);
  const Picture photo = filtered(scene(640, 480), {{"blur"}});
  EXPECT_EQ(must(decode_picture(must(encode_picture(photo, StillFormat::png)))), photo);
}

// --- limits ---

// A progressive JPEG, black.
Bytes progressive(unsigned side) {
  jpeg_compress_struct info{};
  jpeg_error_mgr errors{};
  info.err = jpeg_std_error(&errors);
  jpeg_create_compress(&info);
  unsigned char* made = nullptr;
  unsigned long length = 0;
  jpeg_mem_dest(&info, &made, &length);
  info.image_width = side;
  info.image_height = side;
  info.input_components = 1;
  info.in_color_space = JCS_GRAYSCALE;
  jpeg_set_defaults(&info);
  jpeg_simple_progression(&info);
  jpeg_start_compress(&info, TRUE);
  std::vector<unsigned char> row(side, 0);
  JSAMPROW rows = row.data();
  while (info.next_scanline < side) jpeg_write_scanlines(&info, &rows, 1);
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  const auto* begin = reinterpret_cast<const std::byte*>(made);
  Bytes out(begin, begin + length);
  std::free(made);
  return out;
}

// The last scan so many times more: each is a few bytes, and goes over all of the picture.
Bytes with_scans(Bytes jpeg, int more) {
  std::size_t last = 0;
  for (std::size_t i = 0; i + 1 < jpeg.size(); ++i)
    if (jpeg[i] == std::byte{0xFF} && jpeg[i + 1] == std::byte{0xDA}) last = i;
  const Bytes scan(jpeg.begin() + static_cast<std::ptrdiff_t>(last), jpeg.end() - 2);
  for (int i = 0; i < more; ++i) jpeg.insert(jpeg.end() - 2, scan.begin(), scan.end());
  return jpeg;
}

TEST(StillLimits, ProgressiveJpegs) {
  const Bytes few = with_scans(progressive(512), 20);
  EXPECT_EQ(must(decode_picture(few)).width, 512);
  expect_error(decode_still(few, "x", {.scans = 10}), ErrorCode::bad_file,
               "x is a progressive JPEG of more than 10 scans");
  const Bytes many = with_scans(progressive(512), 300);
  expect_error(decode_picture(many, "x"), ErrorCode::bad_file, "more than 100 scans");
  EXPECT_EQ(must(decode_still(many, "x", {.scans = 1000})).picture.width, 512);
}

// 200 KB that would take over a minute.
TEST(StillLimits, AHostileJpegEndsSoon) {
  const Bytes hostile = with_scans(progressive(4096), 5000);
  const auto begin = std::chrono::steady_clock::now();
  expect_error(decode_picture(hostile), ErrorCode::bad_file, "more than 100 scans");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
}

TEST(StillLimits, Pixels) {
  const Picture picture = opaque(40, 30);
  for (const StillFormat format : written) {
    const Bytes bytes = must(encode_picture(picture, format));
    EXPECT_EQ(must(decode_still(bytes, "x", {.pixels = 1200})).picture.width, 40);
    expect_error(decode_still(bytes, "x", {.pixels = 1199}), ErrorCode::bad_file,
                 "x has 40 x 30 pixels, more than the limit of 1199");
  }
}

// --- formats that libav reads ---

fs::path still(const char* name) { return dala::test::tests_folder() / "data/stills" / name; }

class OtherStills : public testing::Test {
 protected:
  void SetUp() override {
    const auto read = read_picture(still("bars.bmp"));
    if (!read && read.error().code == ErrorCode::unsupported)
      GTEST_SKIP() << "skipped: " << read.error().message;
  }
  const Picture bars_ = must(read_picture(still("bars.png")));
};

TEST_F(OtherStills, AreReadAsTheSamePicture) {
  EXPECT_EQ(must(read_picture(still("bars.bmp"))), bars_);
  EXPECT_EQ(must(read_picture(still("bars.tiff"))), bars_);
  EXPECT_LE(difference(must(read_picture(still("bars.gif"))), bars_), 4);
  EXPECT_LE(difference(must(read_picture(still("bars.avif"))), bars_), 4);
  EXPECT_EQ(must(read_still(still("bars.avif"))).format, StillFormat::avif);
}

TEST_F(OtherStills, SayWhatIsLost) {
  const Still deep = must(read_still(still("bars16.tiff")));
  EXPECT_LE(difference(deep.picture, bars_), 1);
  ASSERT_EQ(deep.notes.size(), 1U);
  EXPECT_EQ(deep.notes[0], "had 16 bits a channel, of which 8 are kept");
  EXPECT_TRUE(must(read_still(still("bars.gif"))).notes.empty());
  const Still animated = must(read_still(still("animated.gif")));
  ASSERT_EQ(animated.notes.size(), 1U);
  EXPECT_NE(animated.notes[0].find("animated"), std::string::npos);
}

TEST_F(OtherStills, BadOnesAreErrors) {
  for (const char* name : {"bars.bmp", "bars.tiff", "bars.gif", "bars.avif"}) {
    expect_error(read_still(still(name), {.pixels = 100}), ErrorCode::bad_file, name);
    const fs::path file = still(name);
    Bytes bytes(fs::file_size(file));
    std::FILE* in = std::fopen(file.c_str(), "rb");
    ASSERT_EQ(std::fread(bytes.data(), 1, bytes.size(), in), bytes.size());
    std::fclose(in);
    for (const std::size_t length : {std::size_t{14}, bytes.size() / 3})
      EXPECT_FALSE(decode_picture(std::span(bytes).first(length))) << name << " " << length;
  }
  expect_error(encode_picture(bars_, StillFormat::gif), ErrorCode::unsupported,
               "png, jpeg or webp");
}

}  // namespace
}  // namespace dala::media::test
