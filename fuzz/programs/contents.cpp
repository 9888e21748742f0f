// What tensors and parameters hold, and how a program is shown.
#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <span>

#include "core/format.hpp"
#include "kernel/ir/scalar_ops.hpp"
#include "programs/generator.hpp"

namespace dala::fuzz {

using ir::Scalar;

namespace {

template <typename T>
constexpr std::array<T, 16> float_corners = [] {
  using Limits = std::numeric_limits<T>;
  std::array<T, 16> corners{T{0}, static_cast<T>(-0.0), T{1}, T{-1}, T{0.5}, T{-2.5}};
  corners[6] = Limits::infinity();
  corners[7] = static_cast<T>(-Limits::infinity());
  corners[8] = Limits::quiet_NaN();
  corners[9] = Limits::denorm_min();
  corners[10] = static_cast<T>(-Limits::denorm_min() * 100);
  corners[11] = Limits::min();
  corners[12] = Limits::max();
  corners[13] = Limits::lowest();
  corners[14] = static_cast<T>(2147483648.0);
  corners[15] = static_cast<T>(4294967296.0);
  return corners;
}();

constexpr std::array<std::uint64_t, 17> integer_corners = {0,
                                                           1,
                                                           2,
                                                           ~std::uint64_t{0},
                                                           ~std::uint64_t{1},
                                                           0x7F,
                                                           0x80,
                                                           0x7FFF,
                                                           0x8000,
                                                           0xFFFF,
                                                           0x7FFF'FFFF,
                                                           0x8000'0000,
                                                           0x8000'0001,
                                                           0x7FFF'FFFF'FFFF'FFFF,
                                                           0x8000'0000'0000'0000,
                                                           0x5555'5555'5555'5555,
                                                           0x1'0000'0000};

template <typename T>
std::uint64_t float_bits(Random& random, unsigned style) {
  if (style == 2) return random.bits();
  if (style == 1) return ir::bits_from(random.pick(float_corners<T>));
  return ir::bits_from(static_cast<T>(static_cast<double>(random.between(-64, 64)) / 8));
}

std::string shown(const TensorData& t) {
  const Scalar scalar = ir::scalar_of(t.dtype);
  const std::size_t size = size_of(t.dtype);
  std::string text;
  for (std::size_t at = 0; at + size <= t.bytes.size(); at += size) {
    if (at > 0) text += ", ";
    if (at / size == 40) return text + "...";
    std::uint64_t bits = 0;
    std::memcpy(&bits, t.bytes.data() + at, size);
    if (ir::is_float(scalar))
      text += ir::spelled(scalar, bits);
    else
      text += format("{}", ir::as_s64(ir::wrap(scalar, bits)));
  }
  return text;
}

}  // namespace

std::uint64_t Generator::value_bits(Scalar scalar, unsigned style) {
  if (ir::is_float(scalar))
    return ir::visit_float(
        scalar, [&]<typename T>(dala::Type<T>) { return float_bits<T>(random_, style); });
  if (style == 2) return random_.bits();
  if (style == 1) return random_.pick(integer_corners);
  if (scalar == Scalar::boolean) return random_.below(2);
  return static_cast<std::uint64_t>(random_.between(ir::is_unsigned(scalar) ? 0 : -4, 12));
}

std::vector<std::byte> Generator::contents(Scalar scalar, std::int64_t elements) {
  const std::size_t size = ir::bytes_of(scalar);
  std::vector<std::byte> bytes(static_cast<std::size_t>(elements) * size);
  // Half of all tensors are tame, so that not every result is NaN or an extreme.
  const bool tame = random_.chance(50);
  for (std::size_t at = 0; at < bytes.size(); at += size) {
    const std::size_t roll = random_.below(100);
    const unsigned style = tame || roll < 60 ? 0 : (roll < 85 ? 1 : 2);
    const std::uint64_t bits = value_bits(scalar, style);
    std::memcpy(bytes.data() + at, &bits, size);
  }
  return bytes;
}

std::vector<std::byte> Generator::whole_numbers(std::int64_t elements) {
  std::vector<float> values(static_cast<std::size_t>(elements));
  for (float& value : values) value = static_cast<float>(random_.between(-4, 12));
  std::vector<std::byte> bytes(values.size() * sizeof(float));
  std::ranges::copy(std::as_bytes(std::span(values)), bytes.begin());
  return bytes;
}

ParamValue Generator::param_value(Scalar scalar) {
  if (scalar == Scalar::boolean) return random_.chance(50);
  const std::size_t roll = random_.below(100);
  const std::uint64_t bits = value_bits(scalar, roll < 70 ? 0 : (roll < 90 ? 1 : 2));
  if (ir::is_float(scalar)) return ir::real_value(scalar, bits);
  return ir::as_s64(ir::wrap(scalar, bits));
}

std::string describe(const Program& program) {
  std::string text = program.source;
  for (const TensorData& t : program.inputs)
    text += format("// input {}: {} {}: {}\n", t.name, to_string(t.dtype), to_string(t.shape),
                   shown(t));
  for (const TensorData& t : program.outputs)
    text += format("// output {}: {} {}, before: {}\n", t.name, to_string(t.dtype),
                   to_string(t.shape), shown(t));
  for (std::size_t i = 0; i < program.params.size(); ++i)
    text += format("// parameter {}: {}\n", i, to_string(program.params[i]));
  return text;
}

}  // namespace dala::fuzz
