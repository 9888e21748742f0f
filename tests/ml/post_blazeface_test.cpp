// Faces from anchors.
#include <limits>

#include "ml/ml_helper.hpp"
#include "ml/post/blazeface.hpp"
#include "ml/pre/placement.hpp"

namespace dala::ml::test {
namespace {

TEST(PostBlazeface, Anchors) {
  DALA_NEEDS_MODEL_DATA();
  const auto centres = anchor_centres(builtin_card("blazeface").decode.anchors);
  const Array expected = read_reference("blazeface/anchors_xy.npy");
  ASSERT_EQ(2 * centres.size(), expected.values.size());
  for (std::size_t i = 0; i < centres.size(); ++i) {
    EXPECT_NEAR(centres[i].x, expected.values[2 * i], 1e-6);
    EXPECT_NEAR(centres[i].y, expected.values[(2 * i) + 1], 1e-6);
  }
}

TEST(PostBlazeface, OddNumbers) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float inf = std::numeric_limits<float>::infinity();
  const CardDecode decode{.anchors = {{1, 3}}};
  const std::vector<float> boxes = {0, 0, 4, 4, 0, 0, 4, 4, nan, inf, nan, inf};
  // Fewer scores than anchors; one that is none, and the largest there is.
  const auto found = decode_faces(boxes, 4, std::vector<float>{nan, inf}, decode, 8, 8);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].anchor, 1U);
  EXPECT_EQ(found[0].score, 1.0F);
  EXPECT_TRUE(found[0].points.empty());
  EXPECT_TRUE(decode_faces(boxes, 3, std::vector<float>{inf}, decode, 8, 8).empty());
}

TEST(PostBlazeface, AsTheReference) {
  DALA_NEEDS_MODEL_DATA();
  const ModelCard card = builtin_card("blazeface");
  const Array boxes = read_reference("blazeface/regressors.npy");
  const Array scores = read_reference("blazeface/classificators.npy");
  const auto found = decode_faces(boxes.values, 16, scores.values, card.decode, 128, 128);
  const auto expected = read_json("blazeface/three_people.json")["result"]["faces"];
  const Placement placement = place(card.input, photo_size("three_people.jpg"));
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].anchor, expected[i]["anchor"].get<std::size_t>());
    EXPECT_NEAR(found[i].score, expected[i]["score"].get<float>(), 1e-3);
    const Box box = found[i].box;
    const Box in_photo{
        static_cast<float>(placement.x.back(box.x0)), static_cast<float>(placement.y.back(box.y0)),
        static_cast<float>(placement.x.back(box.x1)), static_cast<float>(placement.y.back(box.y1))};
    EXPECT_GT(overlap(in_photo, box_of(expected[i]["box_xyxy_image"])), 0.995);
    const auto points = expected[i]["keypoints_xy_image"];
    ASSERT_EQ(found[i].points.size(), points.size());
    for (std::size_t k = 0; k < points.size(); ++k) {
      EXPECT_NEAR(placement.x.back(found[i].points[k].x), points[k][0].get<double>(), 0.1);
      EXPECT_NEAR(placement.y.back(found[i].points[k].y), points[k][1].get<double>(), 0.1);
    }
  }
}

}  // namespace
}  // namespace dala::ml::test
