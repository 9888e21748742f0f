// Every filter on one picture, as PNG files under golden/, on every device: equal within 1/255. A
// picture that differs is written to the folder that the message names; DALA_UPDATE_GOLDENS=1 takes
// what the CPU makes.
#include <algorithm>
#include <set>

#include "media/golden_cases_helper.hpp"
#include "media/media_helper.hpp"
#include "support/golden_pictures.hpp"
#include "support/paths.hpp"

namespace dala::media::test {
namespace {

namespace fs = std::filesystem;

std::shared_ptr<const Picture> shared(Picture picture) {
  return std::make_shared<const Picture>(std::move(picture));
}

// A small table that turns red to green, green to blue and blue to red.
std::string cube_file() {
  static const Folder folder;
  const fs::path file = folder / "turn.cube";
  std::string text = "TITLE \"turn\"\nLUT_3D_SIZE 3\n";
  const auto number = [](int i) { return std::to_string(i * 0.5) + " "; };
  for (int b = 0; b < 3; ++b)
    for (int g = 0; g < 3; ++g)
      for (int r = 0; r < 3; ++r) text += number(b) + number(r) + number(g) + "\n";
  write_text(file, text);
  return file.string();
}

fs::path golden_folder() { return dala::test::tests_folder() / "media/golden"; }

// Of the filters that have no folder of their own.
std::vector<Golden> own_goldens() {
  const FilterInput same_mask{"mask", shared(mask(96, 64)), {}};
  const FilterInput small_mask{"mask", shared(mask(20, 14)), {}};
  const FilterInput small_picture{"background", shared(scene(48, 40)), {}};
  return {
      {"grayscale", {{"grayscale"}}},
      {"sepia", {{"sepia", {{"amount", 0.8}}}}},
      {"invert", {{"invert"}}},
      {"brightness", {{"brightness", {{"value", 0.2}}}}},
      {"contrast", {{"contrast", {{"value", 0.4}}}}},
      {"saturation", {{"saturation", {{"value", 0.6}}}}},
      {"hue", {{"hue", {{"degrees", 90.0}}}}},
      {"gamma", {{"gamma", {{"value", 2.2}}}}},
      {"exposure", {{"exposure", {{"stops", -1.5}}}}},
      {"white_balance", {{"white_balance", {{"temperature", 0.7}, {"tint", -0.3}}}}},
      {"color_grade",
       {{"color_grade", {{"lift_b", 0.2}, {"gamma_r", 1.4}, {"gain_g", 0.8}, {"gain_r", 1.2}}}}},
      {"hdr", {{"hdr"}}},
      {"vignette", {{"vignette", {{"strength", 0.9}, {"radius", 0.2}}}}},
      {"chroma_key", {{"chroma_key", {{"similarity", 0.4}, {"softness", 0.3}}}}},
      {"blend", {{"blend", {{"mode", "screen"}}, {{"other", shared(mask(96, 64)), {}}}}}},
      {"blend_scaled",
       {{"blend",
         {{"mode", "overlay"}, {"opacity", 0.8}},
         {{"other", shared(scene(40, 40)), {}}}}}},
      {"lut", {{"lut", {{"file", cube_file()}}}}},
      {"blur", {{"blur", {{"radius", 3}, {"sigma", 1.5}}}}},
      {"blur_wide", {{"blur", {{"radius", 20}, {"sigma", 7.0}}}}},
      {"box_blur", {{"box_blur", {{"radius", 4}}}}},
      {"sharpen", {{"sharpen", {{"amount", 0.5}}}}},
      {"unsharp", {{"sharpen", {{"amount", 1.5}, {"radius", 3}}}}},
      {"denoise", {{"denoise"}}},
      {"median", {{"median"}}},
      {"median_5x5", {{"median", {{"radius", 2}}}}},
      {"beauty", {{"beauty", {{"strength", 1.0}, {"reference", 64}}}}},
      {"edge_detect", {{"edge_detect"}}},
      {"pixelate", {{"pixelate", {{"size", 7}}}}},
      {"background_replace",
       {{"background_replace", {{"fit", "stretch"}}, {same_mask, small_picture}}}},
      {"background_cover", {{"background_replace", {}, {same_mask, small_picture}}}},
      {"background_blur", {{"background_blur", {{"radius", 8}}, {small_mask}}}},
      {"resize", {{"resize", {{"width", 60}, {"height", 50}, {"method", "area"}}}}},
      {"resize_up", {{"resize", {{"width", 130}, {"method", "bilinear"}}}}},
      {"resize_lanczos", {{"resize", {{"width", 41}, {"method", "lanczos"}}}}},
      {"crop", {{"crop", {{"x", 10}, {"y", 5}, {"width", 50}, {"height", 40}}}}},
      {"rotate", {{"rotate", {{"degrees", 90.0}}}}},
      {"rotate_30", {{"rotate", {{"degrees", 30.0}}}}},
      {"flip", {{"flip", {{"axis", "horizontal"}}}}},
      {"chain",
       {{"blur", {{"radius", 3}, {"sigma", 1.5}}},
        {"sharpen", {{"amount", 0.3}}},
        {"brightness", {{"value", 0.1}}}}},
  };
}

std::vector<Golden> goldens() {
  std::vector<Golden> all = own_goldens();
  const std::vector<Golden>& others = filter_goldens();
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

using Case = std::tuple<const char*, Golden>;
class Pictures : public testing::TestWithParam<Case> {};

TEST_P(Pictures, AreAsTheyWere) {
  const auto& [device, golden] = GetParam();
  if (compute_on(device) == nullptr) GTEST_SKIP() << "this machine has no device " << device;
  const Picture before = scene();
  const Picture is = must(pipeline_for(before, device).process_frame(before.rgba, golden.filters));
  const fs::path folder = golden.folder.empty() ? golden_folder() : golden.folder;
  dala::test::expect_picture(folder / (std::string(golden.name) + ".png"), is, 1,
                             std::string(device) == "cpu");
}

INSTANTIATE_TEST_SUITE_P(Golden, Pictures,
                         testing::Combine(testing::Values("cpu", "gles", "cuda"),
                                          testing::ValuesIn(goldens())),
                         [](const auto& test) {
                           return std::string(std::get<0>(test.param)) + "_" +
                                  std::get<1>(test.param).name;
                         });

// Alpha stays, except where the filter is about it or about places.
TEST(Golden, AlphaStays) {
  const std::set<std::string> others = {"chroma_key", "resize", "resize_up", "resize_lanczos",
                                        "crop",       "rotate", "rotate_30", "flip"};
  const Picture before = scene();
  for (const Golden& golden : goldens()) {
    if (others.contains(golden.name)) continue;
    const Picture after = filtered(before, golden.filters);
    for (std::size_t i = 3; i < before.rgba.size(); i += 4)
      ASSERT_EQ(after.rgba[i], before.rgba[i]) << golden.name << " pixel " << i / 4;
  }
}

// Whether more pixels change than those that were changed, one here and there.
bool reads_others(const std::vector<Filter>& filters) {
  Picture frame = scene();
  const Picture before = filtered(frame, filters);
  if (before.width != frame.width || before.height != frame.height) return true;
  const auto is_changed = [&](std::size_t pixel) {
    return pixel / frame.width % 8 == 4 && pixel % frame.width % 8 == 4;
  };
  for (std::size_t i = 0; i < frame.rgba.size(); ++i)
    if (i % 4 != 3 && is_changed(i / 4)) frame.rgba[i] ^= 0x10;
  const Picture after = filtered(frame, filters);
  for (std::size_t i = 0; i < after.rgba.size(); ++i)
    if (after.rgba[i] != before.rgba[i] && !is_changed(i / 4)) return true;
  return false;
}

TEST(Golden, FiltersSayWhichPixelsTheyRead) {
  std::set<std::string> others;
  for (const Golden& golden : goldens())
    if (golden.filters.size() == 1 && reads_others(golden.filters))
      others.insert(golden.filters[0].name);
  for (const FilterInfo& info : filters())
    EXPECT_EQ(info.reads != PixelsRead::own, others.contains(info.name)) << info.name;
}

// A mean of one colour is that colour.
TEST(Golden, FiltersThatMixPixelsKeepOneColour) {
  Picture before{96, 64, {}};
  for (int i = 0; i < 96 * 64; ++i) before.rgba.insert(before.rgba.end(), {200, 150, 120, 255});
  for (const Golden& golden : goldens()) {
    if (golden.filters.size() != 1 ||
        must(filter_info(golden.filters[0].name)).reads != PixelsRead::mixed)
      continue;
    const Picture after = filtered(before, golden.filters);
    for (std::size_t i = 0; i < after.rgba.size(); i += 4) {
      if (after.rgba[i + 3] == 255) {
        ASSERT_TRUE(std::equal(&before.rgba[0], &before.rgba[4], &after.rgba[i])) << golden.name;
      }
    }
  }
}

TEST(Golden, FiltersSayWhetherTheyMakeHoles) {
  Picture before = scene();
  for (std::size_t i = 3; i < before.rgba.size(); i += 4) before.rgba[i] = 255;
  std::set<std::string> holed;
  for (const Golden& golden : goldens()) {
    const Picture after = filtered(before, golden.filters);
    for (std::size_t i = 3; i < after.rgba.size(); i += 4)
      if (after.rgba[i] != 255) holed.insert(golden.filters[0].name);
  }
  for (const FilterInfo& info : filters())
    EXPECT_EQ(info.makes_holes, holed.contains(info.name)) << info.name;
}

TEST(Golden, EveryFilterHasOne) {
  const std::vector<Golden> all = goldens();
  for (const FilterInfo& info : filters())
    EXPECT_TRUE(std::ranges::any_of(all, [&](const Golden& golden) {
      return std::ranges::any_of(golden.filters,
                                 [&](const Filter& f) { return f.name == info.name; });
    })) << info.name;
  dala::test::expect_only(golden_folder(), own_goldens());
}

}  // namespace
}  // namespace dala::media::test
