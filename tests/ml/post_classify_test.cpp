// Softmax and the best of many.
#include <cmath>
#include <limits>

#include "ml/ml_helper.hpp"

namespace dala::ml::test {
namespace {

TEST(PostClassify, Softmax) {
  const std::vector<float> probabilities = softmax(std::vector<float>{1000, 999, 1000});
  EXPECT_NEAR(probabilities[0], 0.42232, 1e-5);
  EXPECT_NEAR(probabilities[1], 0.15536, 1e-5);
  EXPECT_NEAR(probabilities[2], 0.42232, 1e-5);
  EXPECT_TRUE(softmax({}).empty());
}

TEST(PostClassify, TopK) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<Ranked> best = top_k(std::vector<float>{1, nan, 5, 5, -2}, 3);
  ASSERT_EQ(best.size(), 3U);
  EXPECT_EQ(best[0].id, 2U);
  EXPECT_EQ(best[1].id, 3U);
  EXPECT_EQ(best[2].id, 0U);
  EXPECT_EQ(top_k(std::vector<float>{1, nan}, 9).size(), 1U);
  EXPECT_TRUE(top_k({}, 5).empty());
}

TEST(PostClassify, AsTheReference) {
  DALA_NEEDS_MODEL_DATA();
  const Array logits = read_reference("mobilenet_v2/logits.npy");
  const auto expected = read_json("mobilenet_v2/dog2.json")["result"]["top5"];
  const std::vector<Ranked> best = top_k(softmax(logits.values), 5);
  ASSERT_EQ(best.size(), expected.size());
  for (std::size_t i = 0; i < best.size(); ++i) {
    EXPECT_EQ(best[i].id, expected[i]["id"].get<std::size_t>());
    EXPECT_NEAR(best[i].value, expected[i]["prob"].get<float>(), 1e-4);
  }
}

}  // namespace
}  // namespace dala::ml::test
