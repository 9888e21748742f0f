// Every example of the guide's part about scenes.
#include <dala/text.hpp>

#include "scene/scene_helper.hpp"

namespace dala::scene::test {
namespace {

struct Streams {
  FrameStream video = FrameStream::create();
  FrameStream pip = FrameStream::create();

  Streams() {
    must(video.push({solid(64, 36, colors::blue).rgba, 64, 36}));
    must(pip.push({solid(32, 24, colors::green).rgba, 32, 24}));
  }
};

TEST(SeedExamples, SceneGraph) {
  const Streams streams;
  auto scene = Scene::create(1920, 1080, {.device = "cpu"});
  ASSERT_TRUE(scene) << scene.error().message;
  const Picture picture = solid(30, 20, colors::yellow);
  must(scene->load_image(1, {picture.rgba, picture.width, picture.height}));

  const auto video =
      must(scene->add_video({.stream = streams.video}, {.size = {{1920, 1080}}, .z_index = 0}));
  const auto pip = must(scene->add_video(
      {.stream = streams.pip, .pip = Pip{.position = Point{1700, 20}, .size = {200, 150}}},
      {.z_index = 100}));
  const auto img = must(scene->add_image(
      {.image_id = 1}, {.position = {100, 100}, .size = {{300, 200}}, .z_index = 50}));
  EXPECT_TRUE(must(scene->render()).rendered);
  EXPECT_TRUE(video < pip && pip < img);

  const Picture frame = must(scene->picture());
  EXPECT_EQ(pixel(frame, 5, 5), colors::blue);
  EXPECT_EQ(pixel(frame, 1919, 1079), colors::blue);
  EXPECT_EQ(pixel(frame, 1700, 20), colors::green);
  EXPECT_EQ(pixel(frame, 1899, 169), colors::green);
  EXPECT_EQ(pixel(frame, 1699, 20), colors::blue);
  EXPECT_EQ(pixel(frame, 1900, 20), colors::blue);
  EXPECT_EQ(pixel(frame, 100, 100), colors::yellow);
  EXPECT_EQ(pixel(frame, 399, 299), colors::yellow);
  EXPECT_EQ(pixel(frame, 400, 299), colors::blue);
}

TEST(SeedExamples, PictureInPicture) {
  for (const auto& [w, h] : {std::pair{1920U, 1080U}, std::pair{640U, 480U}}) {
    const Streams streams;
    auto scene = Scene::create(w, h, {.device = "cpu"});
    ASSERT_TRUE(scene);
    // Top right, 200 x 150, 20 pixels in.
    const auto pip =
        must(scene->add_video({.stream = streams.pip, .pip = Pip{}}, {.z_index = 100}));
    Picture frame = frame_at(*scene);
    EXPECT_EQ(pixel(frame, w - 220, 20), colors::green);
    EXPECT_EQ(pixel(frame, w - 21, 169), colors::green);
    EXPECT_EQ(pixel(frame, w - 221, 20), colors::black);
    EXPECT_EQ(pixel(frame, w - 20, 20), colors::black);
    EXPECT_EQ(pixel(frame, w - 220, 19), colors::black);
    EXPECT_EQ(pixel(frame, w - 220, 170), colors::black);

    must(scene->set_pip_transform(pip, {.position = Point{100, 80}, .size = {400, 300}}));
    frame = frame_at(*scene);
    EXPECT_EQ(pixel(frame, w - 21, 20), colors::black);
    EXPECT_EQ(pixel(frame, 100, 80), colors::green);
    EXPECT_EQ(pixel(frame, 499, 379), colors::green);
    EXPECT_EQ(pixel(frame, 500, 379), colors::black);
  }
  const Streams streams;
  auto scene = Scene::create(800, 600, {.device = "cpu"});
  must(scene->add_video(
      {.stream = streams.pip, .pip = Pip{.position = Point{50, 50}, .size = {320, 240}}},
      {.z_index = 100}));
  const Picture frame = frame_at(*scene);
  EXPECT_EQ(pixel(frame, 50, 50), colors::green);
  EXPECT_EQ(pixel(frame, 369, 289), colors::green);
  EXPECT_EQ(pixel(frame, 370, 289), colors::black);
}

TEST(SeedExamples, EveryNodeType) {
  const Streams streams;
  auto scene = Scene::create(320, 240, {.device = "cpu"});
  const auto video = must(scene->add_video({.stream = streams.video}, {.size = {{320, 240}}}));
  must(scene->add_image({.picture = shared(solid(8, 8, colors::white))}));
  const auto overlay = must(scene->add_overlay({.color = {0, 0, 0, 128}}, {.size = {{100, 40}}}));
  must(scene->add_effect({.target = video, .filters = {{"grayscale"}}}));
  if (text_version()) {
    const Picture without = frame_at(*scene);
    must(scene->add_text({.text = "Text", .background = {.color = colors::red, .radius = 6}},
                         {.position = {150, 100}}));
    EXPECT_GT(difference(without, frame_at(*scene)), 0);
  }
  must(scene->add_animation(
      {.target = overlay, .property = "position.x", .keyframes = {{0s, 0}, {1s, 100}}}));
  const Picture first = frame_at(*scene, 0s);
  const Picture later = frame_at(*scene, 500ms);
  EXPECT_GT(difference(first, later), 0);
  EXPECT_EQ(pixel(first, 300, 200).r, pixel(first, 300, 200).b);
}

TEST(SeedExamples, OverASurface) {
  auto surface = Surface::create(64, 48);
  ASSERT_TRUE(surface);
  Options options;
  options.surface = *surface;
  const Scene scene = scene_on("cpu", 64, 48, options);
  must(scene.add_overlay({.color = colors::orange}, {.size = {{64, 48}}}));
  must(scene.render(0s));
  must(surface->flush());
  EXPECT_EQ(surface->frames_presented(), 1U);
  EXPECT_EQ(must(surface->shown_pixels()), must(scene.picture()).rgba);
  must(scene.render(1s));
  EXPECT_EQ(surface->frames_presented(), 1U);  // nothing changed, nothing shown
}

// Only what changed is put on the surface, and it is the whole frame that is shown.
TEST(SeedExamples, OverASurfaceWithSmallChanges) {
  for (const std::string& device : devices_here()) {
    auto surface = Surface::create(96, 64);
    ASSERT_TRUE(surface);
    Options options;
    options.surface = *surface;
    const Scene scene = scene_on(device, 96, 64, options);
    must(scene.add_image({.picture = shared(media::test::scene(96, 64))}));
    const auto box = must(scene.add_overlay({.color = colors::red}, {.size = {{9, 7}}}));
    const auto other = must(scene.add_overlay({.color = colors::blue}, {.size = {{5, 5}}}));
    for (int i = 0; i < 20; ++i) {
      must(scene.set_transform(box, {.position = {i * 4.0, i * 2.0}, .size = {{9, 7}}}));
      must(scene.set_transform(other, {.position = {90.0 - i, 3.0 * i}, .size = {{5, 5}}}));
      must(scene.render(0s));
      ASSERT_EQ(must(surface->shown_pixels()), must(scene.picture()).rgba) << device << " " << i;
    }
    must(surface->resize(32, 32));
    must(surface->flush());
    must(scene.set_transform(box, {.size = {{9, 7}}}));
    expect_error(scene.render(0s), ErrorCode::shape_mismatch, "32 x 32");
  }
}

TEST(SeedExamples, TexturePooling) {
  const Compute& compute = *media::test::compute_on("cpu");
  const auto pool = TexturePool::create(compute, 32, 16, 2);
  ASSERT_TRUE(pool);
  auto a = pool->acquire();
  auto b = pool->acquire();
  ASSERT_TRUE(a && b);
  EXPECT_EQ(a->shape(), (Shape{16, 32, 4}));
  EXPECT_FALSE(pool->acquire());
  EXPECT_FALSE(pool->acquire(1ms));
  EXPECT_EQ(pool->in_use(), 2U);
  must(pool->release(*a));
  expect_error(pool->release(*a), ErrorCode::invalid_argument);
  expect_error(pool->release(must(compute.buffer_zeros({1}, DType::u8))),
               ErrorCode::foreign_handle);
  EXPECT_TRUE(pool->acquire());
  expect_error(TexturePool::create(compute, 0, 16, 2), ErrorCode::invalid_argument);
  expect_error(TexturePool::create(compute, 16, 16, 0), ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace dala::scene::test
