// Nothing is allocated per frame once warm.
#include "support/allocations.hpp"

#include "scene/scene_helper.hpp"

namespace dala::scene::test {
namespace {

TEST(Allocations, OfWarmFramesAreNone) {
  const dala::Scene scene = scene_on("cpu");
  must(scene.add_image({.picture = shared(media::test::scene(96, 64))}));
  const auto box = must(scene.add_overlay({.color = colors::red}, {.size = {{10, 10}}}));
  must(scene.add_animation({.target = box,
                            .property = "position.x",
                            .keyframes = {{0s, 0}, {1s, 80}},
                            .loop = Loop::repeat}));
  const auto group = must(scene.add_group({.opacity = 0.5}));
  const auto inside = must(scene.add_overlay({.color = colors::blue},
                                             {.position = {30, 30}, .size = {{20, 20}}}, group));
  Time pts{};
  double angle = 0;
  EXPECT_EQ(dala::test::per_thousand([&] {
              angle += 1;
              must(scene.set_transform(
                  inside, {.position = {30, 30}, .size = {{20, 20}}, .rotation = angle}));
              must(scene.render(pts += 7ms));
            }),
            0);
  EXPECT_EQ(dala::test::per_thousand([&] { must(scene.render(pts)); }), 0);
}

}  // namespace
}  // namespace dala::scene::test
