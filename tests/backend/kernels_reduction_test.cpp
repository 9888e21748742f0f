#include <algorithm>
#include <limits>
#include <optional>

#include "backend/kernel_harness.hpp"

namespace dala::backend::cpu::testing {
namespace {

// One line of elements for each element of the output.
template <typename T>
std::vector<std::vector<T>> lines(const Tensor& input, std::optional<std::size_t> axis) {
  const std::vector<T> x = input.values<T>();
  if (!axis) return {x};
  const Shape& shape = input.ref.shape;
  std::size_t outer = 1;
  std::size_t inner = 1;
  for (std::size_t i = 0; i < shape.rank(); ++i)
    (i < *axis ? outer : inner) *= i == *axis ? 1 : static_cast<std::size_t>(shape[i]);
  const std::size_t length = shape.rank() == 0 ? 1 : static_cast<std::size_t>(shape[*axis]);
  std::vector<std::vector<T>> result;
  for (std::size_t o = 0; o < outer; ++o)
    for (std::size_t i = 0; i < inner; ++i) {
      std::vector<T>& line = result.emplace_back();
      for (std::size_t k = 0; k < length; ++k) line.push_back(x[(o * length + k) * inner + i]);
    }
  return result;
}

struct Case {
  Shape input;
  std::optional<std::int64_t> axis;
  Shape output;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {{{}, {}, {}},
                                        {{}, 0, {}},
                                        {{1}, {}, {1}},
                                        {{17}, 0, {}},
                                        {{4097}, {}, {}},
                                        {{37, 53}, {}, {}},
                                        {{37, 53}, 0, {53}},
                                        {{37, 53}, 1, {37}},
                                        {{37, 53}, -1, {37, 1}},
                                        {{3, 5, 7}, 1, {3, 7}},
                                        {{3, 5, 7}, -3, {1, 5, 7}},
                                        {{3, 2500}, 0, {2500}},
                                        {{2, 3, 1100}, 1, {2, 1100}},
                                        {{300001}, {}, {1}},
                                        {{3, 150001}, 1, {3}},
                                        {{150001, 3}, 0, {3}},
                                        {{300, 1500}, 0, {1500}},
                                        {{0, 5}, 1, {0}},
                                        {{5, 0}, 0, {0}}};
  return all;
}

template <typename T>
T largest(const std::vector<T>& line) {
  T best = line[0];
  for (const T x : line)
    if (x > best || x != x) best = x;
  return best;
}

template <typename Out, typename T, typename Reduce, typename Compare>
void expect_reduction(std::string_view kernel, const Case& at, const Tensor& input, Reduce reduce,
                      Compare compare) {
  std::optional<std::size_t> axis;
  if (at.axis)
    axis = static_cast<std::size_t>(
        *at.axis < 0 ? *at.axis + static_cast<std::int64_t>(at.input.rank()) : *at.axis);
  std::vector<decltype(reduce(std::vector<T>{}))> expected;
  for (const std::vector<T>& line : lines<T>(input, axis)) expected.push_back(reduce(line));
  run_all<Out>(add_reduction, kernel, {&input}, at.output,
               {at.axis ? ParamValue(*at.axis) : ParamValue(), at.output.rank() == at.input.rank()},
               [&](const std::vector<Out>& got) { EXPECT_TRUE(compare(got, expected)); });
}

constexpr auto exactly = [](const auto& got, const auto& expected) {
  return all_same(got, expected);
};
constexpr auto closely = [](const auto& got, const auto& expected) {
  return all_near(got, expected, 2e-7, 1e-9);
};

template <typename T>
double sum_of(const std::vector<T>& line) {
  long double total = 0;
  for (const T x : line) total += static_cast<long double>(x);
  return static_cast<double>(total);
}

TEST(Sum, AddsIntegersWithWrapping) {
  for (const Case& at : cases())
    for_each_type(IntegerTypes{}, [&]<typename T>(Type<T>) {
      const Tensor input = random_tensor<T>(at.input);
      const auto wrapped = []<typename Out>(Type<Out>) {
        return [](const std::vector<T>& line) {
          std::uint64_t total = 0;
          for (const T x : line) total += static_cast<std::uint64_t>(x);
          return static_cast<Out>(total);
        };
      };
      expect_reduction<T, T>("sum", at, input, wrapped(Type<T>{}), exactly);
      expect_reduction<std::int64_t, T>("sum", at, input, wrapped(Type<std::int64_t>{}), exactly);
    });
}

TEST(Sum, OfFloatsIsAsGoodAsIn64Bits) {
  for (const Case& at : cases()) {
    expect_reduction<float, float>("sum", at, random_tensor<float>(at.input), sum_of<float>,
                                   closely);
    expect_reduction<double, float>("sum", at, random_tensor<float>(at.input), sum_of<float>,
                                    closely);
    expect_reduction<double, double>("sum", at, random_tensor<double>(at.input), sum_of<double>,
                                     closely);
  }
}

TEST(Sum, OfNothingIs0) {
  for_each_type(AllTypes{}, []<typename T>(Type<T>) {
    const Tensor input(dtype_of<T>, {0, 3});
    run_all<T>(add_reduction, "sum", {&input}, {3}, {0, false},
               [](const std::vector<T>& got) { EXPECT_TRUE(all_same<T>(got, {0, 0, 0})); });
    run_all<T>(add_reduction, "sum", {&input}, {}, {ParamValue(), false},
               [](const std::vector<T>& got) { EXPECT_TRUE(all_same<T>(got, {0})); });
  });
}

TEST(Sum, KeepsTheSmallEndOfALongRow) {
  // One after the other in 32 bits this would stop growing at 2^24.
  const Tensor ones({20'000'000}, std::vector<float>(20'000'000, 1));
  run_all<float>(add_reduction, "sum", {&ones}, {}, {ParamValue(), false},
                 [](const std::vector<float>& got) { EXPECT_EQ(got[0], 20'000'000.0F); });
}

TEST(Mean, DividesTheSumInFloats) {
  const auto mean = [](const auto& line) {
    return sum_of(line) / static_cast<double>(line.size());
  };
  for (const Case& at : cases()) {
    for_each_type(AllTypes{}, [&]<typename T>(Type<T>) {
      const Tensor input = random_tensor<T>(at.input);
      expect_reduction<double, T>("mean", at, input, mean, closely);
      if constexpr (!std::is_same_v<T, double>)
        expect_reduction<float, T>("mean", at, input, mean, closely);
    });
  }
}

TEST(Max, FindsTheLargestOfEveryDtype) {
  for (const Case& at : cases())
    for_each_type(AllTypes{}, [&]<typename T>(Type<T>) {
      expect_reduction<T, T>("max", at, random_tensor<T>(at.input), largest<T>, exactly);
    });
}

TEST(Argmax, FindsTheFirstOfTheLargest) {
  const auto place = []<typename T>(const std::vector<T>& line) {
    return static_cast<std::int64_t>(std::max_element(line.begin(), line.end()) - line.begin());
  };
  for (const Case& at : cases())
    for_each_type(AllTypes{}, [&]<typename T>(Type<T>) {
      // Few different values, so that the largest occurs often.
      std::vector<T> values = random_values<T>(static_cast<std::size_t>(at.input.elements()));
      for (T& x : values) x = static_cast<T>(static_cast<std::int64_t>(x) % 5);
      const Tensor input(at.input, values);
      expect_reduction<std::int64_t, T>("argmax", at, input, place, exactly);
      const auto narrow = [&](const std::vector<T>& line) {
        return static_cast<std::uint32_t>(place(line));
      };
      expect_reduction<std::uint32_t, T>("argmax", at, input, narrow, exactly);
    });
}

TEST(Reductions, LetNanWinAndTakeLinesOfMinusInfinity) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float low = -std::numeric_limits<float>::infinity();
  for (const std::int64_t length : {5, 200, 200'000}) {
    std::vector<float> values(static_cast<std::size_t>(length), low);
    const Tensor lowest({length}, values);
    values[values.size() / 2] = nan;
    values[values.size() / 2 + 1] = nan;
    values.back() = std::numeric_limits<float>::infinity();
    const Tensor with_nan({length}, values);
    // Along the last axis, and along one whose elements are not neighbours.
    std::vector<float> wide;
    for (const float x : values) wide.insert(wide.end(), {low, x});
    const Tensor columns({length, 2}, wide);
    const std::int64_t first = length / 2;
    run_all<float>(add_reduction, "max", {&lowest}, {}, {ParamValue(), false},
                   [&](const std::vector<float>& got) { EXPECT_TRUE(all_same(got, {low})); });
    run_all<float>(add_reduction, "max", {&with_nan}, {}, {ParamValue(), false},
                   [&](const std::vector<float>& got) { EXPECT_TRUE(all_same(got, {nan})); });
    run_all<float>(add_reduction, "max", {&columns}, {2}, {0, false},
                   [&](const std::vector<float>& got) { EXPECT_TRUE(all_same(got, {low, nan})); });
    run_all<std::int64_t>(add_reduction, "argmax", {&lowest}, {}, {ParamValue(), false},
                          [&](const std::vector<std::int64_t>& got) { EXPECT_EQ(got[0], 0); });
    run_all<std::int64_t>(add_reduction, "argmax", {&with_nan}, {}, {ParamValue(), false},
                          [&](const std::vector<std::int64_t>& got) { EXPECT_EQ(got[0], first); });
    run_all<std::int64_t>(add_reduction, "argmax", {&columns}, {2}, {0, false},
                          [&](const std::vector<std::int64_t>& got) {
                            EXPECT_TRUE(all_same<std::int64_t>(got, {0, first}));
                          });
    run_all<float>(add_reduction, "sum", {&with_nan}, {}, {ParamValue(), false},
                   [&](const std::vector<float>& got) { EXPECT_TRUE(all_same(got, {nan})); });
  }
}

}  // namespace
}  // namespace dala::backend::cpu::testing
