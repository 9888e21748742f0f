// Kernels of effects: they are told the time, and animations set their parameters.
#include <dala/scene/file.hpp>

#include "scene/scene_helper.hpp"

namespace dala::scene::test {
namespace {

constexpr auto clock_kernel = R"(
#[pixels]
fn shade(input: Tensor<u8>, output: &mut Tensor<u8>, time: f32, green: s32) {
  let y = ABSOLUTE_POS_Y;
  let x = ABSOLUTE_POS_X;
  output[y, x, 0] = (time * 100.0) as u8;
  output[y, x, 1] = green as u8;
  output[y, x, 2] = 0u8;
  output[y, x, 3] = 255u8;
})";

class EffectTime : public testing::TestWithParam<std::string> {
 protected:
  Scene scene = scene_on(GetParam(), 8, 8);

  NodeId box(const Params& params, bool as_backdrop = false) const {
    const NodeId target = must(scene.add_overlay({.color = colors::white}, {.size = {{8, 8}}}));
    Effect effect{.kernel = clock_kernel, .params = params};
    if (!as_backdrop) effect.target = target;
    return must(scene.add_effect(effect, {.size = {{8, 8}}}));
  }
};

TEST_P(EffectTime, IsToldToKernels) {
  box({{"green", 7}});
  EXPECT_EQ(pixel(frame_at(scene, 500ms), 4, 4), (Rgba{50, 7, 0, 255}));
  EXPECT_EQ(pixel(frame_at(scene, 2s), 4, 4), (Rgba{200, 7, 0, 255}));
  EXPECT_EQ(pixel(frame_at(scene, 500ms), 4, 4), (Rgba{50, 7, 0, 255}));
}

TEST_P(EffectTime, IsToldToBackdropsToo) {
  box({{"green", 7}}, true);
  EXPECT_EQ(pixel(frame_at(scene, 1s), 4, 4), (Rgba{100, 7, 0, 255}));
  EXPECT_EQ(pixel(frame_at(scene, 2s), 4, 4), (Rgba{200, 7, 0, 255}));
}

TEST_P(EffectTime, IsWhatTheUserSaysWhereHeDoes) {
  box({{"green", 7}, {"time", 0.25}});
  EXPECT_EQ(pixel(frame_at(scene, 2s), 4, 4), (Rgba{25, 7, 0, 255}));
  EXPECT_FALSE(must(scene.render(3s)).rendered);
}

TEST_P(EffectTime, ParamsAreAnimated) {
  const NodeId effect = box({{"green", 7}});
  must(scene.add_animation(
      {.target = effect, .property = "params.green", .keyframes = {{0s, 0}, {1s, 200}}}));
  must(scene.add_animation(
      {.target = effect, .property = "params.time", .keyframes = {{0s, 1}, {1s, 2}}}));
  EXPECT_EQ(pixel(frame_at(scene, 500ms), 4, 4), (Rgba{150, 100, 0, 255}));
  EXPECT_EQ(pixel(frame_at(scene, 1s), 4, 4), (Rgba{200, 200, 0, 255}));
}

TEST_P(EffectTime, ParamsThatThereAreNot) {
  const NodeId effect = box({{"green", 7}});
  const auto animate = [&](NodeId target, const char* property) {
    return scene.add_animation({.target = target, .property = property, .keyframes = {{0s, 0}}});
  };
  expect_error(animate(effect, "params.blue"), ErrorCode::invalid_argument,
               "the kernel has no number called \"blue\"");
  const NodeId blur = must(scene.add_effect({.filters = {{"invert"}}}, {.size = {{8, 8}}}));
  expect_error(animate(blur, "params.green"), ErrorCode::invalid_argument, "has no kernel");
  const NodeId overlay = must(scene.add_overlay({}));
  expect_error(animate(overlay, "params.green"), ErrorCode::invalid_argument,
               "is a property of effects, and this is a overlay");
}

INSTANTIATE_TEST_SUITE_P(Devices, EffectTime, testing::ValuesIn(devices_here()),
                         [](const auto& made) { return made.param; });

TEST(EffectTimeInFiles, IsWrittenAsParams) {
  const File file = must(parse_file(
      R"json({"width": 8, "height": 8, "nodes": [{"type": "overlay", "id": "box"},
          {"type": "effect", "target": "box", "params": {"level": 1},
           "kernel": "fn k(a: Tensor<u8>, b: &mut Tensor<u8>, level: s32) { b[ABSOLUTE_POS] = level as u8; }",
           "animations": [{"property": "params.level", "keyframes": [
             {"time": 0, "value": 0}, {"time": 1, "value": 255}]}]}]})json",
      "s.json"));
  const Scene scene = make_scene(file, {.device = "cpu"}).value();
  EXPECT_EQ(pixel(frame_at(scene, 1s), 4, 4), colors::white);
  expect_error(parse_file(R"json({"nodes": [{"type": "effect", "kernel":
      "fn k(a: Tensor<u8>, b: &mut Tensor<u8>) { b[ABSOLUTE_POS] = a[ABSOLUTE_POS]; }",
      "animations": [{"property": "params.level", "keyframes": [{"time": 0, "value": 0}]}]}]})json",
                          "s.json"),
               ErrorCode::bad_file, "the kernel has no number called \"level\"");
}

}  // namespace
}  // namespace dala::scene::test
