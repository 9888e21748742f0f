#include <dala/params.hpp>

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
