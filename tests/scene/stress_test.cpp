// A scene in the hands of several threads at once.
#include <atomic>
#include <thread>

#include "scene/editor_helper.hpp"

namespace dala::scene::test {
namespace {

TEST(Stress, ThreadsEditPushAndRender) {
  const dala::Scene scene = scene_on("cpu", Editor::width, Editor::height);
  const auto stream = FrameStream::create();
  must(scene.add_video({.stream = stream}, {.size = {{160, 90}}}));
  std::atomic<bool> stops = false;
  std::thread pusher([&] {
    for (std::uint8_t i = 0; !stops; ++i) {
      must(stream.push({solid(16, 9, {i, i, i, 255}).rgba, 16, 9}));
      std::this_thread::sleep_for(200us);
    }
  });
  std::thread editor([&] {
    for (int i = 0; !stops; ++i) {
      const auto id = must(scene.add_overlay(
          {.color = colors::red}, {.position = {i % 100 * 1.0, 10}, .size = {{20, 20}}}));
      must(scene.set_transform(id, {.position = {5, 5}, .size = {{9, 9}}, .rotation = 10}));
      static_cast<void>(scene.stats());
      static_cast<void>(scene.take_events());
      must(scene.remove_node(id));
    }
  });
  std::thread reader([&] {
    std::vector<std::uint8_t> rgba(std::size_t{Editor::width} * Editor::height * 4);
    while (!stops) {
      must(scene.read_frame(rgba));
      static_cast<void>(scene.fps());
    }
  });
  for (int i = 0; i < 300; ++i) must(scene.render(1ms * i));
  stops = true;
  for (std::thread* thread : {&pusher, &editor, &reader}) thread->join();
}

TEST(Stress, VideosComeAndGoWhileTheyAreDecoded) {
  if (const auto version = media::video_version(); !version)
    GTEST_SKIP() << "skipped: " << version.error().message;
  const media::test::Folder folder;
  media::test::write_video(folder / "in.mp4", 30);
  const dala::Scene scene = scene_on("cpu", 160, 96);
  for (int i = 0; i < 8; ++i) {
    const auto video =
        must(scene.add_video({.source = (folder / "in.mp4").string(), .loop = i % 2 == 0}));
    must(scene.render(50ms * i));
    must(scene.seek(video, 500ms));
    if (i % 3 == 0) must(scene.render(50ms * i));
    must(scene.remove_node(video));
  }
}

}  // namespace
}  // namespace dala::scene::test
