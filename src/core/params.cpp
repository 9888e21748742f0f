#include <dala/core/params.hpp>

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/format.hpp"

namespace dala {

ParamValue::ParamValue() = default;
ParamValue::ParamValue(const ParamValue& other) = default;
ParamValue::ParamValue(ParamValue&& other) noexcept = default;
ParamValue& ParamValue::operator=(const ParamValue& other) = default;
ParamValue& ParamValue::operator=(ParamValue&& other) noexcept = default;
ParamValue::~ParamValue() = default;

std::string_view to_string(ParamType type) {
  switch (type) {
    case ParamType::boolean:
      return "boolean";
    case ParamType::integer:
      return "integer";
    case ParamType::number:
      return "number";
    case ParamType::integers:
      return "list of integers";
    case ParamType::text:
      return "text";
  }
  std::unreachable();
}

std::string to_string(const ParamValue& value) {
  if (const auto* boolean = value.get_if<bool>()) return *boolean ? "true" : "false";
  if (const auto* integer = value.get_if<std::int64_t>()) return format("{}", *integer);
  if (const auto* number = value.get_if<double>()) return format("{}", *number);
  if (const auto* text = value.get_if<std::string>()) return *text;
  if (const auto* integers = value.get_if<Integers>()) {
    std::string list = "{";
    for (std::int64_t i : *integers) list += (list.size() > 1 ? ", " : "") + std::to_string(i);
    return list + "}";
  }
  return "nothing";
}

namespace {

template <typename T>
std::optional<ParamValue> parse_number(std::string_view text) {
  T value{};
  const char* const end = text.data() + text.size();
  const auto [next, status] = std::from_chars(text.data(), end, value);
  if (status != std::errc{} || next != end) return std::nullopt;
  return value;
}

std::optional<ParamValue> parse_integers(std::string_view text) {
  Integers values;
  while (true) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const auto value = parse_number<std::int64_t>(text.substr(0, comma));
    if (!value) return std::nullopt;
    values.push_back(value->integer());
    if (comma == text.size()) return ParamValue(std::move(values));
    text.remove_prefix(comma + 1);
  }
}

}  // namespace

std::string_view written_form(ParamType type) {
  switch (type) {
    case ParamType::boolean:
      return "true or false";
    case ParamType::integer:
      return "a whole number, as 3";
    case ParamType::number:
      return "a number, as 0.5";
    case ParamType::integers:
      return "whole numbers with commas, as 1,0,2";
    case ParamType::text:
      return "text";
  }
  std::unreachable();
}

std::optional<ParamValue> parse_value(ParamType type, std::string_view text) {
  switch (type) {
    case ParamType::boolean:
      if (text != "true" && text != "false") return std::nullopt;
      return text == "true";
    case ParamType::integer:
      return parse_number<std::int64_t>(text);
    case ParamType::number:
      return parse_number<double>(text);
    case ParamType::integers:
      return parse_integers(text);
    case ParamType::text:
      return ParamValue(std::string(text));
  }
  std::unreachable();
}

void Params::set(std::string_view name, ParamValue value) {
  for (Param& entry : entries_) {
    if (entry.name == name) {
      entry.value = std::move(value);
      return;
    }
  }
  entries_.push_back({std::string(name), std::move(value)});
}

const ParamValue* Params::find(std::string_view name) const {
  for (const Param& entry : entries_)
    if (entry.name == name) return &entry.value;
  return nullptr;
}

}  // namespace dala
