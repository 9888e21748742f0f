// Scenes as users see them: nodes, order, time, transitions, and everything that cannot be.
#include "scene/scene_helper.hpp"

#include <cmath>

#include <dala/media/still.hpp>
#include <dala/text.hpp>

namespace dala::scene::test {
namespace {

TEST(Scene, AnyFrameCanBeRenderedAgain) {
  const dala::Scene scene = scene_on("cpu");
  const auto box = must(scene.add_overlay({.color = colors::red}, {.size = {{10, 10}}}));
  must(scene.add_animation({.target = box,
                            .property = "position.x",
                            .keyframes = {{0s, 0}, {2s, 80, Easing::bounce()}},
                            .loop = Loop::alternate}));
  std::vector<Picture> frames;
  for (int i = 0; i < 20; ++i) frames.push_back(frame_at(scene, 150ms * i));
  for (int i = 19; i >= 0; --i)
    EXPECT_EQ(frame_at(scene, 150ms * i), frames[static_cast<std::size_t>(i)]) << i;
}

TEST(Scene, LoopsOfAnimations) {
  Animation animation{.property = "opacity", .keyframes = {{0s, 0}, {1s, 10}, {2s, 30}}};
  EXPECT_EQ(value_at(animation, -1s), 0);
  EXPECT_EQ(value_at(animation, 500ms), 5);
  EXPECT_EQ(value_at(animation, 1500ms), 20);
  EXPECT_EQ(value_at(animation, 9s), 30);
  animation.loop = Loop::repeat;
  EXPECT_EQ(value_at(animation, 2500ms), 5);
  animation.loop = Loop::alternate;
  EXPECT_EQ(value_at(animation, 2500ms), 20);
  EXPECT_EQ(value_at(animation, 3500ms), 5);
  animation.count = 2;
  EXPECT_EQ(value_at(animation, 100s), 0);
  animation.loop = Loop::repeat;
  EXPECT_EQ(value_at(animation, 100s), 30);
  animation.start = 1s;
  EXPECT_EQ(value_at(animation, 1500ms), 5);
}

TEST(Scene, EasingsBeginAtZeroAndEndAtOne) {
  for (const char* name : {"step", "linear", "ease_in", "ease_out", "ease_in_out", "spring",
                           "bounce", "cubic_bezier(0.1, 0.7, 1, 0.1)", "spring(5, 0.01)"}) {
    const Easing easing = must(parse_easing(name));
    EXPECT_EQ(ease(easing, 0), 0) << name;
    EXPECT_EQ(ease(easing, 1), 1) << name;
    EXPECT_EQ(ease(easing, -3), 0) << name;
    EXPECT_EQ(ease(easing, 7), 1) << name;
    EXPECT_EQ(must(parse_easing(to_string(easing))), easing) << name;
  }
  // As CSS draws it.
  EXPECT_NEAR(ease(Easing::ease_in_out(), 0.5), 0.5, 1e-9);
  EXPECT_NEAR(ease(Easing::ease_in(), 0.5), 0.3153, 1e-3);
  EXPECT_NEAR(ease(Easing::ease_out(), 0.5), 0.6846, 1e-3);
  EXPECT_GT(ease(Easing::spring(), 1.0 / 6), 1);  // swings beyond
  for (const char* bad : {"", "fast", "cubic_bezier", "cubic_bezier(1, 2)", "linear(1)",
                          "cubic_bezier(2, 0, 0, 1)", "spring(0, 0.5)", "spring(3, 0.1"})
    expect_error(parse_easing(bad), ErrorCode::invalid_argument);
}

TEST(Scene, TransitionsGoFromStateToState) {
  const dala::Scene scene = scene_on("cpu");
  const auto stays = must(scene.add_overlay({.color = colors::red}, {.size = {{10, 10}}}));
  const auto goes =
      must(scene.add_overlay({.color = colors::blue}, {.position = {50, 30}, .size = {{10, 10}}}));
  must(scene.render(1s));
  Description to = scene.describe();
  std::erase_if(to.nodes, [&](const auto& entry) { return entry.id == goes; });
  to.nodes[0].node.transform.position = {40, 0};
  to.nodes.push_back({0,
                      {.transform = {.position = {80, 50}, .size = {{10, 10}}},
                       .content = Overlay{.color = colors::white}}});
  const auto added = must(scene.transition(to, {.duration = 1s, .easing = Easing::linear()}));
  ASSERT_EQ(added.size(), 1U);
  const Picture half = frame_at(scene, 1500ms);
  EXPECT_EQ(pixel(half, 20, 5), colors::red);
  EXPECT_EQ(pixel(half, 19, 5), colors::black);
  EXPECT_NEAR(pixel(half, 55, 35).b, 128, 1);
  EXPECT_NEAR(pixel(half, 85, 55).r, 128, 1);
  const Picture end = frame_at(scene, 2s);
  EXPECT_EQ(pixel(end, 40, 5), colors::red);
  EXPECT_EQ(pixel(end, 55, 35), colors::black);
  EXPECT_EQ(pixel(end, 85, 55), colors::white);
  EXPECT_EQ(scene.nodes(), (std::vector<NodeId>{stays, added[0]}));
  expect_error(scene.node(goes), ErrorCode::invalid_argument, "removed");
  EXPECT_FALSE(must(scene.render(3s)).rendered);
  // A mistake changes nothing.
  to = scene.describe();
  to.nodes[0].node.transform.opacity = 7;
  expect_error(scene.transition(to), ErrorCode::invalid_argument, "nodes[0]: opacity is 7");
  EXPECT_FALSE(must(scene.render(3s)).rendered);
}

TEST(Scene, GroundsThatAreNotOpaqueGiveStraightAlpha) {
  Options options;
  options.background = colors::transparent;
  for (const std::string& device : devices_here()) {
    const dala::Scene scene = scene_on(device, 32, 32, options);
    must(scene.add_overlay({.color = {200, 100, 50, 128}}, {.size = {{16, 32}}}));
    const Picture frame = frame_at(scene);
    const Rgba left = pixel(frame, 4, 4);
    EXPECT_NEAR(left.r, 200, 1);
    EXPECT_NEAR(left.g, 100, 1);
    EXPECT_EQ(left.a, 128);
    EXPECT_EQ(pixel(frame, 20, 4), colors::transparent);
  }
}

TEST(Scene, KeysAndGroupsAndRemoval) {
  const dala::Scene scene = scene_on("cpu");
  const auto group = must(scene.add_node({.key = "third", .content = Group{}}));
  const auto inside = must(scene.add_overlay({}, {}, group));
  must(scene.add_animation({.target = inside, .property = "opacity", .keyframes = {{0s, 1}}}));
  EXPECT_EQ(must(scene.find("third")), group);
  expect_error(scene.find("fourth"), ErrorCode::invalid_argument, "fourth");
  expect_error(scene.add_node({.key = "third"}), ErrorCode::already_exists, "third");
  must(scene.remove_node(group));
  EXPECT_TRUE(scene.nodes().empty());
  const auto events = scene.take_events();
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].kind, Event::Kind::removed);
}

// As when a video ends: the frame is drawn to its end, and what was thrown is an event.
TEST(Scene, AListenerThatThrowsIsAnEvent) {
  int calls = 0;
  const dala::Scene scene = scene_on("cpu", 8, 8, {.on_event = [&](const Event&) {
                                       ++calls;
                                       throw std::runtime_error("no time");
                                     }});
  const auto group = must(scene.add_group());
  must(scene.add_overlay({.color = colors::red}, {.size = {{8, 8}}}, group));
  EXPECT_EQ(pixel(frame_at(scene), 1, 1), colors::red);
  must(scene.transition({}, {.duration = 1s}));
  EXPECT_EQ(pixel(frame_at(scene, 2s), 1, 1), colors::black);
  EXPECT_EQ(calls, 1);
  const auto events = scene.take_events();
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].kind, Event::Kind::removed);
  EXPECT_EQ(events[1].kind, Event::Kind::failed);
  EXPECT_EQ(events[1].node, events[0].node);
  EXPECT_NE(events[1].error->message.find("no time"), std::string::npos);
  // The scene is as good as before.
  must(scene.add_overlay({.color = colors::blue}, {.size = {{8, 8}}}));
  EXPECT_EQ(pixel(frame_at(scene, 3s), 1, 1), colors::blue);
}

TEST(Scene, WhatCannotBeIsSaid) {
  expect_error(dala::Scene::create(0, 10), ErrorCode::invalid_argument, "0 x 10");
  expect_error(dala::Scene::create(100000, 10), ErrorCode::invalid_argument, "100000");
  expect_error(dala::Scene::create(8, 8, {.device = "abacus"}), ErrorCode::unknown_device);
  expect_error(dala::Scene::create(8, 8, {.target_fps = -1}), ErrorCode::invalid_argument);
  const dala::Scene scene = scene_on("cpu");
  const auto bad = ErrorCode::invalid_argument;
  expect_error(scene.add_overlay({}, {.position = {NAN, 0}}), bad, "position.x");
  expect_error(scene.add_overlay({}, {.size = {{1e9, 10}}}), bad, "size.width");
  expect_error(scene.add_overlay({}, {.size = {{-1, 10}}}), bad, "size.width");
  expect_error(scene.add_overlay({}, {.opacity = 2}), bad, "opacity is 2");
  expect_error(scene.add_overlay({}, {.scale = {1e9, 1}}), bad, "scale.x");
  expect_error(scene.add_overlay({}, {.mask = 77}), bad, "77");
  expect_error(scene.add_overlay({}, {}, 99), bad, "99");
  expect_error(scene.add_image({}), bad, "one of file, picture and image_id");
  expect_error(scene.add_image({.image_id = 5}), ErrorCode::unknown_picture, "5");
  expect_error(scene.add_image({.file = "no/such.png"}), ErrorCode::io, "no/such.png");
  expect_error(scene.add_video({}), bad, "source or a stream");
  const auto missing = scene.add_video({.source = "no/such.mp4"});
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("no/such.mp4"), std::string::npos);
  expect_error(scene.add_effect({}), bad, "filters");
  expect_error(scene.add_effect({.filters = {{"blurr"}}}), ErrorCode::unknown_filter, "blur");
  expect_error(scene.add_effect({.filters = {{"blur", {{"radius", 100000}}}}}),
               ErrorCode::param_out_of_range, "radius");
  expect_error(scene.add_effect({.kernel = "fn nonsense("}), ErrorCode::bad_kernel);
  expect_error(scene.load_image(1, {std::vector<std::uint8_t>(3), 2, 2}), ErrorCode::wrong_length);
  EXPECT_TRUE(scene.nodes().empty());

  const auto overlay = must(scene.add_overlay({}));
  expect_error(scene.render(Time::max()), bad, "time");
  expect_error(scene.render(Time::min()), bad, "time");
  expect_error(scene.add_animation(
                   {.target = overlay, .property = "opacity", .keyframes = {{Time::max(), 1}}}),
               bad, "time");
  expect_error(scene.add_overlay({}, {}, overlay), bad, "only a group");
  expect_error(scene.add_animation({.target = overlay, .property = "colour"}), bad);
  expect_error(
      scene.add_animation({.target = overlay, .property = "colour", .keyframes = {{0s, 1}}}), bad,
      "colour");
  expect_error(
      scene.add_animation({.target = overlay, .property = "text.size", .keyframes = {{0s, 1}}}),
      bad, "is no number of this overlay");
  expect_error(scene.add_animation(
                   {.target = overlay, .property = "opacity", .keyframes = {{1s, 1}, {1s, 2}}}),
               bad, "keyframes[1].time");
  expect_error(scene.set_pip_transform(overlay, {}), bad, "videos and images");
  expect_error(scene.pause(overlay), bad, "no video");
  expect_error(scene.set_transform(1234, {}), bad, "1234");
}

TEST(Scene, GroupsAndMasksDoNotGoInCircles) {
  const dala::Scene scene = scene_on("cpu");
  const auto a = must(scene.add_group());
  const auto b = must(scene.add_group({}, a));
  const auto c = must(scene.add_group({}, b));
  Node node = must(scene.node(a));
  node.parent = c;
  expect_error(scene.update_node(a, node), ErrorCode::invalid_argument, "inside itself");
  node.parent = a;
  expect_error(scene.update_node(a, node), ErrorCode::invalid_argument, "inside itself");
  const auto x = must(scene.add_overlay({}));
  const auto y = must(scene.add_overlay({}, {.mask = x}));
  expect_error(scene.set_transform(x, {.mask = y}), ErrorCode::invalid_argument, "mask");
  expect_error(scene.set_transform(x, {.mask = x}), ErrorCode::invalid_argument, "mask");
  expect_error(scene.remove_node(x), ErrorCode::invalid_argument, "mask of node");
  // What is masked cannot come into a mask through its group either.
  const auto z = must(scene.add_overlay({}, {.mask = a}));
  node = must(scene.node(y));
  node.parent = c;
  expect_error(scene.update_node(y, node), ErrorCode::invalid_argument, "mask");
  must(scene.render(0s));
  must(scene.remove_node(z));
  must(scene.remove_node(y));
  must(scene.remove_node(x));
}

TEST(Scene, RemovedInputsShowNothing) {
  const dala::Scene scene = scene_on("cpu");
  const Picture picture = solid(8, 8, colors::green);
  must(scene.load_image(3, {picture.rgba, 8, 8}));
  must(scene.add_image({.image_id = 3}));
  EXPECT_EQ(pixel(frame_at(scene), 2, 2), colors::green);
  must(scene.remove_image(3));
  EXPECT_EQ(pixel(frame_at(scene), 2, 2), colors::black);
  expect_error(scene.remove_image(3), ErrorCode::unknown_picture, "3");
}

TEST(Scene, TextIsShown) {
  if (const auto version = text_version(); !version)
    GTEST_SKIP() << "skipped: " << version.error().message;
  const dala::Scene scene = scene_on("cpu", 200, 80);
  const auto text = must(scene.add_text({.text = "Hello", .size = 40, .color = colors::yellow},
                                        {.position = {10, 10}}));
  const auto lit = [&](Time pts) {
    const Picture frame = frame_at(scene, pts);
    std::size_t count = 0;
    for (std::size_t i = 0; i < frame.rgba.size(); i += 4)
      if (frame.rgba[i] > 200 && frame.rgba[i + 2] < 50) ++count;
    return count;
  };
  const std::size_t before = lit(0s);
  EXPECT_GT(before, 300U);
  must(scene.add_animation(
      {.target = text, .property = "text.size", .keyframes = {{0s, 40}, {1s, 20}}}));
  EXPECT_LT(lit(1s), before / 2);
  EXPECT_EQ(lit(0s), before);
}

// White that is smoothed stays white: transparent pixels around it have no colour of their own.
TEST(Scene, EffectsDoNotDarkenEdges) {
  const std::vector<media::Filter> filters = {
      {"blur", {{"radius", 4}}},       {"box_blur", {{"radius", 3}}},
      {"median", {{"radius", 2}}},     {"pixelate", {{"size", 7}}},
      {"rotate", {{"degrees", 25.0}}}, {"resize", {{"width", 50}, {"height", 33}}}};
  for (const std::string& device : devices_here())
    for (const media::Filter& filter : filters) {
      SCOPED_TRACE(device + ", " + filter.name);
      const dala::Scene scene = scene_on(device, 96, 64, {.background = colors::white});
      const auto group = must(scene.add_group());
      must(scene.add_overlay(
          {.color = colors::white},
          {.position = {20, 10}, .size = {{40, 40}}, .rotation = 10, .corner_radius = 6}, group));
      must(scene.add_effect({.target = group, .filters = {filter}}));
      const Picture frame = frame_at(scene);
      EXPECT_LE(difference(frame, solid(96, 64, colors::white)), 1);
    }
}

// And what is smoothed has a smooth outline.
TEST(Scene, EffectsSpreadAlpha) {
  const dala::Scene scene = scene_on("cpu");
  const auto group = must(scene.add_group());
  must(
      scene.add_overlay({.color = colors::red}, {.position = {30, 20}, .size = {{30, 20}}}, group));
  must(scene.add_effect({.target = group, .filters = {{"box_blur", {{"radius", 2}}}}}));
  const Picture frame = frame_at(scene);
  // Five pixels' mean across an edge: fifths of red, from outside to inside.
  for (std::uint32_t i = 0; i < 6; ++i) EXPECT_NEAR(pixel(frame, 27 + i, 30).r, i * 51, 1) << i;
}

TEST(Scene, SavesPictures) {
  const media::test::Folder folder;
  const dala::Scene scene = scene_on("cpu");
  must(scene.add_overlay({.color = colors::pink}));
  must(scene.render(0s));
  must(scene.save_picture(folder / "frame.png"));
  EXPECT_EQ(must(media::read_picture(folder / "frame.png")), must(scene.picture()));
  expect_error(scene.save_picture(folder / "frame.xyz"), ErrorCode::invalid_argument);
}

TEST(Scene, MeasuresItsRate) {
  const dala::Scene scene = scene_on("cpu");
  EXPECT_EQ(scene.fps(), 0);
  EXPECT_EQ(scene.target_fps(), 60);
  must(scene.set_target_fps(25));
  EXPECT_EQ(scene.target_fps(), 25);
  expect_error(scene.set_target_fps(0), ErrorCode::invalid_argument);
  for (int i = 0; i < 5; ++i) must(scene.render());
  EXPECT_EQ(scene.frame_count(), 5U);
  EXPECT_GT(scene.fps(), 1);
}

}  // namespace
}  // namespace dala::scene::test
