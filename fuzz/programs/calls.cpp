// Calls of the maths library and of helper functions.
#include <array>

#include "core/format.hpp"
#include "programs/generator.hpp"

namespace dala::fuzz {

namespace {

enum class Kind : std::uint8_t {
  number,
  real,
  integer,
  word,
  bits_of,
  of_bits,
  fold,
  vector,
  select
};

struct Row {
  std::string_view name;
  std::size_t arguments;
  Kind kind;
};

constexpr std::array rows = {
#define X(name, arguments, kind) Row{#name, arguments, Kind::kind},
#include "kernel/ir/math_ops.inc"
#undef X
};

// Defined to the last bit; see docs/kernel-language.md.
bool is_exact(const Row& row) {
  constexpr std::array<std::string_view, 16> others = {
      "rsqrt", "exp",  "exp2", "log",  "log2",  "pow",  "sin",     "cos",
      "tan",   "asin", "acos", "atan", "atan2", "tanh", "sigmoid", "none"};
  for (std::string_view other : others)
    if (row.name == other) return false;
  return true;
}

bool gives(const Row& row, ir::Type type) {
  switch (row.kind) {
    case Kind::number:
      return ir::is_number(type.scalar);
    case Kind::real:
      return ir::is_float(type.scalar);
    case Kind::integer:
      return ir::is_integer(type.scalar);
    case Kind::word:
      return ir::is_integer(type.scalar) && ir::bits_of(type.scalar) == 32;
    case Kind::bits_of:
      return ir::type_of_bits(type) != ir::void_type;
    case Kind::of_bits:
      return ir::bits_type(type) != ir::void_type && ir::type_of_bits(ir::bits_type(type)) == type;
    case Kind::fold:
      return type == ir::f32_type;
    case Kind::vector:
      return type.is_vector() && type.scalar == ir::Scalar::f32;
    case Kind::select:
      return true;
  }
  return false;
}

}  // namespace

std::optional<Text> Generator::math_call(ir::Type type, Hint hint, unsigned depth) {
  if (type == ir::bool_type && random_.chance(60)) return std::nullopt;  // there is only `select`
  std::vector<const Row*> fitting;
  for (const Row& row : rows)
    if (gives(row, type) && (!options_.exact_only || is_exact(row))) {
      fitting.push_back(&row);
      // Few expressions have a type that these fit.
      if (row.kind == Kind::vector || row.kind == Kind::fold)
        fitting.insert(fitting.end(), 3, &row);
    }
  if (fitting.empty()) return std::nullopt;
  const Row& row = *random_.pick(fitting);
  ir::Type wanted = type;
  if (row.kind == Kind::fold) {
    // The place wants the scalar, the arguments are vectors.
    wanted.lanes = static_cast<std::uint8_t>(2 + random_.below(3));
    hint = Hint::no;
  }
  // Which of its patterns a NaN has is not defined.
  if (row.kind == Kind::bits_of)
    return Text{format("to_bits(max({}, {}))", whole(ir::type_of_bits(type), Hint::no, depth),
                       random_.chance(50) ? "-6e4" : "0.5")};
  if (row.kind == Kind::of_bits)
    return Text{format("from_bits({})", whole(ir::bits_type(type), Hint::no, depth))};
  const std::size_t first = row.kind == Kind::select ? 1 : 0;
  // One argument has the whole type; beside it literals and scalars can stand.
  const std::size_t anchor = first + random_.below(row.arguments - first);
  std::string text = std::string(row.name) + "(";
  for (std::size_t i = 0; i < row.arguments; ++i) {
    if (i > 0) text += ", ";
    if (i < first)
      text += whole(ir::bool_type, Hint::no, depth);
    else if (i != anchor && type != ir::bool_type && random_.chance(30))
      text += literal(wanted.scalar, Hint::yes).text;
    else if (i != anchor && wanted.is_vector() && random_.chance(20))
      text += whole(wanted.lane(), Hint::no, depth);
    else
      text += whole(wanted, hint, depth);
  }
  return Text{text + ")"};
}

std::optional<Text> Generator::helper_call(ir::Type type, unsigned depth) {
  std::vector<const Helper*> fitting;
  for (const Helper& h : helpers_)
    if (h.result == type && h.cost * weight_ < budget_) fitting.push_back(&h);
  if (fitting.empty()) return std::nullopt;
  const Helper& helper = *random_.pick(fitting);
  spend(helper.cost);
  std::string text = helper.name + "(";
  for (std::size_t i = 0; i < helper.arguments.size(); ++i) {
    if (i > 0) text += ", ";
    text += whole(helper.arguments[i], Hint::yes, depth);
  }
  return Text{text + ")"};
}

}  // namespace dala::fuzz
