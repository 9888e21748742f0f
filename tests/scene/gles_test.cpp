// A GPU may be reset under a scene: one call fails, and the next frame is drawn in full.
#include "scene/scene_helper.hpp"

#include <dala/text.hpp>

#include "compute/runtime.hpp"

#include "backend/gles/gles_device.hpp"

namespace dala::scene::test {
namespace {

class LostDevice : public testing::Test {
 protected:
  void SetUp() override {
    auto made = Compute::create({.device = "gles", .threads = 2});
    if (!made) GTEST_SKIP() << "no OpenGL ES 3.1 here: " << made.error().message;
    compute = *made;
  }
  void lose() const { backend::gles::lose(*compute->runtime()->device); }
  [[nodiscard]] dala::Scene scene(Options options = {}) const {
    options.compute = compute;
    return dala::Scene::create(96, 64, options).value();
  }

  std::optional<Compute> compute;
};

Picture ramp(std::uint32_t width, std::uint32_t height, unsigned seed) {
  Picture out{width, height, {}};
  for (std::uint32_t i = 0; i < width * height; ++i)
    out.rgba.insert(
        out.rgba.end(),
        {static_cast<std::uint8_t>(i * seed), static_cast<std::uint8_t>(i / width * 5),
         static_cast<std::uint8_t>(255 - i), static_cast<std::uint8_t>(i % 2 * 200 + 55)});
  return out;
}

// One node of every type that keeps something on the device.
void fill(const dala::Scene& scene, const FrameStream& stream) {
  must(scene.load_image(7, {ramp(12, 12, 3).rgba, 12, 12}));
  must(scene.add_image({.picture = shared(ramp(200, 130, 7))}, {.size = {{40, 26}}}));
  must(scene.add_image({.image_id = 7}, {.position = {50, 4}}));
  must(scene.add_overlay({.color = colors::red, .gradient = Gradient{.to = colors::blue}},
                         {.position = {10, 40}, .size = {{70, 8}}, .z_index = 1}));
  const auto blurred = must(
      scene.add_image({.picture = shared(ramp(20, 20, 11))}, {.position = {70, 20}, .z_index = 2}));
  must(scene.add_effect(
      {.target = blurred,
       .filters = {{"blur", {{"radius", 2}, {"sigma", 1.0}}}, {"gamma", {{"value", 1.4}}}}}));
  const auto group = must(scene.add_group({.opacity = 0.5, .z_index = 3}));
  const auto mask = must(scene.add_overlay(
      {.color = colors::white}, {.position = {20, 10}, .size = {{20, 30}}, .corner_radius = 8}));
  Transform inside{.position = {15, 15}, .mask = mask};
  must(scene.add_image({.picture = shared(ramp(30, 30, 13))}, inside, group));
  must(stream.push({ramp(16, 9, 5).rgba, 16, 9}));
  must(scene.add_video({.stream = stream}, {.position = {2, 50}, .z_index = 4}));
  must(scene.add_effect({.filters = {{"invert"}}},
                        {.position = {60, 45}, .size = {{30, 15}}, .z_index = 5}));
  if (text_version())
    must(scene.add_text({.text = "ab", .size = 14}, {.position = {30, 44}, .z_index = 6}));
}

TEST_F(LostDevice, TheNextFrameIsWholeAgain) {
  for (const Rgba background : {colors::black, Rgba{0, 0, 0, 0}}) {
    const dala::Scene scene = this->scene({.background = background});
    const FrameStream stream = FrameStream::create();
    fill(scene, stream);
    const Picture before = frame_at(scene);
    lose();
    const auto told = scene.picture();
    ASSERT_FALSE(told);
    EXPECT_EQ(told.error().code, ErrorCode::device_lost);
    EXPECT_TRUE(must(scene.render(Time::zero())).rendered);
    EXPECT_EQ(must(scene.picture()), before);
    // And it goes on as if nothing had been.
    EXPECT_FALSE(must(scene.render(Time::zero())).rendered);
  }
}

TEST_F(LostDevice, WhoeverWasTold) {
  const dala::Scene scene = this->scene();
  const FrameStream stream = FrameStream::create();
  fill(scene, stream);
  const Picture before = frame_at(scene);
  // The render itself.
  lose();
  scene.invalidate();
  const auto told = scene.render(Time::zero());
  ASSERT_FALSE(told);
  EXPECT_EQ(told.error().code, ErrorCode::device_lost);
  EXPECT_EQ(frame_at(scene), before);
  // Somebody else, who uses the same device.
  lose();
  EXPECT_FALSE(compute->buffer<float>(std::vector<float>{1}, {1}) &&
               compute->wait(must(compute->submit({.op = Op::barrier}))));
  EXPECT_EQ(frame_at(scene), before);
}

TEST_F(LostDevice, VideosGoOnWhereTheyWere) {
  if (!media::video_version()) GTEST_SKIP() << "this build has no videos";
  const auto file = std::filesystem::path(testing::TempDir()) / "dala_lost.mp4";
  media::test::write_video(file, 30);
  std::vector<Picture> expected;
  for (const bool loses : {false, true}) {
    const dala::Scene scene = this->scene();
    must(scene.add_video({.source = file.string()}));
    for (int i = 0; i < 12; ++i) {
      const Time pts = media::test::time_of(static_cast<std::uint64_t>(i) * 2);
      if (loses && (i == 4 || i == 9)) {
        lose();
        static_cast<void>(compute->wait(must(compute->submit({.op = Op::barrier}))));
      }
      const Picture frame = frame_at(scene, pts);
      if (loses)
        EXPECT_EQ(frame, expected[static_cast<std::size_t>(i)]) << i;
      else
        expected.push_back(frame);
    }
    EXPECT_TRUE(scene.take_events().empty());
  }
}

}  // namespace
}  // namespace dala::scene::test
