// What stands where a command writes: nothing is lost, torn or replaced by something else.
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <random>
#include <thread>

#include <dala/media/still.hpp>
#include <dala/media/video.hpp>

#include "cli/cli_helper.hpp"
#include "cli/display_helper.hpp"
#include "files/png.hpp"
#include "support/paths.hpp"

namespace dala::test {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

constexpr const char* kernel =
    "fn twice(a: Tensor<f32>, b: &mut Tensor<f32>) {\n"
    "  b[ABSOLUTE_POS] = 2.0 * a[ABSOLUTE_POS];\n}\n";

class OutputCli : public CliTest {
 protected:
  [[nodiscard]] Ended emit(const std::string& out, const std::string& environment = "") const {
    return dala({"kernel", "emit", "twice.dk", "--target", "ir", "--out", out}, environment);
  }
  // A program that goes on beside the test; what it prints is in the file of that name.
  [[nodiscard]] std::unique_ptr<Child> start(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), dala::test::dala_program().string());
    return std::make_unique<Child>(arguments, std::map<std::string, std::string>{},
                                   path("printed"));
  }
  void write_picture(const std::string& name, std::uint32_t side, std::uint8_t value) const {
    const std::vector<std::uint8_t> rgba(std::size_t{side} * side * 4, value);
    ASSERT_TRUE(files::write_png(path(name), side, side, 4, rgba));
  }
  [[nodiscard]] unsigned mode(const std::string& name) const {
    struct stat found{};
    EXPECT_EQ(::lstat(path(name).c_str(), &found), 0) << name;
    return found.st_mode & 07777U;
  }
};

TEST_F(OutputCli, GoesIntoWhatIsNoFile) {
  write("twice.dk", kernel);
  ASSERT_EQ(emit("plain.txt").exit_code, 0);
  const std::string text = read("plain.txt");

  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  std::string got;
  std::thread reader([&] { got = read("pipe"); });
  const Ended ended = emit("pipe");
  reader.join();
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(got, text);
  EXPECT_TRUE(fs::is_fifo(path("pipe")));

  EXPECT_EQ(emit("/dev/null").exit_code, 0);
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  expect_error(emit("/dev/full"), 1, "could not write /dev/full: No space left on device");
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
  EXPECT_EQ(emit("/dev/stdout").out, text + "wrote /dev/stdout\n");

  fs::create_symlink("plain.txt", path("link"));
  write("plain.txt", "old");
  EXPECT_EQ(emit("link").exit_code, 0);
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(read("plain.txt"), text);
  expect_error(emit("none/a"), 1, "could not create none/a: No such file or directory");
  expect_error(emit("/sys/a"), 1, "could not create /sys/a");  // where nobody makes files
  EXPECT_EQ(files(), (std::vector<std::string>{"link", "pipe", "plain.txt", "twice.dk"}));
}

TEST_F(OutputCli, KeepsModes) {
  write("twice.dk", kernel);
  write("secret", "old");
  ASSERT_EQ(::chmod(path("secret").c_str(), 0600), 0);
  EXPECT_EQ(emit("secret", "umask 000;").exit_code, 0);
  EXPECT_EQ(mode("secret"), 0600U);
  EXPECT_EQ(emit("closed", "umask 077;").exit_code, 0);
  EXPECT_EQ(mode("closed"), 0600U);
  EXPECT_EQ(emit("open", "umask 000;").exit_code, 0);
  EXPECT_EQ(mode("open"), 0666U);
  // Of everything that is written: arrays, traces and pictures.
  write_npy("a.npy", {2}, {1, 2});
  for (const char* name : {"b.npy", "trace.json", "p.png"}) {
    write(name, "old");
    ASSERT_EQ(::chmod(path(name).c_str(), 0600), 0);
  }
  write_picture("in.png", 8, 200);
  EXPECT_EQ(
      dala({"run", "relu", "--in", "a.npy", "--out", "b.npy", "--trace", "trace.json"}).exit_code,
      0);
  EXPECT_EQ(dala({"filter", "in.png", "p.png", "-f", "invert"}).exit_code, 0);
  for (const char* name : {"b.npy", "trace.json", "p.png"}) {
    EXPECT_EQ(mode(name), 0600U) << name;
    EXPECT_NE(read(name), "old") << name;
  }
}

TEST_F(OutputCli, ProgramsThatWriteOnePlaceDoNotTearIt) {
  write_picture("one.png", 300, 50);
  write_picture("two.png", 300, 200);
  write_picture("out.png", 300, 128);
  const auto loop = [&](const std::string& in) {
    const std::string command = "for i in 1 2 3 4 5 6 7 8 9 10; do '" +
                                dala::test::dala_program().string() + "' filter '" +
                                path(in).string() + "' '" + path("out.png").string() +
                                "' -f brightness:value=0.01 || exit 1; done";
    return std::make_unique<Child>(std::vector<std::string>{"sh", "-c", command},
                                   std::map<std::string, std::string>{}, path(in + ".printed"));
  };
  const auto one = loop("one.png");
  const auto two = loop("two.png");
  std::size_t reads = 0;
  while (one->is_running() || two->is_running()) {
    const auto picture = media::read_picture(path("out.png"));
    ASSERT_TRUE(picture) << picture.error().message;
    ASSERT_EQ(picture->width, 300U);
    ++reads;
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_EQ(one->stop(), 0) << read("one.png.printed");
  EXPECT_EQ(two->stop(), 0) << read("two.png.printed");
  EXPECT_GT(reads, 0U);
}

TEST_F(OutputCli, OneNameForSeveralIsAnError) {
  fs::create_directory(path("photos"));
  write_picture("photos/a.png", 4, 9);
  write_picture("photos/b.png", 4, 9);
  expect_error(dala({"filter", "photos", "a.png", "-f", "invert"}), 2,
               "a.png is a name for one picture or video, and there are several; name a folder");
  expect_error(dala({"filter", "photos", "a.mp4", "-f", "invert"}), 2, "name a folder");
  expect_error(dala({"classify", "photos", "-o", "a.png"}), 2, "name a folder");
  expect_error(dala({"classify", "photos/a.png", "photos/b.png", "-o", "a.png"}), 2, "a folder");
  EXPECT_EQ(files(), std::vector<std::string>{"photos"});
  // One that is called so on purpose.
  fs::create_directory(path("a.png"));
  EXPECT_EQ(dala({"filter", "photos", "a.png", "-f", "invert"}).exit_code, 0);
  EXPECT_TRUE(fs::exists(path("a.png/b.png")));
  // Drawings never take the place of a picture, also not of another one's.
  expect_error(dala({"classify", "photos/b.png", "a.png/a.png", "-o", "photos"}), 2,
               "photos/b.png is one of the inputs");

  write("two.dk",
        "fn two(a: Tensor<f32>, b: &mut Tensor<f32>, c: &mut Tensor<f32>) {\n"
        "  b[ABSOLUTE_POS] = a[ABSOLUTE_POS];\n  c[ABSOLUTE_POS] = -a[ABSOLUTE_POS];\n}\n");
  write_npy("a.npy", {2}, {1, 2});
  const auto twice = [&](const std::string& first, const std::string& second) {
    expect_error(
        dala({"kernel", "run", "two.dk", "--in", "a.npy", "--out", first, "--out", second}), 2,
        second + " would be written twice");
  };
  twice("b.npy", "./b.npy");
  twice(path("b.npy").string(), "photos/../b.npy");
  fs::create_symlink("b.npy", path("link.npy"));
  twice("b.npy", "link.npy");  // which leads to nothing yet
  write("b.npy", "old");
  twice("link.npy", "b.npy");
  EXPECT_EQ(read("b.npy"), "old");
}

TEST_F(OutputCli, OneNameForTwoOfAFolderIsAnError) {
  fs::create_directory(path("photos"));
  write_picture("photos/a.png", 4, 9);
  fs::rename(path("photos/a.png"), path("photos/a.bmp"));  // what it is, its bytes say
  write_picture("photos/a.bmp.png", 4, 20);
  expect_error(dala({"filter", "photos", "out", "-f", "invert"}), 2,
               "out/a.bmp.png would be written twice");
  EXPECT_TRUE(fs::is_empty(path("out")));
  fs::rename(path("photos/a.bmp"), path("photos/b.png"));
  // A link in the other folder leads to a picture that is still to be read.
  fs::create_symlink("../photos/b.png", path("out/a.bmp.png"));
  const std::string before = read("photos/b.png");
  expect_error(dala({"filter", "photos", "out", "-f", "invert"}), 2,
               "out/a.bmp.png is one of the inputs");
  EXPECT_EQ(read("photos/b.png"), before);
  // One that leads nowhere, or to itself, is none of the pictures.
  fs::remove(path("out/a.bmp.png"));
  fs::create_symlink("nowhere", path("photos/.#a.png"));
  fs::create_symlink("zz.png", path("photos/zz.png"));
  const Ended ended = dala({"filter", "photos", "out", "-f", "invert"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_TRUE(fs::exists(path("out/b.png")));
  EXPECT_FALSE(fs::exists(path("out/zz.png")));
}

class VideoOutputCli : public OutputCli {
 protected:
  void SetUp() override {
    if (auto there = media::video_version(); !there) GTEST_SKIP() << there.error().message;
  }
  // Noise, which takes time to encode and many bytes.
  void write_noise(const std::string& name, int frames) const {
    constexpr media::FrameSize size{256, 192};
    const auto writer = media::VideoWriter::create(path(name), size, {.preset = "ultrafast"});
    ASSERT_TRUE(writer) << writer.error().message;
    std::mt19937 random(7);
    std::vector<std::uint8_t> rgba(std::size_t{size.width} * size.height * 4);
    for (int i = 0; i < frames; ++i) {
      for (std::uint8_t& byte : rgba) byte = static_cast<std::uint8_t>(random());
      ASSERT_TRUE(writer->write(rgba, std::chrono::milliseconds(40 * i)));
    }
    ASSERT_TRUE(writer->finish());
  }
  [[nodiscard]] std::size_t frames_in(const std::string& name) const {
    const auto reader = media::VideoReader::open(path(name).string());
    EXPECT_TRUE(reader) << reader.error().message;
    media::VideoFrame frame;
    std::size_t count = 0;
    while (reader && reader->read(frame).value_or(false)) ++count;
    return count;
  }
  [[nodiscard]] std::vector<std::string> parts() const {
    std::vector<std::string> found;
    for (const std::string& name : files())
      if (name.ends_with(".dala-part")) found.push_back(name);
    return found;
  }
  // Until it has written something of its output, and removed what another one left.
  void wait_for_part(Child& child, const std::string& left = "") const {
    for (int i = 0; i < 6000 && child.is_running(); ++i) {
      const auto found = parts();
      if (found.size() == 1 && found[0] != left && fs::file_size(path(found[0])) > 0) return;
      std::this_thread::sleep_for(10ms);
    }
    FAIL() << "nothing was written: " << read("printed");
  }
  [[nodiscard]] std::unique_ptr<Child> filter_itself() const {
    return start({"filter", path("in.mp4").string(), path("in.mp4").string(), "--overwrite", "-f",
                  "invert", "--codec-preset", "veryslow", "--crf", "1"});
  }
};

TEST_F(VideoOutputCli, ASignalLeavesWhatWasThere) {
  write_noise("in.mp4", 300);
  const std::string before = read("in.mp4");
  std::size_t number = 0;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const auto child = filter_itself();
    wait_for_part(*child);
    child->send(signal);
    EXPECT_EQ(child->wait(), 130) << read("printed");
    EXPECT_EQ(read("in.mp4"), before);
    const std::string partial =
        ++number == 1 ? "in.partial.mp4" : "in.partial-" + std::to_string(number) + ".mp4";
    const std::size_t frames = frames_in(partial);
    EXPECT_GT(frames, 0U);
    EXPECT_LT(frames, 300U);
    EXPECT_NE(read("printed").find("dala: stopped; " + path(partial).string() + " has the first " +
                                   std::to_string(frames) + " frames, and " +
                                   path("in.mp4").string() + " is as it was."),
              std::string::npos)
        << read("printed");
    EXPECT_TRUE(parts().empty());
  }
}

TEST_F(VideoOutputCli, WhatAKilledRunLeftGoesWithTheNext) {
  write_noise("in.mp4", 300);
  const std::string before = read("in.mp4");
  const auto killed = filter_itself();
  wait_for_part(*killed);
  killed->send(SIGKILL);
  (void)killed->wait();
  EXPECT_EQ(read("in.mp4"), before);
  ASSERT_EQ(parts().size(), 1U);
  // Another one is at work, whose part stays.
  const auto working = filter_itself();
  wait_for_part(*working, parts()[0]);
  const auto its = parts();
  ASSERT_EQ(its.size(), 1U);
  write_picture("a.png", 8, 99);
  EXPECT_EQ(dala({"filter", "a.png", "b.png", "-f", "invert"}).exit_code, 0);
  EXPECT_EQ(parts(), its);
  working->send(SIGINT);
  EXPECT_EQ(working->wait(), 130);
  EXPECT_TRUE(parts().empty());
}

TEST_F(VideoOutputCli, GoesThroughPipes) {
  write_noise("in.mp4", 10);
  for (const char* name : {"pipe.mkv", "pipe.mp4"}) {
    ASSERT_EQ(::mkfifo(path(name).c_str(), 0600), 0);
    std::string got;
    std::thread reader([&] { got = read(name); });
    const Ended ended = dala({"filter", "in.mp4", name, "-f", "invert"});
    reader.join();
    EXPECT_EQ(ended.exit_code, 0) << ended.err;
    EXPECT_TRUE(fs::is_fifo(path(name)));
    write("got", got);
    EXPECT_EQ(frames_in("got"), 10U) << name;
  }
  fs::create_symlink("/dev/full", path("full.mkv"));
  expect_error(dala({"filter", "in.mp4", "full.mkv", "-f", "invert"}), 1,
               "full.mkv: No space left on device");
  EXPECT_TRUE(fs::is_symlink(path("full.mkv")));
}

}  // namespace
}  // namespace dala::test
