// A kernel with memory to run it on, and the interpreter's answer to compare with.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "kernel/compile.hpp"
#include "kernel/interpret/interpret.hpp"
#include "kernel/ir/scalar_ops.hpp"
#include "kernel/ir/walk.hpp"
#include "kernel/launch/launch_words.hpp"
#include "kernel/launch/prints.hpp"

namespace dala::kernel {

using Bytes = std::vector<std::byte>;

struct RunCase {
  std::shared_ptr<const ir::Module> module;
  std::vector<Shape> shapes;
  std::vector<ParamValue> params = {};
  unsigned ulps = 0;
  bool tame = false;  // small numbers only
};

// A value that goes to the edge of its type now and then.
inline std::uint64_t random_bits(ir::Scalar scalar, bool tame, std::mt19937_64& random) {
  const auto pick = [&](std::initializer_list<double> values) {
    return values.begin()[random() % values.size()];
  };
  const std::uint64_t any = random();
  const double small = static_cast<double>(static_cast<std::int64_t>(any % 4096) - 2048) / 512.0;
  if (ir::is_float(scalar)) {
    constexpr double inf = std::numeric_limits<double>::infinity();
    double value = small;
    if (!tame && any % 3 == 0)
      value = pick({0.0,           -0.0,         0.5,          -0.5,   1.5,          -2.5,
                    0.49999997,    8388609.0,    255.5,        256.0,  -0.7,         2147483648.0,
                    -2147483648.0, 2147483520.0, 4294967296.0, 9.3e18, -9.3e18,      3e38,
                    -1e30,         1e-30,        inf,          -inf,   std::nan(""), 1.0,
                    -1.0,          1e-5,         123456.789});
    if (!tame && any % 11 == 1) value = std::ldexp(small, static_cast<int>(any % 200) - 100);
    return scalar == ir::Scalar::f32 ? ir::bits_from(static_cast<float>(value))
                                     : ir::bits_from(value);
  }
  if (tame) return ir::wrap(scalar, any % 9);
  if (any % 3 == 0) {
    const auto edge = static_cast<std::uint64_t>(
        static_cast<std::int64_t>(pick({0, 1, -1, 2, -2, 7, 31, 32, 33, 63, 64, 100, -100,
                                        2147483647, -2147483648.0, 4294967295.0, 255, 256})));
    return ir::wrap(scalar, any % 5 == 0 ? std::uint64_t{1} << 63U : edge);
  }
  return ir::wrap(scalar, any % 2 == 0 ? random() : random() % 70 - 20);
}

inline std::vector<Bytes> random_memory(const RunCase& c) {
  std::mt19937_64 random(c.module->name.size() * 7919 + 1);
  std::vector<Bytes> memory;
  for (std::size_t t = 0; t < c.shapes.size(); ++t) {
    const ir::Scalar scalar = c.module->tensors[t].scalar;
    const std::size_t size = ir::bytes_of(scalar);
    const auto count = static_cast<std::size_t>(c.shapes[t].elements());
    Bytes bytes((count * size + 3) / 4 * 4);
    for (std::size_t i = 0; i < count && !c.module->tensors[t].is_runtime; ++i) {
      const std::uint64_t bits = random_bits(scalar, c.tame, random);
      std::memcpy(&bytes[i * size], &bits, size);
    }
    memory.push_back(std::move(bytes));
  }
  return memory;
}

inline std::vector<std::uint64_t> param_bits(const RunCase& c) {
  std::vector<std::uint64_t> out;
  for (std::size_t i = 0; i < c.params.size(); ++i) {
    const ParamValue& value = c.params[i];
    const ir::Scalar scalar = c.module->params[i].scalar;
    if (scalar == ir::Scalar::boolean)
      out.push_back(value.boolean() ? 1 : 0);
    else if (scalar == ir::Scalar::f32)
      out.push_back(ir::bits_from(static_cast<float>(value.number())));
    else if (scalar == ir::Scalar::f64)
      out.push_back(ir::bits_from(value.number()));
    else
      out.push_back(static_cast<std::uint64_t>(value.integer()));
  }
  return out;
}

inline Grid grid_of(const RunCase& c) { return make_grid(*c.module, c.shapes[c.module->domain]); }

inline std::vector<std::uint32_t> launch_words(const RunCase& c) {
  std::vector<std::uint32_t> words(kernel::launch_words(*c.module));
  pack_launch(*c.module, c.shapes, param_bits(c), grid_of(c), words);
  return words;
}

inline bool waits(const ir::Module& module) {
  for (const ir::Stmt& s : module.stmts)
    if (ir::is_meeting(s)) return true;
  return !module.shared.empty();
}

inline std::vector<Bytes> interpreted(const RunCase& c) {
  std::vector<Bytes> memory = random_memory(c);
  std::vector<HostTensor> inputs;
  std::vector<HostTensor> outputs;
  for (std::size_t t = 0; t < memory.size(); ++t) {
    const ir::Tensor& info = c.module->tensors[t];
    const std::size_t bytes =
        static_cast<std::size_t>(c.shapes[t].elements()) * ir::bytes_of(info.scalar);
    (info.is_output ? outputs : inputs)
        .push_back({.dtype = *ir::dtype_of(info.scalar),
                    .shape = c.shapes[t],
                    .bytes = std::span(memory[t]).first(bytes)});
  }
  const Result<void> ok = interpret(*c.module, {inputs, outputs, c.params, 1U << 26U});
  EXPECT_TRUE(ok) << c.module->name << ": " << ok.error().message;
  return memory;
}

// Whether two floats are equal, both NaN, or not more than `ulps` apart.
template <typename T, typename Bits>
bool near(const std::byte* a, const std::byte* b, unsigned ulps) {
  T x{};
  T y{};
  std::memcpy(&x, a, sizeof(T));
  std::memcpy(&y, b, sizeof(T));
  if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y);
  const auto order = [](T value) {
    const auto bits = static_cast<std::int64_t>(std::bit_cast<Bits>(std::abs(value)));
    return std::signbit(value) ? -bits : bits;
  };
  if (ulps == 0) return std::bit_cast<Bits>(x) == std::bit_cast<Bits>(y);
  const std::int64_t apart = order(x) - order(y);
  return apart <= static_cast<std::int64_t>(ulps) && -apart <= static_cast<std::int64_t>(ulps);
}

template <typename T>
std::string shown(const std::byte* at) {
  T value{};
  std::memcpy(&value, at, sizeof(T));
  return ::testing::PrintToString(+value);
}

inline std::string shown(ir::Scalar scalar, const std::byte* at) {
  switch (scalar) {
    case ir::Scalar::f32:
      return shown<float>(at);
    case ir::Scalar::f64:
      return shown<double>(at);
    case ir::Scalar::s64:
      return shown<std::int64_t>(at);
    case ir::Scalar::u8:
      return shown<std::uint8_t>(at);
    case ir::Scalar::u32:
      return shown<std::uint32_t>(at);
    default:
      return shown<std::int32_t>(at);
  }
}

// What a kernel printed, from the tensor it went into.
inline std::string printed_lines(const ir::Module& module, const Bytes& bytes) {
  std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
  std::memcpy(words.data(), bytes.data(), bytes.size());
  return kernel::printed_lines(module, words);
}

// At most one complaint for each tensor.
inline void expect_same(const RunCase& c, const std::vector<Bytes>& actual, unsigned ulps) {
  const std::vector<Bytes> expected = interpreted(c);
  for (std::size_t t = 0; t < expected.size(); ++t) {
    // Lines lie there in the order in which invocations ran.
    if (c.module->tensors[t].is_runtime) {
      EXPECT_EQ(printed_lines(*c.module, expected[t]), printed_lines(*c.module, actual[t]));
      continue;
    }
    const ir::Scalar scalar = c.module->tensors[t].scalar;
    const std::size_t size = ir::bytes_of(scalar);
    const auto count = static_cast<std::size_t>(c.shapes[t].elements());
    for (std::size_t i = 0; i < count; ++i) {
      const std::byte* a = &expected[t][i * size];
      const std::byte* b = &actual[t][i * size];
      const bool same = scalar == ir::Scalar::f32   ? near<float, std::uint32_t>(a, b, ulps)
                        : scalar == ir::Scalar::f64 ? near<double, std::uint64_t>(a, b, ulps)
                                                    : std::memcmp(a, b, size) == 0;
      if (same) continue;
      ADD_FAILURE() << c.module->name << ": " << c.module->tensors[t].name << '[' << i
                    << "] should be " << shown(scalar, a) << " and is " << shown(scalar, b);
      break;
    }
  }
}

}  // namespace dala::kernel
