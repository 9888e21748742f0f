// The small value types: error codes, dtypes, shapes, parameters, lists.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <limits>
#include <memory>
#include <random>

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
  EXPECT_EQ(dtype_from_string("f16"), DType::f16);
  EXPECT_EQ(dtype_from_string("f8"), std::nullopt);
  EXPECT_EQ(size_of(DType::f64), 8U);
  EXPECT_TRUE(float_dtypes.contains(DType::f32));
  EXPECT_FALSE(float_dtypes.contains(DType::u8));
  EXPECT_EQ(to_string(DType::boolean), "bool");
  EXPECT_FALSE(integer_dtypes.contains(DType::boolean));
  EXPECT_FALSE(number_dtypes.contains(DType::boolean));
  EXPECT_TRUE(number_dtypes.contains(DType::s16));
  EXPECT_TRUE(signed_dtypes.contains(DType::s8));
  EXPECT_FALSE(signed_dtypes.contains(DType::u16));
  EXPECT_FALSE(signed_dtypes.contains(DType::boolean));
}

TEST(DTypes, EveryByteButZeroIsTrue) {
  Bool odd;
  odd.byte = 0x80;
  EXPECT_TRUE(odd);
  EXPECT_EQ(static_cast<int>(odd), 1);
  EXPECT_FALSE(Bool());
  EXPECT_EQ(Bool(true).byte, 1);
  EXPECT_EQ(dtype_of<bool>, DType::boolean);
  EXPECT_EQ(dtype_of<Bool>, DType::boolean);
}

// The nearest of all values, found by looking at every one of them.
template <typename T>
T nearest_of_all(float value) {
  const float size = std::abs(value);
  std::uint16_t best = 0;
  const std::uint16_t infinite = std::numeric_limits<T>::infinity().bits;
  // Values grow with their bits; infinity counts as the next step after the largest.
  const auto at = [&](std::uint16_t bits) {
    const double last = static_cast<double>(T::from_bits(infinite - 1));
    return bits == infinite ? 2 * last - static_cast<double>(T::from_bits(infinite - 2))
                            : static_cast<double>(T::from_bits(bits));
  };
  std::uint16_t below = 0;
  for (unsigned step = 0x8000; step > 0; step /= 2)
    if (below + step <= infinite && at(static_cast<std::uint16_t>(below + step)) <= size)
      below = static_cast<std::uint16_t>(below + step);
  best = below;
  if (below < infinite) {
    const double down = size - at(below);
    const double up = at(below + 1) - size;
    if (up < down || (up == down && below % 2 == 1)) best = below + 1;
  }
  const bool negative = std::signbit(value);
  return T::from_bits(static_cast<std::uint16_t>(best | (negative ? 0x8000U : 0U)));
}

template <typename T>
void expect_small_float() {
  for (std::uint32_t bits = 0; bits <= 0xFFFF; ++bits) {
    const T value = T::from_bits(static_cast<std::uint16_t>(bits));
    const float wide = value;
    if (std::isnan(wide)) {
      EXPECT_TRUE(std::isnan(static_cast<float>(T(wide)))) << bits;
      continue;
    }
    EXPECT_EQ(T(wide).bits, bits);
    if (std::isinf(wide)) continue;
    // Halfway to the next value, and beside that.
    const float next = T::from_bits(static_cast<std::uint16_t>(bits + 1));
    const float half = std::isfinite(next) ? wide + (next - wide) / 2 : wide;
    for (const float near : {half, std::nextafter(half, 0.0F),
                             std::nextafter(half, std::numeric_limits<float>::infinity())})
      EXPECT_EQ(T(near).bits, nearest_of_all<T>(near).bits) << near;
  }
  std::mt19937 random(5);
  for (int i = 0; i < 200'000; ++i) {
    const auto any = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    if (std::isnan(any)) {
      EXPECT_TRUE(std::isnan(static_cast<float>(T(any))));
    } else if (std::isfinite(any)) {
      EXPECT_EQ(T(any).bits, nearest_of_all<T>(any).bits) << any;
    }
  }
  // A signalling NaN becomes a quiet one.
  const T quiet(std::bit_cast<float>(0x7F80'0001U));
  EXPECT_EQ(quiet.bits & std::numeric_limits<T>::quiet_NaN().bits,
            std::numeric_limits<T>::quiet_NaN().bits);
  EXPECT_EQ(T(std::numeric_limits<float>::infinity()).bits,
            std::numeric_limits<T>::infinity().bits);
  EXPECT_EQ(static_cast<float>(std::numeric_limits<T>::denorm_min()),
            static_cast<float>(T::from_bits(1)));
  EXPECT_EQ(static_cast<float>(std::numeric_limits<T>::epsilon()),
            std::ldexp(1.0F, 1 - std::numeric_limits<T>::digits));
}

TEST(DTypes, SmallFloatsAreRoundedToTheNearest) {
  expect_small_float<f16>();
  expect_small_float<bf16>();
  EXPECT_EQ(static_cast<float>(f16(65519.0F)), 65504.0F);
  EXPECT_TRUE(std::isinf(static_cast<float>(f16(65520.0F))));
  static_assert(f16(1.5F).bits == 0x3E00);
  static_assert(bf16(1.5F).bits == 0x3FC0);
  static_assert(static_cast<float>(f16::from_bits(1)) == 0x1p-24F);
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
