// What is composited again: only what changed, and never too little.
#include <random>

#include "scene/editor_helper.hpp"
#include "scene/scene_helper.hpp"
#include "scene/state/damage.hpp"

namespace dala::scene::test {
namespace {

constexpr std::uint32_t width = Editor::width;
constexpr std::uint32_t height = Editor::height;

// What a scene that was never drawn before makes of the same description.
void expect_equal_to_full(const Scene& scene, int edit) {
  must(scene.render(Time(edit)));
  const Picture partly = must(scene.picture());
  scene.invalidate();
  must(scene.render(Time(edit)));
  const Picture whole = must(scene.picture());
  ASSERT_EQ(difference(partly, whole), 0) << "after edit " << edit;
}

TEST(Damage, IsEnoughForAThousandEdits) {
  const Scene scene = scene_on("cpu", width, height);
  Editor editor(scene, 5);
  std::uint64_t partial = 0;
  for (int edit = 0; edit < 1000; ++edit) {
    editor.edit();
    const auto info = must(scene.render(Time(edit)));
    std::uint64_t area = 0;
    for (const FrameRect& rect : info.damage) area += std::uint64_t{rect.w} * rect.h;
    if (area < std::uint64_t{width} * height) ++partial;
    expect_equal_to_full(scene, edit);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(partial, 500U) << "most edits are small";
}

TEST(Damage, IsEnoughOnOtherDevices) {
  for (const std::string& device : devices_here()) {
    if (device == "cpu") continue;
    const Scene scene = scene_on(device, width, height);
    const Scene same = scene_on("cpu", width, height);
    Editor editor(scene, 6);
    Editor twin(same, 6);
    for (int edit = 0; edit < 60; ++edit) {
      editor.edit();
      twin.edit();
      ASSERT_LE(difference(frame_at(scene), frame_at(same)), 1) << device << ", edit " << edit;
    }
  }
}

TEST(Damage, OfASmallMoveIsSmall) {
  const Scene scene = scene_on("cpu", 400, 300);
  must(scene.add_image({.picture = shared(media::test::noise(400, 300))}));
  const auto box =
      must(scene.add_overlay({.color = colors::red}, {.position = {100, 100}, .size = {{40, 30}}}));
  must(scene.render(0s));
  must(scene.set_transform(box, {.position = {104, 102}, .size = {{40, 30}}}));
  const auto info = must(scene.render(0s));
  ASSERT_TRUE(info.rendered);
  ASSERT_EQ(info.damage.size(), 1U);
  EXPECT_EQ(info.damage[0].x, 100U);
  EXPECT_EQ(info.damage[0].y, 100U);
  EXPECT_EQ(info.damage[0].w, 44U);
  EXPECT_EQ(info.damage[0].h, 32U);
}

TEST(Damage, OfNothingIsNothing) {
  const Scene scene = scene_on("cpu");
  must(scene.add_overlay({.color = colors::red}, {.size = {{40, 30}}}));
  EXPECT_TRUE(must(scene.render(0s)).rendered);
  const Stats before = scene.stats();
  for (int i = 1; i <= 10; ++i) EXPECT_FALSE(must(scene.render(Time(i))).rendered);
  const Stats after = scene.stats();
  EXPECT_EQ(after.unchanged, before.unchanged + 10);
  EXPECT_EQ(after.commands, before.commands);
  EXPECT_EQ(after.pixels, before.pixels);
  EXPECT_EQ(scene.frame_count(), 11U);
}

TEST(Damage, RectanglesNeverOverlapAndAreFew) {
  std::mt19937 random(2);
  const auto number = [&](int n) { return static_cast<std::int32_t>(random() % n); };
  for (int round = 0; round < 200; ++round) {
    Damage damage;
    std::vector<Rect> added;
    for (int i = 0; i < 30; ++i) {
      const Rect rect{number(90), number(90), number(100), number(100)};
      damage.add(rect);
      if (!rect.empty()) added.push_back(rect);
    }
    const auto rects = damage.rects();
    ASSERT_LE(rects.size(), 8U);
    for (std::size_t a = 0; a < rects.size(); ++a)
      for (std::size_t b = a + 1; b < rects.size(); ++b)
        ASSERT_TRUE(intersection(rects[a], rects[b]).empty());
    for (const Rect& rect : added)
      ASSERT_TRUE(std::ranges::any_of(rects, [&](const Rect& r) { return r.covers(rect); }));
  }
}

}  // namespace
}  // namespace dala::scene::test
