// Random models: the same number gives the same model everywhere.
//
// `random_network` makes what the plan has tuned steps for: convolutions of all kinds with what can
// be fused around them. `random_operator` makes one node of one operator with odd shapes and
// attributes, so that its meaning can be compared.
#pragma once

#include <initializer_list>
#include <random>

#include "ml/onnx_builder_helper.hpp"

namespace dala::test {

class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}

  // Not std's distributions: each library has its own.
  std::int64_t below(std::int64_t n) { return static_cast<std::int64_t>(engine_()) % n; }
  std::int64_t between(std::int64_t low, std::int64_t high) { return low + below(high - low + 1); }
  bool one_in(std::int64_t n) { return below(n) == 0; }
  template <typename T>
  T pick(std::initializer_list<T> of) {
    return of.begin()[below(static_cast<std::int64_t>(of.size()))];
  }
  // Between -size and size.
  float number(float size = 1) {
    return (static_cast<float>(engine_() >> 8U) * 0x1p-23F - 1) * size;
  }
  Floats numbers(std::int64_t count, float size = 1) {
    Floats values(static_cast<std::size_t>(count));
    for (float& value : values) value = number(size);
    return values;
  }

 private:
  std::mt19937 engine_;
};

struct RandomModel {
  std::string text = {};  // what it is, for messages
  std::vector<std::byte> file = {};
  std::vector<Ints> inputs = {};  // shapes of f32
};

[[nodiscard]] RandomModel random_network(std::uint32_t seed);
[[nodiscard]] RandomModel random_operator(std::uint32_t seed);
// One operator between DequantizeLinear and QuantizeLinear, all of which has a form for integers;
// outputs are of 8 bits.
[[nodiscard]] RandomModel random_quantized(std::uint32_t seed);

[[nodiscard]] std::int64_t elements_of(const Ints& dims);

}  // namespace dala::test
