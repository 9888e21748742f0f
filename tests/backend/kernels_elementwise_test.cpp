#include <limits>

#include "backend/kernel_harness.hpp"

namespace dala::backend::cpu::testing {
namespace {

// In double or in unsigned 64 bits, rounded or wrapped to T at the end.
template <typename T>
T reference(std::string_view kernel, T a, T b) {
  const char op = kernel[12];  // elementwise_[a]dd
  if constexpr (std::is_floating_point_v<T>) {
    const double x = a;
    const double y = b;
    return static_cast<T>(op == 'a' ? x + y : op == 's' ? x - y : op == 'm' ? x * y : x / y);
  } else {
    if (op == 'd') {
      if (b == 0) return 0;
      if (std::is_signed_v<T> && b == static_cast<T>(-1))
        return static_cast<T>(std::uint64_t{0} - static_cast<std::uint64_t>(a));
      return static_cast<T>(a / b);
    }
    const auto x = static_cast<std::uint64_t>(a);
    const auto y = static_cast<std::uint64_t>(b);
    return static_cast<T>(op == 'a' ? x + y : op == 's' ? x - y : x * y);
  }
}

// Where an element of the output comes from in a broadcast input.
std::size_t source(const Shape& input, const Shape& output, std::size_t at) {
  std::size_t offset = 0;
  std::size_t stride = 1;
  for (std::size_t i = 0; i < output.rank(); ++i) {
    const auto size = static_cast<std::size_t>(output[output.rank() - 1 - i]);
    const std::size_t index = at % size;
    at /= size;
    if (i >= input.rank()) continue;
    const auto own = static_cast<std::size_t>(input[input.rank() - 1 - i]);
    if (own != 1) offset += index * stride;
    stride *= own;
  }
  return offset;
}

constexpr std::string_view binary_kernels[] = {"elementwise_add", "elementwise_sub",
                                               "elementwise_mul", "elementwise_div"};

template <typename T>
void expect_binary(std::string_view kernel, const Tensor& a, const Tensor& b) {
  const Shape shape = *broadcast(a.ref.shape, b.ref.shape);
  const std::vector<T> x = a.values<T>();
  const std::vector<T> y = b.values<T>();
  std::vector<T> expected(static_cast<std::size_t>(shape.elements()));
  for (std::size_t i = 0; i < expected.size(); ++i)
    expected[i] =
        reference(kernel, x[source(a.ref.shape, shape, i)], y[source(b.ref.shape, shape, i)]);
  run_all<T>(add_elementwise, kernel, {&a, &b}, shape, {},
             [&](const std::vector<T>& got) { EXPECT_TRUE(all_same(got, expected)); });
}

TEST(ElementwiseKernels, MatchTheReferenceForEveryDtypeAndBroadcast) {
  const std::pair<Shape, Shape> shapes[] = {{{}, {}},
                                            {{0}, {0}},
                                            {{1}, {1}},
                                            {{17}, {17}},
                                            {{4097}, {4097}},
                                            {{37, 53}, {37, 53}},
                                            {{5, 1}, {1, 7}},
                                            {{3, 1, 4}, {2, 4}},
                                            {{4097}, {}},
                                            {{}, {4097}},
                                            {{0, 5}, {5}},
                                            {{0, 5}, {1, 1}},
                                            {{70001}, {70001}},
                                            {{70001}, {1}},
                                            {{300, 200, 4}, {4}},
                                            {{3}, {211, 107, 3}},
                                            {{1, 600}, {9, 600}},
                                            {{9, 1}, {9, 600}},
                                            {{2, 1, 3, 1, 2}, {5, 1, 4, 1}},
                                            {{1, 1, 1}, {1}},
                                            {{40, 1, 300}, {1, 9, 300}}};
  for (const std::string_view kernel : binary_kernels)
    for (const auto& [a, b] : shapes)
      for_each_type(AllTypes{}, [&]<typename T>(Type<T>) {
        expect_binary<T>(kernel, random_tensor<T>(a, 1), random_tensor<T>(b, 2));
      });
}

TEST(ElementwiseKernels, GiveIeeeResultsForSpecialFloats) {
  for_each_type(FloatTypes{}, []<typename T>(Type<T>) {
    using L = std::numeric_limits<T>;
    const std::vector<T> special = {0,
                                    -T{0},
                                    1,
                                    -1,
                                    L::infinity(),
                                    L::max(),
                                    L::lowest(),
                                    L::min(),
                                    L::quiet_NaN(),
                                    -L::infinity(),
                                    2,
                                    L::denorm_min()};
    const auto n = static_cast<std::int64_t>(special.size());
    for (const std::string_view kernel : binary_kernels)
      expect_binary<T>(kernel, Tensor({n, 1}, special), Tensor({1, n}, special));
  });
}

TEST(ElementwiseKernels, WrapIntegersAndNeverTrap) {
  for_each_type(IntegerTypes{}, []<typename T>(Type<T>) {
    using L = std::numeric_limits<T>;
    const std::vector<T> special = {0, 1, static_cast<T>(-1), 2, L::min(), L::max(), 3, 100};
    const auto n = static_cast<std::int64_t>(special.size());
    for (const std::string_view kernel : binary_kernels)
      expect_binary<T>(kernel, Tensor({n, 1}, special), Tensor({1, n}, special));
  });
}

TEST(ElementwiseKernels, WorkInPlace) {
  ImplementationList list;
  add_elementwise(list);
  for (const Implementation& implementation : list) {
    if (implementation.kernel != "elementwise_sub") continue;
    const Tensor a = random_tensor<float>({70001}, 1);
    const Tensor b = random_tensor<float>({70001}, 2);
    const std::vector<float> x = a.values<float>();
    const std::vector<float> y = b.values<float>();
    std::vector<float> expected(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) expected[i] = x[i] - y[i];
    const TensorRef inputs[] = {a.ref, b.ref};
    ASSERT_TRUE(implementation.run({"elementwise_sub", inputs, {&b.ref, 1}, {}}, pools()[1]->pool));
    EXPECT_TRUE(all_same(b.values<float>(), expected));
  }
}

TEST(ElementwiseKernels, AreRightBeyondTheSizeOfTheCaches) {
  const Shape large{4'000'037};
  expect_binary<float>("elementwise_add", random_tensor<float>(large, 1),
                       random_tensor<float>(large, 2));
  expect_binary<float>("elementwise_mul", random_tensor<float>({1'500'007, 3}, 1),
                       random_tensor<float>({3}, 2));
  expect_binary<std::int64_t>("elementwise_sub", random_tensor<std::int64_t>(large, 1),
                              random_tensor<std::int64_t>({}, 2));
}

TEST(ScalarMul, MultipliesInTheArithmeticOfTheDtype) {
  for_each_type(AllTypes{}, []<typename T>(Type<T>) {
    for (const Shape& shape : {Shape{}, Shape{0}, Shape{1}, Shape{31}, Shape{4097}, Shape{70001}}) {
      const Tensor input = random_tensor<T>(shape);
      const double scalar = std::is_unsigned_v<T> ? 200 : -3;
      std::vector<T> expected = input.values<T>();
      for (T& x : expected) {
        if constexpr (std::is_floating_point_v<T>)
          x *= static_cast<T>(scalar);
        else
          x = static_cast<T>(static_cast<std::uint64_t>(x) *
                             static_cast<std::uint64_t>(static_cast<std::int64_t>(scalar)));
      }
      run_all<T>(add_elementwise, "scalar_mul", {&input}, shape, {scalar},
                 [&](const std::vector<T>& got) { EXPECT_TRUE(all_same(got, expected)); });
    }
  });
}

TEST(ScalarMul, TakesFactorsUpToTheEndsOf64Bits) {
  const Tensor input({2}, std::vector<std::int64_t>{1, 3});
  run_all<std::int64_t>(add_elementwise, "scalar_mul", {&input}, {2}, {-0x1p63},
                        [](const std::vector<std::int64_t>& got) {
                          EXPECT_EQ(got[0], std::numeric_limits<std::int64_t>::min());
                          EXPECT_EQ(got[1], std::numeric_limits<std::int64_t>::min());
                        });
  const Tensor narrow({2}, std::vector<std::uint8_t>{1, 3});
  run_all<std::uint8_t>(add_elementwise, "scalar_mul", {&narrow}, {2}, {0x1p63 + 0x1p40},
                        [](const std::vector<std::uint8_t>& got) {
                          EXPECT_EQ(got[0], 0);
                          EXPECT_EQ(got[1], 0);
                        });
}

TEST(Clamp, LimitsEveryDtype) {
  for_each_type(AllTypes{}, []<typename T>(Type<T>) {
    for (const Shape& shape : {Shape{}, Shape{0}, Shape{1}, Shape{31}, Shape{4097}, Shape{70001}}) {
      const Tensor input = random_tensor<T>(shape);
      std::vector<T> expected = input.values<T>();
      for (T& x : expected) {
        const auto low = static_cast<T>(std::is_floating_point_v<T> ? 1.5 : 2);
        const auto high = static_cast<T>(std::is_floating_point_v<T> ? 7.25 : 7);
        x = std::min(std::max(x, low), high);
      }
      run_all<T>(add_elementwise, "clamp", {&input}, shape, {1.5, 7.25},
                 [&](const std::vector<T>& got) { EXPECT_TRUE(all_same(got, expected)); });
    }
  });
}

TEST(Clamp, SaturatesItsLimitsToTheDtypeAndKeepsNan) {
  const std::vector<std::int64_t> ends = {std::numeric_limits<std::int64_t>::min(), -1, 0,
                                          std::numeric_limits<std::int64_t>::max()};
  const Tensor wide({4}, ends);
  run_all<std::int64_t>(
      add_elementwise, "clamp", {&wide}, {4}, {-1e30, 1e30},
      [&](const std::vector<std::int64_t>& got) { EXPECT_TRUE(all_same(got, ends)); });
  const Tensor bytes({3}, std::vector<std::uint8_t>{0, 100, 255});
  run_all<std::uint8_t>(add_elementwise, "clamp", {&bytes}, {3}, {-5.0, 99.9},
                        [](const std::vector<std::uint8_t>& got) {
                          EXPECT_TRUE(all_same<std::uint8_t>(got, {0, 99, 99}));
                        });
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  const Tensor floats({3}, std::vector<float>{nan, infinity, -infinity});
  run_all<float>(
      add_elementwise, "clamp", {&floats}, {3}, {0.0, 1.0},
      [&](const std::vector<float>& got) { EXPECT_TRUE(all_same<float>(got, {nan, 1, 0})); });
}

}  // namespace
}  // namespace dala::backend::cpu::testing
