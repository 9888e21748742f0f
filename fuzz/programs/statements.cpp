// Statements that are one line: let, assignments, atomics.
#include <array>

#include "core/format.hpp"
#include "programs/generator.hpp"

namespace dala::fuzz {

using ir::Scalar;

void Generator::line(const std::string& text) {
  lines_.push_back(std::string(std::size_t{2} * indent_, ' ') + text);
}

void Generator::open(const std::string& text) {
  line(text);
  ++indent_;
}

void Generator::close(const std::string& text) {
  --indent_;
  line(text);
}

std::string Generator::new_name() {
  // Sometimes the name of an earlier one, which is then hidden. Some names are relied on.
  if (!scope_.empty() && random_.chance(10)) {
    const Variable& earlier = random_.pick(scope_);
    if (earlier.name != "at" && !earlier.is_uniform) return earlier.name;
  }
  constexpr std::array<std::string_view, 8> stems = {"a", "b", "sum", "t", "x", "n", "v", "k"};
  return format("{}{}", random_.pick(stems), names_++);
}

void Generator::statements(std::size_t count, unsigned depth) {
  for (std::size_t i = 0; i < count && !poor(); ++i) statement(depth);
}

// `depth` is how many blocks may still stand inside.
void Generator::statement(unsigned depth) {
  spend();
  constexpr unsigned expression_depth = 3;
  while (true) {
    const std::size_t roll = random_.below(100);
    if (roll < 26) return let(expression_depth);
    if (roll < 33) return let_array(2);
    if (roll < 62) {
      if (assign(expression_depth)) return;
    } else if (roll < 68) {
      if (const auto text = atomic_statement()) return line(*text);
    } else if (roll < 70) {
      if (leave()) return;
    } else if (roll < 71 || (roll < 75 && prints_ && in_kernel_)) {
      if (prints_ && in_kernel_) return print();
      if (random_.chance(60)) return local_constant();
      return line(random_.chance(50) ? ";" : "// nothing happens here\n;");
    } else if (depth == 0 || weight_ > 100) {
      continue;
    } else if (roll < 82) {
      return branch(depth - 1);
    } else if (roll < 90) {
      return for_loop(depth - 1);
    } else if (roll < 94) {
      return while_loop(depth - 1);
    } else if (roll < 98) {
      return endless_loop(depth - 1);
    } else {
      open("{");
      nested(depth - 1, 1 + random_.below(3));
      return close();
    }
  }
}

void Generator::let(unsigned depth) {
  const ir::Type type = any_value();
  const bool is_mutable = random_.chance(50);
  const bool declared = random_.chance(35);
  std::string value;
  if (!declared && (type == ir::s32_type || type == ir::f32_type) && random_.chance(20)) {
    // What literals are where nothing is wanted.
    value = type == ir::s32_type ? integer_literal(Scalar::s32, true)
                                 : format("{}.5", random_.below(9));
  } else {
    value = whole(type, declared ? Hint::yes : Hint::free, depth);
  }
  const std::string name = new_name();
  line(format("let {}{}{} = {};", is_mutable ? "mut " : "", name,
              declared ? ": " + type_text(type) : "", value));
  scope_.push_back({name, type, is_mutable});
}

void Generator::let_array(unsigned depth) {
  ir::Type type = any_value();
  type.length =
      static_cast<std::uint32_t>(random_.chance(5) ? 10 + random_.below(30) : 1 + random_.below(6));
  if (array_words_ + type.words() > ir::max_array_words) return let(depth);
  array_words_ += type.words();
  const bool is_mutable = random_.chance(75);
  const bool declared = random_.chance(40);
  const bool repeat = type.length > 6 || random_.chance(40);
  std::string value = "[";
  for (std::uint32_t i = 0; i < (repeat ? 1 : type.length); ++i) {
    if (i > 0) value += ", ";
    value += whole(type.element(), i > 0 || declared ? Hint::yes : Hint::free, depth);
  }
  value += repeat ? format("; {}]", length_text(type.length)) : "]";
  const std::string name = new_name();
  line(format("let {}{}{} = {};", is_mutable ? "mut " : "", name,
              declared ? ": " + array_text(type) : "", value));
  scope_.push_back({name, type, is_mutable});
}

// Mostly from some invocations only: of too many lines only the number is the same everywhere.
void Generator::print() {
  constexpr std::array<std::string_view, 6> words = {"", " ", " {{}}", " = ", " \\\"", "\\\\"};
  std::string text{random_.pick(words)};
  std::string values;
  for (std::size_t i = random_.below(4); i > 0; --i) {
    text += format("{{}}{}", random_.pick(words));
    values += ", " + whole(any_value(), Hint::free, 2);
  }
  const std::string call = format("print(\"{}\"{});", text, values);
  const auto part = 1 + random_.below(8);
  if (random_.chance(25)) return line(call);
  open(format("if ABSOLUTE_POS % {} == {} {{", part, random_.below(part)));
  line(call);
  close();
}

std::optional<Place> Generator::local_place(unsigned depth) {
  std::vector<Place> places;
  for (const Variable* v : visible())
    if (v->is_mutable && !v->type.is_array()) places.push_back({v->name, v->type});
  if (places.empty()) return memory_place(depth);
  return random_.pick(places);
}

bool Generator::assign(unsigned depth) {
  std::optional<Place> place = random_.chance(55) ? local_place(1) : memory_place(1);
  if (!place) return false;
  if (place->type.is_vector() && random_.chance(50)) {
    const std::string_view letters = random_.chance(60) ? "xyzw" : "rgba";
    place->text += format(".{}", letters[random_.below(place->type.lanes)]);
    place->type = place->type.lane();
  }
  assign_to(*place, depth);
  return true;
}

Text Generator::content_of(const Variable& variable, Scalar scalar) {
  ir::Type type = variable.type;
  Text text{variable.name};
  if (type.is_array()) text.text += format("[{}]", random_.below(type.length));
  type = type.element();
  if (type.is_vector()) text.text += format(".{}", "xyzw"[random_.below(type.lanes)]);
  if (scalar == Scalar::boolean && type.scalar != Scalar::boolean)
    return {text.text + " >= 1", Level::comparison};
  if (scalar == type.scalar) return text;
  return {format("{} as {}", text.text, to_string(ir::Type{scalar})), Level::cast};
}

void Generator::let_out(std::size_t first_inside) {
  std::vector<const Variable*> inside;
  std::vector<Variable> outside;
  for (const Variable* v : visible()) {
    if (v >= scope_.data() + first_inside)
      inside.push_back(v);
    else if (v->is_mutable && !v->type.is_array())
      outside.push_back(*v);
  }
  if (inside.empty() || outside.empty() || random_.chance(30)) return;
  const Variable& from = *random_.pick(inside);
  const Variable& to = random_.pick(outside);
  const Text value = content_of(from, to.type.scalar);
  const bool bits = !ir::is_float(to.type.scalar) && random_.chance(50);
  const std::string_view op = to.type == ir::bool_type || bits ? "^=" : "+=";
  line(format("{} {} {};", to.name, random_.chance(40) && to.type.is_scalar() ? "=" : op,
              value.text));
}

void Generator::assign_to(const Place& place, unsigned depth) {
  const ir::Type type = place.type;
  if (random_.chance(45))
    return line(format("{} = {};", place.text, whole(type, Hint::yes, depth)));
  constexpr std::array<std::string_view, 10> ops = {"&", "|", "^", "<<", ">>",
                                                    "+", "-", "*", "/",  "%"};
  std::size_t first = 0;
  std::size_t count = ops.size();
  if (type == ir::bool_type) count = 3;
  if (ir::is_float(type.scalar)) {
    first = 5;
    count = 5;
  }
  const std::string_view op = ops[first + random_.below(count)];
  std::string value;
  if (op == "<<" || op == ">>")
    value = random_.chance(50) ? format("{}", random_.below(40))
                               : whole({any_integer()}, Hint::no, depth);
  else if (type.is_vector())
    value =
        random_.chance(40) ? whole(type.lane(), Hint::yes, depth) : whole(type, Hint::no, depth);
  else
    value = whole(type, Hint::yes, depth);
  line(format("{} {}= {};", place.text, op, value));
}

}  // namespace dala::fuzz
