// Rows of a detector, and boxes that compete.
#include <limits>

#include "ml/ml_helper.hpp"
#include "ml/post/yolo.hpp"

namespace dala::ml::test {
namespace {

TEST(PostBoxes, AsManyAsAModelLikes) {
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < 500'000; ++i) {
    const auto at = static_cast<float>(2 * i);
    candidates.push_back(
        {.box = {at, 0, at + 1, 1}, .score = 1 - static_cast<float>(i % 1000) / 1000, .source = i});
  }
  const auto kept = keep_best(std::move(candidates), 0.5);
  ASSERT_EQ(kept.size(), most_kept);
  EXPECT_EQ(kept.front().source, 0U);
  EXPECT_EQ(kept[1].source, 1000U);
}

TEST(PostBoxes, Overlap) {
  EXPECT_FLOAT_EQ(overlap({0, 0, 2, 2}, {1, 0, 3, 2}), 1.0F / 3);
  EXPECT_EQ(overlap({0, 0, 2, 2}, {2, 2, 3, 3}), 0);
  EXPECT_EQ(overlap({1, 1, 1, 1}, {1, 1, 1, 1}), 0);  // nothing, and no division by it
}

TEST(PostBoxes, KeepsTheBestOfEachGroup) {
  const Box here{0, 0, 10, 10};
  const Box near{1, 0, 11, 10};
  const Box away{20, 0, 30, 10};
  const auto kept = keep_best(
      {{near, 0.5F, 0, 0}, {here, 0.9F, 0, 1}, {near, 0.4F, 1, 2}, {away, 0.6F, 0, 3}}, 0.45);
  ASSERT_EQ(kept.size(), 3U);
  EXPECT_EQ(kept[0].source, 1U);
  EXPECT_EQ(kept[1].source, 3U);
  EXPECT_EQ(kept[2].source, 2U);
}

TEST(PostYolo, OddRows) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const CardDecode decode;
  const std::vector<float> rows = {nan, nan, nan, nan, 1,  nan, 10, 10, 4,
                                   4,   nan, 1,   10,  10, 4,   4,  1,  0.9F};
  const auto found = decode_yolo(rows, 6, decode);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].source, 2U);
  EXPECT_FLOAT_EQ(found[0].box.x1, 12);
  EXPECT_TRUE(decode_yolo(rows, 5, decode).empty());
  EXPECT_TRUE(decode_yolo({}, 85, decode).empty());
}

TEST(PostYolo, AsTheReference) {
  DALA_NEEDS_MODEL_DATA();
  // The rows of stride 8 are not in the references; none of the answers comes from them.
  const Array middle = read_reference("yolo_v5/output_rows_s16.npy");
  const Array coarse = read_reference("yolo_v5/output_rows_s32.npy");
  std::vector<float> rows(std::size_t{19200} * 85, 0.0F);
  rows.insert(rows.end(), middle.values.begin(), middle.values.end());
  rows.insert(rows.end(), coarse.values.begin(), coarse.values.end());
  ASSERT_EQ(rows.size(), std::size_t{25200} * 85);
  const auto found = decode_yolo(rows, 85, builtin_card("yolo_v5").decode);
  const auto expected = read_json("yolo_v5/person1.json")["result"]["detections"];
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].source, expected[i]["row"].get<std::size_t>());
    EXPECT_EQ(found[i].group, expected[i]["cls"].get<std::size_t>());
    EXPECT_NEAR(found[i].score, expected[i]["score"].get<float>(), 1e-3);
    EXPECT_GT(overlap(found[i].box, box_of(expected[i]["box_xyxy_640"])), 0.999);
  }
}

}  // namespace
}  // namespace dala::ml::test
