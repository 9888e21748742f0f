// Videos in scenes: every frame at its time, loops, seeks, rates, ends, streams, and files made of
// scenes.
#include <fstream>
#include <thread>

#include "scene/scene_helper.hpp"

namespace dala::scene::test {
namespace {

using media::test::number_in;
using media::test::time_of;

class Videos : public testing::Test {
 protected:
  static constexpr std::uint32_t frames = 45;

  static void SetUpTestSuite() {
    folder_ = new media::test::Folder;
    if (media::video_version()) media::test::write_video(file(), frames);
  }
  static void TearDownTestSuite() {
    delete folder_;
    folder_ = nullptr;
  }
  void SetUp() override {
    if (const auto version = media::video_version(); !version)
      GTEST_SKIP() << "skipped: " << version.error().message;
  }
  static std::string file() { return (*folder_ / "numbers.mp4").string(); }
  static std::uint32_t number_at(const dala::Scene& scene, Time pts) {
    return number_in(frame_at(scene, pts + 1ms));
  }

  static media::test::Folder* folder_;
};
media::test::Folder* Videos::folder_ = nullptr;

TEST_F(Videos, ShowTheFrameOfTheTime) {
  for (const std::string& device : devices_here()) {
    const dala::Scene scene = scene_on(device, 160, 96);
    must(scene.add_video({.source = file()}));
    for (std::uint32_t i = 0; i < frames; i += device == "cpu" ? 1 : 7)
      ASSERT_EQ(number_at(scene, time_of(i)), i) << device;
    // Backwards, and all over.
    for (const std::uint32_t i : {30U, 2U, 44U, 17U, 0U})
      EXPECT_EQ(number_at(scene, time_of(i)), i) << device;
  }
}

TEST_F(Videos, SeekPauseAndRate) {
  const dala::Scene scene = scene_on("cpu", 160, 96);
  const auto video = must(scene.add_video({.source = file(), .start = 1s}));
  EXPECT_EQ(pixel(frame_at(scene, 0s), 5, 5), colors::black);  // not yet
  EXPECT_EQ(number_at(scene, 1s), 0U);
  EXPECT_EQ(number_at(scene, 1s + time_of(10)), 10U);
  must(scene.pause(video));
  EXPECT_EQ(number_at(scene, 5s), 10U);
  must(scene.resume(video));
  EXPECT_EQ(number_at(scene, 5s + time_of(5)), 15U);
  must(scene.seek(video, time_of(30)));
  EXPECT_EQ(number_at(scene, 5s + time_of(5)), 30U);
  must(scene.set_rate(video, 2));
  EXPECT_EQ(number_at(scene, 5s + time_of(10) + 2ms), 40U);
  expect_error(scene.set_rate(video, 0), ErrorCode::invalid_argument, "rate");
  expect_error(scene.seek(video, -1s), ErrorCode::invalid_argument);
}

TEST_F(Videos, EndAsTheCallerChose) {
  const auto after_end = [&](AtEnd at_end) {
    const dala::Scene scene = scene_on("cpu", 160, 96);
    const auto video =
        must(scene.add_video({.source = file(), .at_end = at_end, .end_color = colors::purple}));
    must(scene.render(1s));
    EXPECT_TRUE(scene.take_events().empty());
    must(scene.render(10s));
    must(scene.render(11s));
    const auto events = scene.take_events();
    EXPECT_EQ(events.size(), 1U);
    EXPECT_EQ(events.at(0).kind, Event::Kind::ended);
    EXPECT_EQ(events.at(0).node, video);
    return must(scene.picture());
  };
  EXPECT_EQ(number_in(after_end(AtEnd::last_frame)), frames - 1);
  EXPECT_EQ(pixel(after_end(AtEnd::nothing), 80, 48), colors::black);
  const Picture purple = after_end(AtEnd::color);
  EXPECT_EQ(pixel(purple, 0, 0), colors::purple);
  EXPECT_EQ(pixel(purple, 159, 95), colors::purple);
}

TEST_F(Videos, Loop) {
  const dala::Scene scene = scene_on("cpu", 160, 96);
  must(scene.add_video({.source = file(), .loop = true}));
  const Time length = time_of(frames);
  EXPECT_EQ(number_at(scene, time_of(44)), 44U);
  EXPECT_EQ(number_at(scene, length), 0U);
  EXPECT_EQ(number_at(scene, length + time_of(3)), 3U);
  const auto events = scene.take_events();
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].kind, Event::Kind::looped);
  EXPECT_EQ(number_at(scene, length * 7 + time_of(20)), 20U);
  EXPECT_EQ(number_at(scene, time_of(5)), 5U);
}

// A video of 160 x 96 needs three textures of 60 KiB, and a few frames of 23 KiB in its decoder.
TEST_F(Videos, ShareTheMemoryOfTheirScene) {
  constexpr std::uint64_t mebibyte = 1 << 20;
  const dala::Scene scene = scene_on("cpu", 160, 96, {.video_memory = mebibyte});
  std::vector<NodeId> videos{must(scene.add_video({.source = file()}))};
  EXPECT_EQ(number_at(scene, time_of(10)), 10U);
  // Each of them alone would fit.
  Result<NodeId> added = scene.add_video({.source = file()});
  for (int i = 0; i < 8 && added; ++i) {
    videos.push_back(*added);
    added = scene.add_video({.source = file()});
  }
  expect_error(added, ErrorCode::out_of_memory, "160 x 96 pixels");
  expect_error(added, ErrorCode::out_of_memory, "scene::Options::video_memory (--video-memory)");
  // What goes makes room.
  for (const NodeId node : videos) must(scene.remove_node(node));
  must(scene.add_video({.source = file()}));
  EXPECT_EQ(number_at(scene, time_of(20)), 20U);
}

// Fewer frames are decoded ahead before a video is rejected.
TEST_F(Videos, DecodeFewerFramesAheadInLittleMemory) {
  const dala::Scene scene = scene_on("cpu", 160, 96, {.decode_ahead = 64, .video_memory = 1 << 20});
  must(scene.add_video({.source = file()}));
  for (const std::uint32_t i : {0U, 30U, 44U, 5U}) EXPECT_EQ(number_at(scene, time_of(i)), i);
}

// A file that says four seconds and holds two: its frames are shown, and then it has failed.
TEST_F(Videos, ThatAreCutShortFail) {
  const std::filesystem::path cut = *folder_ / "cut.mkv";
  media::test::write_video(cut, 120);
  std::filesystem::resize_file(cut, std::filesystem::file_size(cut) / 2);
  const dala::Scene scene = scene_on("cpu", 160, 96);
  const auto video = must(scene.add_video({.source = cut.string(), .at_end = AtEnd::nothing}));
  EXPECT_EQ(number_at(scene, time_of(20)), 20U);
  EXPECT_TRUE(scene.take_events().empty());
  must(scene.render(10s));
  must(scene.render(11s));
  const auto events = scene.take_events();
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].kind, Event::Kind::failed);
  EXPECT_EQ(events[0].node, video);
  ASSERT_TRUE(events[0].error);
  EXPECT_EQ(events[0].error->code, ErrorCode::bad_file);
  EXPECT_NE(events[0].error->message.find("cut short"), std::string::npos)
      << events[0].error->message;
  EXPECT_EQ(pixel(must(scene.picture()), 80, 48), colors::black);
}

// Bytes that make no sense in the middle cost frames, and the file goes on to its end.
TEST_F(Videos, ThatAreDamagedInTheMiddleGoOn) {
  const std::filesystem::path damaged = *folder_ / "damaged.mp4";
  media::test::write_video(damaged, 60);
  {
    std::fstream file(damaged, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(std::filesystem::file_size(damaged) / 2));
    file << std::string(200, '\xAA');
  }
  const dala::Scene scene = scene_on("cpu", 160, 96);
  must(scene.add_video({.source = damaged.string()}));
  EXPECT_EQ(number_at(scene, time_of(3)), 3U);
  EXPECT_TRUE(scene.take_events().empty());
  must(scene.render(10s));
  const auto events = scene.take_events();
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].kind, Event::Kind::ended);
  EXPECT_FALSE(events[0].error);
}

TEST_F(Videos, LiveSourcesShowTheNewest) {
  const dala::Scene scene = scene_on("cpu", 160, 96);
  must(scene.add_video({.source = file(), .live = true}));
  const auto until = std::chrono::steady_clock::now() + 20s;
  std::uint32_t seen = 0;
  while (seen != frames - 1 && std::chrono::steady_clock::now() < until) {
    std::this_thread::sleep_for(5ms);
    must(scene.render(0s));
    const Picture frame = must(scene.picture());
    if (pixel(frame, 80, 60) != colors::black) {
      const std::uint32_t now = number_in(frame);
      EXPECT_GE(now, seen);
      seen = now;
    }
  }
  EXPECT_EQ(seen, frames - 1);
  EXPECT_GT(scene.stats().frames_dropped, 0U);
}

TEST(Streams, KeepTheNewestAndCountTheDropped) {
  const dala::Scene scene = scene_on("cpu");
  const auto stream = FrameStream::create();
  const auto node = must(scene.add_video({.stream = stream}));
  EXPECT_EQ(pixel(frame_at(scene), 1, 1), colors::black);
  must(stream.push({solid(8, 8, colors::red).rgba, 8, 8}));
  EXPECT_EQ(pixel(frame_at(scene), 1, 1), colors::red);
  must(stream.push({solid(8, 8, colors::green).rgba, 8, 8}));
  must(stream.push({solid(16, 16, colors::blue).rgba, 16, 16}));
  const Picture frame = frame_at(scene);
  EXPECT_EQ(pixel(frame, 1, 1), colors::blue);
  EXPECT_EQ(pixel(frame, 12, 12), colors::blue);  // of another size now
  EXPECT_EQ(stream.dropped(), 1U);
  EXPECT_EQ(stream.pushed(), 3U);
  EXPECT_FALSE(must(scene.render(0s)).rendered);
  stream.fail({ErrorCode::io, "the camera was unplugged"});
  must(scene.render(0s));
  const auto events = scene.take_events();
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].kind, Event::Kind::failed);
  EXPECT_EQ(events[0].node, node);
  EXPECT_EQ(events[0].error->message, "the camera was unplugged");
  expect_error(stream.push({solid(8, 8, colors::red).rgba, 8, 8}), ErrorCode::shut_down);
  expect_error(FrameStream().push({{}, 1, 1}), ErrorCode::invalid_handle);
  expect_error(FrameStream::create().push({{}, 1, 1}), ErrorCode::wrong_length);
  expect_error(FrameStream::create().push({{}, 0, 1}), ErrorCode::invalid_argument);
}

TEST_F(Videos, AreMadeOfScenes) {
  const std::filesystem::path out = *folder_ / "out.mp4";
  const dala::Scene scene = scene_on("cpu", 160, 96);
  must(scene.add_video({.source = file()}));
  must(scene.add_overlay({.color = colors::white}, {.position = {100, 60}, .size = {{40, 20}}}));
  double progress = 0;
  must(scene.record(out, {.duration = 1s, .frame_rate = 30, .on_progress = [&](double done) {
                            EXPECT_GT(done, progress);
                            progress = done;
                            return true;
                          }}));
  EXPECT_EQ(progress, 1);
  const auto all = media::test::read_all(out);
  ASSERT_EQ(all.size(), 30U);
  for (std::uint32_t i = 0; i < 30; ++i) {
    EXPECT_EQ(number_in(all[i].picture), i);
    EXPECT_GT(pixel(all[i].picture, 120, 70).g, 230);
  }
  expect_error(scene.record(out, {.duration = 0s}), ErrorCode::invalid_argument);
  expect_error(scene.record(*folder_ / "out.txt"), ErrorCode::invalid_argument);
  // Ended early, it is a shorter file beside the whole one.
  const auto report = must(scene.record(
      out,
      {.duration = 1s, .frame_rate = 30, .on_progress = [](double done) { return done < 0.5; }}));
  EXPECT_TRUE(report.stopped);
  EXPECT_EQ(report.frames, 15U);
  EXPECT_EQ(report.file, *folder_ / "out.partial.mp4");
  EXPECT_EQ(media::test::read_all(report.file).size(), 15U);
  EXPECT_EQ(media::test::read_all(out).size(), 30U);
}

}  // namespace
}  // namespace dala::scene::test
