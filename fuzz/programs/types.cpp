// Types and literals.
#include <array>
#include <cstdlib>

#include "core/format.hpp"
#include "programs/generator.hpp"

namespace dala::fuzz {

using ir::Scalar;

namespace {

// The wider ones are in it twice: most of a program is made of those.
constexpr std::array integers = {Scalar::s32, Scalar::s32, Scalar::u32, Scalar::u32, Scalar::s64,
                                 Scalar::s64, Scalar::u8,  Scalar::s8,  Scalar::u16, Scalar::s16};
constexpr std::array numbers = {Scalar::f32, Scalar::f32, Scalar::s32, Scalar::s32, Scalar::u32,
                                Scalar::u32, Scalar::f64, Scalar::s64, Scalar::u8,  Scalar::s8,
                                Scalar::u16, Scalar::s16, Scalar::f16, Scalar::bf16};
constexpr std::array lanes_of = {Scalar::f32, Scalar::s32, Scalar::u32};

// Where operators have corners.
constexpr std::array<std::uint64_t, 25> corners = {
    0,      1,          2,          3,           5,
    7,      8,          15,         31,          32,
    33,     63,         64,         100,         127,
    128,    255,        256,        0x7FFF,      0x8000,
    0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFFU, 0x7FFFFFFFFFFFFFFF};

constexpr std::array<std::string_view, 24> reals = {
    "0.0",  "1.0",   "0.5",    "1.5",   "2.5",    "0.1",          "3.0",    "0.25",
    "1e10", "1e-10", "1e-40",  "1e30",  "3.4e38", "2147483648.0", "255.5",  "0.49999997",
    "1e-3", "1.25",  "4.75e2", "100.0", "1e-45",  "4294967295.5", "16.125", "8388609.5"};

// Of integers.
std::uint64_t largest(Scalar scalar) {
  const unsigned digits = ir::bits_of(scalar) - (ir::is_unsigned(scalar) ? 0 : 1);
  return (std::uint64_t{1} << digits) - 1;
}

std::string suffix(Scalar scalar) { return to_string(ir::Type{scalar}); }

}  // namespace

Scalar Generator::allowed(Scalar scalar) const {
  if (!options_.narrow || ir::bits_of(scalar) < 64) return scalar;
  return ir::is_float(scalar) ? Scalar::f32 : Scalar::s32;
}

Scalar Generator::any_number() { return allowed(random_.pick(numbers)); }
Scalar Generator::any_integer() { return allowed(random_.pick(integers)); }

ir::Type Generator::any_vector() {
  const Scalar scalar = random_.pick(lanes_of);
  return {scalar, static_cast<std::uint8_t>(2 + random_.below(3))};
}

ir::Type Generator::any_value() {
  if (random_.chance(25)) return any_vector();
  if (random_.chance(12)) return ir::bool_type;
  return {any_number()};
}

std::string Generator::type_text(ir::Type type) {
  return type == ir::s32_type && random_.chance(15) ? "index" : to_string(type);
}

std::string Generator::integer_literal(Scalar scalar, bool plain) {
  const std::uint64_t most = largest(scalar);
  std::uint64_t magnitude = random_.chance(60) ? random_.below(10) : random_.pick(corners);
  if (random_.chance(10)) magnitude = random_.bits();
  magnitude &= most;
  bool negative = !ir::is_unsigned(scalar) && random_.chance(25);
  if (negative && random_.chance(10)) magnitude = most + 1;  // the smallest value
  const bool hex = random_.chance(12);
  std::string text = hex ? format("0x{:X}", magnitude) : format("{}", magnitude);
  if (!hex && text.size() > 3 && random_.chance(30)) text.insert(text.size() - 3, "_");
  if (!plain) text += suffix(scalar);
  return negative ? "-" + text : text;
}

std::string Generator::real_literal(Scalar scalar, bool plain) {
  std::string text(random_.pick(reals));
  if (random_.chance(40)) {
    const std::size_t whole = random_.below(40);
    text = format("{}.{}", whole, random_.below(100));
  }
  // Without suffix an integer can stand for a real.
  if (random_.chance(15)) text = format("{}", random_.below(20));
  // Those that every float has.
  if (ir::is_small_float(scalar) && std::strtod(text.c_str(), nullptr) > 6e4) text = "6e4";
  if (scalar == Scalar::f64 && random_.chance(10)) text = random_.chance(50) ? "1e300" : "1e-300";
  if (!plain) text += suffix(scalar);
  return random_.chance(25) ? "-" + text : text;
}

Text Generator::literal(Scalar scalar, Hint hint) {
  if (scalar == Scalar::boolean) return {random_.chance(50) ? "true" : "false"};
  const bool plain = hint == Hint::yes && random_.chance(80);
  std::string text =
      ir::is_float(scalar) ? real_literal(scalar, plain) : integer_literal(scalar, plain);
  const Level level = text.starts_with('-') ? Level::unary : Level::primary;
  return {std::move(text), level};
}

}  // namespace dala::fuzz
