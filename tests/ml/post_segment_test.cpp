// The best class of each pixel, and masks that filters take.
#include <algorithm>

#include <dala/media/pipeline.hpp>

#include "ml/ml_helper.hpp"
#include "ml/post/segment.hpp"

namespace dala::ml::test {
namespace {

TEST(PostSegment, BestClasses) {
  const std::vector<float> logits = {1, 5, 2, 2, 5, 2, 0, 0, 9};
  EXPECT_EQ(best_classes(logits, 3), (std::vector<std::uint8_t>{1, 0, 2}));
  EXPECT_TRUE(best_classes({}, 21).empty());
  EXPECT_TRUE(best_classes(logits, 0).empty());
}

TEST(PostSegment, AsTheReference) {
  DALA_NEEDS_MODEL_DATA();
  const Array logits = read_reference("deeplab_257/logits.npy");
  const Array expected = read_reference("deeplab_257/argmax_u8.npy");
  const std::vector<std::uint8_t> map = best_classes(logits.values, 21);
  ASSERT_EQ(map.size(), expected.values.size());
  std::size_t other = 0;
  for (std::size_t i = 0; i < map.size(); ++i) other += map[i] == expected.values[i] ? 0 : 1;
  EXPECT_EQ(other, 0U);
  const auto pixels = read_json("deeplab_257/chelsea.json")["result"]["class_pixels"];
  EXPECT_EQ(std::ranges::count(map, 8), pixels["cat"].get<std::ptrdiff_t>());
}

TEST(PostSegment, MaskOnTheDevice) {
  const Compute compute = Compute::create({.device = "cpu"}).value();
  std::vector<float> logits(std::size_t{3} * 4 * 5);
  for (std::size_t i = 0; i < logits.size(); ++i) logits[i] = static_cast<float>((i * 7) % 11);
  const Buffer buffer = must(compute.buffer<float>(logits, {1, 3, 4, 5}));
  const auto map = best_classes(logits, 3);
  for (std::size_t id = 0; id < 3; ++id) {
    const Buffer mask = must(mask_of_class(compute, buffer, id));
    EXPECT_EQ(mask.shape(), (Shape{4, 5}));
    const auto values = must(mask.read<std::uint8_t>());
    for (std::size_t i = 0; i < map.size(); ++i) EXPECT_EQ(values[i], map[i] == id ? 255 : 0);
  }
}

TEST(PostSegment, FiltersTakeTheMask) {
  // A map of two halves: the left one stays, the right one becomes the background.
  const Segmentation answer{.width = 2, .height = 1, .map = {15, 0}};
  const auto mask = std::make_shared<media::Picture>(answer.mask(15));
  const auto red =
      std::make_shared<media::Picture>(1, 1, std::vector<std::uint8_t>{255, 0, 0, 255});
  const auto frames = media::FramePipeline::start(16, 8, {.device = "cpu"}).value();
  const std::vector<std::uint8_t> grey(std::size_t{16} * 8 * 4, 100);
  const media::Picture out = must(frames.process_frame(
      grey, {{"background_replace", {}, {{"mask", mask}, {"background", red}}}}));
  EXPECT_EQ(out.rgba[0], 100);
  EXPECT_EQ(out.rgba[15 * 4], 255);
  EXPECT_EQ(out.rgba[(15 * 4) + 1], 0);
}

}  // namespace
}  // namespace dala::ml::test
