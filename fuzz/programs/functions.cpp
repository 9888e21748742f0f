// Helper functions.
#include <utility>

#include "core/format.hpp"
#include "programs/generator.hpp"

namespace dala::fuzz {

// Those that the language brings are called like the program's own.
void Generator::know_prelude() {
  const ir::Type word{ir::Scalar::u32};
  const ir::Type four{ir::Scalar::u32, 4};
  constexpr std::int64_t cost = 400;
  helpers_.push_back({"philox", {four, {ir::Scalar::u32, 2}}, four, cost});
  helpers_.push_back({"random_u32", {word, word}, word, cost});
  helpers_.push_back({"random", {word, word}, ir::f32_type, cost});
  helpers_.push_back({"nearest_byte", {ir::f32_type}, {ir::Scalar::u8}, 4});
}

void Generator::helper_function() {
  Helper helper{
      .name = format("helper{}", helpers_.size()), .arguments = {}, .result = any_value()};
  scope_.clear();
  array_words_ = 0;
  names_ = 0;
  in_kernel_ = false;
  can_return_ = true;
  result_ = helper.result;
  indent_ = 0;
  weight_ = 1;
  budget_ = random_.between(20, 300);
  const std::int64_t before = budget_;

  std::string head = "fn " + helper.name + "(";
  const std::size_t count = random_.below(5);
  for (std::size_t i = 0; i < count; ++i) {
    const ir::Type type = any_value();
    const std::string name = format("p{}", i);
    head += format("{}{}: {}", i > 0 ? ", " : "", name, type_text(type));
    helper.arguments.push_back(type);
    scope_.push_back({name, type});
  }
  open(head + ") -> " + type_text(helper.result) + " {");
  statements(random_.below(5), 2);
  const std::string value = tail(helper.result, Hint::yes, 3);
  switch (random_.below(4)) {
    case 0:
      line("return " + value + ";");
      break;
    case 1: {
      const std::string test = condition(2);
      line(format("if {} {{ return {}; }} else {{ return {}; }}", test, value,
                  whole(helper.result, Hint::yes, 2)));
      break;
    }
    default:
      line(value);
  }
  close();
  helper.cost = before - budget_;
  helpers_.push_back(std::move(helper));
}

}  // namespace dala::fuzz
