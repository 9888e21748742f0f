// Nodes that are told to be others: what is seen is what was said last.
#include <dala/media/still.hpp>

#include "scene/scene_helper.hpp"

namespace dala::scene::test {
namespace {

class Updates : public testing::TestWithParam<std::string> {
 protected:
  Scene scene = scene_on(GetParam(), 8, 8);

  Rgba shown(Time pts = {}) const { return pixel(frame_at(scene, pts), 4, 4); }

  void update(NodeId id, Content content) const {
    Node node = must(scene.node(id));
    node.content = std::move(content);
    must(scene.update_node(id, node));
  }
};

TEST_P(Updates, AnotherPictureBehindPeople) {
  VirtualBackground node{.picture = shared(solid(8, 8, colors::red)),
                         .mask = shared(solid(8, 8, colors::black)),
                         .background = shared(solid(8, 8, colors::green))};
  const NodeId id = must(scene.add_virtual_background(node));
  EXPECT_EQ(shown(), colors::green);
  node.background = shared(solid(8, 8, colors::blue));
  update(id, node);
  EXPECT_EQ(shown(), colors::blue);
}

TEST_P(Updates, APictureInsteadOfAVideoOfPeople) {
  const FrameStream stream = FrameStream::create();
  must(stream.push({solid(8, 8, colors::red).rgba, 8, 8}));
  VirtualBackground node{.video = {.stream = stream},
                         .mask = shared(solid(8, 8, colors::white)),
                         .background = shared(solid(8, 8, colors::green))};
  const NodeId id = must(scene.add_virtual_background(node));
  EXPECT_EQ(shown(), colors::red);
  node.video = {};
  node.picture = shared(solid(8, 8, colors::blue));
  update(id, node);
  EXPECT_EQ(shown(), colors::blue);
}

TEST_P(Updates, AFileAgainAfterAPicture) {
  const media::test::Folder folder;
  const std::string file = (folder / "red.png").string();
  must(media::write_picture(file, solid(8, 8, colors::red)));
  const NodeId id = must(scene.add_image({.file = file}));
  EXPECT_EQ(shown(), colors::red);
  update(id, Image{.picture = shared(solid(8, 8, colors::blue))});
  EXPECT_EQ(shown(), colors::blue);
  update(id, Image{.file = file});
  EXPECT_EQ(shown(), colors::red);
}

TEST_P(Updates, AnimationsGoOnWhenTheirNodeIsOfAnotherType) {
  const NodeId id = must(scene.add_overlay({.color = colors::red}, {.size = {{8, 8}}}));
  must(scene.add_animation({.target = id, .property = "opacity", .keyframes = {{0s, 1}, {1s, 0}}}));
  update(id, Image{.picture = shared(solid(8, 8, colors::blue))});
  EXPECT_EQ(shown(), colors::blue);
  EXPECT_EQ(shown(1s), colors::black);
}

TEST_P(Updates, NumbersOfATypeFollowTheirAnimations) {
  const NodeId id = must(scene.add_overlay({.color = {0, 0, 9, 255}}, {.size = {{8, 8}}}));
  must(scene.add_animation(
      {.target = id, .property = "color.r", .keyframes = {{0s, 0}, {1s, 400}}}));
  must(scene.add_animation(
      {.target = id, .property = "color.g", .keyframes = {{0s, 20}, {1s, 40}}}));
  EXPECT_EQ(shown(250ms), (Rgba{100, 25, 9, 255}));
  EXPECT_EQ(shown(1s), (Rgba{255, 40, 9, 255}));
  // What is said anew is where they do not speak.
  update(id, Overlay{.color = {7, 7, 7, 255}});
  EXPECT_EQ(shown(250ms), (Rgba{100, 25, 7, 255}));
}

INSTANTIATE_TEST_SUITE_P(Devices, Updates, testing::ValuesIn(devices_here()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace dala::scene::test
