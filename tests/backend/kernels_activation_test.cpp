#include <bit>
#include <limits>
#include <numbers>

#include "backend/kernel_harness.hpp"

namespace dala::backend::cpu::testing {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

double sigmoid(double x) {
  return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x));
}

double gelu(double x) { return x == -infinity ? 0 : 0.5 * x * std::erfc(-x / std::numbers::sqrt2); }

double gelu_tanh(double x) {
  if (x == -infinity) return 0;
  return x * sigmoid(2 * std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x));
}

// Every 9973rd of all floats, of both signs, with the infinities and NaNs among them.
std::vector<float> floats_of_all_sizes() {
  std::vector<float> values = {0.0F,
                               -0.0F,
                               std::numeric_limits<float>::infinity(),
                               -std::numeric_limits<float>::infinity(),
                               std::numeric_limits<float>::quiet_NaN(),
                               std::numeric_limits<float>::max(),
                               std::numeric_limits<float>::lowest(),
                               std::numeric_limits<float>::denorm_min()};
  for (std::uint64_t bits = 0; bits < (std::uint64_t{1} << 32U); bits += 9973)
    values.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  return values;
}

// How many floats apart, counting through zero.
std::int64_t steps_between(float a, float b) {
  const auto place = [](float x) {
    const auto bits = std::bit_cast<std::int32_t>(x);
    return bits < 0 ? -static_cast<std::int64_t>(bits & 0x7fffffff) : std::int64_t{bits};
  };
  return std::abs(place(a) - place(b));
}

void expect_within_4_ulp(std::string_view kernel, double (*reference)(double)) {
  const std::vector<float> x = floats_of_all_sizes();
  const Shape shape{static_cast<std::int64_t>(x.size())};
  const Tensor input(shape, x);
  run_all<float>(add_activation, kernel, {&input}, shape, {}, [&](const std::vector<float>& got) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      const auto expected = static_cast<float>(reference(x[i]));
      if (same(got[i], expected)) continue;
      ASSERT_LE(steps_between(got[i], expected), 4)
          << kernel << "(" << x[i] << ") is " << got[i] << ", not " << expected;
    }
  });
}

TEST(Sigmoid, IsWithin4UlpOverAllFloats) { expect_within_4_ulp("sigmoid", sigmoid); }

TEST(Tanh, IsWithin4UlpOverAllFloats) {
  expect_within_4_ulp("tanh", [](double x) { return std::tanh(x); });
}

template <typename T>
void expect_function(std::string_view kernel, const std::vector<ParamValue>& params,
                     double (*reference)(double), double relative) {
  const double smallest = 2 * std::numeric_limits<T>::denorm_min();
  for (const Shape& shape : {Shape{}, Shape{0}, Shape{1}, Shape{31}, Shape{4097}, Shape{5, 7}}) {
    const Tensor input = random_tensor<T>(shape);
    std::vector<double> expected;
    for (const T x : input.values<T>()) expected.push_back(reference(x));
    run_all<T>(add_activation, kernel, {&input}, shape, params, [&](const std::vector<T>& got) {
      EXPECT_TRUE(all_near(got, expected, relative, smallest));
    });
  }
  const Tensor special({5}, std::vector<T>{static_cast<T>(nan), static_cast<T>(infinity),
                                           static_cast<T>(-infinity), T{-700}, T{700}});
  std::vector<double> expected;
  for (const T x : special.values<T>()) expected.push_back(reference(x));
  run_all<T>(add_activation, kernel, {&special}, {5}, params, [&](const std::vector<T>& got) {
    EXPECT_TRUE(all_near(got, expected, relative, smallest));
  });
}

TEST(ActivationKernels, MatchTheReferenceIn64Bits) {
  expect_function<double>("sigmoid", {}, sigmoid, 1e-15);
  expect_function<double>("tanh", {}, [](double x) { return std::tanh(x); }, 1e-15);
  expect_function<double>("gelu", {false}, gelu, 1e-14);
  expect_function<double>("gelu", {true}, gelu_tanh, 1e-13);
}

TEST(ActivationKernels, MatchTheReferenceIn32Bits) {
  expect_function<float>("sigmoid", {}, sigmoid, 1e-6);
  expect_function<float>("tanh", {}, [](double x) { return std::tanh(x); }, 1e-6);
  expect_function<float>("gelu", {false}, gelu, 1e-6);
  expect_function<float>("gelu", {true}, gelu_tanh, 5e-5);
}

template <typename T>
void expect_relu(const std::vector<T>& x, const Shape& shape, double slope) {
  const Tensor input(shape, x);
  std::vector<T> expected = x;
  for (T& value : expected)
    if (value < 0) value = slope == 0 ? T{0} : static_cast<T>(static_cast<T>(slope) * value);
  run_all<T>(add_activation, "relu", {&input}, shape, {slope},
             [&](const std::vector<T>& got) { EXPECT_TRUE(all_same(got, expected)); });
}

TEST(Relu, MatchesTheReferenceForEveryDtype) {
  using Signed = Types<float, double, std::int32_t, std::int64_t>;
  for (const std::int64_t n : {0, 1, 17, 4097, 70001})
    for_each_type(Signed{}, [&]<typename T>(Type<T>) {
      expect_relu(random_values<T>(static_cast<std::size_t>(n)), {n}, 0);
      if constexpr (std::is_floating_point_v<T>)
        expect_relu(random_values<T>(static_cast<std::size_t>(n)), {n}, 0.1);
    });
  expect_relu<float>({-2}, {}, 0);
}

TEST(Relu, KeepsNanAndGives0ForMinusInfinity) {
  for_each_type(FloatTypes{}, []<typename T>(Type<T>) {
    const std::vector<T> special = {static_cast<T>(nan), static_cast<T>(infinity),
                                    static_cast<T>(-infinity)};
    const Tensor input({3}, special);
    const std::vector<T> expected = {special[0], special[1], 0};
    run_all<T>(add_activation, "relu", {&input}, {3}, {0.0},
               [&](const std::vector<T>& got) { EXPECT_TRUE(all_same(got, expected)); });
    expect_relu(special, {3}, 0.25);
  });
}

TEST(Relu, IsRightBeyondTheSizeOfTheCaches) {
  expect_relu(random_values<float>(5'000'011), {5'000'011}, 0);
}

}  // namespace
}  // namespace dala::backend::cpu::testing
