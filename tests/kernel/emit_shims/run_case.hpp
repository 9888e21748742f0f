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
  // What memory is made for, where the module is another form of it.
  std::shared_ptr<const ir::Module> source = nullptr;
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
    return ir::real_bits(scalar, value);
  }
  // Any byte but 0 is true.
  if (scalar == ir::Scalar::boolean) return any % 3 == 0 ? 0 : any >> 8 & 0xFF;
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
    const ir::Scalar scalar = (c.source ? c.source : c.module)->tensors[t].scalar;
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
    else if (ir::is_float(scalar))
      out.push_back(ir::real_bits(scalar, value.number()));
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
inline bool near(ir::Scalar scalar, std::uint64_t a, std::uint64_t b, unsigned ulps) {
  const double x = ir::real_value(scalar, a);
  const double y = ir::real_value(scalar, b);
  if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y);
  if (ulps == 0) return a == b;
  const auto order = [&](std::uint64_t bits) {
    const auto size =
        static_cast<std::int64_t>(bits << (65 - ir::bits_of(scalar)) >> (65 - ir::bits_of(scalar)));
    return bits >> (ir::bits_of(scalar) - 1) != 0 ? -size : size;
  };
  const std::int64_t apart = order(a) - order(b);
  return apart <= static_cast<std::int64_t>(ulps) && -apart <= static_cast<std::int64_t>(ulps);
}

inline std::uint64_t bits_at(ir::Scalar scalar, const std::byte* at) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, at, ir::bytes_of(scalar));
  return bits;
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
      const std::uint64_t a = bits_at(scalar, &expected[t][i * size]);
      const std::uint64_t b = bits_at(scalar, &actual[t][i * size]);
      if (ir::is_float(scalar) ? near(scalar, a, b, ulps) : a == b) continue;
      ADD_FAILURE() << c.module->name << ": " << c.module->tensors[t].name << '[' << i
                    << "] should be " << ir::spelled(scalar, ir::wrap(scalar, a)) << " and is "
                    << ir::spelled(scalar, ir::wrap(scalar, b));
      break;
    }
  }
}

}  // namespace dala::kernel
