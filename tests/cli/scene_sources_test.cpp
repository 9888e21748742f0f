// What a scene file may open: plain files in its folder; more only where it was typed.
#include <dala/media/still.hpp>
#include <dala/media/video.hpp>

#include <sys/stat.h>

#include <fstream>
#include <iterator>

#include "cli/cli_helper.hpp"

namespace dala::test {
namespace {

namespace fs = std::filesystem;

class SceneSourcesCli : public CliTest {
 protected:
  void SetUp() override {
    if (auto there = media::video_version(); !there) GTEST_SKIP() << there.error().message;
  }
  void write_scene(const std::string& name, const std::string& node) const {
    write(name,
          R"({"width": 64, "height": 48, "fps": 10, "seconds": 0.5, "nodes": [{)" + node + "}]}");
  }
  void write_source(const std::string& name, const std::string& source) const {
    write_scene(name, R"("type": "video", "source": ")" + source + "\"");
  }
  void write_picture(const std::string& name) const {
    ASSERT_TRUE(media::write_picture(
        path(name), {std::vector<std::uint8_t>(std::size_t{8} * 8 * 4, 200), 8, 8}));
  }
  void write_video(const std::string& name) const {
    const auto writer = media::VideoWriter::create(path(name), {64, 48}, {.preset = "ultrafast"});
    ASSERT_TRUE(writer) << writer.error().message;
    const std::vector<std::uint8_t> rgba(std::size_t{64} * 48 * 4, 255);
    for (int i = 0; i < 10; ++i)
      ASSERT_TRUE(writer->write(rgba, std::chrono::milliseconds(100 * i)));
    ASSERT_TRUE(writer->finish());
  }
  // Every file that the dynamic linker was asked for while the command ran.
  [[nodiscard]] std::string loaded(const std::vector<std::string>& arguments, Ended& ended) const {
    fs::create_directory(path("ld"));
    ended = dala(arguments, "LD_DEBUG=files LD_DEBUG_OUTPUT=" + path("ld/log").string());
    std::string all;
    for (const auto& entry : fs::directory_iterator(path("ld"))) {
      std::ifstream in(entry.path());
      all.append(std::istreambuf_iterator<char>(in), {});
    }
    fs::remove_all(path("ld"));
    return all;
  }
};

TEST_F(SceneSourcesCli, NoNativeCodeIsLoaded) {
  write("photo.png", "this would be a shared object");
  write_source("s.json",
               "lavfi:testsrc=size=64x48[out0];anullsrc,ladspa=file=./photo.png:plugin=x[out1]");
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"scene", "check", "s.json"},
        std::vector<std::string>{"scene", "render", "s.json", "-o", "a.png"},
        std::vector<std::string>{"scene", "render", "s.json", "-o", "a.mp4"},
        std::vector<std::string>{"scene", "check", "s.json", "--allow", ".", "--allow-network"}}) {
    Ended ended;
    const std::string libraries = loaded(command, ended);
    expect_error(ended, 1, "only opened where they are named");
    EXPECT_NE(libraries.find("libc.so"), std::string::npos);  // the log is one
    EXPECT_EQ(libraries.find("photo.png"), std::string::npos);
    EXPECT_EQ(libraries.find("libavdevice"), std::string::npos);
  }
  EXPECT_EQ(files(), (std::vector<std::string>{"photo.png", "s.json"}));
}

TEST_F(SceneSourcesCli, NoFileIsWritten) {
  write_source("s.json",
               "lavfi:testsrc=size=64x48,metadata=mode=add:key=a:value=b,"
               "metadata=mode=print:file=written.txt");
  expect_error(dala({"scene", "check", "s.json"}), 1, "only opened where they are named");
  EXPECT_EQ(files(), std::vector<std::string>{"s.json"});
}

TEST_F(SceneSourcesCli, WhatWasTypedIsOpened) {
  const std::string graph = "lavfi:testsrc=size=64x48:rate=10";
  const Ended typed =
      dala({"filter", graph + ":duration=1", "a.mp4", "--codec-preset", "ultrafast"});
  if (typed.err.find("no input device") != std::string::npos) GTEST_SKIP() << typed.err;
  EXPECT_EQ(typed.exit_code, 0) << typed.err;
  write_source("s.json", graph);
  expect_error(dala({"scene", "check", "s.json"}), 1, "--allow '" + graph + "'");
  const Ended allowed = dala({"scene", "check", "s.json", "--allow", graph});
  EXPECT_EQ(allowed.exit_code, 0) << allowed.err;
  // That graph and no other.
  expect_error(dala({"scene", "check", "s.json", "--allow", graph + ":duration=1"}), 1, "--allow");
}

TEST_F(SceneSourcesCli, OnlyTheFolderOfTheScene) {
  fs::create_directory(path("show"));
  write_video("show/in.mp4");
  write_video("out.mp4");
  write_picture("show/in.png");
  write_picture("out.png");
  write("out.cube", "LUT_3D_SIZE 2\nroot:x:0:0 secret\n");
  fs::create_symlink("../out.png", path("show/link.png"));
  const std::string absolute = path("out.png").string();
  const std::vector<std::string> good = {R"("type": "video", "source": "in.mp4")",
                                         R"("type": "image", "file": "in.png")",
                                         R"("type": "image", "file": "../show/in.png")"};
  const std::vector<std::string> bad = {
      R"("type": "video", "source": "../out.mp4")",
      R"("type": "video", "source": "file://)" + path("out.mp4").string() + '"',
      R"("type": "image", "file": "../out.png")",
      R"("type": "image", "file": "link.png")",
      R"("type": "image", "file": ")" + absolute + '"',
      R"("type": "text", "text": "a", "style": {"family": "../out.png"})",
      R"("type": "effect", "filters": ["lut:file=../out.cube"])",
      R"("type": "effect", "filters": [{"lut": {"file": "../out.cube"}}])",
      R"("type": "overlay", "effects": ["lut:file=../out.cube"])",
      R"("type": "virtual_background", "picture": "../out.png", "mask_picture": "in.png")",
      R"("type": "virtual_background", "picture": "in.png", "mask_picture": "../out.png")",
      R"("type": "virtual_background", "picture": "in.png", "mask_picture": "in.png",
         "background": "../out.png")",
      R"("type": "virtual_background", "source": "../out.mp4", "mask_picture": "in.png")",
      R"("type": "virtual_background", "picture": "in.png", "model": "../out.onnx", "label": "0")",
      R"("type": "virtual_background", "picture": "in.png", "model": "./out.png", "label": "0")"};
  write("out.onnx", "not a model");
  for (const std::string& node : good) {
    write_scene("show/s.json", node);
    const Ended ended = dala({"scene", "check", "show/s.json"});
    EXPECT_EQ(ended.exit_code, 0) << node << ended.err;
  }
  for (const std::string& node : bad) {
    SCOPED_TRACE(node);
    write_scene("show/s.json", node);
    const Ended ended = dala({"scene", "check", "show/s.json"});
    expect_error(ended, 1, "only files in ");
    EXPECT_EQ(ended.err.find("secret"), std::string::npos);
  }
  write_scene("show/s.json", bad[0]);
  EXPECT_EQ(dala({"scene", "check", "show/s.json", "--allow", "."}).exit_code, 0);
  EXPECT_EQ(dala({"scene", "check", "show/s.json", "--allow", "out.mp4"}).exit_code, 0);
}

TEST_F(SceneSourcesCli, NothingThatHasNoEnd) {
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  fs::create_symlink("/dev/zero", path("zero"));
  for (const std::string file : {"/dev/zero", "zero", "pipe", "/proc/kmsg", "./pipe"})
    for (const std::string node :
         {R"("type": "image", "file": ")", R"("type": "video", "source": ")",
          R"("type": "effect", "filters": [{"lut": {"file": ")",
          R"("type": "text", "text": "a", "style": {"family": "./)"}) {
      std::string end = "\"";
      if (node.find("lut") != std::string::npos) end += "}}]";
      if (node.find("family") != std::string::npos) end += "}";
      write_scene("s.json", node + file + end);
      SCOPED_TRACE(node + file);
      const Ended ended = dala({"scene", "check", "s.json", "--allow", "/"}, "timeout 20");
      expect_error(ended, 1, "could not open");
    }
  // As a scene, which was typed: its bytes are read up to a limit.
  expect_error(dala({"scene", "check", "/dev/zero"}, "timeout 20"), 1, "more than the 4194304");
}

TEST_F(SceneSourcesCli, SoundThatIsLostIsSaid) {
  if (std::system("ffmpeg -version >/dev/null 2>&1") != 0)
    GTEST_SKIP() << "skipped: ffmpeg is not installed";
  const std::string make =
      "ffmpeg -v error -f lavfi -i testsrc=size=64x48:rate=10:duration=1 -f "
      "lavfi -i sine=duration=1 -c:a aac -pix_fmt yuv420p " +
      path("talk.mp4").string();
  ASSERT_EQ(std::system(make.c_str()), 0);
  write_source("s.json", "talk.mp4");
  const Ended video = dala({"scene", "render", "s.json", "-o", "a.mp4"});
  EXPECT_EQ(video.exit_code, 0);
  EXPECT_EQ(video.err, "dala: lost: the sound of talk.mp4 is left out: scenes have none yet.\n");
  EXPECT_EQ(dala({"scene", "render", "s.json", "-o", "a.png"}).err, "");
  const Ended webm = dala({"filter", "talk.mp4", "a.webm", "--codec-preset", "ultrafast"});
  EXPECT_EQ(webm.err, "dala: lost: the audio stream in aac is left out: webm cannot hold it.\n");
  EXPECT_EQ(dala({"filter", "talk.mp4", "b.mp4", "--codec-preset", "ultrafast"}).err, "");
}

}  // namespace
}  // namespace dala::test
