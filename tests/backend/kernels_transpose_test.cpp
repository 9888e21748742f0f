#include <algorithm>
#include <numeric>

#include "backend/kernel_harness.hpp"

namespace dala::backend::cpu::testing {
namespace {

template <typename T>
void expect_transpose(const Shape& shape, const std::vector<std::int64_t>& order,
                      const ParamValue& axes) {
  const std::size_t rank = shape.rank();
  const Tensor input = random_tensor<T>(shape);
  const std::vector<T> x = input.values<T>();
  std::vector<std::size_t> strides(rank, 1);
  for (std::size_t i = rank; i-- > 1;)
    strides[i - 1] = strides[i] * static_cast<std::size_t>(shape[i]);

  Shape output = shape;
  for (std::size_t i = 0; i < rank; ++i) output.set(i, shape[static_cast<std::size_t>(order[i])]);
  std::vector<T> expected(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    std::size_t rest = i;
    std::size_t from = 0;
    for (std::size_t axis = rank; axis-- > 0;) {
      const auto size = static_cast<std::size_t>(output[axis]);
      from += rest % size * strides[static_cast<std::size_t>(order[axis])];
      rest /= size;
    }
    expected[i] = x[from];
  }
  run_all<T>(add_transpose, "transpose", {&input}, output, {axes},
             [&](const std::vector<T>& got) { EXPECT_TRUE(all_same(got, expected)); });
}

TEST(Transpose, ReversesTheAxesByDefault) {
  for (const Shape& shape : {Shape{}, Shape{0}, Shape{1}, Shape{17}, Shape{0, 5}, Shape{1, 1},
                             Shape{2, 3}, Shape{67, 131}, Shape{64, 64}, Shape{300, 200},
                             Shape{1, 300}, Shape{3, 5, 7}, Shape{2, 3, 1, 4}}) {
    std::vector<std::int64_t> order(shape.rank());
    for (std::size_t i = 0; i < order.size(); ++i)
      order[i] = static_cast<std::int64_t>(order.size() - 1 - i);
    for_each_type(AllTypes{},
                  [&]<typename T>(Type<T>) { expect_transpose<T>(shape, order, ParamValue{}); });
  }
}

TEST(Transpose, FollowsEveryPermutation) {
  for (const Shape& shape : {Shape{3, 5}, Shape{67, 3, 70}, Shape{4, 3, 5, 2}, Shape{2, 1, 3, 0},
                             Shape{2, 3, 2, 3, 2}}) {
    std::vector<std::int64_t> order(shape.rank());
    std::iota(order.begin(), order.end(), 0);
    do {
      expect_transpose<std::uint8_t>(shape, order, order);
      expect_transpose<float>(shape, order, order);
      expect_transpose<double>(shape, order, order);
    } while (std::next_permutation(order.begin(), order.end()));
  }
}

TEST(Transpose, CountsNegativeAxesFromTheEnd) {
  expect_transpose<float>({5, 7, 11}, {2, 0, 1}, Integers{-1, 0, -2});
}

}  // namespace
}  // namespace dala::backend::cpu::testing
