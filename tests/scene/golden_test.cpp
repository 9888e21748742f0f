// Every node type, transform, blend mode and easing as a picture under golden/, on every device:
// equal within 1/255. A picture that differs is written, with the difference, to the folder that
// the message names; DALA_UPDATE_GOLDENS=1 takes what the CPU makes.
#include "scene/golden_scenes_helper.hpp"
#include "support/golden_pictures.hpp"
#include "support/paths.hpp"

#include <algorithm>

namespace dala::scene::test {

static void PrintTo(const Golden& golden, std::ostream* out) { *out << golden.name; }

namespace {

namespace fs = std::filesystem;

fs::path golden_folder() { return dala::test::tests_folder() / "scene/golden"; }

using Case = std::tuple<const char*, Golden>;
class Goldens : public testing::TestWithParam<Case> {};

Picture drawn_on(const std::string& device, const Golden& golden) {
  const Scene scene = scene_on(device);
  golden.build(scene);
  return frame_at(scene, golden.at);
}

TEST_P(Goldens, AreAsTheyWere) {
  const auto& [device, golden] = GetParam();
  if (media::test::compute_on(device) == nullptr)
    GTEST_SKIP() << "skipped: this machine has no device " << device;
  if (const std::string why = golden.lacks ? golden.lacks() : ""; !why.empty())
    GTEST_SKIP() << "skipped: " << why;
  const Picture is = drawn_on(device, golden);
  // One device against the other as well: both might be off by one, and not the same way.
  if (std::string(device) != "cpu") {
    EXPECT_LE(difference(is, drawn_on("cpu", golden)), 1) << "from the CPU";
  }
  dala::test::expect_picture(golden_folder() / (std::string(golden.name) + ".png"), is, 1,
                             std::string(device) == "cpu");
}

INSTANTIATE_TEST_SUITE_P(Scene, Goldens,
                         testing::Combine(testing::Values("cpu", "cpu-interpreter", "gles", "cuda"),
                                          testing::ValuesIn(goldens())),
                         [](const auto& test) {
                           return name_of(std::get<0>(test.param)) + "_" +
                                  std::get<1>(test.param).name;
                         });

TEST(GoldenFolder, HasNoPictureThatNobodyDraws) {
  dala::test::expect_only(golden_folder(), goldens());
}

}  // namespace
}  // namespace dala::scene::test
