// The small value types: error codes, dtypes, shapes, parameters, lists.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <limits>
#include <memory>

#include <dala/core/error.hpp>
#include <dala/core/params.hpp>
#include <dala/core/shape.hpp>
#include <dala/core/small_vector.hpp>

#include "core/nearest.hpp"
#include "support/paths.hpp"

namespace dala {
namespace {

TEST(ErrorCodes, HaveNamesAndAdvice) {
  EXPECT_EQ(to_string(ErrorCode::wrong_dtype), "wrong_dtype");
  EXPECT_NE(advice(ErrorCode::unknown_kernel).find("dala kernels"), std::string_view::npos);
}

TEST(ErrorCodes, AreAllInTheDocs) {
  std::ifstream file(dala::test::tests_folder() / "../docs/errors.md");
  const std::string page(std::istreambuf_iterator<char>(file), {});
#define X(name, text) \
  EXPECT_NE(page.find("| `" #name "` | " text " |"), std::string::npos) << #name;
#include <dala/core/error_codes.inc>
#undef X
}

TEST(DTypes, NamesGoBothWays) {
  for (DType dtype : all_dtypes) EXPECT_EQ(dtype_from_string(to_string(dtype)), dtype);
  EXPECT_EQ(dtype_from_string("f16"), std::nullopt);
  EXPECT_EQ(size_of(DType::f64), 8U);
  EXPECT_TRUE(float_dtypes.contains(DType::f32));
  EXPECT_FALSE(float_dtypes.contains(DType::u8));
}

TEST(Shapes, ElementsAndText) {
  EXPECT_EQ((Shape{2, 3, 4}).elements(), 24);
  EXPECT_EQ(Shape{}.elements(), 1);
  EXPECT_EQ((Shape{2, 0}).elements(), 0);
  EXPECT_EQ(to_string(Shape{2, 3}), "{2, 3}");
  EXPECT_EQ(to_string(Shape{}), "{}");
  EXPECT_NE((Shape{2, 3}), (Shape{2, 3, 1}));
}

TEST(Shapes, ValidateFindsWhatCannotBe) {
  constexpr std::int64_t big = std::numeric_limits<std::int64_t>::max();
  EXPECT_TRUE((Shape{big / 8}).validate(DType::f64));
  EXPECT_FALSE((Shape{big / 8 + 1}).validate(DType::f64));
  EXPECT_TRUE((Shape{big / 8 + 1}).validate(DType::u8));
  EXPECT_FALSE((Shape{1 << 20, 1 << 20, 1 << 20, 1 << 20}).validate());
  EXPECT_FALSE((Shape{1LL << 40, 1LL << 40, 0}).validate());
  EXPECT_TRUE((Shape{1LL << 40, 0, 3}).validate());
  EXPECT_FALSE((Shape{3, -1}).validate());
  EXPECT_FALSE((Shape{1, 1, 1, 1, 1, 1, 1, 1, 1}).validate());
}

TEST(Shapes, BroadcastAsNumpyDoes) {
  EXPECT_EQ(*broadcast({5, 1}, {1, 7}), (Shape{5, 7}));
  EXPECT_EQ(*broadcast({3, 1, 4}, {2, 4}), (Shape{3, 2, 4}));
  EXPECT_EQ(*broadcast({}, {2, 3}), (Shape{2, 3}));
  EXPECT_EQ(*broadcast({1}, {0}), (Shape{0}));
  EXPECT_EQ(broadcast({2, 3}, {2}).error().code, ErrorCode::shape_mismatch);
}

TEST(Parameters, KeepTheirTypes) {
  Params params{{"a", 1}, {"b", 2.5}, {"c", true}, {"d", "text"}, {"e", Integers{1, 2}}};
  EXPECT_EQ(params.find("a")->integer(), 1);
  EXPECT_EQ(params.find("b")->number(), 2.5);
  EXPECT_EQ(params.find("c")->boolean(), true);
  EXPECT_EQ(params.find("d")->text(), "text");
  EXPECT_EQ(params.find("e")->integers(), (Integers{1, 2}));
  EXPECT_EQ(params.find("f"), nullptr);
  params.set("a", 3);
  EXPECT_EQ(params.size(), 5U);
  EXPECT_EQ(to_string(*params.find("a")), "3");
  EXPECT_EQ(to_string(*params.find("e")), "{1, 2}");
}

TEST(SmallVectors, MoveToTheHeapAndBack) {
  SmallVector<std::shared_ptr<int>, 2> list;
  const auto item = std::make_shared<int>(7);
  for (int i = 0; i < 5; ++i) list.push_back(item);
  EXPECT_EQ(list.size(), 5U);
  EXPECT_EQ(item.use_count(), 6);
  list.clear();
  EXPECT_EQ(item.use_count(), 1);
  list.push_back(item);
  EXPECT_EQ(list.size(), 1U);
  EXPECT_EQ(*list[0], 7);
  list.clear();
  EXPECT_EQ(item.use_count(), 1);
}

TEST(Nearest, FindsTypingMistakesOnly) {
  const std::vector<std::string_view> known = {"relu", "sigmoid", "elementwise_add"};
  EXPECT_EQ(nearest("relo", known), "relu");
  EXPECT_EQ(nearest("sigmiod", known), "sigmoid");
  EXPECT_EQ(nearest("add", known), "elementwise_add");
  EXPECT_EQ(nearest("convolution", known), "");
  EXPECT_EQ(nearest(std::string(1000, 'x'), known), "");
}

}  // namespace
}  // namespace dala
