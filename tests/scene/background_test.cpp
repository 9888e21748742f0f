// Virtual backgrounds with a model that finds people, on a photograph. Both lie beside the project.
#include <algorithm>

#include <dala/media/still.hpp>
#include <dala/ml/store.hpp>
#include <dala/scene/file.hpp>

#include "ml/models_helper.hpp"
#include "scene/scene_helper.hpp"

namespace dala::scene::test {
namespace {

struct Place {
  std::uint32_t x;
  std::uint32_t y;
};
// Of the photograph, 512 x 512: an astronaut in front of a flag, a wall and a model of a shuttle.
constexpr Place face{230, 111};
constexpr Place suit{154, 341};
constexpr Place behind[] = {{478, 34}, {324, 102}, {34, 102}, {418, 137}};

class RealBackground : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = dala::test::models_folder();
    for (const char* file : {"deeplabv3_mnv2_257.onnx", "photos/astronaut.jpg"})
      if (!std::filesystem::exists(folder_ / file))
        GTEST_SKIP() << "skipped: no " << file << " at " << folder_.string();
    photo_ = must(media::read_picture(folder_ / "photos/astronaut.jpg"));
    ASSERT_EQ(photo_.width, 512U);
  }

  [[nodiscard]] static Picture mirrored(const Picture& picture) {
    Picture out = picture;
    for (std::uint32_t y = 0; y < picture.height; ++y)
      for (std::uint32_t x = 0; x < picture.width; ++x)
        for (std::uint32_t c = 0; c < 4; ++c)
          out.rgba[((y * picture.width) + picture.width - 1 - x) * 4 + c] =
              picture.rgba[((y * picture.width) + x) * 4 + c];
    return out;
  }

  [[nodiscard]] VirtualBackground with_model(const dala::Scene& scene) const {
    const auto store = ml::ModelStore::open(folder_);
    auto model = ml::load_model(scene.compute(), *store, "deeplab");
    EXPECT_TRUE(model) << model.error().message;
    VirtualBackground out;
    const auto labels = model->labels();
    const auto person = std::ranges::find(labels, "person");
    EXPECT_NE(person, labels.end());
    out.label = static_cast<std::size_t>(person - labels.begin());
    out.model = std::move(*model);
    return out;
  }

  std::filesystem::path folder_;
  Picture photo_;
};

TEST_F(RealBackground, KeepsThePersonAndReplacesTheRest) {
  const dala::Scene scene = scene_on("cpu", 512, 512);
  VirtualBackground node = with_model(scene);
  node.picture = shared(photo_);
  node.background = shared(solid(4, 4, colors::green));
  must(scene.add_virtual_background(node));
  const Picture frame = frame_at(scene);
  for (const Place& place : {face, suit})
    EXPECT_EQ(pixel(frame, place.x, place.y), pixel(photo_, place.x, place.y));
  for (const Place& place : behind) EXPECT_EQ(pixel(frame, place.x, place.y), colors::green);
  // The model's own count of its 257 x 257 pixels: 30679 are the person's.
  std::size_t green = 0;
  for (std::size_t i = 0; i < frame.rgba.size(); i += 4)
    if (frame.rgba[i] == 0 && frame.rgba[i + 1] == colors::green.g && frame.rgba[i + 2] == 0)
      ++green;
  EXPECT_NEAR(static_cast<double>(green) / (512 * 512), 1 - (30679.0 / (257 * 257)), 0.02);
}

TEST_F(RealBackground, FollowsTheFramesOfAStream) {
  const dala::Scene scene = scene_on("cpu", 512, 512);
  VirtualBackground node = with_model(scene);
  node.video.stream = FrameStream::create();
  node.background = shared(solid(4, 4, colors::green));
  must(scene.add_virtual_background(node));
  must(node.video.stream.push({photo_.rgba, 512, 512}));
  const Picture first = frame_at(scene);
  EXPECT_EQ(pixel(first, suit.x, suit.y), pixel(photo_, suit.x, suit.y));
  EXPECT_EQ(pixel(first, behind[0].x, behind[0].y), colors::green);
  // The other way round: who was on the left is on the right now.
  const Picture turned = mirrored(photo_);
  must(node.video.stream.push({turned.rgba, 512, 512}));
  const Picture second = frame_at(scene);
  EXPECT_EQ(pixel(second, 511 - suit.x, suit.y), pixel(turned, 511 - suit.x, suit.y));
  EXPECT_EQ(pixel(second, 511 - behind[0].x, behind[0].y), colors::green);
}

TEST_F(RealBackground, IsBlurredInASceneFile) {
  const std::string json = R"({"width": 512, "height": 512, "nodes": [{"type": "virtual_background",
      "picture": "photos/astronaut.jpg", "model": "deeplabv3_mnv2_257.onnx", "label": "person",
      "strength": 16}]})";
  const File file = must(parse_file(json, "s.json", folder_));
  Options options;
  options.compute = *media::test::compute_on("cpu");
  const auto scene = make_scene(file, options);
  ASSERT_TRUE(scene) << scene.error().message;
  const Picture frame = frame_at(*scene);
  EXPECT_EQ(pixel(frame, face.x, face.y), pixel(photo_, face.x, face.y));
  // The edges of the shuttle are soft: no neighbours differ much where they did.
  const auto hardest_edge = [](const Picture& picture) {
    int most = 0;
    for (std::uint32_t x = 380; x < 470; ++x)
      most = std::max(most, std::abs(int{pixel(picture, x, 150).g} - pixel(picture, x + 1, 150).g));
    return most;
  };
  EXPECT_LT(hardest_edge(frame) * 3, hardest_edge(photo_));
}

}  // namespace
}  // namespace dala::scene::test
