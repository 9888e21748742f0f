#include <limits>

#include "backend/kernel_harness.hpp"

namespace dala::backend::cpu::testing {
namespace {

// Rust's `as`.
template <typename To, typename From>
To reference(From x) {
  if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    if (x != x) return 0;
    const long double wide = std::trunc(static_cast<long double>(x));
    if (wide <= static_cast<long double>(std::numeric_limits<To>::min()))
      return std::numeric_limits<To>::min();
    if (wide >= static_cast<long double>(std::numeric_limits<To>::max()))
      return std::numeric_limits<To>::max();
    return static_cast<To>(wide);
  } else {
    return static_cast<To>(x);
  }
}

template <typename From>
void expect_casts(const std::vector<From>& x) {
  const Shape shape{static_cast<std::int64_t>(x.size())};
  const Tensor input(shape, x);
  for_each_type(AllTypes{}, [&]<typename To>(Type<To>) {
    std::vector<To> expected;
    for (const From value : x) expected.push_back(reference<To>(value));
    run_all<To>(add_cast, "cast", {&input}, shape, {},
                [&](const std::vector<To>& got) { EXPECT_TRUE(all_same(got, expected)); });
  });
}

TEST(Cast, ConvertsEveryPairOfDtypes) {
  for_each_type(AllTypes{}, []<typename From>(Type<From>) {
    for (const std::size_t count : {0U, 1U, 31U, 4097U, 70001U})
      expect_casts(random_values<From>(count));
  });
}

TEST(Cast, TruncatesAndSaturatesFloatsAndMakesNan0) {
  for_each_type(FloatTypes{}, []<typename T>(Type<T>) {
    using L = std::numeric_limits<T>;
    std::vector<T> x = {L::quiet_NaN(), L::infinity(), -L::infinity(), L::max(),
                        L::lowest(),    L::min(),      -T{0},          L::denorm_min()};
    // Around 0, and around the ends of every integer type.
    for (const double end : {0.0, 1.0, 255.0, 256.0, 0x1p31, 0x1p32, 0x1p63, 0x1p64}) {
      const auto at = static_cast<T>(end);
      for (const T near : {at, std::nextafter(at, T{0}), std::nextafter(at, L::infinity()),
                           at + T{0.5}, at - T{0.5}, at + T{1}, at - T{1}}) {
        x.push_back(near);
        x.push_back(-near);
      }
    }
    expect_casts(x);
  });
}

TEST(Cast, WrapsIntegersIntoNarrowerOnes) {
  for_each_type(IntegerTypes{}, []<typename T>(Type<T>) {
    using L = std::numeric_limits<T>;
    expect_casts<T>({L::min(), L::max(), 0, 1, static_cast<T>(-1), 127, static_cast<T>(128),
                     static_cast<T>(255), static_cast<T>(256), static_cast<T>(L::max() - 1)});
  });
}

TEST(Cast, IsRightBeyondTheSizeOfTheCaches) {
  const Shape shape{4'500'003};
  const Tensor input = random_tensor<float>(shape);
  const std::vector<float> x = input.values<float>();
  run_all<double>(add_cast, "cast", {&input}, shape, {},
                  [&](const std::vector<double>& got) { EXPECT_TRUE(all_near(got, x, 0)); });
}

}  // namespace
}  // namespace dala::backend::cpu::testing
