#include <limits>

#include "backend/kernel_harness.hpp"

namespace dala::backend::cpu::testing {
namespace {

template <typename T>
std::vector<double> reference(const Tensor& input, std::size_t axis) {
  const Shape& shape = input.ref.shape;
  const std::vector<T> x = input.values<T>();
  std::vector<double> y(x.size());
  std::size_t inner = 1;
  for (std::size_t i = axis + 1; i < shape.rank(); ++i) inner *= static_cast<std::size_t>(shape[i]);
  const std::size_t length = shape.rank() == 0 ? 1 : static_cast<std::size_t>(shape[axis]);
  for (std::size_t i = 0; i < x.size(); ++i) {
    // Each element looks at its own line; slow, and hard to get wrong.
    const std::size_t first = i / (length * inner) * length * inner + i % inner;
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < length; ++k)
      most = std::fmax(most, static_cast<double>(x[first + k * inner]));
    double total = 0;
    for (std::size_t k = 0; k < length; ++k)
      total += std::exp(static_cast<double>(x[first + k * inner]) - most);
    y[i] = std::exp(static_cast<double>(x[i]) - most) / total;
  }
  return y;
}

template <typename T>
void expect_softmax(const Tensor& input, std::int64_t axis) {
  const Shape& shape = input.ref.shape;
  const auto rank = static_cast<std::int64_t>(shape.rank());
  const std::int64_t at = shape.rank() == 0 ? 0 : axis < 0 ? axis + rank : axis;
  const std::vector<double> expected = reference<T>(input, static_cast<std::size_t>(at));
  run_all<T>(add_softmax, "softmax", {&input}, shape, {axis}, [&](const std::vector<T>& got) {
    EXPECT_TRUE(all_near(got, expected, sizeof(T) == 4 ? 2e-6 : 1e-14, 1e-300));
  });
}

TEST(Softmax, MatchesTheReferenceAlongEveryAxis) {
  const std::pair<Shape, std::vector<std::int64_t>> cases[] = {
      {{}, {-1, 0}},      {{0}, {-1}},      {{1}, {-1}},     {{17}, {0}},
      {{4097}, {-1}},     {{0, 5}, {0, 1}}, {{5, 0}, {0}},   {{3, 5, 7}, {0, 1, 2, -1, -3}},
      {{4, 700}, {0, 1}}, {{37, 53}, {-2}}, {{300, 2}, {0}}, {{40, 30, 20}, {1}}};
  for (const auto& [shape, axes] : cases)
    for (const std::int64_t axis : axes)
      for_each_type(FloatTypes{},
                    [&]<typename T>(Type<T>) { expect_softmax<T>(random_tensor<T>(shape), axis); });
}

TEST(Softmax, DoesNotOverflow) {
  for_each_type(FloatTypes{}, []<typename T>(Type<T>) {
    expect_softmax<T>(Tensor({4}, std::vector<T>{1000, 1001, -1000, 999}), -1);
    expect_softmax<T>(Tensor({2, 2}, std::vector<T>{-30000, 30000, -30001, 30000}), 0);
  });
}

TEST(Softmax, GivesNoWeightToMinusInfinity) {
  const float infinity = std::numeric_limits<float>::infinity();
  const Tensor input({3}, std::vector<float>{0, -infinity, 0});
  run_all<float>(add_softmax, "softmax", {&input}, {3}, {-1}, [](const std::vector<float>& got) {
    EXPECT_TRUE(all_same<float>(got, {0.5, 0, 0.5}));
  });
}

TEST(Softmax, MakesOnlyTheLineOfANanNan) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const Tensor input({2, 2}, std::vector<float>{1, nan, 3, 3});
  run_all<float>(add_softmax, "softmax", {&input}, {2, 2}, {1}, [&](const std::vector<float>& got) {
    EXPECT_TRUE(all_same<float>(got, {nan, nan, 0.5, 0.5}));
  });
  run_all<float>(add_softmax, "softmax", {&input}, {2, 2}, {0}, [&](const std::vector<float>& got) {
    EXPECT_NEAR(got[0] + got[2], 1, 1e-6);
    EXPECT_TRUE(std::isnan(got[1]) && std::isnan(got[3]));
  });
}

TEST(Softmax, WorksInPlace) {
  ImplementationList list;
  add_softmax(list);
  for (const std::int64_t axis : {0, 1}) {
    const Tensor tensor = random_tensor<float>({9, 300});
    const std::vector<double> expected = reference<float>(tensor, static_cast<std::size_t>(axis));
    const ParamValue param = axis;
    ASSERT_TRUE(list[0].run({"softmax", {&tensor.ref, 1}, {&tensor.ref, 1}, {&param, 1}},
                            pools()[0]->pool));
    EXPECT_TRUE(all_near(tensor.values<float>(), expected, 2e-6));
  }
}

}  // namespace
}  // namespace dala::backend::cpu::testing
