// Runs CPU implementations directly: every one that takes a call, with every instruction set this
// machine has, on several sizes of pool.
#pragma once

#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <memory>
#include <new>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backend/cpu/implementation.hpp"
#include "core/dispatch.hpp"
#include "core/simd.hpp"
#include "support/results.hpp"
// After simd.hpp, which has settings for Highway.
#include <hwy/highway.h>

namespace dala::backend::cpu::testing {

// Memory with a margin behind it in which writes are noticed.
class TestMemory final : public Memory {
 public:
  explicit TestMemory(std::size_t bytes)
      : bytes_(bytes),
        start_(static_cast<std::byte*>(operator new(bytes + margin, std::align_val_t{64}))) {
    std::memset(start_, untouched, bytes + margin);
  }
  ~TestMemory() override { operator delete(start_, std::align_val_t{64}); }
  TestMemory(const TestMemory&) = delete;
  TestMemory& operator=(const TestMemory&) = delete;

  [[nodiscard]] std::size_t size() const override { return bytes_; }
  [[nodiscard]] std::byte* host() const override { return start_; }
  [[nodiscard]] bool margin_is_intact() const {
    for (std::size_t i = 0; i < margin; ++i)
      if (start_[bytes_ + i] != std::byte{untouched}) return false;
    return true;
  }

 private:
  static constexpr std::size_t margin = 64;
  static constexpr unsigned char untouched = 0xA5;
  std::size_t bytes_;
  std::byte* start_;
};

// A tensor that owns its memory.
struct Tensor {
  Tensor(DType dtype, const Shape& shape)
      : memory(std::make_unique<TestMemory>(TensorRef{nullptr, dtype, shape}.bytes())),
        ref{memory.get(), dtype, shape} {}
  template <typename T>
  Tensor(const Shape& shape, const std::vector<T>& values) : Tensor(dtype_of<T>, shape) {
    EXPECT_EQ(values.size() * sizeof(T), ref.bytes());
    if (!values.empty()) std::memcpy(memory->host(), values.data(), ref.bytes());
  }

  template <typename T>
  [[nodiscard]] std::vector<T> values() const {
    const T* first = ref.host<T>();
    return std::vector<T>(first, first + ref.shape.elements());
  }

  std::unique_ptr<TestMemory> memory;
  TensorRef ref;
};

// A started pool without tasks of its own.
class TestPool final : public TaskSource {
 public:
  explicit TestPool(unsigned threads) : pool(threads) { must(pool.start(*this)); }
  ~TestPool() override { pool.stop(); }
  bool run_one(bool /*only_realtime*/) override { return false; }
  [[nodiscard]] bool has_ready() const override { return false; }
  WorkerPool pool;
};

inline const std::vector<std::unique_ptr<TestPool>>& pools() {
  static const auto all = [] {
    std::vector<std::unique_ptr<TestPool>> made;
    for (const unsigned threads : {1U, 2U, 3U}) made.push_back(std::make_unique<TestPool>(threads));
    return made;
  }();
  return all;
}

// Calls what was compiled for one instruction set, until it goes out of scope.
class OnlyInstructionSet {
 public:
  explicit OnlyInstructionSet(std::int64_t target) { hwy::SetSupportedTargetsForTest(target); }
  ~OnlyInstructionSet() { hwy::SetSupportedTargetsForTest(0); }
  OnlyInstructionSet(const OnlyInstructionSet&) = delete;
  OnlyInstructionSet& operator=(const OnlyInstructionSet&) = delete;
};

template <typename T>
bool same(T a, T b) {
  return a == b || (a != a && b != b);
}

template <typename T>
::testing::AssertionResult all_same(const std::vector<T>& got, const std::vector<T>& expected) {
  if (got.size() != expected.size())
    return ::testing::AssertionFailure() << got.size() << " values, not " << expected.size();
  for (std::size_t i = 0; i < got.size(); ++i)
    if (!same(got[i], expected[i]))
      return ::testing::AssertionFailure()
             << "value " << i << " is " << +got[i] << ", not " << +expected[i];
  return ::testing::AssertionSuccess();
}

// |got - expected| <= relative * |expected| + absolute, and NaN where NaN is expected.
template <typename T, typename E>
::testing::AssertionResult all_near(const std::vector<T>& got, const std::vector<E>& expected,
                                    double relative, double absolute = 0) {
  if (got.size() != expected.size())
    return ::testing::AssertionFailure() << got.size() << " values, not " << expected.size();
  for (std::size_t i = 0; i < got.size(); ++i) {
    const auto g = static_cast<double>(got[i]);
    const auto e = static_cast<double>(expected[i]);
    if (same(g, e) || std::abs(g - e) <= relative * std::abs(e) + absolute) continue;
    return ::testing::AssertionFailure() << "value " << i << " is " << g << ", not " << e;
  }
  return ::testing::AssertionSuccess();
}

// Looks at the output of a call.
template <typename T>
using OutputCheck = std::function<void(const std::vector<T>&)>;

// Calls one implementation with every pool, unless it rejects; `check` looks at the output each
// time, and the bytes must be the same for all pools. Says how often it ran.
template <typename T>
int run_with_all_pools(const Implementation& implementation, std::span<const TensorRef> inputs,
                       const Shape& output_shape, const std::vector<ParamValue>& params,
                       const OutputCheck<T>& check) {
  int ran = 0;
  std::unique_ptr<Tensor> first;
  for (const auto& pool : pools()) {
    auto output = std::make_unique<Tensor>(dtype_of<T>, output_shape);
    const KernelCall call{implementation.kernel, inputs, {&output->ref, 1}, params};
    if (!implementation.rejects(call).empty()) break;
    SCOPED_TRACE(std::string(implementation.kernel) + " by " + std::string(implementation.name) +
                 ", output " + std::string(to_string(dtype_of<T>)) + to_string(output_shape) +
                 ", " + std::to_string(pool->pool.threads()) + " threads");
    EXPECT_TRUE(launch(implementation, call, pool->pool));
    EXPECT_TRUE(output->memory->margin_is_intact());
    check(output->template values<T>());
    ++ran;
    if (first == nullptr)
      first = std::move(output);
    else
      EXPECT_EQ(std::memcmp(first->memory->host(), output->memory->host(), output->ref.bytes()), 0)
          << "differs from the result with one thread";
  }
  return ran;
}

template <typename T>
void run_all(void (*add)(ImplementationList&), std::string_view kernel,
             std::initializer_list<const Tensor*> inputs, const Shape& output_shape,
             const std::vector<ParamValue>& params, const OutputCheck<T>& check) {
  static const auto instruction_sets = hwy::SupportedAndGeneratedTargets();
  ImplementationList list;
  add(list);
  std::vector<TensorRef> refs;
  for (const Tensor* input : inputs) refs.push_back(input->ref);
  int ran = 0;
  for (const std::int64_t target : instruction_sets) {
    const OnlyInstructionSet only(target);
    SCOPED_TRACE(hwy::TargetName(target));
    for (const Implementation& implementation : list)
      if (implementation.kernel == kernel)
        ran += run_with_all_pools<T>(implementation, refs, output_shape, params, check);
  }
  EXPECT_GT(ran, 0) << "no implementation of " << kernel << " took the call";
}

// Every bit pattern of integers; floats between -10 and 10.
template <typename T>
std::vector<T> random_values(std::size_t count, unsigned seed = 1) {
  std::mt19937_64 bits(seed);
  std::uniform_real_distribution<double> real(-10, 10);
  std::vector<T> values(count);
  for (T& value : values) {
    if constexpr (std::is_floating_point_v<T>)
      value = static_cast<T>(real(bits));
    else
      value = static_cast<T>(bits());
  }
  return values;
}

template <typename T>
Tensor random_tensor(const Shape& shape, unsigned seed = 1) {
  return Tensor(shape, random_values<T>(static_cast<std::size_t>(shape.elements()), seed));
}

template <typename... T>
struct Types {};
using FloatTypes = Types<float, double>;
using IntegerTypes = Types<std::int32_t, std::int64_t, std::uint32_t, std::uint8_t, std::int8_t,
                           std::uint16_t, std::int16_t>;
// Floats of 16 bits are computed in `float`.
using SmallFloatTypes = Types<f16, bf16>;
using AllTypes = Types<float, double, std::int32_t, std::int64_t, std::uint32_t, std::uint8_t,
                       std::int8_t, std::uint16_t, std::int16_t>;

// test(Type<T>{}) for each T of the list.
template <typename Test, typename... T>
void for_each_type(Types<T...> /*list*/, Test&& test) {
  (test(Type<T>{}), ...);
}

}  // namespace dala::backend::cpu::testing
