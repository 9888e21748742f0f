// dala filter and dala filters
#include <dala/media.hpp>
#include <dala/media/still.hpp>

#include "cli/cli_helper.hpp"
#include "support/paths.hpp"

namespace dala::test {
namespace {

namespace fs = std::filesystem;

class FilterCli : public CliTest {
 protected:
  static media::Picture picture(std::uint32_t width = 40, std::uint32_t height = 30) {
    media::Picture out{width, height, {}};
    for (std::uint32_t i = 0; i < width * height; ++i)
      out.rgba.insert(out.rgba.end(), {static_cast<std::uint8_t>(i * 7),
                                       static_cast<std::uint8_t>(i / width * 5), 90, 255});
    return out;
  }
  void write_picture(const std::string& name, const media::Picture& content = picture()) const {
    ASSERT_TRUE(media::write_picture(path(name), content));
  }
  [[nodiscard]] media::Picture read_picture(const std::string& name) const {
    const auto read = media::read_picture(path(name));
    EXPECT_TRUE(read) << read.error().message;
    return read.value_or(media::Picture{});
  }
  static void expect_done(const Ended& ended) {
    EXPECT_EQ(ended.exit_code, 0) << ended.err;
    EXPECT_EQ(ended.err, "");
  }
};

TEST_F(FilterCli, OnePicture) {
  write_picture("in.png");
  expect_done(dala({"filter", "in.png", "out.png", "-f", "blur:radius=3,sigma=1.5", "-f",
                    "sharpen:amount=0.3"}));
  const media::Picture in = picture();
  const auto expected =
      media::apply(in, {{"blur", {{"radius", 3}, {"sigma", 1.5}}}, {"sharpen", {{"amount", 0.3}}}});
  EXPECT_EQ(read_picture("out.png"), *expected);
  expect_done(dala({"filter", "out.png", "out.jpg", "--quality", "80"}));
  expect_done(dala({"filter", "out.jpg", "out.webp", "--preset", "noir", "-f", "resize:width=20"}));
  EXPECT_EQ(read_picture("out.webp").height, 15);
}

TEST_F(FilterCli, Folder) {
  fs::create_directories(path("in"));
  write_picture("in/a.png");
  write_picture("in/b.jpg");
  write_picture("in/c.png", picture(17, 9));
  write("in/notes.txt", "not a picture");
  expect_done(dala({"filter", "in", "out/deep", "-f", "invert"}));
  EXPECT_EQ(read_picture("out/deep/c.png").width, 17);
  EXPECT_EQ(read_picture("out/deep/a.png").rgba[0], 255);
  EXPECT_FALSE(fs::exists(path("out/deep/notes.txt")));
  // One bad picture does not stop the others.
  write("in/a.png", "broken");
  const Ended ended = dala({"filter", "in", "again", "-f", "invert"});
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_NE(ended.err.find("in/a.png is not a PNG"), std::string::npos) << ended.err;
  EXPECT_NE(ended.err.find("1 of 3 pictures"), std::string::npos) << ended.err;
  EXPECT_TRUE(fs::exists(path("again/c.png")));
  EXPECT_FALSE(fs::exists(path("again/a.png")));
}

TEST_F(FilterCli, RawFrames) {
  const media::Picture in = picture();
  const std::string frame(in.rgba.begin(), in.rgba.end());
  write("frames.raw", frame + frame);
  const auto run = [&](const std::string& file) {
    return dala({"filter", "-", "-", "--size", "40x30", "-f", "invert"}, "cat " + file + " |");
  };
  const Ended ended = run("frames.raw");
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  ASSERT_EQ(ended.out.size(), 2 * frame.size());
  EXPECT_EQ(static_cast<std::uint8_t>(ended.out[0]), 255 - in.rgba[0]);
  EXPECT_EQ(ended.out.substr(0, frame.size()), ended.out.substr(frame.size()));
  write("short.raw", frame + "abc");
  const Ended cut = run("short.raw");
  EXPECT_EQ(cut.exit_code, 1);
  EXPECT_NE(cut.err.find("in the middle of a frame: 3 bytes"), std::string::npos) << cut.err;
}

// Encoded pictures, known by their first bytes; what comes out is what went in unless told.
TEST_F(FilterCli, PicturesThroughPipes) {
  for (const char* name : {"in.png", "in.jpg", "in.webp"}) {
    write_picture(name);
    expect_done(dala({"filter", name, "expected.png", "-f", "invert"}));
    const Ended ended = dala({"filter", "-", "-", "-f", "invert", "--format", "png"},
                             std::string("cat ") + name + " |");
    EXPECT_EQ(ended.exit_code, 0) << ended.err;
    EXPECT_EQ(ended.out, read("expected.png")) << name;
    const Ended same = dala({"filter", "-", "-"}, std::string("cat ") + name + " |");
    EXPECT_EQ(same.out.substr(0, 2), read(name).substr(0, 2)) << name;
    const Ended to_file =
        dala({"filter", "-", "out.webp", "--quality", "100"}, std::string("cat ") + name + " |");
    expect_done(to_file);
    EXPECT_EQ(read_picture("out.webp"), read_picture(name));
    EXPECT_EQ(dala({"filter", name, "-", "--format", "webp", "--quality", "100"}).out,
              read("out.webp"));
  }
  const Ended broken = dala({"filter", "-", "-"}, "head -c 100 in.png |");
  EXPECT_EQ(broken.exit_code, 1);
  EXPECT_NE(broken.err.find("standard input is not a good PNG"), std::string::npos) << broken.err;
  EXPECT_EQ(broken.out, "");
}

TEST_F(FilterCli, SaysWhatIsLost) {
  media::Picture half = picture();
  half.rgba[3] = 100;
  write_picture("half.png", half);
  const Ended ended = dala({"filter", "half.png", "out.jpg"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(ended.err,
            "dala: note: out.jpg has black behind what was transparent, because a JPEG has no "
            "alpha.\n");
  const auto stills = tests_folder() / "data/stills";
  const Ended deep = dala({"filter", (stills / "bars16.tiff").string(), "out.png"});
  EXPECT_EQ(deep.exit_code, 0) << deep.err;
  EXPECT_NE(deep.err.find("had 16 bits a channel, of which 8 are kept"), std::string::npos)
      << deep.err;
}

TEST_F(FilterCli, FormatsThatAreOnlyRead) {
  const auto stills = tests_folder() / "data/stills";
  fs::create_directories(path("in"));
  for (const char* name : {"bars.bmp", "bars.tiff", "bars.gif", "bars.png"})
    fs::copy_file(stills / name, path("in") / name);
  expect_done(dala({"filter", "in", "out"}));
  const media::Picture bars = read_picture("out/bars.png");
  EXPECT_EQ(read_picture("out/bars.bmp.png"), bars);
  EXPECT_EQ(read_picture("out/bars.tiff.png"), bars);
  EXPECT_EQ(read_picture("out/bars.gif.png").width, bars.width);
}

TEST_F(FilterCli, TheInputStays) {
  write_picture("in.png");
  const std::string before = read("in.png");
  expect_error(dala({"filter", "in.png", "./in.png", "-f", "invert"}), 2, "the input itself");
  EXPECT_EQ(read("in.png"), before);
  expect_done(dala({"filter", "in.png", "in.png", "-f", "invert", "--overwrite"}));
  EXPECT_NE(read("in.png"), before);
}

TEST_F(FilterCli, SaysWhatIsWrong) {
  write_picture("in.png");
  const auto filter = [&](const std::string& text) {
    return dala({"filter", "in.png", "out.png", "-f", text});
  };
  expect_error(filter("blurr:radius=3"), 2, "did you mean \"blur\"?");
  expect_error(filter("blur:radius=99"), 2, "from 0 to 64");
  expect_error(filter("blur:radius=x"), 2, "a whole number");
  expect_error(filter("lut:file=none.cube"), 1, "none.cube");
  expect_error(filter("crop:x=500"), 2, "40 wide");
  write("bad.cube", "LUT_3D_SIZE 2\n0 0 0\nx\n");
  expect_error(filter("lut:file=bad.cube"), 1, "bad.cube, line 3");
  expect_error(dala({"filter", "none.png", "out.png"}), 1, "none.png");
  expect_error(dala({"filter", "in.png", "out.gif"}), 2, ".webp");
  expect_error(dala({"filter", "in.png", "no/such/out.png"}), 1, "no/such/out.png");
  expect_error(dala({"filter", "in.png"}), 2, "both IN and OUT");
  expect_error(dala({"filter", "-", "-"}, "cat /dev/null |"), 1, "--size 640x480");
  expect_error(dala({"filter", "in.png", "-", "--format", "gif"}), 2, "png, jpeg or webp");
  expect_error(dala({"filter", "-", "-", "--size", "4x"}), 2, "640x480");
  expect_error(dala({"filter", "-", "out.png", "--size", "4x4"}), 2, "both IN and OUT must be -");
  expect_error(dala({"filter", "in.png", "out.png", "--preset", "hot"}), 2, "noir");
  expect_error(dala({"filter", "in.png", "out.png", "--device", "none"}), 2, "none");
  const std::vector<std::string> left = files();
  EXPECT_EQ(left, (std::vector<std::string>{"bad.cube", "in.png"}));
}

TEST_F(FilterCli, Lists) {
  EXPECT_NE(dala({"filters"}).out.find("  blur "), std::string::npos);
  EXPECT_NE(dala({"filters", "blur"}).out.find("range: 0 to 64; default: 3"), std::string::npos);
  EXPECT_NE(dala({"filters", "blur", "--json"}).out.find("\"max\": 64"), std::string::npos);
  expect_error(dala({"filters", "blurry"}), 2, "did you mean \"blur\"?");
  EXPECT_NE(dala({"filter", "--list-presets"}).out.find("teal_orange"), std::string::npos);
  EXPECT_NE(dala({"filter", "--help"}).out.find("Example:"), std::string::npos);
}

}  // namespace
}  // namespace dala::test
