// What the CPU's kernels make of floats of 16 bits: arithmetic of f32, rounded once at the end.
#include "backend/kernel_harness.hpp"

namespace dala::backend::cpu::testing {
namespace {

template <typename T>
std::vector<T> small_values(std::size_t count, unsigned seed, float size = 4) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<float> real(-size, size);
  std::vector<T> values(count);
  for (T& value : values) value = static_cast<T>(real(engine));
  return values;
}

template <typename T>
::testing::AssertionResult same_bits(const std::vector<T>& got, const std::vector<T>& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const bool both_nan =
        std::isnan(static_cast<float>(got[i])) && std::isnan(static_cast<float>(expected[i]));
    if (got[i].bits != expected[i].bits && !both_nan)
      return ::testing::AssertionFailure() << "value " << i << " is " << static_cast<float>(got[i])
                                           << ", not " << static_cast<float>(expected[i]);
  }
  return ::testing::AssertionSuccess();
}

TEST(SmallFloats, ArithmeticIsRoundedOnce) {
  for_each_type(SmallFloatTypes{}, []<typename T>(Type<T>) {
    for (const std::size_t count : {1U, 31U, 4097U}) {
      const Shape shape{static_cast<std::int64_t>(count)};
      const std::vector<T> a = small_values<T>(count, 1);
      const std::vector<T> b = small_values<T>(count, 2);
      const Tensor left(shape, a);
      const Tensor right(shape, b);
      const auto expect = [&](std::string_view kernel, auto&& op) {
        std::vector<T> expected;
        for (std::size_t i = 0; i < count; ++i)
          expected.push_back(
              static_cast<T>(op(static_cast<double>(a[i]), static_cast<double>(b[i]))));
        run_all<T>(
            add_elementwise, kernel, {&left, &right}, shape, {},
            [&](const std::vector<T>& got) { EXPECT_TRUE(same_bits(got, expected)) << kernel; });
      };
      expect("elementwise_add", [](double x, double y) { return x + y; });
      expect("elementwise_sub", [](double x, double y) { return x - y; });
      expect("elementwise_mul", [](double x, double y) { return x * y; });
      // Two more digits than twice those of T make a quotient of f32 as good as an exact one.
      expect("elementwise_div",
             [](double x, double y) { return static_cast<float>(x) / static_cast<float>(y); });
    }
  });
}

TEST(SmallFloats, EveryValueIsConverted) {
  for_each_type(SmallFloatTypes{}, []<typename T>(Type<T>) {
    std::vector<T> all;
    for (std::uint32_t bits = 0; bits <= 0xFFFF; ++bits)
      all.push_back(T::from_bits(static_cast<std::uint16_t>(bits)));
    const Shape shape{static_cast<std::int64_t>(all.size())};
    const Tensor input(shape, all);
    std::vector<float> wide;
    std::vector<std::int8_t> narrow;
    for (const T value : all) {
      const float x = value;
      wide.push_back(x);
      const float cut = std::isnan(x) ? 0 : std::trunc(std::clamp(x, -128.0F, 127.0F));
      narrow.push_back(static_cast<std::int8_t>(cut));
    }
    run_all<float>(add_cast, "cast", {&input}, shape, {},
                   [&](const std::vector<float>& got) { EXPECT_TRUE(all_same(got, wide)); });
    run_all<std::int8_t>(
        add_cast, "cast", {&input}, shape, {},
        [&](const std::vector<std::int8_t>& got) { EXPECT_TRUE(all_same(got, narrow)); });
    const Tensor back(shape, wide);
    run_all<T>(add_cast, "cast", {&back}, shape, {},
               [&](const std::vector<T>& got) { EXPECT_TRUE(same_bits(got, all)); });
  });
}

// A sum that was rounded to T on its way would stop growing.
TEST(SmallFloats, SumsAreKeptInMoreDigits) {
  for_each_type(SmallFloatTypes{}, []<typename T>(Type<T>) {
    const std::int64_t depth = 4000;
    const Tensor ones(Shape{3, depth}, std::vector<T>(3 * depth, T(1.0F)));
    const Tensor more(Shape{depth, 5}, std::vector<T>(depth * 5, T(1.0F)));
    const std::vector<T> expected(15, T(static_cast<float>(depth)));
    run_all<T>(add_matmul, "matmul", {&ones, &more}, {3, 5}, {},
               [&](const std::vector<T>& got) { EXPECT_TRUE(same_bits(got, expected)); });
    run_all<T>(add_reduction, "sum", {&ones}, {3}, {ParamValue(std::int64_t{1}), ParamValue(false)},
               [&](const std::vector<T>& got) {
                 EXPECT_TRUE(same_bits(got, std::vector<T>(3, expected[0])));
               });
    const auto weight = static_cast<T>(1.0F / static_cast<float>(depth));
    run_all<T>(add_softmax, "softmax", {&ones}, {3, depth}, {ParamValue(std::int64_t{1})},
               [&](const std::vector<T>& got) {
                 EXPECT_TRUE(same_bits(got, std::vector<T>(3 * depth, weight)));
               });
  });
}

// Small whole numbers, whose sums are exact in f32 in every order: only the last rounding is left.
// More than one block of rows, columns and depth.
TEST(SmallFloats, ProductsAreRoundedOnce) {
  struct Size {
    std::int64_t m, n, k;
  };
  for_each_type(SmallFloatTypes{}, []<typename T>(Type<T>) {
    for (const Size& size :
         {Size{1, 1, 1}, Size{1, 300, 70}, Size{17, 13, 31}, Size{300, 1, 70}, Size{129, 100, 65},
          Size{131, 70, 1500}, Size{20, 1090, 300}, Size{2100, 20, 40}}) {
      const auto rows = static_cast<std::size_t>(size.m);
      const auto columns = static_cast<std::size_t>(size.n);
      const auto depth = static_cast<std::size_t>(size.k);
      std::vector<T> x = small_values<T>(rows * depth, 5, 10);
      std::vector<T> y = small_values<T>(depth * columns, 6, 10);
      for (auto* values : {&x, &y})
        for (T& value : *values) value = T(std::trunc(static_cast<float>(value)));
      std::vector<float> sums(rows * columns);
      for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t k = 0; k < depth; ++k)
          for (std::size_t j = 0; j < columns; ++j)
            sums[i * columns + j] +=
                static_cast<float>(x[i * depth + k]) * static_cast<float>(y[k * columns + j]);
      std::vector<T> expected;
      for (const float sum : sums) expected.push_back(T(sum));
      const Tensor a(Shape{size.m, size.k}, x);
      const Tensor b(Shape{size.k, size.n}, y);
      run_all<T>(add_matmul, "matmul", {&a, &b}, {size.m, size.n}, {},
                 [&](const std::vector<T>& got) { EXPECT_TRUE(same_bits(got, expected)); });
    }
  });
}

TEST(SmallFloats, SoftmaxAlongEveryAxis) {
  for_each_type(SmallFloatTypes{}, []<typename T>(Type<T>) {
    const std::vector<T> x = small_values<T>(30 * 40, 7);
    const Tensor input(Shape{30, 40}, x);
    for (const std::int64_t axis : {0, 1}) {
      std::vector<double> expected(x.size());
      const std::size_t lines = axis == 0 ? 40 : 30;
      const std::size_t length = x.size() / lines;
      for (std::size_t line = 0; line < lines; ++line) {
        const auto at = [&](std::size_t k) { return axis == 0 ? k * 40 + line : line * 40 + k; };
        double total = 0;
        for (std::size_t k = 0; k < length; ++k) total += std::exp(static_cast<double>(x[at(k)]));
        for (std::size_t k = 0; k < length; ++k)
          expected[at(k)] = std::exp(static_cast<double>(x[at(k)])) / total;
      }
      const auto digit = static_cast<double>(std::numeric_limits<T>::epsilon());
      run_all<T>(
          add_softmax, "softmax", {&input}, {30, 40}, {ParamValue(axis)},
          [&](const std::vector<T>& got) { EXPECT_TRUE(all_near(got, expected, digit, 1e-7)); });
    }
  });
}

TEST(SmallFloats, TheLargestAndWhereItIs) {
  for_each_type(SmallFloatTypes{}, []<typename T>(Type<T>) {
    std::vector<T> x = small_values<T>(1000, 3);
    x[777] = T(5.0F);
    const Tensor input(Shape{1000}, x);
    const std::vector<ParamValue> whole = {ParamValue(), ParamValue(false)};
    run_all<T>(add_reduction, "max", {&input}, {}, whole,
               [&](const std::vector<T>& got) { EXPECT_EQ(static_cast<float>(got[0]), 5.0F); });
    run_all<std::int64_t>(add_reduction, "argmax", {&input}, {}, whole,
                          [&](const std::vector<std::int64_t>& got) { EXPECT_EQ(got[0], 777); });
  });
}

}  // namespace
}  // namespace dala::backend::cpu::testing
