// How far generated code may be from the interpreter in functions that are not exact: the bounds
// that docs/kernel-language.md states.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "core/threads/worker_pool.hpp"
#include "kernel/native/run.hpp"
#include "kernel/run_helper.hpp"

namespace dala::kernel {
namespace {

// Numbers of T between a and b, with those of different sign counted through zero.
template <typename T, typename Bits>
double distance(T a, T b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b) ? 0 : 1e30;
  const auto order = [](T value) {
    const auto bits = std::bit_cast<Bits>(value);
    return bits < 0 ? std::numeric_limits<Bits>::min() - bits : bits;
  };
  // Exact: a long double holds every 64-bit integer, and the difference of near ones.
  return static_cast<double>(
      std::abs(static_cast<long double>(order(a)) - static_cast<long double>(order(b))));
}

struct Function {
  const char* name;
  double low;
  double high;
};

constexpr Function functions[] = {
    {"exp", -104, 89},  {"exp2", -150, 128}, {"log", 0, 1e30},   {"log2", 0, 1e30},
    {"sin", -1e4, 1e4}, {"cos", -1e4, 1e4},  {"tan", -1e4, 1e4}, {"asin", -1, 1},
    {"acos", -1, 1},    {"atan", -1e6, 1e6}, {"tanh", -12, 12},  {"sigmoid", -90, 90},
    {"rsqrt", 0, 1e30},
};

template <typename T>
std::vector<T> samples(const Function& f) {
  std::mt19937_64 random(7);
  std::vector<T> values = {T{0},
                           -T{0},
                           T{1},
                           T{-1},
                           std::numeric_limits<T>::infinity(),
                           -std::numeric_limits<T>::infinity(),
                           std::numeric_limits<T>::quiet_NaN()};
  while (values.size() < 20'011) {
    const double unit = static_cast<double>(random() >> 11U) * 0x1p-53;
    values.push_back(static_cast<T>(f.low + (f.high - f.low) * unit));
    // Small ones too, where much of a float's precision lies.
    values.push_back(static_cast<T>(f.high * std::exp(-40 * unit)));
  }
  return values;
}

// Around the statement: a loop whose rounds differ, which runs as vectors with masks.
constexpr const char* loop = "let mut left = ABSOLUTE_POS % 3 + 1; while left > 0 { left -= 1;";

template <typename T, typename Bits>
void check(const std::string& type, double bound, const std::string& around = "{") {
  WorkerPool pool(1);
  for (const Function& f : functions) {
    const auto module = compiled("fn k(a: Tensor<" + type + ">, o: &mut Tensor<" + type + ">) {" +
                                 around + "o[ABSOLUTE_POS] = " + f.name + "(a[ABSOLUTE_POS]); } }");
    std::vector<T> in = samples<T>(f);
    std::vector<T> expected(in.size());
    std::vector<T> actual(in.size());
    const std::vector<HostTensor> inputs = {tensor(in)};
    const std::vector<HostTensor> wanted = {tensor(expected)};
    const std::vector<HostTensor> outputs = {tensor(actual)};
    ASSERT_TRUE(interpret(*module, {inputs, wanted}));
    const auto code = native_code(*module, {inputs, outputs}, {});
    if (code == nullptr) GTEST_SKIP() << "skipped: this build has no JIT";
    ASSERT_TRUE(run_native(*module, *code, {inputs, outputs}, pool));
    double worst = 0;
    std::size_t where = 0;
    for (std::size_t i = 0; i < in.size(); ++i) {
      const double d = distance<T, Bits>(expected[i], actual[i]);
      if (d > worst) where = i;
      worst = std::max(worst, d);
    }
    EXPECT_LE(worst, bound) << f.name << "(" << in[where] << ") is " << expected[where] << ", not "
                            << actual[where];
  }
}

TEST(KernelMathBounds, F32) { check<float, std::int32_t>("f32", 4); }
TEST(KernelMathBounds, F64) { check<double, std::int64_t>("f64", 4); }
TEST(KernelMathBounds, F32InLoops) { check<float, std::int32_t>("f32", 4, loop); }
TEST(KernelMathBounds, F64InLoops) { check<double, std::int64_t>("f64", 4, loop); }

}  // namespace
}  // namespace dala::kernel
