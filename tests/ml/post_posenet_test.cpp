// Key points from heat maps.
#include <limits>

#include "ml/ml_helper.hpp"
#include "ml/post/posenet.hpp"

namespace dala::ml::test {
namespace {

TEST(PostPosenet, OnePoint) {
  const std::vector<float> maps = {0, 0, 0, 2};
  const std::vector<float> offsets = {0, 0, 0, -3, 0, 0, 0, 5};
  const auto points = decode_pose(maps, offsets, {1, 2, 2}, 16);
  ASSERT_EQ(points.size(), 1U);
  EXPECT_FLOAT_EQ(points[0].at.x, 21);
  EXPECT_FLOAT_EQ(points[0].at.y, 13);
  EXPECT_NEAR(points[0].score, 0.8808, 1e-4);
}

TEST(PostPosenet, TooShort) {
  const std::vector<float> values(8, std::numeric_limits<float>::quiet_NaN());
  EXPECT_EQ(decode_pose(values, values, {1, 2, 2}, 16).size(), 1U);
  EXPECT_TRUE(decode_pose(values, values, {3, 2, 2}, 16).empty());
  EXPECT_TRUE(decode_pose(values, values, {1, 0, 2}, 16).empty());
}

TEST(PostPosenet, AsTheReference) {
  DALA_NEEDS_MODEL_DATA();
  const Array maps = read_reference("posenet/heatmaps.npy");
  const Array offsets = read_reference("posenet/offsets.npy");
  const auto points =
      decode_pose(maps.values, offsets.values, {17, 17, 17}, builtin_card("posenet").decode.stride);
  const auto expected = read_json("posenet/person1.json")["result"];
  ASSERT_EQ(points.size(), expected["keypoints"].size());
  float sum = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto& point = expected["keypoints"][i];
    EXPECT_NEAR(points[i].score, point["score"].get<float>(), 1e-3);
    EXPECT_NEAR(points[i].at.x, point["xy_257"][0].get<float>(), 0.01);
    EXPECT_NEAR(points[i].at.y, point["xy_257"][1].get<float>(), 0.01);
    sum += points[i].score;
  }
  EXPECT_NEAR(sum / 17, expected["pose_score"].get<float>(), 1e-3);
}

}  // namespace
}  // namespace dala::ml::test
