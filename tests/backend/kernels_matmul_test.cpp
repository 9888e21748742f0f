#include "backend/cpu/kernels/parts.hpp"
#include "backend/kernel_harness.hpp"

namespace dala::backend::cpu::testing {
namespace {

struct Size {
  std::int64_t m;
  std::int64_t n;
  std::int64_t k;
};

// In double, or in unsigned 64 bits.
template <typename T>
auto reference(const Tensor& a, const Tensor& b, const Size& size) {
  using Sum = std::conditional_t<std::is_floating_point_v<T>, double, std::uint64_t>;
  const std::vector<T> x = a.values<T>();
  const std::vector<T> y = b.values<T>();
  const auto n = static_cast<std::size_t>(size.n);
  const auto depth = static_cast<std::size_t>(size.k);
  std::vector<Sum> sums(static_cast<std::size_t>(size.m) * n);
  for (std::size_t i = 0; i < static_cast<std::size_t>(size.m); ++i)
    for (std::size_t k = 0; k < depth; ++k)
      for (std::size_t j = 0; j < n; ++j)
        sums[i * n + j] += static_cast<Sum>(x[i * depth + k]) * static_cast<Sum>(y[k * n + j]);
  return sums;
}

// Floats that are small whole numbers, so that every order of adding up gives the same.
template <typename T>
Tensor whole_numbers(const Shape& shape, unsigned seed) {
  std::vector<T> values = random_values<T>(static_cast<std::size_t>(shape.elements()), seed);
  if constexpr (std::is_floating_point_v<T>)
    for (T& value : values) value = std::trunc(value);
  return Tensor(shape, values);
}

TEST(Matmul, IsExactForWholeNumbersOfEveryDtype) {
  for (const Size& size :
       {Size{1, 1, 1}, Size{2, 4, 3}, Size{0, 3, 4}, Size{3, 0, 4}, Size{3, 4, 0}, Size{17, 13, 31},
        Size{1, 300, 70}, Size{300, 1, 70}, Size{64, 64, 64}, Size{129, 100, 65},
        Size{170, 300, 260}, Size{15, 33, 513}, Size{337, 530, 21}, Size{12, 128, 40},
        Size{9, 70, 300}, Size{7, 3, 1100}, Size{11, 4, 17}})
    for_each_type(AllTypes{}, [&]<typename T>(Type<T>) {
      const Tensor a = whole_numbers<T>({size.m, size.k}, 1);
      const Tensor b = whole_numbers<T>({size.k, size.n}, 2);
      std::vector<T> expected;
      for (const auto sum : reference<T>(a, b, size)) expected.push_back(static_cast<T>(sum));
      run_all<T>(add_matmul, "matmul", {&a, &b}, {size.m, size.n}, {},
                 [&](const std::vector<T>& got) { EXPECT_TRUE(all_same(got, expected)); });
    });
}

TEST(Matmul, IsCloseToTheReferenceForAnyFloats) {
  for (const Size& size : {Size{64, 64, 64}, Size{200, 150, 250}, Size{500, 30, 400}})
    for_each_type(FloatTypes{}, [&]<typename T>(Type<T>) {
      const Tensor a = random_tensor<T>({size.m, size.k}, 1);
      const Tensor b = random_tensor<T>({size.k, size.n}, 2);
      const auto expected = reference<T>(a, b, size);
      const double epsilon = std::numeric_limits<T>::epsilon();
      run_all<T>(
          add_matmul, "matmul", {&a, &b}, {size.m, size.n}, {}, [&](const std::vector<T>& got) {
            // 100 is the largest product of two elements.
            EXPECT_TRUE(
                all_near(got, expected, epsilon, 100 * epsilon * static_cast<double>(size.k)));
          });
    });
}

TEST(Matmul, PropagatesNanAndInfinity) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  const Tensor a({2, 2}, std::vector<float>{1, nan, infinity, 1});
  const Tensor b({2, 1}, std::vector<float>{2, 0});
  run_all<float>(add_matmul, "matmul", {&a, &b}, {2, 1}, {}, [&](const std::vector<float>& got) {
    EXPECT_TRUE(all_same(got, {nan, infinity}));
  });
}

// More than one block of rows, columns and depth, at the edges of tiles and away from them.
TEST(Matmul, IsExactAcrossBlocks) {
  for (const Size& size : {Size{250, 1100, 90}, Size{131, 70, 1500}, Size{20, 1090, 300}})
    for_each_type(FloatTypes{}, [&]<typename T>(Type<T>) {
      const Tensor a = whole_numbers<T>({size.m, size.k}, 1);
      const Tensor b = whole_numbers<T>({size.k, size.n}, 2);
      std::vector<T> expected;
      for (const auto sum : reference<T>(a, b, size)) expected.push_back(static_cast<T>(sum));
      run_all<T>(add_matmul, "matmul", {&a, &b}, {size.m, size.n}, {},
                 [&](const std::vector<T>& got) { EXPECT_TRUE(all_same(got, expected)); });
    });
}

// The product of bytes less their zero points, modulo 2^32.
template <typename A, typename B>
std::vector<std::int32_t> integer_reference(const Tensor& a, const Tensor& b, const Size& size,
                                            std::int64_t a_zero, std::int64_t b_zero) {
  const std::vector<A> x = a.values<A>();
  const std::vector<B> y = b.values<B>();
  const auto n = static_cast<std::size_t>(size.n);
  const auto depth = static_cast<std::size_t>(size.k);
  std::vector<std::int64_t> sums(static_cast<std::size_t>(size.m) * n);
  for (std::size_t i = 0; i < static_cast<std::size_t>(size.m); ++i)
    for (std::size_t k = 0; k < depth; ++k)
      for (std::size_t j = 0; j < n; ++j)
        sums[i * n + j] += (x[i * depth + k] - a_zero) * (y[k * n + j] - b_zero);
  std::vector<std::int32_t> wrapped;
  for (const std::int64_t sum : sums) wrapped.push_back(static_cast<std::int32_t>(sum));
  return wrapped;
}

// test(a's type, b's type) for each two types of bytes.
template <typename Test>
void for_all_bytes(const Test& test) {
  using Bytes = Types<std::uint8_t, std::int8_t>;
  for_each_type(Bytes{}, [&]<typename A>(Type<A> a) {
    for_each_type(Bytes{}, [&]<typename B>(Type<B> b) { test(a, b); });
  });
}

template <typename A, typename B>
void expect_integer_product(const Tensor& a, const Tensor& b, const Size& size,
                            std::int64_t a_zero = 0, std::int64_t b_zero = 0) {
  const auto expected = integer_reference<A, B>(a, b, size, a_zero, b_zero);
  run_all<std::int32_t>(
      add_matmul_integer, "matmul_integer", {&a, &b}, {size.m, size.n}, {a_zero, b_zero},
      [&](const std::vector<std::int32_t>& got) { EXPECT_TRUE(all_same(got, expected)); });
}

TEST(MatmulInteger, IsExactForEveryShapeAndSign) {
  for (const Size& size :
       {Size{1, 1, 1}, Size{2, 4, 3}, Size{0, 3, 4}, Size{3, 4, 0}, Size{17, 13, 31},
        Size{1, 300, 70}, Size{300, 1, 70}, Size{64, 64, 64}, Size{129, 100, 65},
        Size{170, 300, 260}, Size{15, 33, 513}, Size{25, 17, 9}, Size{30, 1100, 10}})
    for_all_bytes([&]<typename A, typename B>(Type<A>, Type<B>) {
      const Tensor a = random_tensor<A>({size.m, size.k}, 1);
      const Tensor b = random_tensor<B>({size.k, size.n}, 2);
      expect_integer_product<A, B>(a, b, size);
    });
}

TEST(MatmulInteger, SubtractsZeroPoints) {
  for (const Size& size : {Size{13, 70, 37}, Size{30, 140, 64}})
    for_all_bytes([&]<typename A, typename B>(Type<A>, Type<B>) {
      const Tensor a = random_tensor<A>({size.m, size.k}, 3);
      const Tensor b = random_tensor<B>({size.k, size.n}, 4);
      using EndsA = std::numeric_limits<A>;
      using EndsB = std::numeric_limits<B>;
      expect_integer_product<A, B>(a, b, size, EndsA::max(), 0);
      expect_integer_product<A, B>(a, b, size, 0, EndsB::max());
      expect_integer_product<A, B>(a, b, size, EndsA::min(), EndsB::min());
      expect_integer_product<A, B>(a, b, size, 100, 77);
    });
}

// Where sums of 16 bits, or of 32 bits that saturate, would show.
TEST(MatmulInteger, IsExactAtTheEndsOfTheRange) {
  for (const Size& size : {Size{7, 20, 6001}, Size{2, 5, 65536}})
    for_all_bytes([&]<typename A, typename B>(Type<A>, Type<B>) {
      for (const A x : {std::numeric_limits<A>::min(), std::numeric_limits<A>::max()})
        for (const B y : {std::numeric_limits<B>::min(), std::numeric_limits<B>::max()}) {
          const Tensor a({size.m, size.k},
                         std::vector<A>(static_cast<std::size_t>(size.m * size.k), x));
          const Tensor b({size.k, size.n},
                         std::vector<B>(static_cast<std::size_t>(size.k * size.n), y));
          expect_integer_product<A, B>(a, b, size);
        }
    });
}

// More than one block of rows, columns and depth.
TEST(MatmulInteger, IsExactAcrossBlocks) {
  for (const Size& size : {Size{131, 70, 3000}, Size{90, 1090, 2900}})
    for_all_bytes([&]<typename A, typename B>(Type<A>, Type<B>) {
      const Tensor a = random_tensor<A>({size.m, size.k}, 5);
      const Tensor b = random_tensor<B>({size.k, size.n}, 6);
      expect_integer_product<A, B>(a, b, size, 3, 5);
    });
}

std::string chosen(DType dtype, const Size& size) {
  ImplementationList list;
  add_matmul(list);
  const Tensor a(dtype, {size.m, size.k});
  const Tensor b(dtype, {size.k, size.n});
  const Tensor out(dtype, {size.m, size.n});
  const TensorRef inputs[] = {a.ref, b.ref};
  const KernelCall call{"matmul", inputs, {&out.ref, 1}, {}};
  for (const Implementation& implementation : list)
    if (implementation.rejects(call).empty()) return std::string(implementation.name);
  return {};
}

TEST(Matmul, ChoosesByDtypeAndShape) {
  EXPECT_EQ(chosen(DType::f32, {64, 64, 64}), "packed");
  EXPECT_EQ(chosen(DType::f64, {64, 64, 64}), "packed");
  EXPECT_EQ(chosen(DType::bf16, {64, 4, 64}), "packed");
  EXPECT_EQ(chosen(DType::f32, {64, 4, 64}), "narrow");
  EXPECT_EQ(chosen(DType::f32, {64, 4, 8}), "packed");
  EXPECT_EQ(chosen(DType::f32, {64, 64, 0}), "blocked");
  EXPECT_EQ(chosen(DType::s32, {64, 64, 64}), "blocked");
  EXPECT_EQ(chosen(DType::u8, {64, 1, 64}), "blocked");
}

}  // namespace
}  // namespace dala::backend::cpu::testing
