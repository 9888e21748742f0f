// Operators, conversions, and what is the same for all units of a cube.
#include <array>
#include <utility>

#include "core/format.hpp"
#include "programs/generator.hpp"

namespace dala::fuzz {

using ir::Scalar;

namespace {

struct Operator {
  std::string_view text;
  Level level;
};

constexpr std::array<Operator, 5> number_operators = {{{"+", Level::sum},
                                                       {"-", Level::sum},
                                                       {"*", Level::product},
                                                       {"/", Level::product},
                                                       {"%", Level::product}}};
constexpr std::array<Operator, 3> bit_operators = {
    {{"&", Level::bit_and}, {"|", Level::bit_or}, {"^", Level::bit_xor}}};
constexpr std::array<std::string_view, 6> comparisons = {"==", "!=", "<", "<=", ">", ">="};

Level above(Level level) { return static_cast<Level>(static_cast<int>(level) + 1); }

}  // namespace

std::optional<Text> Generator::operation(ir::Type type, Hint hint, unsigned depth) {
  const bool integer = ir::is_integer(type.scalar);
  if (type == ir::bool_type) {
    if (random_.chance(15)) return unary(type, hint, depth);
    if (random_.chance(20)) return arithmetic(type, hint, depth);
    return logical(depth);
  }
  const std::size_t roll = random_.below(10);
  if (roll == 0 && (integer || !ir::is_unsigned(type.scalar))) return unary(type, hint, depth);
  if (roll < 3 && integer) return shift(type, hint, depth);
  return arithmetic(type, hint, depth);
}

// Both sides of one type; or a vector and a scalar; one of them may be a plain literal.
Text Generator::arithmetic(ir::Type type, Hint hint, unsigned depth) {
  const bool bits = type == ir::bool_type || (ir::is_integer(type.scalar) && random_.chance(35));
  const Operator op = bits ? random_.pick(bit_operators) : random_.pick(number_operators);
  const std::size_t literal_side =
      type != ir::bool_type && random_.chance(25) ? random_.below(2) : 2;
  const std::size_t scalar_side = type.is_vector() && random_.chance(25) ? random_.below(2) : 2;
  std::array<std::string, 2> sides;
  for (std::size_t i = 0; i < 2; ++i) {
    Text side;
    if (i == literal_side)
      side = literal(type.scalar, Hint::yes);
    else if (i == scalar_side && literal_side == 2)
      side = expression(type.lane(), Hint::no, depth);
    else
      side = expression(type, hint, depth);
    sides[i] = at_least(std::move(side), i == 0 ? op.level : above(op.level));
  }
  return {format("{} {} {}", sides[0], op.text, sides[1]), op.level};
}

Text Generator::shift(ir::Type type, Hint hint, unsigned depth) {
  std::string left = at_least(expression(type, hint, depth), Level::shift);
  const std::string_view op = random_.chance(50) ? "<<" : ">>";
  std::string right;
  if (random_.chance(40))
    right = format("{}", random_.pick(std::array{0, 1, 2, 3, 7, 8, 31, 32, 33, 63, 64, 100, 127}));
  else if (type.is_vector() && random_.chance(40))
    right = at_least(expression(type, Hint::no, depth), Level::sum);
  else
    right = at_least(expression({any_integer()}, Hint::no, depth), Level::sum);
  return {format("{} {} {}", left, op, right), Level::shift};
}

Text Generator::unary(ir::Type type, Hint hint, unsigned depth) {
  const bool can_negate = ir::is_number(type.scalar) && !ir::is_unsigned(type.scalar);
  const bool can_invert = !ir::is_float(type.scalar);
  if (!can_negate && !can_invert) return expression(type, hint, depth);
  const bool negate = can_negate && (!can_invert || random_.chance(60));
  const std::string operand = at_least(expression(type, hint, depth), Level::unary);
  // The value below the smallest cannot be written.
  if (negate && operand.starts_with('-')) return {"-(" + operand + ")", Level::unary};
  return {(negate ? "-" : "!") + operand, Level::unary};
}

Text Generator::logical(unsigned depth) {
  if (random_.chance(30)) {
    const bool both = random_.chance(50);
    const Level level = both ? Level::logical_and : Level::logical_or;
    std::string left = at_least(expression(ir::bool_type, Hint::no, depth), level);
    std::string right = at_least(expression(ir::bool_type, Hint::no, depth), above(level));
    return {format("{} {} {}", left, both ? "&&" : "||", right), level};
  }
  const bool of_bools = random_.chance(10);
  const ir::Type type = of_bools ? ir::bool_type : ir::Type{any_number()};
  const std::string_view op = comparisons[random_.below(of_bools ? 2 : comparisons.size())];
  const std::size_t literal_side = !of_bools && random_.chance(40) ? random_.below(2) : 2;
  std::array<std::string, 2> sides;
  for (std::size_t i = 0; i < 2; ++i) {
    Text side =
        i == literal_side ? literal(type.scalar, Hint::yes) : expression(type, Hint::free, depth);
    sides[i] = at_least(std::move(side), above(Level::comparison));
  }
  return {format("{} {} {}", sides[0], op, sides[1]), Level::comparison};
}

Text Generator::conversion(ir::Type type, unsigned depth) {
  ir::Type from = type;
  if (type.is_vector()) {
    from.scalar = random_.pick(std::array{Scalar::f32, Scalar::s32, Scalar::u32});
  } else if (in_kernel_ && random_.chance(40)) {
    from.scalar = random_.pick(tensors_).scalar;
  } else {
    from.scalar = random_.chance(15) ? Scalar::boolean : any_number();
  }
  // The literal itself may need the range of the target.
  if (type == ir::Type{Scalar::u32} && random_.chance(5))
    return {"3_000_000_000 as u32", Level::cast};
  std::string value = at_least(expression(from, Hint::free, depth), Level::cast);
  return {format("{} as {}", value, type_text(type)), Level::cast};
}

Text Generator::uniform(unsigned depth) {
  spend();
  if (depth > 0 && random_.chance(50)) {
    if (random_.chance(20)) {
      const std::string_view name = random_.chance(50) ? "min" : "max";
      const std::string left = uniform(depth - 1).text;
      return {format("{}({}, {})", name, left, uniform(depth - 1).text)};
    }
    const Operator op = random_.pick(number_operators);
    std::string left = at_least(uniform(depth - 1), op.level);
    std::string right = at_least(uniform(depth - 1), above(op.level));
    return {format("{} {} {}", left, op.text, right), op.level};
  }
  std::vector<std::string> names;
  for (const Variable* v : visible())
    if (v->is_uniform && v->type == ir::s32_type) names.push_back(v->name);
  for (const Param& p : params_)
    if (p.scalar == Scalar::s32) names.push_back(named_ ? p.name : "params." + p.name);
  if (!names.empty() && random_.chance(60)) return {random_.pick(names)};
  constexpr std::array<std::string_view, 7> positions = {"CUBE_DIM",     "CUBE_DIM_X", "CUBE_COUNT",
                                                         "CUBE_COUNT_Y", "CUBE_POS",   "CUBE_POS_X",
                                                         "CUBE_POS_Y"};
  if (random_.chance(50)) return {std::string(random_.pick(positions))};
  if (random_.chance(40)) return {random_.pick(tensors_).name + ".len()"};
  return {format("{}s32", random_.below(12))};
}

std::string Generator::uniform_condition() {
  for (const Param& p : params_)
    if (p.scalar == Scalar::boolean && random_.chance(40))
      return named_ ? p.name : "params." + p.name;
  std::string left = at_least(uniform(1), above(Level::comparison));
  std::string right = at_least(uniform(1), above(Level::comparison));
  return format("{} {} {}", left, random_.pick(comparisons), right);
}

}  // namespace dala::fuzz
