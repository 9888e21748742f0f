#include "ml/ops/attribute_rule.hpp"

#include <algorithm>

namespace dala::ml {

namespace {

template <typename List>
std::string joined(const List& names) {
  std::string text;
  for (const std::string_view name : names) text += format("{}{}", text.empty() ? "" : ", ", name);
  return text;
}

bool is_otherwise(const AttributeRule& rule, const Attribute& value) {
  const auto is_same = [&](auto number) {
    return number == static_cast<decltype(number)>(rule.otherwise);
  };
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return is_same(*integer);
  if (const auto* number = std::get_if<float>(&value)) return is_same(*number);
  if (const auto* text = std::get_if<std::string>(&value)) return *text == rule.otherwise_text;
  if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value))
    return std::ranges::all_of(*list, is_same);
  if (const auto* list = std::get_if<std::vector<float>>(&value))
    return std::ranges::all_of(*list, is_same);
  return false;
}

std::string shown(const Attribute& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return format("{}", *integer);
  if (const auto* number = std::get_if<float>(&value)) return format("{}", *number);
  if (const auto* text = std::get_if<std::string>(&value)) return format("'{}'", *text);
  return "a list or a tensor";
}

std::string opsets_of(const AttributeRule& rule) {
  if (rule.since > newest_opset) return "in no opset";
  if (rule.until < newest_opset) return format("up to opset {}", rule.until);
  return format("from opset {} on", rule.since);
}

}  // namespace

Result<void> check_attribute(std::string_view op, std::span<const AttributeRule> rules, int opset,
                             std::string_view name, const Attribute& value) {
  const auto rule = std::ranges::find(rules, name, &AttributeRule::name);
  if (rule == rules.end()) {
    std::vector<std::string_view> known;
    for (const AttributeRule& one : rules)
      if (one.is_read(opset)) known.push_back(one.name);
    return fail(ErrorCode::unsupported, "{} of opset {} has no attribute '{}'; it has {}", op,
                opset, name, known.empty() ? "none" : joined(known));
  }
  if (value.index() != static_cast<std::size_t>(rule->type))
    return fail(ErrorCode::bad_file, "its attribute '{}' is of the wrong type", name);
  if (!rule->is_read(opset)) {
    if (is_otherwise(*rule, value)) return {};
    return fail(ErrorCode::unsupported,
                "its attribute '{}' is {}; that is supported {}, and the model uses opset {}", name,
                shown(value), opsets_of(*rule), opset);
  }
  const auto* text = std::get_if<std::string>(&value);
  if (text != nullptr && !rule->texts.empty() &&
      std::ranges::find(rule->texts, *text) == rule->texts.end())
    return fail(ErrorCode::unsupported, "its {} is '{}'; it may be {}", name, *text,
                joined(rule->texts));
  return {};
}

Result<void> check_required(std::span<const AttributeRule> rules, int opset,
                            const Attributes& given) {
  for (const AttributeRule& rule : rules)
    if (rule.required && rule.is_read(opset) && !given.has(rule.name))
      return fail(ErrorCode::bad_file, "its attribute '{}' is missing", rule.name);
  return {};
}

}  // namespace dala::ml
