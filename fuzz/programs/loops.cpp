// Statements with blocks. Every loop has a bound that its body cannot reach.
#include <algorithm>
#include <array>
#include <utility>

#include "core/format.hpp"
#include "programs/generator.hpp"

namespace dala::fuzz {

using ir::Scalar;

void Generator::nested(unsigned depth, std::size_t count, unsigned leaves) {
  const std::size_t known = scope_.size();
  statements(count, depth);
  let_out(known);
  if (random_.chance(leaves)) leave();
  scope_.resize(known);
}

void Generator::branch(unsigned depth) {
  // On constants only one arm is left of it.
  open("if " + (random_.chance(10) ? constant_expression(Scalar::boolean, 2).text : condition(3)) +
       " {");
  nested(depth, 1 + random_.below(3), 25);
  if (random_.chance(20)) {
    --indent_;
    open("} else if " + condition(2) + " {");
    nested(depth, 1 + random_.below(2));
  }
  if (random_.chance(45)) {
    --indent_;
    open("} else {");
    nested(depth, 1 + random_.below(3), 10);
  }
  close();
}

bool Generator::leave() {
  if (inside_expression_ > 0) return false;
  if (loops_ > 0 && random_.chance(80)) {
    line(random_.chance(50) ? "break;" : "continue;");
    return true;
  }
  // Not too often in a kernel: what follows would not be tested.
  if (!can_return_ || (in_kernel_ && random_.chance(70))) return false;
  line(in_kernel_ ? "return;" : "return " + whole(result_, Hint::yes, 2) + ";");
  return true;
}

void Generator::loop_body(unsigned depth, std::int64_t rounds) {
  const std::int64_t outer = weight_;
  weight_ *= std::max<std::int64_t>(rounds, 1);
  ++loops_;
  // The counter has already been changed, so this does not skip it.
  if (random_.chance(20)) line(format("if {} {{ continue; }}", condition(2)));
  nested(depth, 1 + random_.below(3));
  --loops_;
  weight_ = outer;
}

// Nothing leaves it, and it holds no array, of which there would be one for each round.
void Generator::unrolled_loop(unsigned depth) {
  const std::int64_t rounds = random_.between(0, 3);
  const Scalar scalar = allowed(random_.pick(std::array{Scalar::s32, Scalar::u32, Scalar::s64}));
  const std::int64_t first = random_.between(scalar == Scalar::u32 ? 0 : -4, 9);
  const std::string type = scalar == Scalar::s32 ? "" : to_string(ir::Type{scalar});
  const std::string name = format("step{}", names_++);
  line("#[unroll]");
  open(format("for {} in {}..{}{} {{", name, first, first + rounds, type));
  const std::size_t known = scope_.size();
  scope_.push_back({.name = name, .type = {scalar}, .is_uniform = true, .is_constant = true});
  const std::int64_t outer = weight_;
  const std::size_t words = std::exchange(array_words_, ir::max_array_words);
  const unsigned loops = std::exchange(loops_, 0);
  weight_ *= std::max<std::int64_t>(rounds, 1);
  is_unrolled_ = true;
  nested(depth, 1 + random_.below(3));
  is_unrolled_ = false;
  weight_ = outer;
  array_words_ = words;
  loops_ = loops;
  scope_.resize(known);
  close();
}

void Generator::for_loop(unsigned depth) {
  if (!is_unrolled_ && random_.chance(15)) return unrolled_loop(depth);
  const Scalar scalar =
      allowed(random_.pick(std::array{Scalar::s32, Scalar::s32, Scalar::u32, Scalar::s64}));
  const std::string type = to_string(ir::Type{scalar});
  const std::int64_t rounds = random_.between(0, 6);
  std::string range;
  switch (random_.below(6)) {
    case 0:
      range = format("0..{}{}", rounds, scalar == Scalar::s32 ? "" : type);
      break;
    case 1: {
      const std::int64_t start =
          scalar == Scalar::u32 ? random_.between(0, 9) : random_.between(-4, 9);
      range = format("{}..{}{}", start, start + rounds, type);
      break;
    }
    case 2:  // up to the largest value
      range = scalar == Scalar::s32 ? format("{}..2147483647", 2147483647 - rounds)
              : scalar == Scalar::u32
                  ? format("{}..4294967295u32", 4294967295 - rounds)
                  : format("{}..9223372036854775807s64", 9223372036854775807 - rounds);
      break;
    case 3: {  // the end is computed
      std::string end = at_least(expression({scalar}, Hint::no, 2), Level::product);
      range = format("0..{} % {}", end, rounds + 1);
      break;
    }
    case 4:
      range = format("0..clamp({}, 0, {})", whole({scalar}, Hint::no, 2), rounds);
      break;
    default: {  // both ends are computed; a sum that wraps gives no rounds
      const std::string name = format("from{}", names_++);
      line(format("let {} = {};", name, whole({scalar}, Hint::free, 2)));
      scope_.push_back({name, {scalar}});
      range = format("{}..{} + {}", name, name, rounds);
    }
  }
  const std::size_t known = scope_.size();
  const std::string name = new_name();
  open(format("for {} in {} {{", name, range));
  scope_.push_back({name, {scalar}});
  loop_body(depth, rounds);
  scope_.resize(known);
  close();
}

// The counter has a name of its own and is no variable that statements know, so only these lines
// change it.
void Generator::while_loop(unsigned depth) {
  const std::int64_t rounds = random_.between(1, 6);
  const std::string counter = format("left{}", names_++);
  const Scalar scalar = any_integer();
  const bool halves = random_.chance(25);
  const std::int64_t start = halves ? (std::int64_t{1} << rounds) - 1 : rounds;
  line(format("let mut {}: {} = {};", counter, to_string(ir::Type{scalar}), start));
  std::string test = counter + " > 0";
  if (random_.chance(60)) {
    const std::int64_t outer = weight_;
    weight_ *= rounds + 1;
    ++inside_expression_;
    std::string more = at_least(expression(ir::bool_type, Hint::no, 2), Level::comparison);
    --inside_expression_;
    weight_ = outer;
    test = random_.chance(50) ? test + " && " + more : more + " && " + test;
  }
  open("while " + test + " {");
  line(halves ? counter + " >>= 1;" : counter + " -= 1;");
  loop_body(depth, rounds);
  close();
}

void Generator::endless_loop(unsigned depth) {
  const std::int64_t rounds = random_.between(1, 5);
  const std::string counter = format("round{}", names_++);
  line(format("let mut {} = 0;", counter));
  open("loop {");
  line(counter + " += 1;");
  std::string test = format("{} > {}", counter, rounds);
  if (random_.chance(50)) {
    const std::int64_t outer = weight_;
    weight_ *= rounds + 1;
    ++inside_expression_;
    test += " || " + at_least(expression(ir::bool_type, Hint::no, 2), Level::logical_and);
    --inside_expression_;
    weight_ = outer;
  }
  line(format("if {} {{ break; }}", test));
  loop_body(depth, rounds);
  close();
}

}  // namespace dala::fuzz
