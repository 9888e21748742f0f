// Expressions of a wanted type: which form, and the forms that are no operators or calls.
#include <algorithm>
#include <utility>

#include "core/format.hpp"
#include "programs/generator.hpp"

namespace dala::fuzz {

std::string Generator::at_least(Text text, Level level) {
  if (text.level >= level && !random_.chance(8)) return std::move(text.text);
  return "(" + text.text + ")";
}

std::string Generator::whole(ir::Type type, Hint hint, unsigned depth) {
  return expression(type, hint, depth).text;
}

std::string Generator::tail(ir::Type type, Hint hint, unsigned depth) {
  std::string text = whole(type, hint, depth);
  return text.starts_with('{') ? "(" + text + ")" : text;
}

std::string Generator::condition(unsigned depth) {
  return at_least(expression(ir::bool_type, Hint::no, depth), Level::logical_or);
}

Text Generator::expression(ir::Type type, Hint hint, unsigned depth) {
  spend();
  if (depth == 0 || poor()) return leaf(type, hint);
  while (true) {
    std::optional<Text> made;
    const std::size_t roll = random_.below(100);
    if (roll < 12) return leaf(type, hint);
    if (roll < 40)
      made = operation(type, hint, depth - 1);
    else if (roll < 54)
      made = math_call(type, hint, depth - 1);
    else if (roll < 62 && type != ir::bool_type)
      made = conversion(type, depth - 1);
    else if (roll < 76)
      made = load(type, depth - 1);
    else if (roll < 83)
      made = helper_call(type, depth - 1);
    else if (roll < 91)
      made = type.is_vector() && random_.chance(60) ? construct(type, depth - 1)
                                                    : swizzle(type, depth - 1);
    else if (roll < 97)
      made = choice(type, hint, depth - 1);
    else
      made = block_value(type, hint, depth - 1);
    if (made) return *std::move(made);
  }
}

std::vector<const Variable*> Generator::visible() const {
  std::vector<const Variable*> out;
  for (std::size_t i = scope_.size(); i-- > 0;) {
    const bool hidden = std::ranges::any_of(
        out, [&](const Variable* later) { return later->name == scope_[i].name; });
    if (!hidden) out.push_back(&scope_[i]);
  }
  return out;
}

std::optional<Text> Generator::name_of(ir::Type type) {
  std::vector<std::string> names;
  for (const Variable* v : visible())
    if (v->type == type) names.push_back(v->name);
  for (const Variable& c : constants_)
    if (c.type == type) names.push_back(c.name);
  if (in_kernel_ && type.is_scalar())
    for (const Param& p : params_)
      if (p.scalar == type.scalar) names.push_back(named_ ? p.name : "params." + p.name);
  if (names.empty()) return std::nullopt;
  return Text{random_.pick(names)};
}

// What only s32 has: positions, and what tensors and arrays say about themselves.
std::optional<Text> Generator::s32_leaf() {
  constexpr std::array positions = {
#define POSITION(name) std::string_view(#name),
#include "kernel/ir/ops.inc"
  };
  if (random_.chance(30))
    for (const Variable* v : visible())
      if (v->type.is_array()) return Text{v->name + ".len()"};
  if (!in_kernel_) return std::nullopt;
  if (random_.chance(50)) return Text{std::string(random_.pick(positions))};
  const Tensor& tensor = random_.pick(tensors_);
  constexpr std::array<std::string_view, 4> queries = {"len", "rank", "shape", "stride"};
  const std::string_view query = random_.pick(queries);
  if (query == "len" || query == "rank") return Text{format("{}.{}()", tensor.name, query)};
  const std::string axis =
      random_.chance(80) ? format("{}", random_.between(-1, 4)) : whole(ir::s32_type, Hint::yes, 0);
  return Text{format("{}.{}({})", tensor.name, query, axis)};
}

std::optional<Text> Generator::converted_name(ir::Scalar scalar) {
  std::vector<const Variable*> fitting;
  for (const Variable* v : visible())
    if (v->type.is_scalar() && ir::is_number(v->type.scalar)) fitting.push_back(v);
  if (fitting.empty()) return std::nullopt;
  const Variable& v = *random_.pick(fitting);
  if (scalar != ir::Scalar::boolean)
    return Text{format("{} as {}", v.name, to_string(ir::Type{scalar})), Level::cast};
  const std::string_view op = random_.chance(50) ? "<" : ">=";
  return Text{format("{} {} {}", v.name, op, literal(v.type.scalar, Hint::yes).text),
              Level::comparison};
}

Text Generator::leaf(ir::Type type, Hint hint) {
  if (random_.chance(65))
    if (auto name = name_of(type)) return *std::move(name);
  if (type == ir::s32_type && random_.chance(40))
    if (auto special = s32_leaf()) return *std::move(special);
  if (type.is_scalar() && random_.chance(50))
    if (auto made = converted_name(type.scalar)) return *std::move(made);
  if (!type.is_vector()) return literal(type.scalar, hint);
  std::string text = to_string(type) + "(";
  const std::size_t count = random_.chance(30) ? 1 : type.lanes;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text += ", ";
    text += literal(type.scalar, Hint::yes).text;
  }
  return {text + ")"};
}

Text Generator::choice(ir::Type type, Hint hint, unsigned depth) {
  // A literal in one arm takes its type from the other.
  const bool literal_arm =
      hint != Hint::no && type.is_scalar() && type != ir::bool_type && random_.chance(25);
  std::string text = "if " + condition(depth) + " { ";
  if (literal_arm && random_.chance(50)) {
    text += literal(type.scalar, Hint::yes).text + " } else { ";
    text += tail(type, hint, depth) + " }";
  } else if (literal_arm) {
    text += tail(type, hint, depth) + " } else { ";
    text += literal(type.scalar, Hint::yes).text + " }";
  } else {
    const Text first = random_.chance(30) ? block_value(type, hint, depth) : Text{};
    text += first.text.empty() ? tail(type, hint, depth) + " }" : first.text.substr(2);
    if (random_.chance(20)) {
      text += " else if " + condition(depth) + " { ";
      text += tail(type, hint, depth) + " }";
    }
    text += " else { ";
    text += tail(type, hint, depth) + " }";
  }
  return {std::move(text), Level::open};
}

// { let a = ...; a * a }
Text Generator::block_value(ir::Type type, Hint hint, unsigned depth) {
  const std::size_t known = scope_.size();
  Lines outer = std::exchange(lines_, {});
  ++inside_expression_;
  statements(1 + random_.below(2), 0);
  std::string text = "{ ";
  Lines inner = std::exchange(lines_, std::move(outer));
  for (const std::string& l : inner) text += l.substr(l.find_first_not_of(' ')) + " ";
  text += tail(type, hint, depth);
  --inside_expression_;
  scope_.resize(known);
  return {text + " }", Level::open};
}

std::optional<Text> Generator::swizzle(ir::Type type, unsigned depth) {
  if (type.scalar != ir::Scalar::f32 && type.scalar != ir::Scalar::s32 &&
      type.scalar != ir::Scalar::u32)
    return std::nullopt;
  const ir::Type from{type.scalar, static_cast<std::uint8_t>(2 + random_.below(3))};
  std::string text = at_least(expression(from, Hint::no, depth), Level::primary) + ".";
  const std::string_view letters = random_.chance(60) ? "xyzw" : "rgba";
  for (std::size_t i = 0; i < type.lanes; ++i) text += letters[random_.below(from.lanes)];
  return Text{std::move(text)};
}

Text Generator::construct(ir::Type type, unsigned depth) {
  std::string text = to_string(type) + "(";
  if (random_.chance(15)) return {text + whole(type.lane(), Hint::yes, depth) + ")"};
  std::size_t left = type.lanes;
  while (left > 0) {
    if (left < type.lanes) text += ", ";
    if (left >= 2 && random_.chance(25)) {
      const auto lanes = static_cast<std::uint8_t>(2 + random_.below(left - 1));
      text += whole({type.scalar, lanes}, Hint::no, depth);
      left -= lanes;
    } else {
      text += whole(type.lane(), Hint::yes, depth);
      --left;
    }
  }
  return {text + ")"};
}

}  // namespace dala::fuzz
