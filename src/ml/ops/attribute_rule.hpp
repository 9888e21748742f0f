// The attributes of an operator: which ones the standard has, of which type, and in which opsets
// they are read. Ignoring any other attribute of a file could change the result silently, so it is
// rejected by name.
#pragma once

#include <span>
#include <string_view>

#include "ml/graph/graph.hpp"

namespace dala::ml {

inline constexpr int oldest_opset = 7;
inline constexpr int newest_opset = 17;

struct AttributeRule {
  // In the order of the alternatives of `Attribute`.
  enum class Type : unsigned char { integer, number, text, integers, numbers, tensor };

  std::string_view name;
  Type type;
  // What a missing one stands for: a number, each number of a list, or a text. Outside the opsets
  // that read it, an attribute may say this and nothing else.
  double otherwise = 0;
  std::string_view otherwise_text = {};
  std::span<const std::string_view> texts = {};  // what it may be; empty: anything
  int since = oldest_opset;
  int until = newest_opset;
  bool required = false;

  [[nodiscard]] constexpr AttributeRule from(int opset) const {
    AttributeRule rule = *this;
    rule.since = opset;
    return rule;
  }
  [[nodiscard]] constexpr AttributeRule up_to(int opset) const {
    AttributeRule rule = *this;
    rule.until = opset;
    return rule;
  }
  // In the standard, but not supported here.
  [[nodiscard]] constexpr AttributeRule never_read() const { return from(newest_opset + 1); }
  [[nodiscard]] constexpr AttributeRule must_be_there() const {
    AttributeRule rule = *this;
    rule.required = true;
    return rule;
  }
  [[nodiscard]] constexpr bool is_read(int opset) const { return opset >= since && opset <= until; }
};

namespace attribute {

constexpr AttributeRule integer(std::string_view name, double otherwise = 0) {
  return {.name = name, .type = AttributeRule::Type::integer, .otherwise = otherwise};
}
constexpr AttributeRule number(std::string_view name, double otherwise = 0) {
  return {.name = name, .type = AttributeRule::Type::number, .otherwise = otherwise};
}
constexpr AttributeRule text(std::string_view name, std::span<const std::string_view> texts) {
  return {.name = name,
          .type = AttributeRule::Type::text,
          .otherwise_text = texts.front(),
          .texts = texts};
}
constexpr AttributeRule integers(std::string_view name, double otherwise = 0) {
  return {.name = name, .type = AttributeRule::Type::integers, .otherwise = otherwise};
}
constexpr AttributeRule numbers(std::string_view name) {
  return {.name = name, .type = AttributeRule::Type::numbers};
}
constexpr AttributeRule tensor(std::string_view name) {
  return {.name = name, .type = AttributeRule::Type::tensor};
}

}  // namespace attribute

// Whether a node of the operator `op` may have this attribute with this value.
[[nodiscard]] Result<void> check_attribute(std::string_view op,
                                           std::span<const AttributeRule> rules, int opset,
                                           std::string_view name, const Attribute& value);
// Whether all required ones are there.
[[nodiscard]] Result<void> check_required(std::span<const AttributeRule> rules, int opset,
                                          const Attributes& given);

}  // namespace dala::ml
