// Constants, and lengths that are written with them.
#include <array>

#include "core/format.hpp"
#include "programs/generator.hpp"

namespace dala::fuzz {

using ir::Scalar;

// A value that is known when the program is compiled.
Text Generator::constant_expression(Scalar scalar, unsigned depth) {
  std::vector<std::string> names;
  for (const Variable* v : visible())
    if (v->is_constant && v->type == ir::Type{scalar}) names.push_back(v->name);
  for (const Variable& c : constants_)
    if (c.type == ir::Type{scalar}) names.push_back(c.name);
  if (!names.empty() && random_.chance(50)) return {random_.pick(names)};
  if (depth == 0) return literal(scalar, Hint::no);
  const auto operand = [&](Level level) {
    return at_least(constant_expression(scalar, depth - 1), level);
  };
  if (scalar == Scalar::boolean) {
    const Scalar compared = any_number();
    const std::string left = at_least(constant_expression(compared, depth - 1), Level::bit_or);
    return {
        format("{} < {}", left, at_least(constant_expression(compared, depth - 1), Level::bit_or)),
        Level::comparison};
  }
  const std::size_t roll = random_.below(10);
  if (roll < 3) {
    constexpr std::array<std::string_view, 3> products = {"*", "/", "%"};
    const std::string left = operand(Level::product);
    const std::string_view op = random_.pick(products);
    return {format("{} {} {}", left, op, operand(Level::cast)), Level::product};
  }
  if (roll < 5) {
    const std::string left = operand(Level::sum);
    return {format("{} {} {}", left, random_.chance(50) ? "+" : "-", operand(Level::product)),
            Level::sum};
  }
  if (roll < 7) {
    const std::string from = at_least(constant_expression(any_number(), depth - 1), Level::cast);
    return {format("{} as {}", from, to_string(ir::Type{scalar})), Level::cast};
  }
  if (roll < 9) {
    const std::string a = operand(Level::open);
    return {format("{}({}, {})", random_.chance(50) ? "min" : "max", a, operand(Level::open))};
  }
  // In constants every function is the interpreter's.
  if (ir::is_float(scalar))
    return {format("{}({})", random_.chance(50) ? "sqrt" : "exp", operand(Level::open))};
  return {format("popcount({})", operand(Level::open))};
}

std::string Generator::constant_declaration(const std::string& name, Scalar scalar) {
  const std::string value = constant_expression(scalar, 2).text;
  return format("const {}: {} = {};", name, type_text({scalar}), value);
}

// Beside functions. One of them is a size that lengths can be written with.
std::string Generator::declare_constants() {
  std::string text;
  for (std::size_t i = random_.below(4); i > 0; --i) {
    const std::string name = format("CONSTANT_{}", constants_.size());
    const Scalar scalar = random_.chance(15) ? Scalar::boolean : any_number();
    text += constant_declaration(name, scalar) + "\n";
    constants_.push_back({.name = name, .type = {scalar}, .is_uniform = true, .is_constant = true});
  }
  if (!random_.chance(50)) return text;
  size_ = random_.between(1, 4);
  const Scalar scalar = any_integer();
  text += format("const SIZE: {} = {};\n", to_string(ir::Type{scalar}), size_);
  constants_.push_back({.name = "SIZE", .type = {scalar}, .is_uniform = true, .is_constant = true});
  return text;
}

void Generator::local_constant() {
  const Scalar scalar = random_.chance(15) ? Scalar::boolean : any_number();
  const std::string name = format("LOCAL_{}", names_++);
  line(constant_declaration(name, scalar));
  scope_.push_back({.name = name, .type = {scalar}, .is_uniform = true, .is_constant = true});
}

std::string Generator::length_text(std::int64_t length) {
  if (size_ == 0 || length < size_ || random_.chance(30)) return format("{}", length);
  if (length == size_) return "SIZE";
  if (length % size_ == 0 && random_.chance(50)) return format("SIZE * {}", length / size_);
  return format("{} + SIZE", length - size_);
}

std::string Generator::array_text(ir::Type type) {
  const std::string element = type_text(type.element());
  return format("[{}; {}]", element, length_text(type.length));
}

}  // namespace dala::fuzz
